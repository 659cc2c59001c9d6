// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where the limits of the control group lie that this process lives in (version 2, or a controller of version 1).

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace snug {

struct CgroupFolders
{
    bool version1 = false;
    /// Existing folders from the group itself up to the root of the mount: a limit in any of them holds.
    std::vector<std::string> folders;
};

/// Folders of the group for `controller` ("memory", "cpu"). Empty where there is none or the files make no sense.
CgroupFolders cgroupFolders(std::string_view controller, const std::string &procRoot = "/proc",
                            const std::string &cgroupRoot = "/sys/fs/cgroup");

} // namespace snug
