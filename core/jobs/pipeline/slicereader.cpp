// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/slicereader.h"

#include <cstring>

namespace snug {

namespace {

std::uint64_t storedBytes(const ModelTensor &tensor, std::uint64_t weights)
{
    const TensorTypeInfo &info = tensorTypeInfo(tensor.source.type);
    return (weights + info.blockLength - 1) / info.blockLength * info.blockBytes;
}

} // namespace

Result<SliceReader> SliceReader::open(const Model &model, bool dropCache)
{
    SliceReader reader(model, dropCache);
    for (const std::filesystem::path &path : model.files) {
        auto file = InputFile::open(path);
        SNUG_TRY(file);
        reader.m_files.push_back(std::move(*file));
    }
    return reader;
}

std::uint64_t SliceReader::sourceBytes(const Slice &slice) const
{
    return storedBytes(m_model->tensors[slice.tensorIndex], slice.weightCount);
}

Result<void> SliceReader::read(Slot &slot) const
{
    const ModelTensor &tensor = m_model->tensors[slot.slice.tensorIndex];
    const std::uint64_t first = storedBytes(tensor, slot.slice.firstWeight);
    const auto into = slot.source.bytes().first(sourceBytes(slot.slice));
    Result<void> done;
    if (!tensor.source.values.empty())
        std::memcpy(into.data(), reinterpret_cast<const std::byte *>(tensor.source.values.data()) + first, into.size());
    else if (tensor.source.rowOrder == RowOrder::AsStored)
        done = m_files[tensor.source.fileIndex].readAt(tensor.source.offset + first, into);
    else
        done = readReordered(tensor, slot);
    if (!done)
        return fail(done.error().atTensor(tensor.name));
    return {};
}

Result<void> SliceReader::readReordered(const ModelTensor &tensor, Slot &slot) const
{
    // A vector (a bias) is reordered element by element, a matrix row by row. Slices hold whole rows.
    const bool vector = tensor.dims.size() < 2;
    const std::uint64_t rowCount = vector ? tensor.cols() : tensor.rows();
    const std::uint64_t rowWeights = vector ? 1 : tensor.cols();
    const std::uint64_t rowBytes = storedBytes(tensor, rowWeights);
    const std::uint64_t firstRow = slot.slice.firstWeight / rowWeights;
    for (std::uint64_t i = 0; i < slot.slice.weightCount / rowWeights; ++i) {
        const std::uint64_t from = sourceRow(tensor.source, rowCount, firstRow + i);
        SNUG_TRY(m_files[tensor.source.fileIndex].readAt(tensor.source.offset + from * rowBytes,
                                                         slot.source.bytes().subspan(i * rowBytes, rowBytes)));
    }
    return {};
}

void SliceReader::release(const Slice &slice) const
{
    const ModelTensor &tensor = m_model->tensors[slice.tensorIndex];
    if (!m_dropCache || !tensor.source.values.empty())
        return;
    if (tensor.source.rowOrder == RowOrder::AsStored)
        m_files[tensor.source.fileIndex].doneWith(tensor.source.offset + storedBytes(tensor, slice.firstWeight),
                                                  sourceBytes(slice));
    else if (slice.lastOfTensor)
        m_files[tensor.source.fileIndex].doneWith(tensor.source.offset, tensor.source.sizeBytes);
}

} // namespace snug
