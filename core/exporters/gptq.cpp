// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// GPTQ in its first version: everything lies input by input, so a row of the matrix is a column of the tensors. Zeros
// are stored less one; they are never 0 here, because readers differ in what they make of -1.
// Source: AutoGPTQ 0.7 and GPTQModel 5 (packing), vLLM gptq_marlin.py (keys).

#include "core/exporters/codebits.h"
#include "core/exporters/formats.h"
#include "core/exporters/matrixchecks.h"
#include "core/exporters/scales.h"
#include "core/formats/littleendian.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstring>

namespace snug {

namespace {

using kernels::ScaleFormat;

enum TensorNumber : std::size_t { kWeights, kZeros, kScales, kGroups };

constexpr std::uint64_t kWord = 4, kHalf = 2;
/// Of a slice: a run of one word for each row should not be tiny, and a slice not much over a million weights.
constexpr std::uint64_t kRowStep = 64, kMostRows = 1024, kUsualSlice = 1 << 20;
/// Rows and codes that are turned at a time: a line of the cache each way.
constexpr std::uint64_t kTileRows = 16, kTileCodes = 64;

/// Codes that fill whole words.
std::uint64_t codesPerWords(int bits) { return bits == 3 ? 32 : 32 / static_cast<std::uint64_t>(bits); }

class Gptq final : public IntegerExporter
{
public:
    using IntegerExporter::IntegerExporter;

    std::string whyNot(const Matrix &matrix) const override;
    std::vector<SafetensorsWriter::Tensor> tensorsOf(const Matrix &matrix) const override;
    std::uint64_t granule(const Matrix &matrix) const override;
    std::vector<Placement> placements(const MatrixSlice &slice) const override;
    std::vector<FinishedTensor> finish(const Matrix &matrix, std::span<const std::byte> kept) const override;
    std::string quantizationConfig(std::span<const std::string> floatModules, std::string_view dtype) const override;
    std::string_view quantizationFile() const override { return "quantize_config.json"; }

    kernels::IntegerCoding coding(const Matrix &) const override
    {
        kernels::IntegerCoding coding = schemeCoding(ScaleFormat::F16);
        coding.leastZero = 1;
        return coding;
    }
    void pack(const MatrixSlice &slice, const IntegerCodes &codes, std::span<std::byte> out) const override;
    void unpack(const MatrixSlice &slice, std::span<const std::byte> encoded, const IntegerCodes &codes) const override;

private:
    /// Where the parts of an encoding begin: words of weights, of zeros, scales.
    struct Parts
    {
        std::uint64_t zeros = 0, scales = 0;
    };
    Parts partsOf(const IntegerCodes &codes) const
    {
        const auto bits = static_cast<std::uint64_t>(scheme().bits);
        const std::uint64_t zeros = codes.rows * codes.cols * bits / 8;
        return {zeros, zeros + codes.rows * codes.groups * bits / 8};
    }
    void packTile(const IntegerCodes &codes, std::uint64_t row, std::uint64_t col, std::byte *out) const;
    void unpackTile(const std::byte *packed, const IntegerCodes &codes, std::uint64_t row, std::uint64_t col) const;
};

std::string Gptq::whyNot(const Matrix &matrix) const
{
    if (std::string why = IntegerExporter::whyNot(matrix); !why.empty())
        return why;
    return whyWordsDoNotFill(matrix, codesPerWords(scheme().bits));
}

std::vector<SafetensorsWriter::Tensor> Gptq::tensorsOf(const Matrix &matrix) const
{
    const std::uint64_t groups = groupsPerRow(matrix);
    const int bits = scheme().bits;
    return {{matrix.module + ".qweight", "I32", {packedBytes(matrix.cols, bits) / kWord, matrix.rows}},
            {matrix.module + ".qzeros", "I32", {groups, packedBytes(matrix.rows, bits) / kWord}},
            {matrix.module + ".scales", "F16", {groups, matrix.rows}},
            {matrix.module + ".g_idx", "I32", {matrix.cols}}};
}

std::uint64_t Gptq::granule(const Matrix &matrix) const
{
    const std::uint64_t steps =
        std::clamp<std::uint64_t>(kUsualSlice / matrix.cols / kRowStep, 1, kMostRows / kRowStep);
    return steps * kRowStep * matrix.cols;
}

std::vector<Placement> Gptq::placements(const MatrixSlice &slice) const
{
    const Matrix &matrix = *slice.matrix;
    const int bits = scheme().bits;
    const std::uint64_t first = slice.firstRow(), rows = slice.rowCount(), groups = groupsPerRow(matrix);
    return {
        {kWeights, first * kWord, rows * kWord, packedBytes(matrix.cols, bits) / kWord, matrix.rows * kWord},
        {kZeros, packedBytes(first, bits), packedBytes(rows, bits), groups, packedBytes(matrix.rows, bits)},
        {kScales, first * kHalf, rows * kHalf, groups, matrix.rows * kHalf},
    };
}

/// Groups are runs of neighbours.
std::vector<FinishedTensor> Gptq::finish(const Matrix &matrix, std::span<const std::byte>) const
{
    FinishedTensor groups{kGroups, {}};
    groups.bytes.reserve(matrix.cols * kWord);
    for (std::uint64_t col = 0; col < matrix.cols; ++col)
        appendLittle(groups.bytes, static_cast<std::int32_t>(col / groupLength(matrix)));
    return {std::move(groups)};
}

/// Up to 16 rows of up to 64 codes from (row, col) on.
void Gptq::packTile(const IntegerCodes &codes, std::uint64_t row, std::uint64_t col, std::byte *out) const
{
    const std::uint64_t rows = std::min(kTileRows, codes.rows - row);
    const std::uint64_t count = std::min(kTileCodes, codes.cols - col);
    const std::uint64_t words = packedBytes(count, scheme().bits) / kWord;
    std::byte packed[kTileRows][kTileCodes];
    for (std::uint64_t i = 0; i < rows; ++i)
        packCodes(codes.codes + (row + i) * codes.cols + col, count, scheme().bits, packed[i]);
    const std::uint64_t firstWord = packedBytes(col, scheme().bits) / kWord;
    for (std::uint64_t word = 0; word < words; ++word)
        for (std::uint64_t i = 0; i < rows; ++i)
            std::memcpy(out + ((firstWord + word) * codes.rows + row + i) * kWord, packed[i] + word * kWord, kWord);
}

void Gptq::unpackTile(const std::byte *packed, const IntegerCodes &codes, std::uint64_t row, std::uint64_t col) const
{
    const std::uint64_t rows = std::min(kTileRows, codes.rows - row);
    const std::uint64_t count = std::min(kTileCodes, codes.cols - col);
    const std::uint64_t words = packedBytes(count, scheme().bits) / kWord;
    const std::uint64_t firstWord = packedBytes(col, scheme().bits) / kWord;
    std::byte words64[kTileCodes];
    for (std::uint64_t i = 0; i < rows; ++i) {
        for (std::uint64_t word = 0; word < words; ++word)
            std::memcpy(words64 + word * kWord, packed + ((firstWord + word) * codes.rows + row + i) * kWord, kWord);
        unpackCodes(words64, count, scheme().bits, codes.codes + (row + i) * codes.cols + col);
    }
}

void Gptq::pack(const MatrixSlice &, const IntegerCodes &codes, std::span<std::byte> out) const
{
    const Parts parts = partsOf(codes);
    for (std::uint64_t row = 0; row < codes.rows; row += kTileRows)
        for (std::uint64_t col = 0; col < codes.cols; col += kTileCodes)
            packTile(codes, row, col, out.data());

    std::byte *zeros = out.data() + parts.zeros, *scales = out.data() + parts.scales;
    std::uint8_t some[kTileCodes];
    for (std::uint64_t group = 0; group < codes.groups; ++group)
        for (std::uint64_t row = 0; row < codes.rows; row += kTileCodes) {
            const std::uint64_t count = std::min(kTileCodes, codes.rows - row);
            for (std::uint64_t i = 0; i < count; ++i) {
                const std::uint64_t from = (row + i) * codes.groups + group;
                some[i] = static_cast<std::uint8_t>(codes.zeros[from] - 1);
                storeScale(ScaleFormat::F16, codes.scales[from], scales + (group * codes.rows + row + i) * kHalf);
            }
            const std::uint64_t at = group * packedBytes(codes.rows, scheme().bits) + packedBytes(row, scheme().bits);
            packCodes(some, count, scheme().bits, zeros + at);
        }
}

void Gptq::unpack(const MatrixSlice &, std::span<const std::byte> encoded, const IntegerCodes &codes) const
{
    const Parts parts = partsOf(codes);
    for (std::uint64_t row = 0; row < codes.rows; row += kTileRows)
        for (std::uint64_t col = 0; col < codes.cols; col += kTileCodes)
            unpackTile(encoded.data(), codes, row, col);

    const std::byte *zeros = encoded.data() + parts.zeros, *scales = encoded.data() + parts.scales;
    std::uint8_t some[kTileCodes];
    for (std::uint64_t group = 0; group < codes.groups; ++group)
        for (std::uint64_t row = 0; row < codes.rows; row += kTileCodes) {
            const std::uint64_t count = std::min(kTileCodes, codes.rows - row);
            const std::uint64_t at = group * packedBytes(codes.rows, scheme().bits) + packedBytes(row, scheme().bits);
            unpackCodes(zeros + at, count, scheme().bits, some);
            for (std::uint64_t i = 0; i < count; ++i) {
                const std::uint64_t to = (row + i) * codes.groups + group;
                codes.zeros[to] = static_cast<std::uint8_t>(some[i] + 1);
                codes.scales[to] = loadScale(ScaleFormat::F16, scales + (group * codes.rows + row + i) * kHalf);
            }
        }
}

/// A name as a regular expression that finds nothing else. Bytes beyond ASCII are parts of letters, and stand for
/// themselves.
std::string literal(std::string_view name)
{
    constexpr std::string_view kPlain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";
    std::string pattern;
    for (const char c : name) {
        if (static_cast<unsigned char>(c) < 128 && kPlain.find(c) == std::string_view::npos)
            pattern += '\\';
        pattern += c;
    }
    return pattern;
}

/// `dynamic` tells GPTQModel (and with it transformers) what stays as it is; vLLM knows it from the tensors' types, and
/// honours the rules too. All take it for granted that the output head stays.
std::string Gptq::quantizationConfig(std::span<const std::string> floatModules, std::string_view) const
{
    nlohmann::ordered_json json;
    json["bits"] = scheme().bits;
    json["group_size"] = scheme().groupLength == 0 ? -1 : static_cast<std::int64_t>(scheme().groupLength);
    json["damp_percent"] = 0.01;
    json["desc_act"] = false;
    json["static_groups"] = false;
    json["sym"] = scheme().symmetric;
    json["true_sequential"] = true;
    json["model_name_or_path"] = nullptr;
    json["model_file_base_name"] = nullptr;
    json["quant_method"] = "gptq";
    json["checkpoint_format"] = "gptq";
    for (const std::string &module : floatModules)
        if (module != "lm_head")
            json["dynamic"]["-:^" + literal(module) + "$"] = nlohmann::ordered_json::object();
    return json.dump();
}

} // namespace

std::unique_ptr<IntegerExporter> makeGptq(const Scheme &scheme) { return std::make_unique<Gptq>(scheme); }

} // namespace snug
