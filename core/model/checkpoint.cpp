// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpoint.h"

#include "core/formats/safetensors.h"
#include "core/model/architectures.h"
#include "core/model/checkpointconfig.h"
#include "core/model/checkpointfamily.h"
#include "core/model/checkpointmetadata.h"
#include "core/model/checkpointtensors.h"
#include "core/model/huggingface.h"
#include "core/model/inventory.h"
#include "core/model/modeltext.h"
#include "core/model/ropefactors.h"
#include "core/model/tokenizerkeys.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;

namespace {

void setUnsupported(Model &model, std::string reason)
{
    if (!model.supported)
        return;
    model.supported = false;
    model.unsupportedReason = std::move(reason);
}

std::string folderName(const fs::path &folder)
{
    std::error_code error;
    fs::path whole = fs::absolute(folder, error).lexically_normal();
    if (!whole.has_filename()) // the path ends in a slash
        whole = whole.parent_path();
    std::string name = repoNameOfSnapshot(whole);
    if (name.empty())
        name = fileNameSafe(whole.filename().string());
    return name.empty() ? "model" : name;
}

Result<SafetensorsSet> openWeights(const fs::path &folder)
{
    std::error_code error;
    const bool hasConfig = fs::exists(folder / "config.json", error);
    auto set = openSafetensorsFolder(folder);
    if (!set)
        return fail(std::move(set).error());
    if (!hasConfig)
        return fail(ErrorCode::BadInput,
                    "The folder has safetensors files but no config.json, which says what they are; download it too.",
                    folder.string());
    return set;
}

// Why the weights cannot be converted although the class might be.
std::string weightsObstacle(const CheckpointConfig &config, const CheckpointFamily *family)
{
    if (!config.quantizedBy.empty())
        return fmt::format("The checkpoint is already quantized ({}); choose the original it was made from.",
                           config.quantizedBy);
    if (config.className.empty())
        return "config.json names no architecture, so the tensors cannot be told apart.";
    if (!family)
        return fmt::format("Checkpoints of the class {} cannot be converted yet; a GGUF of the model can be quantized.",
                           printable(config.className, 80));
    if (std::ranges::find(family->activations, config.activation) == family->activations.end())
        return fmt::format("hidden_act in config.json is {}, expected {}: the output would compute something else, so "
                           "the checkpoint cannot be converted.",
                           printable(config.activation, 40), family->activations.front());
    return {};
}

// Lists all tensors under their own names.
Result<void> listAsStored(Model &model, const SafetensorsSet &set)
{
    SNUG_TRY(addTensorsAsStored(model, set));
    return finishInventory(model);
}

Result<void> addTokenizer(Model &model, const fs::path &folder, const JsonTree &config)
{
    auto keys = readTokenizerKeys(folder, config, model.hyper.vocabularySize);
    if (!keys)
        return fail(std::move(keys).error());
    if (!keys->missing.empty())
        setUnsupported(model, std::move(keys->missing));
    for (const auto &[key, value] : keys->metadata.entries())
        model.metadata.append(key, value);
    model.notes.insert(model.notes.end(), keys->notes.begin(), keys->notes.end());
    return {};
}

Result<void> convert(Model &model, const CheckpointFamily &family, const SafetensorsSet &set, const JsonTree &json,
                     TokenizerFiles tokenizer)
{
    auto config = readConfig(json);
    if (!config)
        return fail(std::move(config).error().inFile((model.path / "config.json").string()));
    model.hyper = config->hyper;
    auto obstacle = mapTensors(model, family, *config, set);
    if (!obstacle)
        return fail(std::move(obstacle).error());
    if (!obstacle->empty()) {
        setUnsupported(model, *std::move(obstacle));
        model.tensors.clear();
        return listAsStored(model, set);
    }
    addRopeFactors(model, *config);
    SNUG_TRY(finishInventory(model));
    addCheckpointMetadata(model, *config);
    if (tokenizer == TokenizerFiles::Read)
        return addTokenizer(model, model.path, json);
    if (std::string missing = missingTokenizer(model.path); !missing.empty())
        setUnsupported(model, std::move(missing));
    return {};
}

} // namespace

Result<Model> openCheckpoint(const fs::path &folder, TokenizerFiles tokenizer)
{
    auto set = openWeights(folder);
    if (!set)
        return fail(std::move(set).error());
    const auto json = readJsonObject(folder / "config.json");
    if (!json)
        return fail(json.error());
    Model model;
    model.path = folder;
    model.name = folderName(folder);
    model.format = SourceFormat::Checkpoint;
    model.files = set->files;
    const CheckpointConfig config = readConfigLoosely(*json);
    model.hyper = config.hyper;
    const std::string_view architecture = architectureOfClass(config.className);
    const Architecture *known = findArchitecture(architecture);
    model.architecture = architecture.empty() ? printable(config.className, 80) : std::string(architecture);
    model.architectureName = known ? std::string(known->display) : model.architecture;
    const CheckpointFamily *family = findCheckpointFamily(config.className);
    if (std::string obstacle = weightsObstacle(config, family); !obstacle.empty()) {
        setUnsupported(model, std::move(obstacle));
        SNUG_TRY(listAsStored(model, *set));
        return model;
    }
    SNUG_TRY(convert(model, *family, *set, *json, tokenizer));
    return model;
}

bool configNamesArchitecture(const fs::path &folder)
{
    const auto json = readJsonObject(folder / "config.json", 1u << 20);
    return json && !readConfigLoosely(*json).className.empty();
}

Result<Model> openLoneSafetensors(const fs::path &path)
{
    auto file = InputFile::open(path);
    if (!file)
        return fail(std::move(file).error());
    auto tensors = readSafetensorsHeader(*file);
    if (!tensors)
        return fail(std::move(tensors).error());
    Model model;
    model.path = path;
    model.name = fileNameSafe(path.stem().string());
    if (model.name.empty())
        model.name = "model";
    model.format = SourceFormat::Safetensors;
    model.architectureName = "not known";
    model.files = {path};
    setUnsupported(model, "A lone safetensors file does not say what model it belongs to; choose the folder with its "
                          "config.json.");
    SNUG_TRY(listAsStored(model, {{path}, *std::move(tensors)}));
    return model;
}

} // namespace snug
