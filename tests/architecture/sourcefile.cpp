// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reads sources just closely enough for the architecture rules: comments, strings and include lines.

#include "tests/architecture/sourcefile.h"

#include <algorithm>
#include <fstream>
#include <regex>
#include <sstream>

namespace snug::test {

namespace {

/// Blanks comments, keeps line ends, and knows strings so that "//" within one starts nothing.
std::string withoutComments(const std::string &text)
{
    enum class In { Code, String, Character, LineComment, BlockComment };
    std::string code = text;
    In in = In::Code;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const char c = text[i];
        const char next = i + 1 < text.size() ? text[i + 1] : '\0';
        const bool comment = in == In::LineComment || in == In::BlockComment;
        if (in == In::Code && c == '/' && (next == '/' || next == '*')) {
            in = next == '/' ? In::LineComment : In::BlockComment;
            code[i] = code[i + 1] = ' ';
            ++i;
        } else if (in == In::BlockComment && c == '*' && next == '/') {
            code[i] = code[i + 1] = ' ';
            ++i;
            in = In::Code;
        } else if (c == '\n') {
            in = in == In::BlockComment ? in : In::Code;
        } else if (comment) {
            code[i] = ' ';
        } else if (in != In::Code && c == '\\') {
            ++i;
        } else if (in == In::String ? c == '"' : in == In::Character && c == '\'') {
            in = In::Code;
        } else if (in == In::Code && c == '"') {
            in = In::String;
        } else if (in == In::Code && c == '\'' && (i == 0 || !std::isalnum(static_cast<unsigned char>(text[i - 1])))) {
            in = In::Character; // behind a digit it parts digits: 1'000
        }
    }
    return code;
}

std::vector<std::string> linesOf(const std::string &text)
{
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);)
        lines.push_back(line);
    return lines;
}

bool isSource(const std::filesystem::path &path)
{
    const std::string ending = path.extension().string();
    return ending == ".h" || ending == ".cpp" || ending == ".cu" || ending == ".cmake" ||
           path.filename() == "CMakeLists.txt";
}

} // namespace

std::string SourceFile::room() const
{
    if (!isUnder("core"))
        return {};
    const std::size_t start = std::string("core/").size();
    const std::size_t end = path.find('/', start);
    return end == std::string::npos ? std::string() : path.substr(start, end - start);
}

SourceFile parseSource(std::string path, const std::string &text)
{
    static const std::regex kInclude(R"(^\s*#\s*include\s*([<"])([^>"]+)[>"])");
    SourceFile file;
    file.path = std::move(path);
    file.lines = linesOf(text);
    if (!file.path.ends_with(".h") && !file.path.ends_with(".cpp") && !file.path.ends_with(".cu"))
        return file;
    file.code = linesOf(withoutComments(text));
    for (std::size_t i = 0; i < file.code.size(); ++i) {
        std::smatch match;
        if (std::regex_search(file.code[i], match, kInclude))
            file.includes.push_back({static_cast<int>(i) + 1, match[2].str(), match[1].str() == "\""});
    }
    return file;
}

std::vector<SourceFile> readTree(const std::filesystem::path &root, const std::vector<std::string> &folders)
{
    std::vector<SourceFile> files;
    for (const std::string &folder : folders) {
        if (!std::filesystem::is_directory(root / folder))
            continue;
        for (const auto &entry : std::filesystem::recursive_directory_iterator(root / folder)) {
            if (!entry.is_regular_file() || !isSource(entry.path()))
                continue;
            std::ostringstream text;
            text << std::ifstream(entry.path(), std::ios::binary).rdbuf();
            files.push_back(parseSource(entry.path().lexically_relative(root).generic_string(), text.str()));
            files.back().hasHeader =
                std::filesystem::exists(std::filesystem::path(entry.path()).replace_extension(".h"));
        }
    }
    std::sort(files.begin(), files.end(), [](const auto &a, const auto &b) { return a.path < b.path; });
    return files;
}

} // namespace snug::test
