// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// compressed-tensors "int-quantized" (W8A8): signed bytes with one scale a row; activations are quantized at run time.
// Source: compressed-tensors 0.20.1, compressors/naive_quantized.

#include "core/exporters/compressedtensors.h"
#include "core/exporters/formats.h"
#include "core/exporters/matrixchecks.h"
#include "core/exporters/scales.h"

#include <algorithm>

namespace snug {

namespace {

enum TensorNumber : std::size_t { kWeight, kScale };

/// Codes count from -128 in the file and from 0 in IntegerCodes.
constexpr std::uint8_t kZero = 128;

class IntQuantized final : public IntegerExporter
{
public:
    using IntegerExporter::IntegerExporter;

    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override
    {
        return {{matrix.module + ".weight", "I8", {matrix.rows, matrix.cols}},
                {matrix.module + ".weight_scale", std::string(tensorTypeName(matrix.sourceType)), {matrix.rows, 1}}};
    }
    std::uint64_t granule(const Matrix &matrix) const override { return matrix.cols; }
    std::vector<Placement> placements(const MatrixSlice &slice) const override
    {
        const std::uint64_t scale = scaleBytes(scaleFormatOf(slice.matrix->sourceType));
        return {{kWeight, slice.firstWeight, slice.weightCount},
                {kScale, slice.firstRow() * scale, slice.rowCount() * scale}};
    }
    std::vector<FinishedTensor> finish(const Matrix &, std::span<const std::byte>) const override { return {}; }
    std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view) const override
    {
        return compressedTensorsConfig(scheme(), floatModules);
    }

    /// No negative scales: products of scales of weights and activations may be taken for granted to be positive.
    kernels::IntegerCoding coding(const Matrix &matrix) const override
    {
        kernels::IntegerCoding coding = schemeCoding(scaleFormatOf(matrix.sourceType));
        coding.positiveScales = true;
        return coding;
    }
    void pack(const MatrixSlice &slice, const IntegerCodes &codes, std::span<std::byte> out) const override
    {
        std::transform(codes.codes, codes.codes + slice.weightCount, out.begin(),
                       [](std::uint8_t code) { return std::byte(code ^ kZero); });
        storeScales(scaleFormatOf(slice.matrix->sourceType), codes.scales, codes.rows, out.data() + slice.weightCount);
    }
    void unpack(const MatrixSlice &slice, std::span<const std::byte> encoded, const IntegerCodes &codes) const override
    {
        std::transform(encoded.data(), encoded.data() + slice.weightCount, codes.codes,
                       [](std::byte code) { return static_cast<std::uint8_t>(std::uint8_t(code) ^ kZero); });
        loadScales(scaleFormatOf(slice.matrix->sourceType), encoded.data() + slice.weightCount, codes.rows,
                   codes.scales);
        std::fill_n(codes.zeros, codes.rows, kZero);
    }
};

} // namespace

std::unique_ptr<IntegerExporter> makeIntQuantized(const Scheme &scheme)
{
    return std::make_unique<IntQuantized>(scheme);
}

} // namespace snug
