// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ggufmodel.h"

#include "core/formats/gguf.h"
#include "core/model/architectures.h"
#include "core/model/ggufhyper.h"
#include "core/model/ggufparts.h"
#include "core/model/inventory.h"
#include "core/model/modeltext.h"
#include "core/model/ollama.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

constexpr std::uint64_t kOutputAlignment = 32;

// The keys of a plain conversion: all of the source, except what describes how the source itself was laid out.
GgufMetadata keptMetadata(const GgufMetadata &source, std::vector<std::string> &notes)
{
    GgufMetadata kept;
    for (const auto &[key, value] : source.entries()) {
        if (key.starts_with("split."))
            continue;
        if (key == "general.alignment" && value.asUnsigned() != kOutputAlignment) {
            notes.push_back(fmt::format("The source aligns its data to {} bytes; the output uses 32 and leaves "
                                        "general.alignment out, because a reader would look in the wrong places.",
                                        value.asUnsigned().value_or(0)));
            continue;
        }
        kept.append(key, value);
    }
    return kept;
}

Result<std::string> readArchitecture(const GgufMetadata &metadata, const std::filesystem::path &path)
{
    const auto architecture = metadata.stringAt("general.architecture");
    if (architecture && !architecture->empty())
        return *architecture;
    if (metadata.stringAt("general.type") == "imatrix")
        return fail(ErrorCode::Unsupported,
                    "The file is an importance matrix, not a model; choose the model it was made from.", path.string());
    return fail(ErrorCode::BadInput,
                "The header has no general.architecture, which every model needs; the file is damaged or not a model.",
                path.string());
}

void setUnsupported(Model &model, std::string reason)
{
    model.supported = false;
    model.unsupportedReason = std::move(reason);
}

// Reasons that can be told without looking at hyperparameters.
void judge(Model &model)
{
    const std::string type = model.metadata.stringAt("general.type").value_or("model");
    const Architecture *known = findArchitecture(model.architecture);
    model.architectureName = known ? std::string(known->display) : printable(model.architecture, 60);
    if (type == "adapter")
        setUnsupported(model, "The file is an adapter (LoRA), not a whole model; merge it into its model first.");
    else if (type == "mmproj" || model.architecture == "clip")
        setUnsupported(model, "The file is the vision or audio part of a model, which Snug does not quantize.");
    else if (!known)
        setUnsupported(model, fmt::format("The architecture \"{}\" is not one that Snug knows; the model can be looked "
                                          "at, not quantized.",
                                          model.architectureName));
    else if (model.tensors.empty())
        setUnsupported(model, "The file has no tensors (a vocabulary alone), so there is nothing to quantize.");
}

Result<void> checkLayers(const Model &model)
{
    for (const ModelTensor &tensor : model.tensors)
        if (tensor.layer >= static_cast<int>(model.hyper.layerCount))
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} is in layer {}, but {}.block_count says there are {} layers; the "
                                    "file contradicts itself.",
                                    printable(tensor.name), tensor.layer, model.architecture, model.hyper.layerCount),
                        model.path.string(), std::nullopt, tensor.name);
    return {};
}

Result<void> readHyperparameters(Model &model)
{
    auto hyper = readGgufHyperparameters(model.metadata, model.architecture);
    if (hyper)
        model.hyper = *std::move(hyper);
    else if (model.supported)
        return fail(std::move(hyper).error().inFile(model.path.string()));
    if (const ModelTensor *embedding = model.find("token_embd.weight"); embedding && model.hyper.vocabularySize == 0)
        model.hyper.vocabularySize = static_cast<std::uint32_t>(std::min<std::uint64_t>(embedding->rows(), UINT32_MAX));
    return model.supported ? checkLayers(model) : Result<void>();
}

void addNotes(Model &model)
{
    if (model.files.size() > 1)
        model.notes.push_back(fmt::format("The model is read from {} files.", model.files.size()));
    if (const TensorTypeInfo *type = findTensorType(std::string_view(model.mainType)); type && type->quantized)
        model.notes.push_back(fmt::format("Most weights are already {}; levels that quantize them again lose more "
                                          "than they would from the original.",
                                          type->name));
}

void addTensors(Model &model, std::vector<GgufTensor> tensors, std::size_t fileIndex)
{
    for (GgufTensor &from : tensors) {
        ModelTensor tensor;
        tensor.sourceName = from.name;
        tensor.name = std::move(from.name);
        tensor.dims = std::move(from.dims);
        tensor.type = from.type;
        tensor.source = {fileIndex, from.offset, from.sizeBytes, from.type, RowOrder::AsStored, 0, {}, {}};
        model.tensors.push_back(std::move(tensor));
    }
}

} // namespace

Result<Model> openGguf(const std::filesystem::path &path, std::string_view knownName)
{
    auto parts = readGgufParts(path);
    if (!parts)
        return fail(std::move(parts).error());
    Model model;
    model.path = path;
    model.format = SourceFormat::Gguf;
    const GgufMetadata &metadata = parts->front().header.metadata;
    auto architecture = readArchitecture(metadata, path);
    if (!architecture)
        return fail(std::move(architecture).error());
    model.architecture = *std::move(architecture);
    model.metadata = keptMetadata(metadata, model.notes);
    model.name = fileNameSafe(metadata.stringAt("general.name").value_or(""));
    if (model.name.empty())
        model.name = knownName.empty() ? ollamaNameOfBlob(path) : fileNameSafe(knownName);
    if (model.name.empty())
        model.name = fileNameSafe(stemWithoutPart(path));
    if (model.name.empty())
        model.name = "model";
    for (GgufPart &part : *parts) {
        addTensors(model, std::move(part.header.tensors), model.files.size());
        model.files.push_back(std::move(part.path));
    }
    SNUG_TRY(finishInventory(model));
    judge(model);
    SNUG_TRY(readHyperparameters(model));
    addNotes(model);
    return model;
}

} // namespace snug
