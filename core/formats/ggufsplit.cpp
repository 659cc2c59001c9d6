// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/formats/ggufsplit.h"

#include "core/formats/names.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {
namespace {

constexpr std::uint64_t kMaxCount = 65'535; // the reference stores it in 16 bits

constexpr std::string_view kExtension = ".gguf";

std::string ending(std::uint32_t number, std::uint32_t count, std::string_view extension = kExtension)
{
    return fmt::format("-{:05}-of-{:05}{}", number + 1, count, extension);
}

bool isExtension(std::string_view text)
{
    return std::ranges::equal(text, kExtension,
                              [](char a, char b) { return (a >= 'A' && a <= 'Z' ? a + 32 : a) == b; });
}

} // namespace

Result<std::optional<SplitInfo>> readSplitInfo(const GgufMetadata &metadata)
{
    if (!metadata.find(kSplitCountKey))
        return std::nullopt;
    const std::optional<std::uint64_t> count = metadata.unsignedAt(kSplitCountKey);
    if (count && *count <= 1)
        return std::nullopt;
    const std::optional<std::uint64_t> number = metadata.unsignedAt(kSplitNumberKey);
    if (!count || *count > kMaxCount || !number || *number >= *count)
        return fail(ErrorCode::BadInput,
                    fmt::format("The keys {} and {} of this split model contradict each other or are no numbers. The "
                                "file is damaged; copy or download it again.",
                                kSplitNumberKey, kSplitCountKey));
    SplitInfo info;
    info.number = static_cast<std::uint32_t>(*number);
    info.count = static_cast<std::uint32_t>(*count);
    info.tensorCount = metadata.unsignedAt(kSplitTensorCountKey);
    return info;
}

std::filesystem::path splitPath(const std::filesystem::path &prefix, std::uint32_t number, std::uint32_t count)
{
    std::filesystem::path path = prefix;
    path += ending(number, count);
    return path;
}

Result<std::vector<std::filesystem::path>> splitPaths(const std::filesystem::path &file, const SplitInfo &info)
{
    const std::string name = file.filename().string();
    // ".GGUF" is found as well, and its siblings are taken to be written alike.
    const std::string extension = file.extension().string();
    const std::string expected =
        ending(info.number, info.count, isExtension(extension) ? std::string_view(extension) : kExtension);
    if (!name.ends_with(expected))
        return fail(ErrorCode::BadInput,
                    fmt::format("This file is part {} of {} of a split model, so its name has to end in '{}', but it "
                                "is {}. Give the parts their names back so that the others can be found.",
                                info.number + 1, info.count, expected, quoteName(name)),
                    file.string());
    const std::filesystem::path prefix = file.parent_path() / name.substr(0, name.size() - expected.size());
    std::vector<std::filesystem::path> paths;
    for (std::uint32_t number = 0; number < info.count; ++number)
        paths.push_back(prefix.string() + ending(number, info.count, extension));
    return paths;
}

} // namespace snug
