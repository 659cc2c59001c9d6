// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// bitsandbytes in 8 bits (LLM.int8): signed bytes and the largest magnitude of each row.
// Source: bitsandbytes 0.49, nn/modules.py (Linear8bitLt) and functional.py (int8_vectorwise_quant).

#include "core/exporters/bitsandbytes.h"
#include "core/exporters/formats.h"
#include "core/exporters/matrixchecks.h"
#include "core/kernels/checkpoint/bnbkernels.h"

#include <cstring>

namespace snug {

namespace {

enum TensorNumber : std::size_t { kWeight, kScale, kWeightFormat };

class BitsAndBytes8bit final : public Exporter
{
public:
    using Exporter::Exporter;

    std::string whyNot(const Matrix &matrix) const override { return whyEmpty(matrix); }
    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override
    {
        return {{matrix.module + ".weight", "I8", {matrix.rows, matrix.cols}},
                {matrix.module + ".SCB", "F32", {matrix.rows}},
                {matrix.module + ".weight_format", "U8", {}}};
    }
    std::uint64_t granule(const Matrix &matrix) const override { return matrix.cols; }
    std::vector<Placement> placements(const MatrixSlice &slice) const override
    {
        return {{kWeight, slice.firstWeight, slice.weightCount},
                {kScale, slice.firstRow() * sizeof(float), slice.rowCount() * sizeof(float)}};
    }
    bool encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                std::span<std::byte> room) const override;
    void decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                std::span<std::byte> room) const override;
    /// The layout of the bytes: 0, row by row, is the only one that is still read.
    std::vector<FinishedTensor> finish(const Matrix &, std::span<const std::byte>) const override
    {
        return {{kWeightFormat, {std::byte{0}}}};
    }
    std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view dtype) const override
    {
        return bitsAndBytesConfig(scheme(), floatModules, dtype);
    }
};

bool BitsAndBytes8bit::encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                              std::span<std::byte>) const
{
    const auto cols = static_cast<long long>(slice.matrix->cols);
    auto *codes = reinterpret_cast<signed char *>(out.data());
    std::byte *scales = out.data() + slice.weightCount;
    for (std::uint64_t row = 0; row < slice.rowCount(); ++row) {
        float absmax = 0;
        if (!kernels::bnbKernels().toInt8Rows(values, 1, cols, codes, &absmax))
            return false;
        std::memcpy(scales + row * sizeof(float), &absmax, sizeof(absmax));
        values += cols;
        codes += cols;
    }
    return true;
}

void BitsAndBytes8bit::decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                              std::span<std::byte>) const
{
    const auto cols = static_cast<long long>(slice.matrix->cols);
    const auto *codes = reinterpret_cast<const signed char *>(encoded.data());
    const std::byte *scales = encoded.data() + slice.weightCount;
    for (std::uint64_t row = 0; row < slice.rowCount(); ++row) {
        float absmax;
        std::memcpy(&absmax, scales + row * sizeof(float), sizeof(absmax));
        kernels::bnbKernels().fromInt8Rows(codes, 1, cols, &absmax, values);
        values += cols;
        codes += cols;
    }
}

} // namespace

std::unique_ptr<Exporter> makeBitsAndBytes8bit(const Scheme &scheme)
{
    return std::make_unique<BitsAndBytes8bit>(scheme);
}

} // namespace snug
