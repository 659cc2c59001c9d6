// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/weights/codedrows.h"

#include "core/kernels/checkpoint/bitstream.h"
#include "core/kernels/checkpoint/bnbkernels.h"
#include "core/kernels/checkpoint/groupkernels.h"
#include "core/weights/coderoom.h"
#include "core/weights/pieceunits.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace snug {

namespace {

constexpr std::uint64_t kWord = 4, kWordBits = 32;

std::uint64_t spanOf(std::uint64_t rows, const TensorSource &source, std::uint64_t rowCount)
{
    if (source.rowOrder == RowOrder::AsStored || source.headCount == 0)
        return rows;
    return rows + 2 * (rowCount / source.headCount); // rows change places within a head alone
}

const unsigned char *codesIn(std::span<const std::byte> bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}

/// A field of bits in little-endian words.
std::uint8_t fieldAt(std::span<const std::byte> words, std::uint64_t bit, int bits)
{
    unsigned value = std::to_integer<unsigned>(words[bit / 8]);
    if (bit % 8 + static_cast<std::uint64_t>(bits) > 8)
        value |= std::to_integer<unsigned>(words[bit / 8 + 1]) << 8;
    return static_cast<std::uint8_t>(value >> bit % 8 & ((1u << bits) - 1));
}

/// Reads and decodes rows of one matrix.
class MatrixReader
{
public:
    MatrixReader(const CodedMatrix &matrix, std::span<const InputFile> files, const CodeRoom &room)
        : m_matrix(matrix), m_files(files), m_room(room)
    {
    }

    /// What all rows need.
    Result<void> begin()
    {
        if (m_matrix.form == CodeForm::MappedHalves)
            SNUG_TRY(read(m_matrix.map, 0, std::as_writable_bytes(m_room.map)));
        if (m_matrix.nestedScales)
            SNUG_TRY(read(m_matrix.nestedMap, 0, std::as_writable_bytes(m_room.nestedMap)));
        if (!m_matrix.groupOfCol)
            return {};
        SNUG_TRY(read(*m_matrix.groupOfCol, 0, std::as_writable_bytes(m_room.groups)));
        const auto count = static_cast<std::int64_t>(m_matrix.scalesPerRow());
        for (const std::int32_t group : m_room.groups)
            if (group < 0 || group >= count)
                return fail(ErrorCode::BadInput,
                            fmt::format("A column of codes is in group {}, but there are {} groups; the folder is "
                                        "damaged.",
                                        group, count),
                            m_files[m_matrix.groupOfCol->fileIndex].path().string());
        return {};
    }

    bool readsAcross() const { return m_matrix.form == CodeForm::GptqIntegers; }

    Result<void> row(std::uint64_t row, float *out)
    {
        if (m_matrix.form == CodeForm::MappedHalves)
            return mappedRow(row, out);
        SNUG_TRY(read(m_matrix.codes, row * m_room.stored.size(), m_room.stored));
        switch (m_matrix.form) {
        case CodeForm::Nvfp4:
        case CodeForm::Mxfp4:
            return floatRow(row, out);
        case CodeForm::PackedIntegers:
            SNUG_TRY(readScales(row));
            SNUG_TRY(readZeros(row));
            integers(m_room.stored, m_room.scales.data(), m_room.zeros.data(), out);
            return {};
        default:
            SNUG_TRY(readScales(row));
            bytes(out);
            return {};
        }
    }

    /// Rows of the matrix in any order, all of them within `most` neighbours; row i goes to out + i * cols.
    Result<void> rowsAcross(std::span<const std::uint64_t> rows, float *out)
    {
        const auto [low, high] = std::ranges::minmax(rows);
        SNUG_TRY(gatherWords(rows, low, high - low + 1));
        SNUG_TRY(gatherScales(rows, low, high - low + 1));
        const std::uint64_t rowBytes = codeRowBytes(m_matrix), groups = m_matrix.scalesPerRow();
        for (std::size_t i = 0; i < rows.size(); ++i)
            integers(m_room.stored.subspan(i * rowBytes, rowBytes), m_room.scales.data() + i * groups,
                     m_room.zeros.data() + i * groups, out + i * m_matrix.cols);
        return {};
    }

private:
    Result<void> read(const BytePlace &place, std::uint64_t behind, std::span<std::byte> into) const
    {
        return m_files[place.fileIndex].readAt(place.offset + behind, into);
    }

    void toFloats(std::span<const std::byte> stored, std::span<float> floats) const
    {
        for (std::size_t i = 0; i < floats.size(); ++i)
            floats[i] = plainValue(stored.data(), i, m_matrix.scaleType);
    }

    Result<void> readScales(std::uint64_t row)
    {
        const std::uint64_t size = storedBytes(m_matrix.scaleType, m_room.scales.size());
        const auto raw = m_room.raw.first(size);
        SNUG_TRY(read(m_matrix.scales, row / m_matrix.scaleRows * size, raw));
        toFloats(raw, m_room.scales);
        return {};
    }

    /// Zeros of a row are fields of words that lie a row of groups apart.
    Result<void> readZeros(std::uint64_t row)
    {
        if (!m_matrix.zeros) {
            std::ranges::fill(m_room.zeros, static_cast<std::uint8_t>(1u << (m_matrix.bits - 1)));
            return {};
        }
        const std::uint64_t bits = static_cast<std::uint64_t>(m_matrix.bits), first = row * bits / kWordBits;
        const std::uint64_t words = (row * bits + bits - 1) / kWordBits - first + 1;
        const std::uint64_t groups = m_room.zeros.size();
        const auto raw = m_room.raw.first(words * groups * kWord);
        SNUG_TRY(read(*m_matrix.zeros, first * groups * kWord, raw));
        for (std::uint64_t group = 0; group < groups; ++group) {
            std::byte both[2 * kWord] = {};
            for (std::uint64_t word = 0; word < words; ++word)
                std::memcpy(both + word * kWord, raw.data() + (word * groups + group) * kWord, kWord);
            m_room.zeros[group] = fieldAt(both, row * bits % kWordBits, m_matrix.bits);
        }
        return {};
    }

    void integers(std::span<const std::byte> packed, const float *scales, const std::uint8_t *zeros, float *out) const
    {
        const std::uint64_t cols = m_matrix.cols;
        kernels::unpackCodes(packed.data(), static_cast<long long>(cols), m_matrix.bits, m_room.codes.data());
        const auto value = [&](std::uint64_t col, std::uint64_t group) {
            return static_cast<float>(int{m_room.codes[col]} - int{zeros[group]}) * scales[group];
        };
        if (m_matrix.groupOfCol) {
            for (std::uint64_t col = 0; col < cols; ++col)
                out[col] = value(col, static_cast<std::uint64_t>(m_room.groups[col]));
            return;
        }
        for (std::uint64_t first = 0, group = 0; first < cols; first += m_matrix.scaleCols, ++group)
            for (std::uint64_t col = first; col < std::min(cols, first + m_matrix.scaleCols); ++col)
                out[col] = value(col, group);
    }

    /// Codes of eight bits that are numbers.
    void bytes(float *out) const
    {
        const std::uint64_t cols = m_matrix.cols;
        const unsigned char *codes = codesIn(m_room.stored);
        for (std::uint64_t first = 0, block = 0; first < cols; first += m_matrix.scaleCols, ++block) {
            const auto count = static_cast<long long>(std::min(m_matrix.scaleCols, cols - first));
            const float scale = m_room.scales[block];
            const auto *numbers = reinterpret_cast<const signed char *>(codes + first);
            if (m_matrix.form == CodeForm::Fp8)
                kernels::groupKernels().fromE4M3(codes + first, count, scale, out + first);
            else if (m_matrix.form == CodeForm::AbsmaxBytes)
                kernels::bnbKernels().fromInt8Rows(numbers, 1, count, &scale, out + first);
            else
                for (long long i = 0; i < count; ++i)
                    out[first + static_cast<std::uint64_t>(i)] = static_cast<float>(numbers[i]) * scale;
        }
    }

    /// Floats of four bits, with a byte for each group.
    Result<void> floatRow(std::uint64_t row, float *out)
    {
        const std::uint64_t groups = m_matrix.scalesPerRow();
        const auto raw = m_room.raw.first(groups);
        SNUG_TRY(read(m_matrix.scales, row * groups, raw));
        const unsigned char *codes = codesIn(m_room.stored), *scales = codesIn(raw);
        const auto count = static_cast<long long>(groups);
        if (m_matrix.form == CodeForm::Nvfp4)
            kernels::groupKernels().fromNvfp4(codes, count, m_matrix.globalScale, scales, out);
        else
            kernels::groupKernels().fromMxfp4(codes, count, scales, out);
        return {};
    }

    /// Blocks run on over rows: a row may begin and end within one, and within a byte.
    Result<void> mappedRow(std::uint64_t row, float *out)
    {
        const std::uint64_t first = row * m_matrix.cols, end = first + m_matrix.cols, block = m_matrix.scaleCols;
        const auto packed = m_room.stored.first((end + 1) / 2 - first / 2);
        SNUG_TRY(read(m_matrix.codes, first / 2, packed));
        const std::uint64_t firstBlock = first / block;
        SNUG_TRY(readAbsmax(firstBlock, (end - 1) / block - firstBlock + 1));
        const unsigned char *codes = codesIn(packed);
        for (std::uint64_t at = first; at < end;) {
            const float scale = m_room.scales[at / block - firstBlock];
            for (const std::uint64_t blockEnd = std::min(end, (at / block + 1) * block); at < blockEnd; ++at) {
                const unsigned both = codes[at / 2 - first / 2];
                *out++ = m_room.map[at % 2 == 0 ? both >> 4 : both & 15] * scale;
            }
        }
        return {};
    }

    Result<void> readAbsmax(std::uint64_t first, std::uint64_t count)
    {
        const auto scales = m_room.scales.first(count);
        if (!m_matrix.nestedScales)
            return read(m_matrix.scales, first * sizeof(float), std::as_writable_bytes(scales));
        const auto raw = m_room.raw.first(count);
        SNUG_TRY(read(m_matrix.scales, first, raw));
        const std::uint64_t firstNested = first / m_matrix.nestedBlock;
        const auto nested = m_room.nestedScales.first((first + count - 1) / m_matrix.nestedBlock - firstNested + 1);
        SNUG_TRY(read(*m_matrix.nestedScales, firstNested * sizeof(float), std::as_writable_bytes(nested)));
        for (std::uint64_t i = 0; i < count; ++i)
            scales[i] = m_room.nestedMap[std::to_integer<std::size_t>(raw[i])] *
                            nested[(first + i) / m_matrix.nestedBlock - firstNested] +
                        m_matrix.nestedOffset;
        return {};
    }

    /// Words of `span` neighbouring rows lie together; those of one row are put together here.
    Result<void> gatherWords(std::span<const std::uint64_t> rows, std::uint64_t low, std::uint64_t span)
    {
        const std::uint64_t rowBytes = codeRowBytes(m_matrix);
        const auto stretch = m_room.raw.first(span * kWord);
        for (std::uint64_t word = 0; word < rowBytes / kWord; ++word) {
            SNUG_TRY(read(m_matrix.codes, (word * m_matrix.rows + low) * kWord, stretch));
            for (std::size_t i = 0; i < rows.size(); ++i)
                std::memcpy(m_room.stored.data() + i * rowBytes + word * kWord,
                            stretch.data() + (rows[i] - low) * kWord, kWord);
        }
        return {};
    }

    Result<void> gatherScales(std::span<const std::uint64_t> rows, std::uint64_t low, std::uint64_t span)
    {
        const std::uint64_t groups = m_matrix.scalesPerRow(), size = storedBytes(m_matrix.scaleType, 1);
        const std::uint64_t bits = static_cast<std::uint64_t>(m_matrix.bits), firstWord = low * bits / kWordBits;
        const std::uint64_t words = ((low + span) * bits + kWordBits - 1) / kWordBits - firstWord;
        const std::uint64_t wordsOfGroup = (m_matrix.rows * bits + kWordBits - 1) / kWordBits;
        const auto mask = static_cast<std::uint8_t>((1u << m_matrix.bits) - 1);
        for (std::uint64_t group = 0; group < groups; ++group) {
            const auto scales = m_room.raw.first(span * size);
            SNUG_TRY(read(m_matrix.scales, (group * m_matrix.rows + low) * size, scales));
            for (std::size_t i = 0; i < rows.size(); ++i)
                m_room.scales[i * groups + group] = plainValue(scales.data(), rows[i] - low, m_matrix.scaleType);
            const auto zeros = m_room.raw.first(words * kWord);
            SNUG_TRY(read(*m_matrix.zeros, (group * wordsOfGroup + firstWord) * kWord, zeros));
            for (std::size_t i = 0; i < rows.size(); ++i) {
                const std::uint8_t stored = fieldAt(zeros, rows[i] * bits - firstWord * kWordBits, m_matrix.bits);
                m_room.zeros[i * groups + group] = static_cast<std::uint8_t>((stored + m_matrix.zeroStep) & mask);
            }
        }
        return {};
    }

    const CodedMatrix &m_matrix;
    std::span<const InputFile> m_files;
    const CodeRoom &m_room;
};

/// Goes through rows of a tensor matrix by matrix.
class RowWalk
{
public:
    RowWalk(const ModelTensor &tensor, std::span<const InputFile> files, std::span<std::byte> room)
        : m_tensor(tensor), m_layout(tensor.source.layout), m_files(files), m_room(room)
    {
    }

    Result<void> run(std::uint64_t firstRow, std::span<float> values)
    {
        const std::uint64_t cols = m_tensor.cols(), count = values.size() / cols;
        for (std::uint64_t done = 0; done < count;) {
            const std::size_t piece = pieceAt(firstRow + done);
            std::uint64_t some = 1;
            while (done + some < count && pieceAt(firstRow + done + some) == piece)
                ++some;
            SNUG_TRY(readPiece(piece, firstRow + done, some, count, values.data() + done * cols));
            done += some;
        }
        return {};
    }

private:
    std::uint64_t storedRow(std::uint64_t row) const { return sourceRow(m_tensor.source, m_tensor.rows(), row); }
    std::size_t pieceAt(std::uint64_t row) const
    {
        return static_cast<std::size_t>(&m_layout.pieceOf(storedRow(row)) - m_layout.pieces.data());
    }

    Result<void> readPiece(std::size_t piece, std::uint64_t first, std::uint64_t count, std::uint64_t ofSlice,
                           float *out)
    {
        const CodedMatrix &matrix = m_layout.coded[piece];
        const std::uint64_t firstUnit = m_layout.pieces[piece].firstUnit, together = std::min(kRowsTogether, ofSlice);
        const CodeRoom room(matrix, together, spanOf(together, m_tensor.source, m_tensor.rows()), RoomCutter(m_room));
        MatrixReader reader(matrix, m_files, room);
        SNUG_TRY(reader.begin());
        if (!reader.readsAcross()) {
            for (std::uint64_t i = 0; i < count; ++i)
                SNUG_TRY(reader.row(storedRow(first + i) - firstUnit, out + i * matrix.cols));
            return {};
        }
        std::uint64_t rows[kRowsTogether];
        for (std::uint64_t i = 0; i < count; i += together) {
            const std::uint64_t some = std::min(together, count - i);
            for (std::uint64_t k = 0; k < some; ++k)
                rows[k] = storedRow(first + i + k) - firstUnit;
            SNUG_TRY(reader.rowsAcross(std::span(rows).first(some), out + i * matrix.cols));
        }
        return {};
    }

    const ModelTensor &m_tensor;
    const SourceLayout &m_layout;
    std::span<const InputFile> m_files;
    std::span<std::byte> m_room;
};

} // namespace

std::uint64_t codedRoom(const ModelTensor &tensor, std::uint64_t rowCount)
{
    const std::uint64_t together = std::min(kRowsTogether, rowCount);
    std::uint64_t most = 0;
    for (const CodedMatrix &matrix : tensor.source.layout.coded)
        most = std::max(
            most, CodeRoom(matrix, together, spanOf(together, tensor.source, tensor.rows()), RoomCutter()).sizeBytes);
    return most;
}

Result<void> readCodedRows(const ModelTensor &tensor, std::span<const InputFile> files, std::uint64_t firstRow,
                           std::span<float> values, std::span<std::byte> room)
{
    return RowWalk(tensor, files, room).run(firstRow, values);
}

} // namespace snug
