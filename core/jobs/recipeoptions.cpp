// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/recipeoptions.h"

#include "core/quant/targettype.h"
#include "core/quant/tensorcategory.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

Result<std::optional<TensorType>> typeOption(const std::string &name, std::string_view option)
{
    if (name.empty())
        return std::optional<TensorType>();
    auto type = targetTypeNamed(name, option);
    SNUG_TRY(type);
    return std::optional<TensorType>(*type);
}

} // namespace

Result<RecipeOptions> recipeOptions(const JobSpec &spec)
{
    RecipeOptions options;
    options.pure = spec.pure;
    options.leaveOutputTensor = spec.leaveOutputTensor;
    options.allowRequantize = spec.allowRequantize;
    options.noFallback = spec.noFallback;
    auto output = typeOption(spec.outputTensorType, "--output-tensor-type");
    SNUG_TRY(output);
    options.outputTensorType = *output;
    auto embedding = typeOption(spec.tokenEmbeddingType, "--token-embedding-type");
    SNUG_TRY(embedding);
    options.tokenEmbeddingType = *embedding;
    for (const std::string &text : spec.tensorTypes) {
        auto pattern = TensorPattern::parse(text);
        SNUG_TRY(pattern);
        options.patterns.push_back(*std::move(pattern));
    }
    return options;
}

std::vector<std::string> patternNotes(const std::vector<TensorPattern> &patterns, const Model &model)
{
    std::vector<std::string> notes;
    for (const TensorPattern &pattern : patterns) {
        bool any = false, quantizable = false;
        for (const ModelTensor &tensor : model.tensors)
            if (pattern.matches(tensor.name)) {
                any = true;
                quantizable |= whyNeverQuantized(tensor).empty();
            }
        if (!any)
            notes.push_back(
                fmt::format("The pattern {} of --tensor-type matches no tensor of {}.", pattern.pattern(), model.name));
        else if (!quantizable)
            notes.push_back(fmt::format(
                "The pattern {} of --tensor-type matches only tensors that are never quantized.", pattern.pattern()));
    }
    return notes;
}

} // namespace snug
