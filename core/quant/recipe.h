// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The recipe: which tensor gets which type, and why, in one sentence each.

#pragma once

#include "core/base/result.h"
#include "core/model/model.h"
#include "core/quant/filetype.h"
#include "core/quant/tensorpattern.h"

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace snug {

struct RecipeOptions
{
    bool pure = false;
    bool leaveOutputTensor = false;
    bool allowRequantize = false;
    bool noFallback = false; ///< a type that does not divide a row is refused
    bool hasImportance = false;
    /// Which tensors the importance matrix has values for, one flag a tensor; empty means all.
    std::vector<bool> importanceOf;
    /// Tensors that have no values because a filter took their entry away, one flag a tensor; empty means none.
    std::vector<bool> importanceFiltered;
    std::optional<TensorType> outputTensorType;
    std::optional<TensorType> tokenEmbeddingType;
    std::vector<TensorPattern> patterns; ///< the first that matches decides; only at levels of quantized types
    /// Layers the rules count with, where that is not the model's number: the reference keeps the number of the source
    /// when layers are left out.
    std::optional<std::uint32_t> layerCount;
};

struct TensorDecision
{
    TensorType type = TensorType::F32;
    TensorType wanted = TensorType::F32; ///< the type if the row length allowed it; else the same
    std::string why;              ///< "Attention value tensor in an outer or every third layer: Q6_K instead of Q4_K."
    bool fallback = false;        ///< the row length does not divide, another type stands in, as the reference counts
    bool copied = false;          ///< bytes stay as they are in a plain conversion
    bool needsImportance = false; ///< without an importance matrix this type is refused here, as by the reference

    /// Larger or coarser than the level promises, for its row length alone: a stand-in, or an output tensor's Q8_0.
    bool replaced() const { return wanted != type; }
};

/// One decision per tensor of model.tensors, in order. Byte-for-byte the reference's choice (v0.5.0).
/// Errors: Unsupported when a quantized source may not be requantized, when a type has no fallback for a row length or
/// may not have one, or when a type needs an importance matrix; Usage when a type that was asked for does not fit a
/// row.
Result<std::vector<TensorDecision>> decideTypes(const Model &model, const FileType &fileType,
                                                const RecipeOptions &options);

/// The same for looking only: decides as if importance were not needed and requantizing were allowed.
Result<std::vector<TensorDecision>> proposeTypes(const Model &model, const FileType &fileType,
                                                 const RecipeOptions &options);

/// What decideTypes() asks beyond proposeTypes(). Errors: Unsupported, as there.
Result<void> checkDecisions(const Model &model, const FileType &fileType, const RecipeOptions &options,
                            std::span<const TensorDecision> decisions);

} // namespace snug
