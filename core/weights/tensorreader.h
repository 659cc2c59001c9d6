// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reads weights of a model as they come out of its files: in output row order, pieces gathered, in TensorSource::type.

#pragma once

#include "core/base/inputfile.h"
#include "core/model/model.h"
#include "core/weights/slice.h"

#include <span>
#include <vector>

namespace snug {

/// Knows the open files of a model, which must outlive it. Const methods are thread safe.
class TensorReader
{
public:
    /// `dropCache`: tell the system to drop the pages of what was read, when the source would crowd out other programs.
    static Result<TensorReader> open(const Model &model, bool dropCache);

    /// Fills the front of `into`, which has bytesFor() at least and begins where a float may.
    /// Errors: Io, or BadInput when a file has become shorter than its header says.
    Result<void> read(const Slice &slice, std::span<std::byte> into) const;
    /// Room that reading takes: the slice's bytes and what its pieces need behind them.
    std::uint64_t bytesFor(const Slice &slice) const;
    /// Tells the system that a slice will be read soon. Never fails.
    void willNeed(const Slice &slice) const;
    /// Lets go of the pages behind a slice that has been worked on.
    void release(const Slice &slice) const;
    /// Bytes of a slice in the source, about where it is made of pieces; those of all slices add up.
    std::uint64_t sourceBytes(const Slice &slice) const;

private:
    TensorReader(const Model &model, bool dropCache) : m_model(&model), m_dropCache(dropCache) {}
    Result<void> readReordered(const ModelTensor &tensor, const Slice &slice, std::span<std::byte> into) const;
    void releasePieces(const ModelTensor &tensor, const Slice &slice) const;

    const Model *m_model;
    bool m_dropCache;
    std::vector<InputFile> m_files;
};

} // namespace snug
