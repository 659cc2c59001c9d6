// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/weights/tensorreader.h"

#include "core/weights/piecereader.h"

#include <cstring>

namespace snug {

Result<TensorReader> TensorReader::open(const Model &model, bool dropCache)
{
    TensorReader reader(model, dropCache);
    for (const std::filesystem::path &path : model.files) {
        auto file = InputFile::open(path);
        SNUG_TRY(file);
        reader.m_files.push_back(std::move(*file));
    }
    return reader;
}

std::uint64_t TensorReader::sourceBytes(const Slice &slice) const
{
    const ModelTensor &tensor = m_model->tensors[slice.tensorIndex];
    if (!tensor.source.layout.inPieces())
        return storedBytes(tensor.source.type, slice.weightCount);
    const auto upTo = [&](std::uint64_t weight) { // so that slices add up to all bytes
        const auto share = static_cast<long double>(weight) / static_cast<long double>(tensor.weightCount());
        return static_cast<std::uint64_t>(share * static_cast<long double>(tensor.source.sizeBytes));
    };
    return upTo(slice.firstWeight + slice.weightCount) - upTo(slice.firstWeight);
}

std::uint64_t TensorReader::bytesFor(const Slice &slice) const
{
    const ModelTensor &tensor = m_model->tensors[slice.tensorIndex];
    return storedBytes(tensor.source.type, slice.weightCount) + roomBehind(tensor, slice.weightCount);
}

Result<void> TensorReader::read(const Slice &slice, std::span<std::byte> into) const
{
    const ModelTensor &tensor = m_model->tensors[slice.tensorIndex];
    const std::uint64_t first = storedBytes(tensor.source.type, slice.firstWeight);
    const std::uint64_t sizeBytes = storedBytes(tensor.source.type, slice.weightCount);
    const auto bytes = into.first(sizeBytes);
    Result<void> done;
    if (tensor.source.layout.inPieces())
        done = readPieces(tensor, m_files, slice.firstWeight, bytes, into.subspan(sizeBytes));
    else if (!tensor.source.values.empty())
        std::memcpy(bytes.data(), reinterpret_cast<const std::byte *>(tensor.source.values.data()) + first, sizeBytes);
    else if (tensor.source.rowOrder == RowOrder::AsStored)
        done = m_files[tensor.source.fileIndex].readAt(tensor.source.offset + first, bytes);
    else
        done = readReordered(tensor, slice, bytes);
    if (!done)
        return fail(done.error().atTensor(tensor.name));
    return {};
}

Result<void> TensorReader::readReordered(const ModelTensor &tensor, const Slice &slice, std::span<std::byte> into) const
{
    // A vector (a bias) is reordered element by element, a matrix row by row. Slices hold whole rows.
    const bool vector = tensor.dims.size() < 2;
    const std::uint64_t rowCount = vector ? tensor.cols() : tensor.rows();
    const std::uint64_t rowWeights = vector ? 1 : tensor.cols();
    const std::uint64_t rowBytes = storedBytes(tensor.source.type, rowWeights);
    const std::uint64_t firstRow = slice.firstWeight / rowWeights;
    for (std::uint64_t i = 0; i < slice.weightCount / rowWeights; ++i) {
        const std::uint64_t from = sourceRow(tensor.source, rowCount, firstRow + i);
        SNUG_TRY(m_files[tensor.source.fileIndex].readAt(tensor.source.offset + from * rowBytes,
                                                         into.subspan(i * rowBytes, rowBytes)));
    }
    return {};
}

void TensorReader::willNeed(const Slice &slice) const
{
    const ModelTensor &tensor = m_model->tensors[slice.tensorIndex];
    const bool plain = !tensor.source.layout.inPieces() && tensor.source.values.empty();
    if (plain && tensor.source.rowOrder == RowOrder::AsStored)
        m_files[tensor.source.fileIndex].willNeed(
            tensor.source.offset + storedBytes(tensor.source.type, slice.firstWeight), sourceBytes(slice));
}

void TensorReader::release(const Slice &slice) const
{
    const ModelTensor &tensor = m_model->tensors[slice.tensorIndex];
    if (!m_dropCache || !tensor.source.values.empty())
        return;
    if (tensor.source.layout.inPieces())
        return releasePieces(tensor, slice);
    if (tensor.source.rowOrder == RowOrder::AsStored)
        m_files[tensor.source.fileIndex].doneWith(
            tensor.source.offset + storedBytes(tensor.source.type, slice.firstWeight), sourceBytes(slice));
    else if (slice.lastOfTensor)
        m_files[tensor.source.fileIndex].doneWith(tensor.source.offset, tensor.source.sizeBytes);
}

// Pieces lie behind each other in each of their files, so what the last one of a slice has passed can go. Where two
// tensors share bytes, the second reads them again.
void TensorReader::releasePieces(const ModelTensor &tensor, const Slice &slice) const
{
    const SourceLayout &layout = tensor.source.layout;
    const std::uint64_t first = slice.firstWeight / layout.unitWeights;
    const std::uint64_t end = (slice.firstWeight + slice.weightCount) / layout.unitWeights;
    const std::uint64_t bytes = tensor.source.sizeBytes / layout.pieces.size();
    for (const SourcePiece &piece : layout.pieces) {
        const bool last = &piece == &layout.pieces.back();
        const std::uint64_t pieceEnd = last ? tensor.weightCount() / layout.unitWeights : (&piece + 1)->firstUnit;
        if (pieceEnd > first && pieceEnd <= end)
            m_files[piece.fileIndex].doneWith(piece.offset, bytes);
    }
}

} // namespace snug
