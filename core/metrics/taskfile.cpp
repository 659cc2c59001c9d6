// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a file is, and the form of six lines.

#include "core/metrics/taskfile.h"

#include "core/base/inputfile.h"
#include "core/calib/textwindows.h"
#include "core/metrics/taskreaders.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <utility>

namespace snug {

namespace {

constexpr std::string_view kBlanks = " \t\r\n";

struct Packing
{
    std::string_view start; ///< first bytes of such a file
    std::string_view name;
    std::string_view advice;
};

constexpr std::array kPackings = {
    Packing{"BZh", "packed with bzip2", "Unpack it first: \"bunzip2 -k FILE\""},
    Packing{"\x1F\x8B", "packed with gzip", "Unpack it first: \"gunzip -k FILE\""},
    Packing{"\xFD"
            "7zXZ",
            "packed with xz", "Unpack it first: \"unxz -k FILE\""},
    Packing{"\x28\xB5\x2F\xFD", "packed with zstd", "Unpack it first: \"unzstd FILE\""},
    Packing{"PK\x03\x04", "a zip archive", "Unpack it first: \"unzip FILE\""},
    Packing{"PAR1", "a Parquet table", "Save it as JSON lines first"},
};

Result<void> refusePacked(const std::filesystem::path &path)
{
    const auto file = InputFile::open(path);
    SNUG_TRY(file);
    std::array<char, 8> start = {};
    const auto size = static_cast<std::size_t>(std::min<std::uint64_t>(file->sizeBytes(), start.size()));
    SNUG_TRY(file->readAt(0, std::as_writable_bytes(std::span(start).first(size))));
    for (const Packing &packing : kPackings) {
        if (std::string_view(start.data(), size).starts_with(packing.start))
            return fail(ErrorCode::Unsupported,
                        fmt::format("{} is {}, plain text is needed. {}.", path.string(), packing.name, packing.advice),
                        path.string());
    }
    return {};
}

Result<TaskItem> hellaSwagItem(std::span<const std::string_view> lines, std::string_view path, std::size_t firstLine)
{
    for (std::size_t i = 0; i < lines.size(); ++i) {
        if (trimmed(lines[i]).empty())
            return badLine(path, firstLine + i,
                           "the line is empty; a task has six lines: context, the right ending's "
                           "number, four endings");
    }
    const std::string_view gold = trimmed(lines[1]);
    if (gold.size() != 1 || gold[0] < '0' || gold[0] > '3')
        return badLine(
            path, firstLine + 1,
            fmt::format("found \"{}\", the number of the right ending, 0 to 3, is needed; a task has six lines",
                        gold.substr(0, 40)));
    TaskItem item;
    item.kind = TaskKind::HellaSwag;
    item.contexts = {std::string(withoutBlanksAtEnd(lines[0]))};
    for (const std::string_view ending : lines.subspan(2))
        item.continuations.push_back(" " + std::string(trimmed(ending)));
    item.gold = static_cast<std::size_t>(gold[0] - '0');
    item.line = firstLine;
    return item;
}

} // namespace

std::size_t TaskItem::choiceCount() const { return std::max(contexts.size(), continuations.size()); }

std::string TaskSet::context(const TaskItem &item, std::size_t choice) const
{
    return groups[item.group].prefix + item.contexts[item.contexts.size() == 1 ? 0 : choice];
}

std::string_view TaskSet::continuation(const TaskItem &item, std::size_t choice) const
{
    return item.continuations[item.continuations.size() == 1 ? 0 : choice];
}

std::uint64_t continuationCharacters(std::string_view continuation)
{
    if (continuation.starts_with(' '))
        continuation.remove_prefix(1);
    return static_cast<std::uint64_t>(std::count_if(continuation.begin(), continuation.end(), [](char byte) {
        return (static_cast<unsigned char>(byte) & 0xC0) != 0x80;
    })); // every byte but a following one
}

tl::unexpected<Error> badLine(std::string_view path, std::size_t line, std::string_view fault)
{
    return fail(ErrorCode::BadInput,
                fmt::format("{}, line {}: {}. Correct the line, or download the file again.", path, line, fault),
                std::string(path));
}

std::string_view withoutBlanksAtEnd(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

std::string_view trimmed(std::string_view text)
{
    text = withoutBlanksAtEnd(text);
    return text.substr(std::min(text.find_first_not_of(kBlanks), text.size()));
}

std::vector<std::string_view> linesOf(std::string_view text)
{
    std::vector<std::string_view> lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        lines.push_back(line);
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return lines;
}

Result<TaskSet> readHellaSwag(std::string_view text, std::string_view path)
{
    const auto lines = linesOf(withoutBlanksAtEnd(text));
    TaskSet set;
    set.name = "hellaswag";
    set.kind = TaskKind::HellaSwag;
    set.groups.resize(1);
    for (std::size_t i = 0; i < lines.size(); i += 6) {
        const std::size_t count = std::min<std::size_t>(6, lines.size() - i);
        if (count < 6)
            return badLine(path, i + 1, fmt::format("the last task has {} of six lines", count));
        auto item = hellaSwagItem(std::span(lines).subspan(i, 6), path, i + 1);
        SNUG_TRY(item);
        set.items.push_back(std::move(*item));
    }
    return set;
}

Result<TaskSet> readTasks(const std::filesystem::path &path)
{
    std::error_code none;
    if (std::filesystem::is_directory(path, none))
        return readMmlu(path);
    SNUG_TRY(refusePacked(path));
    const auto text = readUtf8File(path);
    SNUG_TRY(text);
    if (path.extension() == ".csv")
        return fail(
            ErrorCode::Unsupported,
            fmt::format("{} is one table; MMLU is read from the folder that holds dev and test. Give that folder.",
                        path.string()),
            path.string());
    const std::string_view start = trimmed(*text);
    if (start.empty())
        return fail(ErrorCode::BadInput, fmt::format("{} holds no task. Choose another file.", path.string()),
                    path.string());
    const bool json = start.front() == '{' || path.extension() == ".jsonl" || path.extension() == ".json";
    return json ? readJsonTasks(*text, path) : readHellaSwag(*text, path.string());
}

void keepEvenly(TaskSet &tasks, std::uint64_t most)
{
    if (most >= tasks.items.size())
        return;
    std::vector<std::size_t> seen(tasks.groups.size());
    std::vector<std::pair<std::size_t, std::size_t>> order; // place within the group, place in all
    for (std::size_t i = 0; i < tasks.items.size(); ++i)
        order.emplace_back(seen[tasks.items[i].group]++, i);
    std::sort(order.begin(), order.end());
    order.resize(static_cast<std::size_t>(most));
    std::sort(order.begin(), order.end(), [](const auto &a, const auto &b) { return a.second < b.second; });
    std::vector<TaskItem> kept;
    for (const auto &[place, index] : order)
        kept.push_back(std::move(tasks.items[index]));
    tasks.items = std::move(kept);
}

} // namespace snug
