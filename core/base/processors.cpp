// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Counts processors by affinity mask and control group quota.

#include "core/base/processors.h"

#include "core/base/cgroup.h"
#include "core/base/smallfile.h"
#include "core/base/threadpool.h"

#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <memory>
#include <thread>

namespace snug {

namespace {

struct FreeCpuSet
{
    void operator()(cpu_set_t *set) const noexcept { CPU_FREE(set); }
};

/// Processors in the affinity mask; 0 when the system does not say.
int affinityCount()
{
    // The kernel refuses a mask smaller than its own (EINVAL), and tells its size in no other way.
    for (int bits = 1024; bits <= 1 << 20; bits *= 2) {
        const std::unique_ptr<cpu_set_t, FreeCpuSet> set(CPU_ALLOC(static_cast<std::size_t>(bits)));
        if (!set)
            return 0;
        const std::size_t size = CPU_ALLOC_SIZE(bits);
        CPU_ZERO_S(size, set.get());
        if (::sched_getaffinity(0, size, set.get()) == 0)
            return CPU_COUNT_S(size, set.get());
        if (errno != EINVAL)
            return 0;
    }
    return 0;
}

/// Quota and period of one group folder, in microseconds.
std::optional<int> quotaOf(const std::string &folder, bool version1)
{
    std::optional<std::uint64_t> quota, period;
    if (version1) {
        // No quota is "-1" here, which is not a number to parseNumber.
        quota = parseNumber(readSmallFile(folder + "/cpu.cfs_quota_us").value_or(""));
        period = parseNumber(readSmallFile(folder + "/cpu.cfs_period_us").value_or(""));
    } else {
        const std::string text = readSmallFile(folder + "/cpu.max").value_or("");
        const auto words = splitWords(text);
        if (words.size() == 2) {
            quota = parseNumber(words[0]);
            period = parseNumber(words[1]);
        }
    }
    if (!quota || !period || *quota == 0 || *period == 0)
        return std::nullopt;
    const std::uint64_t whole = *quota / *period + (*quota % *period != 0 ? 1 : 0);
    return static_cast<int>(std::min<std::uint64_t>(whole, 1 << 20));
}

} // namespace

std::optional<int> cgroupProcessorLimit(const std::string &procRoot, const std::string &cgroupRoot)
{
    const CgroupFolders group = cgroupFolders("cpu", procRoot, cgroupRoot);
    std::optional<int> least;
    for (const std::string &folder : group.folders) {
        const auto quota = quotaOf(folder, group.version1);
        if (quota && (!least || *quota < *least))
            least = quota;
    }
    return least;
}

int usableProcessorCount()
{
    int count = affinityCount();
    if (count == 0)
        count = static_cast<int>(std::thread::hardware_concurrency());
    if (const auto limit = cgroupProcessorLimit())
        count = std::min(count, *limit);
    return std::max(count, 1);
}

} // namespace snug
