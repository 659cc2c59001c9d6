// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One walk for all folders that are searched, so that none of them can be without bounds.

#pragma once

#include <cstddef>
#include <filesystem>
#include <system_error>

namespace snug {

/// Entries of one folder that are looked at.
inline constexpr std::size_t kMaxFolderEntries = 4000;

/// Calls `take` with the entries of a folder in the order of the file system, at most kMaxFolderEntries. A folder that
/// cannot be read has none. False when there are more.
template <class Take> bool visitEntries(const std::filesystem::path &folder, const Take &take)
{
    std::error_code error;
    std::size_t count = 0;
    for (std::filesystem::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
        if (count++ == kMaxFolderEntries)
            return false;
        take(*it);
    }
    return true;
}

} // namespace snug
