// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// compressed-tensors "nvfp4-pack-quantized" and "mxfp4-pack-quantized", weights alone: 4-bit floats, two a byte, with a
// scale of one byte for each group; NVFP4 has one more for the whole matrix, which its fused siblings share.
// Source: compressed-tensors 0.20.1, compressors/nvfp4 and compressors/mxfp4.

#include "core/exporters/compressedtensors.h"
#include "core/exporters/formats.h"
#include "core/exporters/matrixchecks.h"
#include "core/formats/littleendian.h"

#include <algorithm>
#include <limits>

namespace snug {

namespace {

enum TensorNumber : std::size_t { kPacked, kScale, kGlobalScale };

constexpr float kLargestE4M3 = 448, kLargestE2M1 = 6;

class FourBitFloats final : public Exporter
{
public:
    using Exporter::Exporter;

    std::string whyNot(const Matrix &matrix) const override
    {
        if (std::string why = whyRowsAreTooShort(matrix); !why.empty())
            return why;
        return whyRowsDoNotDivide(matrix, group());
    }
    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override;
    std::uint64_t granule(const Matrix &matrix) const override { return matrix.cols; }
    std::vector<Placement> placements(const MatrixSlice &slice) const override
    {
        return {{kPacked, slice.firstWeight / 2, slice.weightCount / 2},
                {kScale, slice.firstWeight / group(), slice.weightCount / group()}};
    }
    bool needsPeak() const override { return nvidia(); }
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
    bool nvidia() const { return scheme().coding == Coding::Nvfp4; }
    std::uint64_t group() const { return scheme().groupLength; }
    /// What makes the largest weight the largest code with the largest scale; 1 for a matrix of zeros.
    static float globalScale(const Matrix &matrix)
    {
        if (matrix.peak == 0)
            return 1;
        return std::min(kLargestE4M3 * kLargestE2M1 / matrix.peak, std::numeric_limits<float>::max());
    }
};

std::vector<SafetensorsWriter::Tensor> FourBitFloats::tensorsOf(const Matrix &matrix) const
{
    std::vector<SafetensorsWriter::Tensor> tensors{
        {matrix.module + ".weight_packed", "U8", {matrix.rows, matrix.cols / 2}},
        {matrix.module + ".weight_scale", nvidia() ? "F8_E4M3" : "U8", {matrix.rows, matrix.cols / group()}}};
    if (nvidia())
        tensors.push_back({matrix.module + ".weight_global_scale", "F32", {1}});
    return tensors;
}

bool FourBitFloats::encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                           std::span<std::byte>) const
{
    const auto groups = static_cast<long long>(slice.weightCount / group());
    auto *packed = reinterpret_cast<unsigned char *>(out.data());
    unsigned char *scales = packed + slice.weightCount / 2;
    if (nvidia())
        kernels::groupKernels().toNvfp4(values, groups, globalScale(*slice.matrix), packed, scales);
    else
        kernels::groupKernels().toMxfp4(values, groups, packed, scales);
    return true;
}

void FourBitFloats::decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                           std::span<std::byte>) const
{
    const auto groups = static_cast<long long>(slice.weightCount / group());
    const auto *packed = reinterpret_cast<const unsigned char *>(encoded.data());
    const unsigned char *scales = packed + slice.weightCount / 2;
    if (nvidia())
        kernels::groupKernels().fromNvfp4(packed, groups, globalScale(*slice.matrix), scales, values);
    else
        kernels::groupKernels().fromMxfp4(packed, groups, scales, values);
}

std::vector<FinishedTensor> FourBitFloats::finish(const Matrix &matrix, std::span<const std::byte>) const
{
    if (!nvidia())
        return {};
    FinishedTensor scale{kGlobalScale, {}};
    appendLittle(scale.bytes, globalScale(matrix));
    return {std::move(scale)};
}

} // namespace

std::unique_ptr<Exporter> makeNvfp4(const Scheme &scheme) { return std::make_unique<FourBitFloats>(scheme); }
std::unique_ptr<Exporter> makeMxfp4(const Scheme &scheme) { return std::make_unique<FourBitFloats>(scheme); }

} // namespace snug
