// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Keeps an output for one run from its start, for work of hours whose file is written at the end.

#pragma once

#include "core/base/result.h"

#include <filesystem>

namespace snug {

/// Holds a lock on TARGET.lock, which goes with the object. The system gives the lock up when a run is killed; the
/// empty file that is left then is taken over by the next one.
class OutputLock
{
public:
    /// Makes the folders above the target where they are missing.
    /// Errors: Usage when another run has it; Io with the system's reason; DoesNotFit when the disk is full.
    static Result<OutputLock> take(const std::filesystem::path &target);
    OutputLock(OutputLock &&other) noexcept;
    OutputLock &operator=(OutputLock &&) = delete;
    ~OutputLock();

private:
    OutputLock(std::filesystem::path path, int descriptor);

    std::filesystem::path m_path;
    int m_descriptor;
};

} // namespace snug
