// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// compressed-tensors "pack-quantized" (W4A16, W8A16 and other widths): codes of a row in words along the row, a scale
// for each group in the matrix's own type, zero points in words across rows.
// Source: compressed-tensors 0.20.1, compressors/pack_quantized.

#include "core/exporters/codebits.h"
#include "core/exporters/compressedtensors.h"
#include "core/exporters/formats.h"
#include "core/exporters/matrixchecks.h"
#include "core/exporters/scales.h"
#include "core/formats/littleendian.h"

#include <algorithm>

namespace snug {

namespace {

enum TensorNumber : std::size_t { kPacked, kScale, kShape, kZeroPoint };

/// Rows whose zero points fill whole words, at any width.
constexpr std::uint64_t kZeroRows = 32;

class PackQuantized final : public IntegerExporter
{
public:
    using IntegerExporter::IntegerExporter;

    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override;
    std::uint64_t granule(const Matrix &matrix) const override;
    std::vector<Placement> placements(const MatrixSlice &slice) const override;
    std::vector<FinishedTensor> finish(const Matrix &matrix, std::span<const std::byte> kept) const override;
    std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view) const override
    {
        return compressedTensorsConfig(scheme(), floatModules);
    }

    kernels::IntegerCoding coding(const Matrix &matrix) const override
    {
        return schemeCoding(scaleFormatOf(matrix.sourceType));
    }
    void pack(const MatrixSlice &slice, const IntegerCodes &codes, std::span<std::byte> out) const override;
    void unpack(const MatrixSlice &slice, std::span<const std::byte> encoded, const IntegerCodes &codes) const override;

private:
    /// Bytes of the three parts of a slice's encoding.
    struct Parts
    {
        std::uint64_t row = 0; ///< packed codes of one row
        std::uint64_t codes = 0, scales = 0, zeros = 0;
    };
    Parts partsOf(const MatrixSlice &slice) const;
    void packZeros(const IntegerCodes &codes, std::byte *out) const;
    void unpackZeros(const std::byte *packed, const IntegerCodes &codes) const;
};

PackQuantized::Parts PackQuantized::partsOf(const MatrixSlice &slice) const
{
    const std::uint64_t rows = slice.rowCount(), groups = groupsPerRow(*slice.matrix);
    Parts parts;
    parts.row = packedBytes(slice.matrix->cols, scheme().bits);
    parts.codes = rows * parts.row;
    parts.scales = rows * groups * scaleBytes(scaleFormatOf(slice.matrix->sourceType));
    parts.zeros = scheme().symmetric ? 0 : packedBytes(rows, scheme().bits) * groups;
    return parts;
}

std::vector<SafetensorsWriter::Tensor> PackQuantized::tensorsOf(const Matrix &matrix) const
{
    const std::uint64_t groups = groupsPerRow(matrix);
    const int bits = scheme().bits;
    std::vector<SafetensorsWriter::Tensor> tensors{
        {matrix.module + ".weight_packed", "I32", {matrix.rows, packedBytes(matrix.cols, bits) / 4}},
        {matrix.module + ".weight_scale", std::string(tensorTypeName(matrix.sourceType)), {matrix.rows, groups}},
        {matrix.module + ".weight_shape", "I64", {2}},
    };
    if (!scheme().symmetric)
        tensors.push_back({matrix.module + ".weight_zero_point", "I32", {packedBytes(matrix.rows, bits) / 4, groups}});
    return tensors;
}

std::uint64_t PackQuantized::granule(const Matrix &matrix) const
{
    return matrix.cols * (scheme().symmetric ? 1 : kZeroRows);
}

std::vector<Placement> PackQuantized::placements(const MatrixSlice &slice) const
{
    const Parts parts = partsOf(slice);
    const std::uint64_t first = slice.firstRow(), groups = groupsPerRow(*slice.matrix);
    const std::uint64_t scale = scaleBytes(scaleFormatOf(slice.matrix->sourceType));
    std::vector<Placement> placements{{kPacked, first * parts.row, parts.codes},
                                      {kScale, first * groups * scale, parts.scales}};
    if (!scheme().symmetric)
        placements.push_back({kZeroPoint, packedBytes(first, scheme().bits) * groups, parts.zeros});
    return placements;
}

std::vector<FinishedTensor> PackQuantized::finish(const Matrix &matrix, std::span<const std::byte>) const
{
    FinishedTensor shape{kShape, {}};
    appendLittle(shape.bytes, static_cast<std::int64_t>(matrix.rows));
    appendLittle(shape.bytes, static_cast<std::int64_t>(matrix.cols));
    return {shape};
}

void PackQuantized::pack(const MatrixSlice &slice, const IntegerCodes &codes, std::span<std::byte> out) const
{
    const Parts parts = partsOf(slice);
    for (std::uint64_t row = 0; row < codes.rows; ++row)
        packCodes(codes.codes + row * codes.cols, codes.cols, scheme().bits, out.data() + row * parts.row);
    storeScales(scaleFormatOf(slice.matrix->sourceType), codes.scales, codes.rows * codes.groups,
                out.data() + parts.codes);
    if (!scheme().symmetric)
        packZeros(codes, out.data() + parts.codes + parts.scales);
}

void PackQuantized::unpack(const MatrixSlice &slice, std::span<const std::byte> encoded,
                           const IntegerCodes &codes) const
{
    const Parts parts = partsOf(slice);
    for (std::uint64_t row = 0; row < codes.rows; ++row)
        unpackCodes(encoded.data() + row * parts.row, codes.cols, scheme().bits, codes.codes + row * codes.cols);
    const std::uint64_t scales = codes.rows * codes.groups;
    loadScales(scaleFormatOf(slice.matrix->sourceType), encoded.data() + parts.codes, scales, codes.scales);
    if (scheme().symmetric)
        std::fill_n(codes.zeros, scales, static_cast<std::uint8_t>(1 << (scheme().bits - 1)));
    else
        unpackZeros(encoded.data() + parts.codes + parts.scales, codes);
}

/// 32 rows of a group are as many words as a code has bits, and words of one group lie a row of groups apart.
void PackQuantized::packZeros(const IntegerCodes &codes, std::byte *out) const
{
    std::uint8_t zeros[kZeroRows];
    std::byte words[kZeroRows];
    for (std::uint64_t row = 0; row < codes.rows; row += kZeroRows) {
        const std::uint64_t some = std::min(kZeroRows, codes.rows - row);
        std::byte *first = out + packedBytes(row, scheme().bits) * codes.groups;
        for (std::uint64_t group = 0; group < codes.groups; ++group) {
            for (std::uint64_t i = 0; i < some; ++i)
                zeros[i] = codes.zeros[(row + i) * codes.groups + group];
            packCodes(zeros, some, scheme().bits, words);
            for (std::uint64_t at = 0; at < packedBytes(some, scheme().bits); at += 4)
                std::copy_n(words + at, 4, first + at * codes.groups + group * 4);
        }
    }
}

void PackQuantized::unpackZeros(const std::byte *packed, const IntegerCodes &codes) const
{
    std::uint8_t zeros[kZeroRows];
    std::byte words[kZeroRows];
    for (std::uint64_t row = 0; row < codes.rows; row += kZeroRows) {
        const std::uint64_t some = std::min(kZeroRows, codes.rows - row);
        const std::byte *first = packed + packedBytes(row, scheme().bits) * codes.groups;
        for (std::uint64_t group = 0; group < codes.groups; ++group) {
            for (std::uint64_t at = 0; at < packedBytes(some, scheme().bits); at += 4)
                std::copy_n(first + at * codes.groups + group * 4, 4, words + at);
            unpackCodes(words, some, scheme().bits, zeros);
            for (std::uint64_t i = 0; i < some; ++i)
                codes.zeros[(row + i) * codes.groups + group] = zeros[i];
        }
    }
}

} // namespace

std::unique_ptr<IntegerExporter> makePackQuantized(const Scheme &scheme)
{
    return std::make_unique<PackQuantized>(scheme);
}

} // namespace snug
