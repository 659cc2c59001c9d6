// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/reshape.h"

#include "core/jobs/prune.h"
#include "core/model/ggufhyper.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace snug {

namespace {

Result<std::vector<KeyOverride>> parseOverrides(const JobSpec &spec)
{
    std::vector<KeyOverride> overrides;
    for (const std::string &text : spec.overrideKv) {
        auto override = parseKeyOverride(text);
        SNUG_TRY(override);
        overrides.push_back(*std::move(override));
    }
    return overrides;
}

bool hasExperts(const Model &model)
{
    return std::ranges::any_of(model.tensors,
                               [](const ModelTensor &t) { return t.name.find("_exps.") != std::string::npos; });
}

/// What no reader of the output would forgive.
Result<void> checkOverridden(const Model &model, std::uint32_t expertsBefore)
{
    if (model.hyper.expertCount > 0 && expertsBefore == 0 && !hasExperts(model))
        return fail(ErrorCode::Usage, fmt::format("--override-kv says that {} has {} experts, but it has no tensors of "
                                                  "experts. Leave that override out.",
                                                  model.name, model.hyper.expertCount));
    for (const ModelTensor &tensor : model.tensors)
        if (tensor.layer >= static_cast<int>(model.hyper.layerCount))
            return fail(ErrorCode::Usage,
                        fmt::format("--override-kv says that {} has {} layers, but it has a tensor {}. Leave that "
                                    "override out.",
                                    model.name, model.hyper.layerCount, tensor.name),
                        {}, std::nullopt, tensor.name);
    return {};
}

/// Of what is said about a file that does not read, the part after the semicolon blames the file, which was read
/// before.
tl::unexpected<Error> failOverridden(std::string_view reason)
{
    reason = reason.substr(0, reason.rfind(';'));
    return fail(ErrorCode::Usage,
                fmt::format("With --override-kv the model's keys do not fit any more: {}. Correct the "
                            "override, or leave it out.",
                            reason.substr(0, reason.find_last_not_of('.') + 1)));
}

/// Overrides are seen by the rules as the model's own keys: heads and experts decide about types.
Result<void> applyOverrides(Model &model, const std::vector<KeyOverride> &overrides)
{
    GgufMetadata metadata = model.metadata;
    bool ofArchitecture = false;
    for (const KeyOverride &override : overrides) {
        ofArchitecture |= override.key.starts_with(model.architecture + ".");
        metadata.set(override.key, override.value);
    }
    if (!ofArchitecture)
        return {};
    auto hyper = readGgufHyperparameters(metadata, model.architecture);
    if (!hyper)
        return failOverridden(hyper.error().message);
    const std::uint32_t expertsBefore = model.hyper.expertCount;
    const std::uint32_t vocabularySize = model.hyper.vocabularySize;
    model.hyper = *std::move(hyper);
    if (model.hyper.vocabularySize == 0)
        model.hyper.vocabularySize = vocabularySize;
    return checkOverridden(model, expertsBefore);
}

/// Into the order in which the source's files hold them, as keeping the split asks for.
void orderByFile(Model &model, std::vector<std::string> &sourceNames)
{
    std::vector<std::size_t> order(model.tensors.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::stable_sort(order, {}, [&](std::size_t i) {
        const TensorSource &source = model.tensors[i].source;
        return std::pair(source.fileIndex, source.offset);
    });
    std::vector<ModelTensor> tensors;
    std::vector<std::string> names;
    for (const std::size_t i : order) {
        tensors.push_back(std::move(model.tensors[i]));
        names.push_back(std::move(sourceNames[i]));
    }
    model.tensors = std::move(tensors);
    sourceNames = std::move(names);
}

} // namespace

Result<ReshapedModel> reshape(const JobSpec &spec, const Model &source)
{
    ReshapedModel reshaped;
    auto overrides = parseOverrides(spec);
    SNUG_TRY(overrides);
    reshaped.overrides = *std::move(overrides);
    for (const KeyOverride &override : reshaped.overrides)
        if (!override.note.empty())
            reshaped.notes.push_back(override.note);
    reshaped.ruleLayerCount = source.hyper.layerCount;
    for (const ModelTensor &tensor : source.tensors)
        reshaped.sourceNames.push_back(tensor.name);
    if (reshaped.overrides.empty() && spec.pruneLayers.empty() && !spec.keepSplit)
        return reshaped;

    auto model = std::make_shared<Model>(source);
    SNUG_TRY(applyOverrides(*model, reshaped.overrides));
    reshaped.ruleLayerCount = model->hyper.layerCount;
    if (!spec.pruneLayers.empty()) {
        auto pruned = pruneLayers(spec.pruneLayers, *model, reshaped.sourceNames);
        SNUG_TRY(pruned);
        reshaped.blockCount = pruned->layersLeft;
        reshaped.notes.insert(reshaped.notes.end(), pruned->notes.begin(), pruned->notes.end());
    }
    if (spec.keepSplit)
        orderByFile(*model, reshaped.sourceNames);
    reshaped.model = std::move(model);
    return reshaped;
}

} // namespace snug
