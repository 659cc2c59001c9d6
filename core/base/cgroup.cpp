// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Finds control group folders from /proc/self/cgroup. Inside a container the path told there may not exist under the
// mount; then only the folders that do exist count.

#include "core/base/cgroup.h"

#include "core/base/smallfile.h"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <system_error>

namespace snug {

namespace {

struct Membership
{
    bool version1 = false;
    std::string path;
};

bool lists(std::string_view controllers, std::string_view wanted)
{
    while (!controllers.empty()) {
        const std::size_t comma = std::min(controllers.find(','), controllers.size());
        if (controllers.substr(0, comma) == wanted)
            return true;
        controllers.remove_prefix(std::min(comma + 1, controllers.size()));
    }
    return false;
}

/// Lines are "hierarchy:controllers:path"; version 2 is "0::path". A version 1 controller wins where both are mounted,
/// since a controller can only be active in one of them.
std::optional<Membership> membership(std::string_view text, std::string_view controller)
{
    std::optional<Membership> found;
    for (const std::string_view line : splitLines(text)) {
        const std::size_t first = line.find(':');
        const std::size_t second = first == std::string_view::npos ? first : line.find(':', first + 1);
        if (second == std::string_view::npos)
            continue;
        const std::string_view controllers = line.substr(first + 1, second - first - 1);
        const std::string path(line.substr(second + 1));
        if (lists(controllers, controller))
            return Membership{true, path};
        if (controllers.empty())
            found = Membership{false, path};
    }
    return found;
}

bool isFolder(const std::filesystem::path &path)
{
    std::error_code fault;
    return std::filesystem::is_directory(path, fault);
}

} // namespace

CgroupFolders cgroupFolders(std::string_view controller, const std::string &procRoot, const std::string &cgroupRoot)
{
    const auto text = readSmallFile(procRoot + "/self/cgroup");
    const auto member = text ? membership(*text, controller) : std::nullopt;
    if (!member)
        return {};

    std::filesystem::path base = cgroupRoot;
    if (member->version1)
        base /= controller;
    else if (isFolder(base / "unified"))
        base /= "unified"; // version 2 mounted beside version 1

    CgroupFolders found{member->version1, {}};
    std::filesystem::path inside = std::filesystem::path(member->path).relative_path();
    const bool climbs = std::any_of(inside.begin(), inside.end(), [](const auto &part) { return part == ".."; });
    if (climbs) // a group outside this namespace: only the root of the mount is ours to see
        inside.clear();
    for (; !inside.empty(); inside = inside.parent_path()) {
        if (isFolder(base / inside))
            found.folders.push_back((base / inside).string());
    }
    if (isFolder(base))
        found.folders.push_back(base.string());
    return found;
}

} // namespace snug
