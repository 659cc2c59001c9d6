// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpoint.h"

#include "core/formats/missingfile.h"
#include "core/formats/safetensors.h"
#include "core/model/architectures.h"
#include "core/model/checkpointconfig.h"
#include "core/model/checkpointmetadata.h"
#include "core/model/checkpointtensors.h"
#include "core/model/codedtensors.h"
#include "core/model/huggingface.h"
#include "core/model/inventory.h"
#include "core/model/json.h"
#include "core/model/modeltext.h"
#include "core/model/ropefactors.h"
#include "core/model/storedcoding.h"
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

Result<void> refuseAdapter(const fs::path &folder)
{
    std::string obstacle = adapterObstacle(folder);
    if (!obstacle.empty())
        return fail(ErrorCode::Unsupported, std::move(obstacle), folder.string());
    return {};
}

Result<SafetensorsSet> openWeights(const fs::path &folder)
{
    SNUG_TRY(refuseAdapter(folder));
    std::error_code error;
    const bool hasConfig = fs::exists(folder / "config.json", error);
    auto set = openSafetensorsFolder(folder);
    if (!set)
        return fail(std::move(set).error());
    if (const std::string trace = traceOfMissing(folder / "config.json"); !hasConfig && !trace.empty())
        return fail(ErrorCode::BadInput, fmt::format("The file config.json {}.", trace), folder.string());
    if (!hasConfig)
        return fail(ErrorCode::BadInput,
                    "The folder has safetensors files but no config.json, which says what they are; download it too.",
                    folder.string());
    return set;
}

bool isVisionTower(std::string_view className)
{
    constexpr std::string_view kMarks[] = {"Vision", "CLIP", "Siglip", "ViTModel", "Dinov2"};
    return std::ranges::any_of(kMarks, [&](std::string_view mark) { return className.find(mark) != className.npos; }) &&
           className.find("CausalLM") == className.npos;
}

// "Llama, Mistral, ...": what can be converted.
std::string familyNames()
{
    std::string names;
    for (const CheckpointFamily &family : checkpointFamilies()) {
        const bool last = &family == &checkpointFamilies().back();
        names += names.empty() ? "" : last ? " and " : ", ";
        names += family.name;
    }
    return names;
}

// Why the weights cannot be converted although the class might be.
std::string weightsObstacle(const CheckpointConfig &config)
{
    if (!config.quantizedBy.empty())
        return fmt::format("The checkpoint is already quantized ({}); choose the original it was made from.",
                           config.quantizedBy);
    if (config.className.empty())
        return "config.json names no architecture, so the tensors cannot be told apart.";
    if (!config.family && !config.otherModality.empty())
        return fmt::format("Checkpoints of the class {} are more than a language model (config.json has a {}), and "
                           "only language models are converted; choose the text-only checkpoint of the model, or a "
                           "GGUF of it.",
                           printable(config.className, 80), config.otherModality);
    if (!config.family)
        return isVisionTower(config.className)
                   ? fmt::format("{} is a vision tower, which turns pictures into what a language model reads; only "
                                 "language models are converted, choose the folder of one.",
                                 printable(config.className, 80))
                   : fmt::format(
                         "Checkpoints of the class {} cannot be converted, those of {} can; a GGUF of the model can "
                         "be quantized.",
                         printable(config.className, 80), familyNames());
    if (std::ranges::find(config.family->activations, config.activation) == config.family->activations.end())
        return fmt::format("hidden_act in config.json is {}, expected {}: the output would compute something else, so "
                           "the checkpoint cannot be converted.",
                           printable(config.activation, 40), config.family->activations.front());
    return {};
}

// Lists all tensors under their own names. Where that cannot be done either, what keeps the model from being converted
// says more.
Result<void> listAsStored(Model &model, const SafetensorsSet &set)
{
    if (auto added = addTensorsAsStored(model, set); !added) {
        Error error = std::move(added).error();
        if (!model.supported && error.code == ErrorCode::Unsupported)
            error.message = model.unsupportedReason;
        return fail(std::move(error));
    }
    return finishInventory(model);
}

Result<void> addTokenizer(Model &model, const fs::path &folder, const JsonTree &config, bool noSpacePrefix)
{
    auto keys = readTokenizerKeys(folder, config, model.hyper.vocabularySize);
    if (!keys)
        return fail(std::move(keys).error());
    if (!keys->missing.empty())
        setUnsupported(model, std::move(keys->missing));
    for (const auto &[key, value] : keys->metadata.entries())
        model.metadata.append(key, value);
    if (noSpacePrefix && model.metadata.stringAt("tokenizer.ggml.model") == "llama")
        model.metadata.set("tokenizer.ggml.add_space_prefix", GgufValue::boolean(false));
    model.notes.insert(model.notes.end(), keys->notes.begin(), keys->notes.end());
    return {};
}

// The tensors of the family, or all as they are where something cannot be converted.
Result<void> addTensors(Model &model, const CheckpointConfig &config, const SafetensorsSet &set,
                        const CodedMatrices &coded)
{
    auto obstacle = config.inexpressible.empty() ? mapTensors(model, *config.family, config, set, coded)
                                                 : Result<std::string>(config.inexpressible);
    if (!obstacle)
        return fail(std::move(obstacle).error());
    if (!obstacle->empty()) {
        setUnsupported(model, *std::move(obstacle));
        model.tensors.clear();
        return listAsStored(model, set);
    }
    addRopeFactors(model, config);
    SNUG_TRY(finishInventory(model));
    if (config.fp8)
        model.mainType = "FP8";
    return {};
}

Result<void> convert(Model &model, const SafetensorsSet &set, const CodedMatrices &coded, const JsonTree &json,
                     TokenizerFiles tokenizer)
{
    auto config = readConfig(json);
    if (!config)
        return fail(std::move(config).error().inFile((model.path / "config.json").string()));
    model.hyper = config->hyper;
    SNUG_TRY(addTensors(model, *config, set, coded));
    if (!model.supported)
        return {};
    addCheckpointMetadata(model, *config);
    if (tokenizer == TokenizerFiles::Read)
        return addTokenizer(model, model.path, json, config->family->noSpacePrefix);
    if (std::string missing = missingTokenizer(model.path); !missing.empty())
        setUnsupported(model, std::move(missing));
    return {};
}

struct Codes
{
    CodedMatrices matrices;
    StoredCoding coding;
};

// Puts the matrices of a quantized folder together again, or says of the model why it cannot be computed with.
Result<Codes> decodeCodes(Model &model, SafetensorsSet &set, const JsonTree &json)
{
    const auto coding = readStoredCoding(json);
    if (!coding && coding.error().code != ErrorCode::Unsupported)
        return fail(Error(coding.error()).inFile((model.path / "config.json").string()));
    if (!coding) {
        setUnsupported(model, coding.error().message);
        return Codes();
    }
    auto gathered = gatherCodes(std::move(set), *coding);
    SNUG_TRY(gathered);
    set = std::move(gathered->set);
    return Codes{std::move(gathered->matrices), *coding};
}

} // namespace

Result<Model> openCheckpoint(const fs::path &folder, TokenizerFiles tokenizer, QuantizedFolders quantized)
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
    model.notes = set->notes;
    CheckpointConfig config = readConfigLoosely(*json);
    model.hyper = config.hyper;
    const std::string_view architecture = architectureOfClass(config.className);
    const Architecture *known = findArchitecture(architecture);
    model.architecture = architecture.empty() ? printable(config.className, 80) : std::string(architecture);
    model.architectureName = known ? std::string(known->display) : model.architecture;
    Codes codes;
    if (quantized == QuantizedFolders::Decode && !config.quantizedBy.empty()) {
        auto decoded = decodeCodes(model, *set, *json);
        SNUG_TRY(decoded);
        codes = std::move(*decoded);
        config.quantizedBy.clear();
    }
    std::string obstacle = model.supported ? weightsObstacle(config) : model.unsupportedReason;
    if (!obstacle.empty()) {
        setUnsupported(model, std::move(obstacle));
        SNUG_TRY(listAsStored(model, *set));
        return model;
    }
    SNUG_TRY(convert(model, *set, codes.matrices, *json, tokenizer));
    if (!codes.matrices.empty() && model.supported) {
        model.mainType = codes.coding.name;
        model.activationsToo = codes.coding.activationsToo;
    }
    return model;
}

// Adapters are differences from a model, in a folder of their own or beside a copy of its config.json.
std::string adapterObstacle(const fs::path &folder)
{
    std::error_code error;
    const auto isThere = [&](const char *name) { return fs::exists(folder / name, error); };
    const bool whole = isThere("model.safetensors") || isThere("model.safetensors.index.json");
    if (!isThere("adapter_config.json") || (whole && isThere("config.json")))
        return {};
    const auto config = readOptionalJsonObject(folder / "adapter_config.json", 1u << 20);
    const std::string base =
        config ? asText(member(*config, "base_model_name_or_path")).value_or(std::string()) : std::string();
    return fmt::format("The folder holds an adapter (LoRA){}{}, not a whole model; merge it into the model it was "
                       "made for and open the merged folder.",
                       base.empty() ? "" : " for ", printable(base, 100));
}

bool configNamesArchitecture(const fs::path &folder)
{
    const auto json = readJsonObject(folder / "config.json", 1u << 20);
    return json && !readConfigLoosely(*json).className.empty();
}

Result<Model> openLoneSafetensors(const fs::path &path)
{
    auto file = openWhole(path);
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
    const bool adapter = std::ranges::any_of(*tensors, [](const auto &tensor) { return isOfAdapter(tensor.name); });
    setUnsupported(model, adapter ? "The file is an adapter (LoRA), not a whole model; merge it into the model it was "
                                    "made for and open the merged folder."
                                  : "A lone safetensors file does not say what model it belongs to; choose the folder "
                                    "with its config.json.");
    SNUG_TRY(listAsStored(model, {{path}, *std::move(tensors), {}, {}}));
    return model;
}

} // namespace snug
