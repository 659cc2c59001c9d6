// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One function per rule; each adds what it finds.

#include "tests/architecture/rules.h"

#include <algorithm>
#include <array>
#include <regex>
#include <string_view>

namespace snug::test {

namespace {

using Findings = std::vector<Finding>;

constexpr std::size_t kMostLines = 500;

/// core's rooms, lowest first. A room includes itself and rooms before it.
constexpr std::array kRooms = {"base",  "memory",  "formats", "model",     "tokenizer",
                               "chat",  "kernels", "weights", "backends",  "runtime",
                               "quant", "calib",   "metrics", "exporters", "jobs"};

/// What the window may know of core besides core/jobs: plain values.
constexpr std::array kValueHeaders = {
    "core/base/error.h",    "core/base/folderwatch.h", "core/base/log.h",       "core/base/result.h",
    "core/base/sizes.h",    "core/memory/ledger.h",    "core/memory/probes.h",  "core/memory/sampler.h",
    "core/model/catalog.h", "core/model/model.h",      "core/quant/filetype.h",
};

/// Types and sizes of the language itself, and the processor's intrinsics: all that kernels need from outside.
constexpr std::array kKernelHeaders = {"stdint.h", "stddef.h",    "math.h",    "string.h",
                                       "float.h",  "immintrin.h", "arm_neon.h"};

/// Libraries that core keeps to its .cpp files.
constexpr std::array kHiddenLibraries = {"nlohmann/", "spdlog/", "fmt/", "openssl/", "pcre2", "utf8proc"};

template <class List> bool contains(const List &list, std::string_view name)
{
    return std::find(list.begin(), list.end(), name) != list.end();
}

/// Place of a room in the order, or -1.
int rankOf(std::string_view room)
{
    const auto at = std::find(kRooms.begin(), kRooms.end(), room);
    return at == kRooms.end() ? -1 : static_cast<int>(at - kRooms.begin());
}

void add(Findings &findings, const SourceFile &file, int line, std::string message)
{
    findings.push_back({file.path, line, std::move(message)});
}

bool isCpp(const SourceFile &file) { return !file.code.empty() || file.isHeader() || file.path.ends_with(".cpp"); }

void checkLicence(const SourceFile &file, Findings &findings)
{
    const std::string mark = isCpp(file) ? "//" : "#";
    const std::array expected = {mark + " SPDX-FileCopyrightText: Snug contributors",
                                 mark + " SPDX-License-Identifier: MIT"};
    for (std::size_t i = 0; i < expected.size(); ++i) {
        if (file.lines.size() <= i || file.lines[i] != expected[i])
            add(findings, file, static_cast<int>(i) + 1, "expected the line \"" + expected[i] + "\"");
    }
}

/// The header of a pair speaks for both.
void checkPurpose(const SourceFile &file, Findings &findings)
{
    if (file.path.ends_with(".cpp") && file.hasHeader)
        return;
    if (isCpp(file) && (file.lines.size() < 3 || !file.lines[2].starts_with("// ") || file.lines[2].size() < 10))
        add(findings, file, 3, "expected a comment saying what the file is for");
}

void checkLength(const SourceFile &file, Findings &findings)
{
    const bool table =
        file.path.ends_with("tables.h") || file.path.ends_with("tables.cpp"); // nobody reads these in order
    if (!table && file.lines.size() > kMostLines)
        add(findings, file, static_cast<int>(kMostLines) + 1,
            "the file has " + std::to_string(file.lines.size()) + " lines, more than " + std::to_string(kMostLines));
}

void checkRootedIncludes(const SourceFile &file, Findings &findings)
{
    for (const Include &include : file.includes) {
        const bool rooted = include.name.starts_with("core/") || include.name.starts_with("ui/") ||
                            include.name.starts_with("app/") || include.name.starts_with("tests/");
        if (include.quoted && !rooted && !include.name.ends_with(".moc"))
            add(findings, file, include.line, "\"" + include.name + "\" is not named from the root of the sources");
        if (!include.quoted && rooted)
            add(findings, file, include.line, "<" + include.name + "> is our own and wants quotes");
    }
}

void checkNoQtInCore(const SourceFile &file, Findings &findings)
{
    static const std::regex kQt(R"(^(Q[A-Z]|Qt|q[a-z0-9]+\.h$|.*/Q[A-Z]|.*/q[a-z0-9]+\.h$))");
    if (!file.isUnder("core"))
        return;
    for (const Include &include : file.includes) {
        if (!include.quoted && std::regex_search(include.name, kQt))
            add(findings, file, include.line, "core includes Qt: " + include.name);
    }
}

void checkNothingUpward(const SourceFile &file, Findings &findings)
{
    if (!file.isUnder("core") || !isCpp(file))
        return;
    const std::string room = file.room();
    const int rank = rankOf(room);
    if (rank < 0)
        add(findings, file, 1, "core/" + room + " is not in the order of rooms: give it its place in rules.cpp");
    for (const Include &include : file.includes) {
        if (!include.quoted)
            continue;
        const std::string other = parseSource(include.name, "").room();
        if (other.empty())
            add(findings, file, include.line, "core includes what is not core: " + include.name);
        else if (room == "kernels" && other != "kernels")
            add(findings, file, include.line, "kernels include nothing but themselves, not " + include.name);
        else if (rankOf(other) < 0 || rankOf(other) > rank)
            add(findings, file, include.line, "core/" + room + " includes upward: " + include.name);
    }
}

void checkKernels(const SourceFile &file, Findings &findings)
{
    static const std::regex kStd(R"(\bstd\s*::)");
    if (!file.isUnder("core/kernels"))
        return;
    for (const Include &include : file.includes) {
        const bool vectors = file.path == "core/kernels/lanes/highway.h" && include.name == "hwy/highway.h";
        if (!include.quoted && !vectors && !contains(kKernelHeaders, include.name))
            add(findings, file, include.line, "kernels use no library, not <" + include.name + ">");
    }
    for (std::size_t i = 0; i < file.code.size(); ++i) {
        if (std::regex_search(file.code[i], kStd))
            add(findings, file, static_cast<int>(i) + 1, "std:: in a kernel");
    }
}

void checkWindow(const SourceFile &file, Findings &findings)
{
    if (!file.isUnder("ui"))
        return;
    for (const Include &include : file.includes) {
        if (include.name.starts_with("app/") || include.name.starts_with("tests/"))
            add(findings, file, include.line, "ui includes upward: " + include.name);
        else if (include.name.starts_with("core/") && !include.name.starts_with("core/jobs/") &&
                 !contains(kValueHeaders, include.name))
            add(findings, file, include.line, "ui sees core/jobs and plain values only, not " + include.name);
    }
}

void checkHiddenLibraries(const SourceFile &file, Findings &findings)
{
    const std::string_view jsonHelper =
        "/json.h"; // a room's helper for its .cpp files, shut out of other headers below
    if (!file.isUnder("core") || !file.isHeader() || file.path.ends_with(jsonHelper))
        return;
    for (const Include &include : file.includes) {
        const bool hidden = std::any_of(kHiddenLibraries.begin(), kHiddenLibraries.end(),
                                        [&](const char *library) { return include.name.starts_with(library); });
        if (hidden || (include.quoted && include.name.ends_with(jsonHelper)))
            add(findings, file, include.line, "a header of core shows a library: " + include.name);
    }
}

} // namespace

std::vector<Finding> checkFile(const SourceFile &file)
{
    Findings findings;
    for (const auto rule : {checkLicence, checkPurpose, checkLength, checkRootedIncludes, checkNoQtInCore,
                            checkNothingUpward, checkKernels, checkWindow, checkHiddenLibraries})
        rule(file, findings);
    return findings;
}

} // namespace snug::test
