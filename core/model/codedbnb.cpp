// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What belongs to the codes of a matrix of bitsandbytes: in 4 bits most of it is said by a JSON text in a tensor.
// Source: bitsandbytes 0.49, functional.py (QuantState.from_dict) and nn/modules.py (Linear8bitLt).

#include "core/base/json.h"
#include "core/model/json.h"
#include "core/model/matrixparts.h"

#include <fmt/format.h>

#include <cmath>

namespace snug {

namespace {

constexpr std::uint64_t kMaxBlock = 1u << 20;
constexpr std::uint64_t kMapLength = 16, kNestedMapLength = 256;

Result<const SafetensorsTensor *> takeState(MatrixParts &parts)
{
    for (const char *type : {"nf4", "fp4"}) {
        const std::string ending = fmt::format(".weight.quant_state.bitsandbytes__{}", type);
        if (const SafetensorsTensor *state = parts.find(ending))
            return parts.take(ending, {"U8"}, {{state->sizeBytes}});
    }
    return parts.take(".weight.quant_state.bitsandbytes__nf4", {"U8"}, {{}}); // says that it is missing
}

Result<nlohmann::json> readState(MatrixParts &parts, const SafetensorsTensor &state)
{
    const auto bytes = parts.bytesOf(state);
    SNUG_TRY(bytes);
    JsonLimits limits;
    limits.valueCount = 1000;
    limits.depth = 4;
    auto json = parseJson({reinterpret_cast<const char *>(bytes->data()), bytes->size()}, state.name, limits);
    if (!json || !json->is_object())
        return parts.bad(state, "holds no JSON object");
    return json;
}

Result<void> takeNested(MatrixParts &parts, CodedMatrix &matrix, const nlohmann::json &state,
                        const SafetensorsTensor &stateTensor, std::uint64_t blocks)
{
    const auto block = asLength(member(state, "nested_blocksize"), kMaxBlock);
    const auto offset = asNumber(member(state, "nested_offset"));
    if (!block || !offset || !std::isfinite(static_cast<float>(*offset)))
        return parts.bad(stateTensor, "has no nested_blocksize and nested_offset that could be");
    matrix.nestedBlock = *block;
    matrix.nestedOffset = static_cast<float>(*offset);
    const auto scales = parts.take(".weight.nested_absmax", {"F32"}, {{(blocks + *block - 1) / *block}});
    SNUG_TRY(scales);
    matrix.nestedScales = placeOf(**scales);
    const auto map = parts.take(".weight.nested_quant_map", {"F32"}, {{kNestedMapLength}});
    SNUG_TRY(map);
    matrix.nestedMap = placeOf(**map);
    return {};
}

/// Sizes by the state, which has to be that of these codes.
Result<void> readSizes(MatrixParts &parts, CodedMatrix &matrix, const nlohmann::json &state,
                       const SafetensorsTensor &stateTensor)
{
    const nlohmann::json &shape = member(state, "shape");
    const bool pair = shape.is_array() && shape.size() == 2;
    const auto rows = pair ? asLength(shape[0], kMaxMatrixLength) : std::nullopt;
    const auto cols = pair ? asLength(shape[1], kMaxMatrixLength) : std::nullopt;
    const auto block = asLength(member(state, "blocksize"), kMaxBlock);
    if (!rows || !cols || !block)
        return parts.bad(stateTensor, "has no shape and blocksize that could be");
    if ((*rows * *cols + 1) / 2 != parts.codes().sizeBytes)
        return parts.bad(parts.codes(), fmt::format("has {} bytes, expected {} for {} x {} weights",
                                                    parts.codes().sizeBytes, (*rows * *cols + 1) / 2, *rows, *cols));
    matrix.rows = *rows;
    matrix.cols = *cols;
    matrix.scaleCols = *block;
    return {};
}

} // namespace

Result<CodedMatrix> bnbMapMatrix(MatrixParts &parts)
{
    CodedMatrix matrix;
    matrix.form = CodeForm::MappedHalves;
    matrix.codes = placeOf(parts.codes());
    const auto stateTensor = takeState(parts);
    SNUG_TRY(stateTensor);
    const auto state = readState(parts, **stateTensor);
    SNUG_TRY(state);
    SNUG_TRY(readSizes(parts, matrix, *state, **stateTensor));
    const bool nested = parts.find(".weight.nested_absmax") || !member(*state, "nested_blocksize").is_null();
    const std::uint64_t blocks = (matrix.rows * matrix.cols + matrix.scaleCols - 1) / matrix.scaleCols;
    const auto scales = parts.take(".weight.absmax", {nested ? "U8" : "F32"}, {{blocks}});
    SNUG_TRY(scales);
    matrix.scales = placeOf(**scales);
    const auto map = parts.take(".weight.quant_map", {"F32"}, {{kMapLength}});
    SNUG_TRY(map);
    matrix.map = placeOf(**map);
    if (nested)
        SNUG_TRY(takeNested(parts, matrix, *state, **stateTensor, blocks));
    return matrix;
}

Result<CodedMatrix> bnbRowMatrix(MatrixParts &parts)
{
    CodedMatrix matrix;
    matrix.form = CodeForm::AbsmaxBytes;
    matrix.codes = placeOf(parts.codes());
    SNUG_TRY(parts.checkCodes(matrix.rows, matrix.cols));
    matrix.scaleCols = matrix.cols;
    const auto scales = parts.take(".SCB", {"F32"}, {{matrix.rows}});
    SNUG_TRY(scales);
    matrix.scales = placeOf(**scales);
    if (!parts.find(".weight_format"))
        return matrix;
    const auto format = parts.take(".weight_format", {"U8"}, {{}, {1}});
    SNUG_TRY(format);
    const auto order = parts.bytesOf(**format);
    SNUG_TRY(order);
    if (order->front() != std::byte{0}) // orders for single kinds of cards, which nobody writes any more
        return parts.bad(**format, fmt::format("says that codes lie in order {}, expected 0, row by row",
                                               std::to_integer<int>(order->front())));
    return matrix;
}

} // namespace snug
