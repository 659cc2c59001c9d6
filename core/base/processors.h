// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How many processors this process may use. usableProcessorCount() itself is declared beside the thread pool.

#pragma once

#include <optional>
#include <string>

namespace snug {

/// Processors' worth of time the control group allows (cpu.max, or cpu.cfs_quota_us of version 1), the tightest of all
/// ancestors, rounded up to a whole one; nothing where no quota is set.
std::optional<int> cgroupProcessorLimit(const std::string &procRoot = "/proc",
                                        const std::string &cgroupRoot = "/sys/fs/cgroup");

} // namespace snug
