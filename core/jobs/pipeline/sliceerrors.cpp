// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/sliceerrors.h"

#include <fmt/format.h>

namespace snug {

namespace {

std::string_view shown(float value) { return value != value ? "NaN" : "infinity"; }

// Where pieces are put together, the place is told as the output has it.
Error nonFinitePiece(const Model &model, const ModelTensor &tensor, std::uint64_t index, float value)
{
    const SourceLayout &layout = tensor.source.layout;
    const std::size_t fileIndex = layout.pieceOf(index / layout.unitWeights).fileIndex;
    const std::string file = fileIndex < model.files.size() ? model.files[fileIndex].string() : std::string();
    return Error{ErrorCode::BadInput,
                 fmt::format("Tensor {}, made from {} in {}, holds {} at row {}, column {}, a finite number is needed. "
                             "The model is damaged; get a fresh copy.",
                             tensor.name, tensor.sourceName, file, shown(value), index / tensor.cols(),
                             index % tensor.cols()),
                 file, std::nullopt, tensor.name};
}

} // namespace

Error nonFiniteError(const Model &model, const ModelTensor &tensor, std::uint64_t index, float value)
{
    if (tensor.source.layout.inPieces())
        return nonFinitePiece(model, tensor, index, value);
    const bool vector = tensor.dims.size() < 2;
    const std::uint64_t cols = vector ? 1 : tensor.cols();
    const std::uint64_t rowCount = vector ? tensor.cols() : tensor.rows();
    const std::uint64_t row =
        tensor.source.rowOrder == RowOrder::AsStored ? index / cols : sourceRow(tensor.source, rowCount, index / cols);
    const std::string file =
        tensor.source.fileIndex < model.files.size() ? model.files[tensor.source.fileIndex].string() : std::string();
    const std::string &name = tensor.sourceName.empty() ? tensor.name : tensor.sourceName;
    const std::string place =
        vector ? fmt::format("position {}", row) : fmt::format("row {}, column {}", row, index % cols);
    return Error{ErrorCode::BadInput,
                 fmt::format("Tensor {} in {} holds {} at {}, a finite number is needed. The model is damaged; get a "
                             "fresh copy.",
                             name, file, shown(value), place),
                 file, std::nullopt, name};
}

Error overflowError(const ModelTensor &tensor, std::uint64_t index, std::string_view typeName)
{
    return Error{
        ErrorCode::BadInput,
        fmt::format("Tensor {} has weights too large for {} near row {}: a block's scale does not fit 16 bits. "
                    "Pick a level with a wider type, such as BF16.",
                    tensor.name, typeName, index / tensor.cols()),
        {},
        std::nullopt,
        tensor.name};
}

} // namespace snug
