// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// An output folder that appears whole or not at all: filled as NAME.part, renamed.

#pragma once

#include "core/base/atomicfile.h"
#include "core/base/result.h"

#include <filesystem>

namespace snug {

/// Makes TARGET.part and gives it its name in commit(). The destructor removes it unless committed. A marker file in it
/// says that it is Snug's, and is locked as long as it is being filled: what a killed run left is emptied and taken
/// over, what another running Snug fills is left alone, and so is what somebody else made.
///
/// A target that is replaced is moved to TARGET.snug-replaced, and goes when the new one has its name. Where a run was
/// killed between, the next one for that target brings it back; it is removed only where the target is a whole result
/// again. One thread at a time.
class AtomicFolder
{
public:
    /// Whether a folder may be replaced, because it is what its caller makes.
    using MayReplace = bool (*)(const std::filesystem::path &folder);

    /// Makes TARGET.part, empty but for the marker, and the folders above it where they are missing.
    /// Errors: Usage when the target exists and `overwrite` is No, when it is no folder or one that may not be
    /// replaced, when another running Snug fills it, or when TARGET.snug-replaced may be the only copy of an earlier
    /// result and cannot be brought back; DoesNotFit when the disk is full; else Io.
    static Result<AtomicFolder> create(const std::filesystem::path &target, Overwrite overwrite, MayReplace mayReplace);
    AtomicFolder(AtomicFolder &&other) noexcept;
    AtomicFolder &operator=(AtomicFolder &&other) noexcept;
    ~AtomicFolder();

    /// Where to write. Files there must have been brought to the disk before commit().
    const std::filesystem::path &path() const { return m_part; }
    const std::filesystem::path &target() const { return m_target; }

    /// Renames to the target. Errors: as create() when something has come to be at the target meanwhile; Io. After an
    /// error a target that was there is there still, and so is the partial folder, for discard().
    Result<void> commit();
    /// Removes the partial folder with all that is in it. Safe to call twice.
    void discard();

private:
    AtomicFolder() = default;

    std::filesystem::path m_target;
    std::filesystem::path m_part;
    Overwrite m_overwrite = Overwrite::No;
    MayReplace m_mayReplace = nullptr;
    int m_marker = -1; ///< open and locked
};

} // namespace snug
