// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fills a slot's source buffer with the bytes of a slice, in output row order.

#pragma once

#include "core/base/inputfile.h"
#include "core/jobs/pipeline/slot.h"
#include "core/model/model.h"

#include <vector>

namespace snug {

/// Knows the open files of a model. Const methods are thread safe.
class SliceReader
{
public:
    /// `dropCache`: tell the system to drop the pages of what was read, when the source would crowd out other programs.
    static Result<SliceReader> open(const Model &model, bool dropCache);

    /// Errors: Io, or BadInput when a file has become shorter than its header says.
    Result<void> read(Slot &slot) const;
    /// Lets go of the pages behind a slice that has been worked on.
    void release(const Slice &slice) const;
    /// Bytes of a slice in the source, about where it is made of pieces; those of all slices add up.
    std::uint64_t sourceBytes(const Slice &slice) const;

private:
    SliceReader(const Model &model, bool dropCache) : m_model(&model), m_dropCache(dropCache) {}
    Result<void> readReordered(const ModelTensor &tensor, Slot &slot) const;
    void releasePieces(const ModelTensor &tensor, const Slice &slice) const;

    const Model *m_model;
    bool m_dropCache;
    std::vector<InputFile> m_files;
};

} // namespace snug
