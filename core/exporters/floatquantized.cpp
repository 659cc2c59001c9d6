// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// compressed-tensors "float-quantized": FP8 E4M3 with a scale for each row, each 128 x 128 block or the whole matrix;
// activations are quantized at run time. A scale is largest magnitude / 448, rounded to the matrix's own type.
// Source: compressed-tensors 0.20.1, compressors/naive_quantized.

#include "core/exporters/compressedtensors.h"
#include "core/exporters/formats.h"
#include "core/exporters/matrixchecks.h"
#include "core/exporters/scales.h"

#include <algorithm>

namespace snug {

namespace {

enum TensorNumber : std::size_t { kWeight, kScale };

constexpr float kLargestE4M3 = 448;

std::uint64_t blocksIn(std::uint64_t length) { return (length + kFp8Block - 1) / kFp8Block; }

class FloatQuantized final : public Exporter
{
public:
    using Exporter::Exporter;

    std::string whyNot(const Matrix &matrix) const override { return whyRowsAreTooShort(matrix); }
    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override;
    std::uint64_t granule(const Matrix &matrix) const override
    {
        return matrix.cols * (reach() == ScaleReach::Block ? kFp8Block : 1);
    }
    std::vector<Placement> placements(const MatrixSlice &slice) const override;
    bool needsPeak() const override { return reach() == ScaleReach::Tensor; }
    bool encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                std::span<std::byte> room) const override;
    void decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                std::span<std::byte> room) const override;
    std::vector<FinishedTensor> finish(const Matrix &matrix, std::span<const std::byte> kept) const override;
    std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view) const override
    {
        return compressedTensorsConfig(scheme(), floatModules);
    }

private:
    ScaleReach reach() const { return scheme().fp8Scales; }
    static float scaleOf(const Matrix &matrix, float magnitude)
    {
        return divisorScale(scaleFormatOf(matrix.sourceType), magnitude / kLargestE4M3);
    }
    void encodeRows(const MatrixSlice &slice, const float *values, std::byte *codes, std::byte *scales) const;
    void encodeBlock(const MatrixSlice &slice, const float *values, std::uint64_t row, std::uint64_t col,
                     std::byte *codes, std::byte *scale) const;
};

std::vector<SafetensorsWriter::Tensor> FloatQuantized::tensorsOf(const Matrix &matrix) const
{
    std::vector<std::uint64_t> scales{1};
    if (reach() == ScaleReach::Channel)
        scales = {matrix.rows, 1};
    else if (reach() == ScaleReach::Block)
        scales = {blocksIn(matrix.rows), blocksIn(matrix.cols)};
    return {{matrix.module + ".weight", "F8_E4M3", {matrix.rows, matrix.cols}},
            {matrix.module + ".weight_scale", std::string(tensorTypeName(matrix.sourceType)), scales}};
}

std::vector<Placement> FloatQuantized::placements(const MatrixSlice &slice) const
{
    const std::uint64_t scale = scaleBytes(scaleFormatOf(slice.matrix->sourceType));
    const std::uint64_t first = slice.firstRow(), rows = slice.rowCount();
    std::vector<Placement> placements{{kWeight, slice.firstWeight, slice.weightCount}};
    if (reach() == ScaleReach::Channel)
        placements.push_back({kScale, first * scale, rows * scale});
    else if (reach() == ScaleReach::Block) {
        const std::uint64_t across = blocksIn(slice.matrix->cols) * scale;
        placements.push_back({kScale, first / kFp8Block * across, blocksIn(rows) * across});
    }
    return placements;
}

/// One scale for each row, or for all.
void FloatQuantized::encodeRows(const MatrixSlice &slice, const float *values, std::byte *codes,
                                std::byte *scales) const
{
    const Matrix &matrix = *slice.matrix;
    const auto cols = static_cast<long long>(matrix.cols);
    const kernels::ScaleFormat format = scaleFormatOf(matrix.sourceType);
    for (std::uint64_t row = 0; row < slice.rowCount(); ++row) {
        const float *first = values + row * matrix.cols;
        const bool own = reach() == ScaleReach::Channel;
        const float scale = scaleOf(matrix, own ? kernels::groupKernels().largestMagnitude(first, cols) : matrix.peak);
        kernels::groupKernels().toE4M3(first, cols, scale,
                                       reinterpret_cast<unsigned char *>(codes + row * matrix.cols));
        if (own)
            storeScale(format, scale, scales + row * scaleBytes(format));
    }
}

/// The block whose first weight is (row, col) of the slice; at the edges it is cut.
void FloatQuantized::encodeBlock(const MatrixSlice &slice, const float *values, std::uint64_t row, std::uint64_t col,
                                 std::byte *codes, std::byte *scale) const
{
    const Matrix &matrix = *slice.matrix;
    const std::uint64_t end = std::min(slice.rowCount(), row + kFp8Block);
    const auto width = static_cast<long long>(std::min(kFp8Block, matrix.cols - col));
    float magnitude = 0;
    for (std::uint64_t at = row; at < end; ++at)
        magnitude =
            std::max(magnitude, kernels::groupKernels().largestMagnitude(values + at * matrix.cols + col, width));
    const float divisor = scaleOf(matrix, magnitude);
    for (std::uint64_t at = row; at < end; ++at)
        kernels::groupKernels().toE4M3(values + at * matrix.cols + col, width, divisor,
                                       reinterpret_cast<unsigned char *>(codes + at * matrix.cols + col));
    storeScale(scaleFormatOf(matrix.sourceType), divisor, scale);
}

bool FloatQuantized::encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                            std::span<std::byte>) const
{
    std::byte *codes = out.data(), *scale = out.data() + slice.weightCount;
    if (reach() != ScaleReach::Block) {
        encodeRows(slice, values, codes, scale);
        return true;
    }
    for (std::uint64_t row = 0; row < slice.rowCount(); row += kFp8Block)
        for (std::uint64_t col = 0; col < slice.matrix->cols; col += kFp8Block) {
            encodeBlock(slice, values, row, col, codes, scale);
            scale += scaleBytes(scaleFormatOf(slice.matrix->sourceType));
        }
    return true;
}

void FloatQuantized::decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                            std::span<std::byte>) const
{
    const Matrix &matrix = *slice.matrix;
    const kernels::ScaleFormat format = scaleFormatOf(matrix.sourceType);
    const std::byte *scales = encoded.data() + slice.weightCount;
    const std::uint64_t width = reach() == ScaleReach::Block ? kFp8Block : matrix.cols, across = blocksIn(matrix.cols);
    for (std::uint64_t row = 0; row < slice.rowCount(); ++row)
        for (std::uint64_t col = 0; col < matrix.cols; col += width) {
            float scale = 0;
            if (reach() == ScaleReach::Tensor)
                scale = scaleOf(matrix, matrix.peak);
            else {
                const std::uint64_t at =
                    reach() == ScaleReach::Block ? row / kFp8Block * across + col / kFp8Block : row;
                scale = loadScale(format, scales + at * scaleBytes(format));
            }
            const std::uint64_t first = row * matrix.cols + col;
            kernels::groupKernels().fromE4M3(reinterpret_cast<const unsigned char *>(encoded.data() + first),
                                             static_cast<long long>(std::min(width, matrix.cols - col)), scale,
                                             values + first);
        }
}

std::vector<FinishedTensor> FloatQuantized::finish(const Matrix &matrix, std::span<const std::byte>) const
{
    if (reach() != ScaleReach::Tensor)
        return {};
    const kernels::ScaleFormat format = scaleFormatOf(matrix.sourceType);
    FinishedTensor scale{kScale, std::vector<std::byte>(scaleBytes(format))};
    storeScale(format, scaleOf(matrix, matrix.peak), scale.bytes.data());
    return {std::move(scale)};
}

} // namespace

std::unique_ptr<Exporter> makeFloatQuantized(const Scheme &scheme) { return std::make_unique<FloatQuantized>(scheme); }

} // namespace snug
