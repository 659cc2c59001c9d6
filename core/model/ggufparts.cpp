// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ggufparts.h"

#include "core/formats/ggufsplit.h"
#include "core/formats/missingfile.h"
#include "core/model/folderentries.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

Result<GgufPart> readPart(const std::filesystem::path &path)
{
    auto file = openWhole(path);
    if (!file)
        return fail(std::move(file).error());
    auto header = readGgufHeader(*file);
    if (!header)
        return fail(std::move(header).error());
    return GgufPart{path, *std::move(header)};
}

Result<std::optional<SplitInfo>> splitOf(const GgufPart &part)
{
    auto info = readSplitInfo(part.header.metadata);
    if (!info)
        return fail(std::move(info).error().inFile(part.path.string()));
    return info;
}

Result<GgufPart> readLaterPart(const std::filesystem::path &path, std::uint32_t number, const SplitInfo &first)
{
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return fail(ErrorCode::BadInput,
                    fmt::format("Part {} of {} of the split model is missing: {} is not beside the first part. "
                                "Put all parts in one folder, or download it again.",
                                number + 1, first.count, printable(path.filename().string())),
                    path.string());
    auto part = readPart(path);
    if (!part)
        return fail(std::move(part).error());
    const auto info = splitOf(*part);
    if (!info)
        return fail(info.error());
    if (!*info || (*info)->number != number || (*info)->count != first.count)
        return fail(
            ErrorCode::BadInput,
            fmt::format("The file says it is {}, expected part {} of {}; a part is there twice or comes from "
                        "another model. Put all parts of one model in one folder, or download it again.",
                        *info ? fmt::format("part {} of {}", (*info)->number + 1, (*info)->count) : "a whole model",
                        number + 1, first.count),
            path.string());
    return part;
}

Result<void> checkTensorCount(const std::vector<GgufPart> &parts, const SplitInfo &first)
{
    std::uint64_t found = 0;
    for (const GgufPart &part : parts)
        found += part.header.tensors.size();
    if (first.tensorCount && *first.tensorCount != found)
        return fail(ErrorCode::BadInput,
                    fmt::format("The {} parts have {} tensors together, expected {}; a part comes from another model. "
                                "Put all parts of one model in one folder, or download them again.",
                                parts.size(), found, *first.tensorCount),
                    parts.front().path.string());
    return {};
}

Result<std::vector<GgufPart>> readAllParts(GgufPart first, const SplitInfo &info)
{
    if (info.number != 0)
        return fail(ErrorCode::BadInput,
                    fmt::format("The file is part {} of {} of a split model; give the first part.", info.number + 1,
                                info.count),
                    first.path.string());
    const auto paths = splitPaths(first.path, info);
    if (!paths)
        return fail(paths.error());
    std::vector<GgufPart> parts;
    parts.push_back(std::move(first));
    for (std::uint32_t number = 1; number < info.count; ++number) {
        auto part = readLaterPart((*paths)[number], number, info);
        if (!part)
            return fail(std::move(part).error());
        parts.push_back(*std::move(part));
    }
    SNUG_TRY(checkTensorCount(parts, info));
    return parts;
}

} // namespace

Result<std::vector<GgufPart>> readGgufParts(const std::filesystem::path &path)
{
    auto first = readPart(path);
    if (!first)
        return fail(std::move(first).error());
    const auto info = splitOf(*first);
    if (!info)
        return fail(info.error());
    if (*info)
        return readAllParts(*std::move(first), **info);
    std::vector<GgufPart> whole;
    whole.push_back(*std::move(first));
    return whole;
}

bool hasGgufExtension(const std::filesystem::path &path) { return lowered(path.extension().string()) == ".gguf"; }

std::vector<std::filesystem::path> ggufModelsIn(const std::filesystem::path &folder)
{
    std::vector<std::filesystem::path> models;
    visitEntries(folder, [&](const std::filesystem::directory_entry &entry) {
        std::error_code ignored;
        if (hasGgufExtension(entry.path()) && entry.is_regular_file(ignored) && !isLaterPartName(entry.path()))
            models.push_back(entry.path());
    });
    std::sort(models.begin(), models.end());
    return models;
}

bool isLaterPartName(const std::filesystem::path &path)
{
    const std::string stem = path.stem().string();
    const std::string whole = stemWithoutPart(path);
    return stem.size() > whole.size() && !stem.substr(whole.size()).starts_with("-00001-of-");
}

std::string stemWithoutPart(const std::filesystem::path &path)
{
    const std::string stem = path.stem().string();
    const std::size_t tail = std::string_view("-00001-of-00003").size();
    if (stem.size() <= tail)
        return stem;
    const std::string end = stem.substr(stem.size() - tail);
    for (std::size_t i = 0; i < tail; ++i) {
        const char pattern = "-00000-of-00000"[i];
        if (pattern == '0' ? end[i] < '0' || end[i] > '9' : end[i] != pattern)
            return stem;
    }
    return stem.substr(0, stem.size() - tail);
}

} // namespace snug
