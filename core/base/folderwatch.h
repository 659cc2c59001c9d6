// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tells when something appears in folders, goes, or has been written to its end. Linux (inotify); elsewhere it stays
// silent.

#pragma once

#include <filesystem>
#include <functional>
#include <memory>
#include <vector>

namespace snug {

/// Owns a thread that only waits for the kernel: it never touches a disk, so that ending it never takes long. What is
/// still being written is not reported, only its end.
class FolderWatch
{
public:
    /// `changed` is called on the watch's thread, a little after a change so that several become one, and while changes
    /// go on every few seconds. It must not throw and must not destroy the watch.
    explicit FolderWatch(std::function<void()> changed);
    /// After this `changed` is not called any more.
    ~FolderWatch();
    FolderWatch(const FolderWatch &) = delete;
    FolderWatch &operator=(const FolderWatch &) = delete;

    /// From now on watches these folders instead of those before; not what is below them. For one that is not there,
    /// the nearest folder above it is watched for its coming. Touches the disk. True when one of them was not watched
    /// before: whoever looked into it earlier should look again. Folders beyond the system's limit are left out.
    bool watch(const std::vector<std::filesystem::path> &folders);

private:
    struct State;
    std::unique_ptr<State> m_state;
};

} // namespace snug
