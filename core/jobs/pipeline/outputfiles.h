// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The files of one level as one stream of tensors: one file, or parts that appear all together or not at all.

#pragma once

#include "core/formats/gguf.h"
#include "core/jobs/outputparts.h"

#include <cstddef>
#include <span>
#include <vector>

namespace snug {

/// One thread at a time. Destroyed without a commit() it leaves nothing behind.
class OutputFiles
{
public:
    /// Creates all parts as partial files, with their headers written and their space reserved.
    /// Errors: those of GgufWriter::create().
    static Result<OutputFiles> create(std::span<const OutputPart> parts, Overwrite overwrite);

    /// Appends bytes of the current tensor, which lies in one part. Errors: those of GgufWriter::append().
    Result<void> append(std::span<const std::byte> bytes);
    /// Brings all parts to the disk, then gives all of them their names; when that fails for one, takes the names of
    /// the others back. Errors: those of GgufWriter::commit().
    Result<void> commit();
    /// In order of their numbers. Their hashes are there after commit().
    std::span<const GgufWriter> files() const { return m_files; }

private:
    std::vector<GgufWriter> m_files;
    std::size_t m_current = 0;
};

} // namespace snug
