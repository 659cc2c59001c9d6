// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Memory of the control group this process lives in, versions 1 and 2.

#include "core/base/cgroup.h"
#include "core/base/smallfile.h"
#include "core/memory/probes.h"

#include <algorithm>
#include <string_view>

namespace snug {

namespace {

/// File and key names of one version.
struct Names
{
    std::string_view current, peak, events, inactiveFile;
    std::vector<std::string_view> limits;
};

const Names &namesOf(bool version1)
{
    static const Names kVersion1 = {"memory.usage_in_bytes",
                                    "memory.max_usage_in_bytes",
                                    "memory.oom_control",
                                    "total_inactive_file",
                                    {"memory.limit_in_bytes"}};
    static const Names kVersion2 = {
        "memory.current", "memory.peak", "memory.events", "inactive_file", {"memory.max", "memory.high"}};
    return version1 ? kVersion1 : kVersion2;
}

std::optional<std::uint64_t> numberIn(const std::string &folder, std::string_view name)
{
    return parseNumber(readSmallFile(folder + "/" + std::string(name)).value_or(""));
}

/// The figure of a line "key 1234" in one of the group's tables; 0 when there is none.
std::uint64_t entryIn(const std::string &folder, std::string_view name, std::string_view key)
{
    const std::string text = readSmallFile(folder + "/" + std::string(name)).value_or("");
    for (const std::string_view line : splitLines(text)) {
        const auto words = splitWords(line);
        if (words.size() == 2 && words[0] == key)
            return parseNumber(words[1]).value_or(0);
    }
    return 0;
}

std::optional<std::uint64_t> limitOf(const std::string &folder, const Names &names)
{
    // Version 1 writes no limit as the largest whole number of pages; nothing real comes near.
    constexpr std::uint64_t kNoLimit = std::uint64_t{1} << 62;
    std::optional<std::uint64_t> least;
    for (const std::string_view name : names.limits) {
        const auto limit = numberIn(folder, name);
        if (limit && *limit < kNoLimit)
            least = std::min(least.value_or(*limit), *limit);
    }
    return least;
}

} // namespace

std::optional<CgroupMemory> readCgroupMemory(const std::string &procRoot, const std::string &cgroupRoot)
{
    const CgroupFolders group = cgroupFolders("memory", procRoot, cgroupRoot);
    const Names &names = namesOf(group.version1);
    std::optional<CgroupMemory> found;
    for (const std::string &folder : group.folders) {
        const auto current = numberIn(folder, names.current);
        if (!current)
            continue; // the root of version 2 counts nothing
        const std::uint64_t reclaimable = std::min(entryIn(folder, "memory.stat", names.inactiveFile), *current);
        if (!found) {
            found = CgroupMemory{};
            found->currentBytes = *current;
            found->reclaimableBytes = reclaimable;
            found->peakBytes = numberIn(folder, names.peak);
            found->oomKillCount = entryIn(folder, names.events, "oom_kill");
        }
        if (const auto limit = limitOf(folder, names)) {
            const std::uint64_t inUse = *current - reclaimable;
            const std::uint64_t room = *limit > inUse ? *limit - inUse : 0;
            found->limitBytes = std::min(found->limitBytes.value_or(*limit), *limit);
            found->roomBytes = std::min(found->roomBytes.value_or(room), room);
        }
    }
    return found;
}

} // namespace snug
