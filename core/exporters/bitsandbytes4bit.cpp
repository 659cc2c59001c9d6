// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// bitsandbytes in 4 bits: NF4 or FP4 codes in blocks over the flattened matrix, their largest magnitudes, and a small
// JSON text in a tensor of bytes. Double quantization codes the magnitudes in 8 bits once all are known.
// Source: bitsandbytes 0.49, functional.py (QuantState.as_dict, quantize_4bit).

#include "core/exporters/bitsandbytes.h"
#include "core/exporters/formats.h"
#include "core/exporters/matrixchecks.h"
#include "core/kernels/checkpoint/bnbkernels.h"

#include <fmt/format.h>

#include <cassert>
#include <cstring>

namespace snug {

namespace {

using kernels::FourBitMap;

constexpr std::uint64_t kNestedBlock = 256;
constexpr std::size_t kMapLength = 16, kNestedMapLength = 256;
/// Longest text of a float that is not negative: "1.1754943508222875e-38".
constexpr std::size_t kOffsetWidth = 24;

/// Where each tensor stands in tensorsOf().
struct Numbers
{
    std::size_t weight = 0, absmax = 1, map = 2, nestedAbsmax = 3, nestedMap = 4, state = 3;
};

template <class T> std::vector<std::byte> bytesOf(const T *values, std::size_t count)
{
    std::vector<std::byte> bytes(count * sizeof(T));
    std::memcpy(bytes.data(), values, bytes.size());
    return bytes;
}

class BitsAndBytes4bit final : public Exporter
{
public:
    using Exporter::Exporter;

    std::string whyNot(const Matrix &matrix) const override { return whyEmpty(matrix); } // blocks run on over rows
    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override;
    std::uint64_t granule(const Matrix &) const override { return scheme().blockLength; }
    std::vector<Placement> placements(const MatrixSlice &slice) const override;
    bool encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                std::span<std::byte> room) const override;
    void decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                std::span<std::byte> room) const override;
    std::uint64_t keptBytes(const Matrix &matrix) const override
    {
        return scheme().doubleQuantized ? blocks(matrix.rows * matrix.cols) * sizeof(float) : 0;
    }
    std::vector<FinishedTensor> finish(const Matrix &matrix, std::span<const std::byte> kept) const override;
    std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view dtype) const override
    {
        return bitsAndBytesConfig(scheme(), floatModules, dtype);
    }

private:
    FourBitMap map() const { return scheme().coding == Coding::Nf4 ? FourBitMap::Nf4 : FourBitMap::Fp4; }
    const char *mapName() const { return map() == FourBitMap::Nf4 ? "nf4" : "fp4"; }
    std::uint64_t blocks(std::uint64_t weights) const
    {
        return (weights + scheme().blockLength - 1) / scheme().blockLength;
    }
    Numbers numbers() const
    {
        Numbers numbers;
        numbers.state = scheme().doubleQuantized ? 5 : 3;
        return numbers;
    }
    std::string stateText(const Matrix &matrix, float offset) const;
    void finishNested(const Matrix &matrix, std::span<const std::byte> kept, std::vector<FinishedTensor> &made,
                      float &offset) const;
};

std::vector<SafetensorsWriter::Tensor> BitsAndBytes4bit::tensorsOf(const Matrix &matrix) const
{
    const std::string weight = matrix.module + ".weight";
    const std::uint64_t weights = matrix.rows * matrix.cols, scales = blocks(weights);
    std::vector<SafetensorsWriter::Tensor> tensors{
        {weight, "U8", {(weights + 1) / 2, 1}},
        {weight + ".absmax", scheme().doubleQuantized ? "U8" : "F32", {scales}},
        {weight + ".quant_map", "F32", {kMapLength}},
    };
    if (scheme().doubleQuantized) {
        tensors.push_back({weight + ".nested_absmax", "F32", {(scales + kNestedBlock - 1) / kNestedBlock}});
        tensors.push_back({weight + ".nested_quant_map", "F32", {kNestedMapLength}});
    }
    tensors.push_back(
        {fmt::format("{}.quant_state.bitsandbytes__{}", weight, mapName()), "U8", {stateText(matrix, 0).size()}});
    return tensors;
}

std::vector<Placement> BitsAndBytes4bit::placements(const MatrixSlice &slice) const
{
    const std::uint64_t firstScale = slice.firstWeight / scheme().blockLength * sizeof(float);
    return {{numbers().weight, slice.firstWeight / 2, (slice.weightCount + 1) / 2},
            {scheme().doubleQuantized ? Placement::kKept : numbers().absmax, firstScale,
             blocks(slice.weightCount) * sizeof(float)}};
}

bool BitsAndBytes4bit::encode(const MatrixSlice &slice, const float *values, std::span<std::byte> out,
                              std::span<std::byte> room) const
{
    const std::uint64_t packed = (slice.weightCount + 1) / 2, scales = blocks(slice.weightCount) * sizeof(float);
    assert(room.size() >= scales && out.size() == packed + scales);
    auto *absmax = reinterpret_cast<float *>(room.data());
    kernels::bnbKernels().toFourBits(map(), values, static_cast<long long>(slice.weightCount),
                                     static_cast<long long>(scheme().blockLength),
                                     reinterpret_cast<unsigned char *>(out.data()), absmax);
    std::memcpy(out.data() + packed, absmax, scales);
    return true;
}

void BitsAndBytes4bit::decode(const MatrixSlice &slice, std::span<const std::byte> encoded, float *values,
                              std::span<std::byte> room) const
{
    const std::uint64_t packed = (slice.weightCount + 1) / 2;
    std::memcpy(room.data(), encoded.data() + packed, blocks(slice.weightCount) * sizeof(float));
    kernels::bnbKernels().fromFourBits(
        map(), reinterpret_cast<const unsigned char *>(encoded.data()), static_cast<long long>(slice.weightCount),
        static_cast<long long>(scheme().blockLength), reinterpret_cast<const float *>(room.data()), values);
}

/// As Python writes it, keys in bitsandbytes' order. The offset is known only at the end, so the text always has the
/// room of the longest; readers skip the blanks behind it.
std::string BitsAndBytes4bit::stateText(const Matrix &matrix, float offset) const
{
    std::string text =
        fmt::format(R"({{"quant_type": "{}", "blocksize": {}, "dtype": "{}", "shape": [{}, {}])", mapName(),
                    scheme().blockLength, torchDtype(matrix.sourceType), matrix.rows, matrix.cols);
    if (!scheme().doubleQuantized)
        return text + "}";
    std::string number = fmt::format("{}", static_cast<double>(offset));
    if (number.find_first_of(".e") == std::string::npos)
        number += ".0";
    number += "}";
    return fmt::format(R"({}, "nested_blocksize": {}, "nested_dtype": "float32", "nested_offset": {:<{}})", text,
                       kNestedBlock, number, kOffsetWidth + 1);
}

void BitsAndBytes4bit::finishNested(const Matrix &matrix, std::span<const std::byte> kept,
                                    std::vector<FinishedTensor> &made, float &offset) const
{
    const std::uint64_t count = blocks(matrix.rows * matrix.cols);
    assert(kept.size() == count * sizeof(float));
    std::vector<float> absmax(count), nested((count + kNestedBlock - 1) / kNestedBlock);
    std::memcpy(absmax.data(), kept.data(), kept.size());
    offset = kernels::meanOfAbsmax(absmax.data(), static_cast<long long>(count));
    for (float &value : absmax)
        value -= offset;

    FinishedTensor codes{numbers().absmax, std::vector<std::byte>(count)};
    kernels::bnbKernels().toDynamic(absmax.data(), static_cast<long long>(count), kNestedBlock,
                                    reinterpret_cast<unsigned char *>(codes.bytes.data()), nested.data());
    made.push_back(std::move(codes));
    made.push_back({numbers().nestedAbsmax, bytesOf(nested.data(), nested.size())});
    made.push_back({numbers().nestedMap, bytesOf(kernels::dynamicValues(), kNestedMapLength)});
}

std::vector<FinishedTensor> BitsAndBytes4bit::finish(const Matrix &matrix, std::span<const std::byte> kept) const
{
    std::vector<FinishedTensor> made;
    made.push_back({numbers().map, bytesOf(kernels::fourBitValues(map()), kMapLength)});
    float offset = 0;
    if (scheme().doubleQuantized)
        finishNested(matrix, kept, made, offset);
    const std::string text = stateText(matrix, offset);
    made.push_back({numbers().state, bytesOf(text.data(), text.size())});
    return made;
}

} // namespace

std::unique_ptr<Exporter> makeBitsAndBytes4bit(const Scheme &scheme)
{
    return std::make_unique<BitsAndBytes4bit>(scheme);
}

} // namespace snug
