// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What belongs to the codes of a matrix of compressed-tensors and GPTQ, and what shapes it has to have.
// Sources: compressed-tensors 0.20.1, compressors; AutoGPTQ 0.7 and GPTQModel 5, packing.

#include "core/model/checkpointweights.h"
#include "core/model/matrixparts.h"

#include <fmt/format.h>

#include <cmath>
#include <cstring>

namespace snug {

namespace {

constexpr std::uint64_t kWordBits = 32;

std::uint64_t partsIn(std::uint64_t length, std::uint64_t part) { return (length + part - 1) / part; }

std::uint64_t wordsOf(std::uint64_t codes, int bits)
{
    return partsIn(codes * static_cast<std::uint64_t>(bits), kWordBits);
}

/// Which weights share a scale, and the shapes their tensor may have; the usual one first.
std::vector<Shape> shareScales(CodedMatrix &matrix, const StoredCoding &coding)
{
    matrix.scaleCols = matrix.cols;
    switch (coding.share) {
    case ScaleShare::Tensor:
        matrix.scaleRows = matrix.rows;
        return {{1}, {}, {1, 1}};
    case ScaleShare::Channel:
        return {{matrix.rows, 1}, {matrix.rows}};
    case ScaleShare::Group:
    case ScaleShare::Block:
        break;
    }
    matrix.scaleRows = coding.blockRows;
    matrix.scaleCols = coding.blockCols;
    return {{partsIn(matrix.rows, matrix.scaleRows), partsIn(matrix.cols, matrix.scaleCols)}};
}

Result<void> takeScales(MatrixParts &parts, CodedMatrix &matrix)
{
    const auto scales = parts.take(".weight_scale", {"F32", "F16", "BF16"}, shareScales(matrix, parts.coding()));
    SNUG_TRY(scales);
    matrix.scales = placeOf(**scales);
    matrix.scaleType = typeOfDtype((*scales)->dtype).value_or(TensorType::F32);
    return {};
}

/// Numbers of columns, which words alone do not tell.
Result<void> readShape(MatrixParts &parts, CodedMatrix &matrix)
{
    const auto tensor = parts.take(".weight_shape", {"I64", "I32"}, {{2}});
    SNUG_TRY(tensor);
    const auto bytes = parts.bytesOf(**tensor);
    SNUG_TRY(bytes);
    std::uint64_t said[2] = {};
    const std::size_t size = bytes->size() / 2;
    for (std::size_t i = 0; i < 2; ++i)
        std::memcpy(&said[i], bytes->data() + i * size, size); // little-endian machines only, like the formats
    const std::uint64_t words = parts.codes().shape[1];
    if (said[0] != matrix.rows || said[1] == 0 || said[1] > kMaxMatrixLength || wordsOf(said[1], matrix.bits) != words)
        return parts.bad(**tensor, fmt::format("says {} x {}, but the codes are {} rows of {} words", said[0], said[1],
                                               matrix.rows, words));
    matrix.cols = said[1];
    return {};
}

Result<void> takeGroups(MatrixParts &parts, CodedMatrix &matrix, std::string_view ending)
{
    if (!parts.find(ending))
        return {};
    const auto groups = parts.take(ending, {"I32"}, {{matrix.cols}});
    SNUG_TRY(groups);
    matrix.groupOfCol = placeOf(**groups);
    return {};
}

} // namespace

Result<CodedMatrix> packedMatrix(MatrixParts &parts)
{
    CodedMatrix matrix;
    matrix.form = CodeForm::PackedIntegers;
    matrix.bits = parts.coding().bits;
    matrix.codes = placeOf(parts.codes());
    SNUG_TRY(parts.checkCodes(matrix.rows, matrix.cols));
    SNUG_TRY(readShape(parts, matrix));
    SNUG_TRY(takeScales(parts, matrix));
    if (!parts.coding().symmetric) {
        const auto zeros =
            parts.take(".weight_zero_point", {"I32"}, {{wordsOf(matrix.rows, matrix.bits), matrix.scalesPerRow()}});
        SNUG_TRY(zeros);
        matrix.zeros = placeOf(**zeros);
    }
    SNUG_TRY(takeGroups(parts, matrix, ".weight_g_idx"));
    return matrix;
}

Result<CodedMatrix> byteMatrix(MatrixParts &parts)
{
    CodedMatrix matrix;
    matrix.form = parts.coding().format == StoredFormat::FloatQuantized ? CodeForm::Fp8 : CodeForm::SignedBytes;
    matrix.codes = placeOf(parts.codes());
    SNUG_TRY(parts.checkCodes(matrix.rows, matrix.cols));
    SNUG_TRY(takeScales(parts, matrix));
    return matrix;
}

namespace {

/// Two codes a byte, and a byte for each group.
Result<CodedMatrix> fourBitFloats(MatrixParts &parts, CodeForm form, std::initializer_list<std::string_view> dtypes)
{
    CodedMatrix matrix;
    matrix.form = form;
    matrix.codes = placeOf(parts.codes());
    matrix.scaleCols = parts.coding().blockCols;
    SNUG_TRY(parts.checkCodes(matrix.rows, matrix.cols));
    matrix.cols *= 2;
    if (matrix.cols % matrix.scaleCols != 0)
        return parts.bad(parts.codes(),
                         fmt::format("has {} codes a row, expected a multiple of {}", matrix.cols, matrix.scaleCols));
    const auto scales = parts.take(".weight_scale", dtypes, {{matrix.rows, matrix.scalesPerRow()}});
    SNUG_TRY(scales);
    matrix.scales = placeOf(**scales);
    return matrix;
}

} // namespace

Result<CodedMatrix> mxfp4Matrix(MatrixParts &parts) { return fourBitFloats(parts, CodeForm::Mxfp4, {"U8", "F8_E8M0"}); }

Result<CodedMatrix> nvfp4Matrix(MatrixParts &parts)
{
    auto matrix = fourBitFloats(parts, CodeForm::Nvfp4, {"F8_E4M3"});
    SNUG_TRY(matrix);
    const auto scale = parts.take(".weight_global_scale", {"F32"}, {{1}, {}});
    SNUG_TRY(scale);
    const auto bytes = parts.bytesOf(**scale);
    SNUG_TRY(bytes);
    std::memcpy(&matrix->globalScale, bytes->data(), sizeof(float));
    if (!std::isfinite(matrix->globalScale) || matrix->globalScale <= 0)
        return parts.bad(**scale, fmt::format("is {}, expected a positive number", matrix->globalScale));
    return matrix;
}

Result<CodedMatrix> gptqMatrix(MatrixParts &parts)
{
    CodedMatrix matrix;
    matrix.form = CodeForm::GptqIntegers;
    matrix.bits = parts.coding().bits;
    matrix.zeroStep = parts.coding().zeroStep;
    matrix.codes = placeOf(parts.codes());
    std::uint64_t words = 0;
    SNUG_TRY(parts.checkCodes(words, matrix.rows));
    // Whoever packed rows that fill no whole words tells their length by the groups alone.
    const SafetensorsTensor *groups = parts.find(".g_idx");
    const bool told = groups && groups->shape.size() == 1 && groups->shape[0] <= kMaxMatrixLength;
    matrix.cols = told ? groups->shape[0] : words * kWordBits / static_cast<std::uint64_t>(matrix.bits);
    if (matrix.cols == 0 || matrix.cols > kMaxMatrixLength || wordsOf(matrix.cols, matrix.bits) != words)
        return parts.bad(parts.codes(),
                         fmt::format("has {} words for {} codes of {} bits", words, matrix.cols, matrix.bits));
    matrix.scaleCols = parts.coding().share == ScaleShare::Group ? parts.coding().blockCols : matrix.cols;
    const auto scales = parts.take(".scales", {"F16", "BF16", "F32"}, {{matrix.scalesPerRow(), matrix.rows}});
    SNUG_TRY(scales);
    matrix.scales = placeOf(**scales);
    matrix.scaleType = typeOfDtype((*scales)->dtype).value_or(TensorType::F16);
    const auto zeros = parts.take(".qzeros", {"I32"}, {{matrix.scalesPerRow(), wordsOf(matrix.rows, matrix.bits)}});
    SNUG_TRY(zeros);
    matrix.zeros = placeOf(**zeros);
    SNUG_TRY(takeGroups(parts, matrix, ".g_idx"));
    return matrix;
}

} // namespace snug
