// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a decision has to pass before it is carried out: permission, importance, no unwanted stand-in.

#include "core/quant/recipe.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

Result<void> checkAllowed(const ModelTensor &tensor, const TensorDecision &decision, const RecipeOptions &options)
{
    const std::string_view from = tensorTypeName(tensor.type);
    if (!decision.copied && tensorTypeInfo(tensor.type).quantized && !options.allowRequantize)
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} is already quantized ({}), and quantizing it again loses more than quantizing the "
                                "original would. Use the original model, or allow requantizing (--allow-requantize).",
                                tensor.name, from),
                    {}, std::nullopt, tensor.name);
    return {};
}

/// What a tensor can have of an importance matrix.
enum class Values { NoMatrix, NoEntry, Filtered, There };

Values valuesOf(const RecipeOptions &options, std::size_t tensorIndex)
{
    if (!options.importanceFiltered.empty() && options.importanceFiltered[tensorIndex])
        return Values::Filtered;
    if (!options.hasImportance)
        return Values::NoMatrix;
    return options.importanceOf.empty() || options.importanceOf[tensorIndex] ? Values::There : Values::NoEntry;
}

std::string_view whatIsMissing(Values values)
{
    switch (values) {
    case Values::Filtered:
        return ", and --include-weights or --exclude-weights keeps its entry out. Change that filter";
    case Values::NoEntry:
        return ", and the one given has no entry for it. Give the matrix of this model";
    default:
        return ". Give one (--imatrix)";
    }
}

/// A tensor whose type cannot do without importance has some. What is copied needs none: so does the reference judge.
Result<void> checkImportance(const ModelTensor &tensor, const TensorDecision &decision, Values values, bool hasMatrix,
                             const FileType &fileType)
{
    if (!decision.needsImportance || values == Values::There || (hasMatrix && decision.copied))
        return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("{} would become {} at level {}, which needs an importance matrix{} or choose another "
                            "level.",
                            tensor.name, tensorTypeName(decision.type), fileType.name, whatIsMissing(values)),
                {}, std::nullopt, tensor.name);
}

/// Without permission to fall back, the first tensor that would, and how many.
Result<void> checkFallback(const Model &model, std::span<const TensorDecision> decisions)
{
    const auto count = std::ranges::count_if(decisions, &TensorDecision::replaced);
    if (count == 0)
        return {};
    const auto first = std::ranges::find_if(decisions, &TensorDecision::replaced);
    const ModelTensor &tensor = model.tensors[static_cast<std::size_t>(first - decisions.begin())];
    const std::string others =
        count == 1 ? std::string() : fmt::format(", and {} more tensors have the same trouble", count - 1);
    return fail(
        ErrorCode::Unsupported,
        fmt::format("{} cannot be {}: its rows have {} weights, not a multiple of {}{}. Choose another level, or "
                    "allow other types to stand in (without --no-fallback).",
                    tensor.name, tensorTypeName(first->wanted), tensor.cols(),
                    tensorTypeInfo(first->wanted).blockLength, others),
        {}, std::nullopt, tensor.name);
}

} // namespace

Result<void> checkDecisions(const Model &model, const FileType &fileType, const RecipeOptions &options,
                            std::span<const TensorDecision> decisions)
{
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        SNUG_TRY(checkAllowed(model.tensors[i], decisions[i], options));
        SNUG_TRY(
            checkImportance(model.tensors[i], decisions[i], valuesOf(options, i), options.hasImportance, fileType));
    }
    return options.noFallback ? checkFallback(model, decisions) : Result<void>();
}

} // namespace snug
