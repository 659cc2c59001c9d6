// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/weights/piecereader.h"

#include "core/weights/codedrows.h"
#include "core/weights/pieceunits.h"

#include <algorithm>
#include <cstring>

namespace snug {

namespace {

constexpr std::uint64_t kMxfp4Weights = 32, kMxfp4Bytes = 16;
constexpr std::uint64_t kPickedBytes = 32 * 1024; // read at once where only some weights of a run count

/// Stored bytes of some weights, scales apart.
std::uint64_t storedBytes(const SourceLayout &layout, std::uint64_t weights)
{
    switch (layout.encoding) {
    case Encoding::Fp8:
        return weights;
    case Encoding::Mxfp4:
        return weights / kMxfp4Weights * kMxfp4Bytes;
    default:
        return storedBytes(layout.storedType, weights);
    }
}

std::uint64_t scaleRowBytes(const SourceLayout &layout)
{
    return storedBytes(layout.scaleType, (layout.unitWeights + layout.scaleCols - 1) / layout.scaleCols);
}

/// Units of one piece that follow each other in the tensor and lie evenly spaced in the file.
struct Run
{
    const SourcePiece *piece;
    std::uint64_t storedUnit; ///< in the piece, where it begins
    std::uint64_t count;
};

class SliceMaker
{
public:
    SliceMaker(const ModelTensor &tensor, std::span<const InputFile> files, std::span<std::byte> slice,
               std::span<std::byte> room)
        : m_tensor(tensor), m_layout(tensor.source.layout), m_files(files), m_slice(slice), m_room(room),
          m_unitBytes(storedBytes(tensor.source.type, m_layout.unitWeights)),
          m_storedUnitBytes(storedBytes(m_layout, m_layout.unitWeights)),
          m_tail(slice.last(slice.size() / m_unitBytes * m_storedUnitBytes))
    {
    }

    Result<void> run(std::uint64_t firstWeight)
    {
        const std::uint64_t first = firstWeight / m_layout.unitWeights;
        const std::uint64_t count = m_slice.size() / m_unitBytes;
        for (std::uint64_t done = 0; done < count;) {
            const Run run = runAt(first + done, count - done);
            SNUG_TRY(make(run, done));
            done += run.count;
        }
        return {};
    }

private:
    Run runAt(std::uint64_t unit, std::uint64_t most) const
    {
        const std::uint64_t total = m_tensor.weightCount() / m_layout.unitWeights;
        const std::uint64_t stored = sourceRow(m_tensor.source, total, unit);
        const SourcePiece &piece = m_layout.pieceOf(stored);
        const bool last = &piece == &m_layout.pieces.back();
        const std::uint64_t end = last ? total : (&piece + 1)->firstUnit;
        const bool reordered = m_tensor.source.rowOrder != RowOrder::AsStored;
        return {&piece, (stored - piece.firstUnit) * (isTransposed() ? 1 : m_layout.unitStep),
                reordered ? 1 : std::min(most, end - stored)};
    }

    bool isTransposed() const { return m_layout.encoding == Encoding::Transposed; }

    /// Makes the units of a run, which are the `done`th and following of the slice.
    Result<void> make(const Run &run, std::uint64_t done)
    {
        const auto out = m_slice.subspan(done * m_unitBytes, run.count * m_unitBytes);
        if (isTransposed())
            return transpose(run, out);
        const auto stored = m_tail.subspan(done * m_storedUnitBytes, run.count * m_storedUnitBytes);
        SNUG_TRY(fetch(run, stored));
        switch (m_layout.encoding) {
        case Encoding::PlusOne:
            addToEach(1.0F, stored, m_layout.storedType, out);
            return {};
        case Encoding::MinusOne:
            addToEach(-1.0F, stored, m_layout.storedType, out);
            return {};
        case Encoding::Fp8:
            return scaleFp8(run, stored, out);
        case Encoding::Mxfp4:
            return repack(run, stored, out);
        default:
            return {};
        }
    }

    Result<void> fetch(const Run &run, std::span<std::byte> stored)
    {
        const InputFile &file = m_files[run.piece->fileIndex];
        const std::uint64_t at = run.piece->offset + run.storedUnit * m_storedUnitBytes;
        if (m_layout.unitStep == 1)
            return file.readAt(at, stored);
        if (m_layout.unitWeights == 1)
            return pick(file, at, stored);
        for (std::uint64_t i = 0; i < run.count; ++i)
            SNUG_TRY(file.readAt(at + i * m_layout.unitStep * m_storedUnitBytes,
                                 stored.subspan(i * m_storedUnitBytes, m_storedUnitBytes)));
        return {};
    }

    /// Every unitStep-th weight from `at` on.
    Result<void> pick(const InputFile &file, std::uint64_t at, std::span<std::byte> stored)
    {
        const std::uint64_t size = m_storedUnitBytes, stride = size * m_layout.unitStep;
        const std::uint64_t atOnce = kPickedBytes / stride;
        for (std::uint64_t i = 0, count = stored.size() / size; i < count;) {
            const std::uint64_t some = std::min(atOnce, count - i);
            const auto chunk = m_room.first((some - 1) * stride + size);
            SNUG_TRY(file.readAt(at + i * stride, chunk));
            for (std::uint64_t k = 0; k < some; ++k, ++i)
                std::memcpy(stored.data() + i * size, chunk.data() + k * stride, size);
        }
        return {};
    }

    Result<void> scaleFp8(const Run &run, std::span<const std::byte> stored, std::span<std::byte> out)
    {
        const auto scales = m_room.first(scaleRowBytes(m_layout));
        const InputFile &file = m_files[run.piece->scaleFile];
        for (std::uint64_t i = 0; i < run.count; ++i) {
            const std::uint64_t row = run.storedUnit + i * m_layout.unitStep;
            if (i == 0 || row % m_layout.scaleRows == 0)
                SNUG_TRY(file.readAt(run.piece->scaleOffset + row / m_layout.scaleRows * scales.size(), scales));
            decodeFp8(stored.subspan(i * m_storedUnitBytes, m_storedUnitBytes), scales.data(), m_layout.scaleType,
                      m_layout.scaleCols, out.data() + i * m_unitBytes);
        }
        return {};
    }

    Result<void> repack(const Run &run, std::span<const std::byte> stored, std::span<std::byte> out)
    {
        const std::uint64_t blocks = m_layout.unitWeights / kMxfp4Weights;
        const auto exponents = m_room.first(blocks);
        const InputFile &file = m_files[run.piece->scaleFile];
        for (std::uint64_t i = 0; i < run.count; ++i) {
            const std::uint64_t row = run.storedUnit + i * m_layout.unitStep;
            SNUG_TRY(file.readAt(run.piece->scaleOffset + row * blocks, exponents));
            repackMxfp4(stored.subspan(i * m_storedUnitBytes, m_storedUnitBytes), exponents,
                        out.data() + i * m_unitBytes);
        }
        return {};
    }

    /// Units are columns of the piece: a stretch of every stored row, one weight to each unit.
    Result<void> transpose(const Run &run, std::span<std::byte> out)
    {
        const InputFile &file = m_files[run.piece->fileIndex];
        const std::uint64_t size = storedBytes(m_layout.storedType, 1), step = m_layout.unitStep;
        const auto stretch = m_room.first(((run.count - 1) * step + 1) * size);
        const std::uint64_t at = run.piece->offset + run.storedUnit * step * size;
        for (std::uint64_t k = 0; k < m_layout.unitWeights; ++k) {
            SNUG_TRY(file.readAt(at + k * m_layout.storedRowWeights * size, stretch));
            for (std::uint64_t i = 0; i < run.count; ++i)
                std::memcpy(out.data() + i * m_unitBytes + k * size, stretch.data() + i * step * size, size);
        }
        return {};
    }

    const ModelTensor &m_tensor;
    const SourceLayout &m_layout;
    std::span<const InputFile> m_files;
    std::span<std::byte> m_slice, m_room;
    std::uint64_t m_unitBytes, m_storedUnitBytes;
    std::span<std::byte> m_tail; ///< of the slice: where stored bytes lie until they are decoded
};

} // namespace

std::uint64_t roomBehind(const ModelTensor &tensor, std::uint64_t weights)
{
    const SourceLayout &layout = tensor.source.layout;
    if (!layout.inPieces())
        return 0;
    switch (layout.encoding) {
    case Encoding::Fp8:
        return scaleRowBytes(layout);
    case Encoding::Mxfp4:
        return layout.unitWeights / kMxfp4Weights;
    case Encoding::Coded:
        return codedRoom(tensor, weights / layout.unitWeights);
    case Encoding::Transposed:
        return weights / layout.unitWeights * layout.unitStep * storedBytes(layout.storedType, 1);
    default:
        return layout.unitWeights == 1 && layout.unitStep > 1 ? kPickedBytes : 0;
    }
}

Result<void> readPieces(const ModelTensor &tensor, std::span<const InputFile> files, std::uint64_t firstWeight,
                        std::span<std::byte> slice, std::span<std::byte> room)
{
    const std::uint64_t unit = tensor.source.layout.unitWeights;
    if (tensor.source.layout.encoding == Encoding::Coded)
        return readCodedRows(tensor, files, firstWeight / unit,
                             {reinterpret_cast<float *>(slice.data()), slice.size() / sizeof(float)}, room);
    return SliceMaker(tensor, files, slice, room).run(firstWeight);
}

} // namespace snug
