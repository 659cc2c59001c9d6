// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointview.h"

#include "core/base/json.h"
#include "core/formats/safetensors.h"
#include "core/model/carriedfiles.h"
#include "core/model/checkpointconfig.h"
#include "core/model/checkpointweights.h"
#include "core/model/exporttensors.h"
#include "core/model/json.h"
#include "core/model/modeltext.h"
#include "core/model/sourcenames.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace snug {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr std::uint64_t kMaxConfigBytes = 4u << 20;
constexpr std::size_t kMaxConfigValues = 20'000; // keeping the order of keys takes time with the square of their number

bool isStacked(Change change)
{
    return change == Change::Stacked || change == Change::StackedFirstHalf || change == Change::StackedSecondHalf;
}

// "modeling_phi3.Phi3ForCausalLM" is a file of the folder, "owner/name--modeling..." one elsewhere.
bool namesLocalCode(const OrderedJson &map)
{
    return map.is_object() && std::ranges::any_of(map, [](const OrderedJson &value) {
               return value.is_string() && value.get<std::string>().find("--") == std::string::npos;
           });
}

class Viewer
{
public:
    Viewer(const Model &model, const SafetensorsSet &set, const CheckpointConfig &config)
        : m_model(model), m_set(set), m_config(config), m_family(*config.family), m_tensors(m_family)
    {
    }

    Result<ExportView> run()
    {
        ExportView view;
        for (const SafetensorsTensor &tensor : m_set.tensors)
            if (!isIgnoredTensor(tensor.name))
                SNUG_TRY(add(view, tensor));
        view.model = bareModel(m_model);
        view.model.hyper = m_config.hyper;
        view.model.files = m_set.files;
        SNUG_TRY(m_tensors.finish(view));
        view.tiedEmbeddings = m_config.tiedEmbeddings || !hasOutput(view);
        if (m_stacked > 0)
            view.notes.push_back(fmt::format("{} tensors with all experts of a layer ({} and others) stay as they are, "
                                             "because readers know no quantized form of them.",
                                             m_stacked, m_firstStacked));
        if (m_others > 0)
            view.notes.push_back(
                fmt::format("{} tensors of parts that are no language model stay as they are.", m_others));
        return view;
    }

private:
    static bool hasOutput(const ExportView &view)
    {
        return std::ranges::any_of(view.model.tensors,
                                   [](const ModelTensor &tensor) { return tensor.role == TensorRole::Output; });
    }

    Result<void> add(ExportView &view, const SafetensorsTensor &from)
    {
        if (from.name == kOutputSource && m_config.tiedEmbeddings) {
            view.notes.push_back(fmt::format("Output and embedding are tied, so {} is left out.", from.name));
            return {};
        }
        const auto place = placeOfSource(from.name);
        const auto rules = place && place->layer >= 0 ? m_family.layerTensors : m_family.modelTensors;
        bool known = false;
        for (const TensorRule &rule : rules) {
            const auto expert = place ? matchPattern(rule.source, place->rest) : std::nullopt;
            if (!expert || (known && !isStacked(rule.change))) // two rules take halves of experts of one tensor
                continue;
            known = true;
            SNUG_TRY(check(from, rule, place->layer, *expert));
            take(from, rule, place->layer);
        }
        return known ? Result<void>() : addOther(from);
    }

    Result<void> check(const SafetensorsTensor &from, const TensorRule &rule, int layer, std::uint32_t expert) const
    {
        const bool beyond = layer >= static_cast<int>(m_config.hyper.layerCount) ||
                            (rule.change == Change::PerExpert && expert >= m_config.hyper.expertCount);
        if (beyond)
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} is beyond the {} layers and {} experts of config.json; the "
                                    "checkpoint contradicts itself.",
                                    printable(from.name), m_config.hyper.layerCount, m_config.hyper.expertCount),
                        fileOf(from), std::nullopt, from.name);
        if (from.dtype != "F32" && from.dtype != "F16" && from.dtype != "BF16")
            return fail(ErrorCode::Unsupported,
                        fmt::format("The tensor {} is stored as {}, expected F32, F16 or BF16; choose a checkpoint "
                                    "that is not quantized yet.",
                                    printable(from.name), printable(from.dtype, 40)),
                        fileOf(from), std::nullopt, from.name);
        const auto expected = storedShape(rule, m_config);
        if (from.shape != expected)
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} has the shape [{}], expected [{}] by config.json; the files do not "
                                    "belong together.",
                                    printable(from.name), fmt::join(from.shape, ", "), fmt::join(expected, ", ")),
                        fileOf(from), std::nullopt, from.name);
        return {};
    }

    static ModelTensor tensorOf(const SafetensorsTensor &from)
    {
        ModelTensor tensor;
        tensor.name = tensor.sourceName = from.name;
        tensor.dims = {from.shape.rbegin(), from.shape.rend()};
        if (tensor.dims.empty())
            tensor.dims = {1};
        tensor.source.fileIndex = from.fileIndex;
        tensor.source.offset = from.offset;
        tensor.source.sizeBytes = from.sizeBytes;
        tensor.source.type = typeOfDtype(from.dtype).value_or(TensorType::F32);
        return tensor;
    }

    void take(const SafetensorsTensor &from, const TensorRule &rule, int layer)
    {
        ModelTensor tensor = tensorOf(from);
        const TensorRule *usual = m_tensors.usualRule(rule.target, layer);
        if (isStacked(rule.change) && usual && usual->change == Change::PerExpert)
            return takeExperts(std::move(tensor), rule, *usual, layer);
        if (from.shape.size() == 3 && m_stacked++ == 0)
            m_firstStacked = printable(from.name);
        // Where experts get other names than they are stored under, so does their router.
        if (usual && usual->source != rule.source && usual->change == Change::AsStored)
            tensor.name = sourceName(*usual, layer, 0);
        m_tensors.add(std::move(tensor), rule, layer);
    }

    void takeExperts(ModelTensor tensor, const TensorRule &rule, const TensorRule &usual, int layer)
    {
        tensor.dims = {lengthOf(rule.cols, m_config), lengthOf(rule.rows, m_config)};
        const std::uint64_t bytes = storedBytes(tensor.source.type, tensor.weightCount());
        const bool half = rule.change != Change::Stacked;
        if (rule.change == Change::StackedSecondHalf)
            tensor.source.offset += bytes;
        m_tensors.addExperts(tensor, usual, layer, m_config.hyper.expertCount, half ? 2 * bytes : bytes);
    }

    Result<void> addOther(const SafetensorsTensor &from)
    {
        if (!isOtherModality(from.name))
            return fail(ErrorCode::Unsupported,
                        fmt::format("The checkpoint has the tensor {}, which the architecture {} does not; Snug cannot "
                                    "tell what it is for.",
                                    printable(from.name), m_model.architectureName),
                        fileOf(from), std::nullopt, from.name);
        if (!typeOfDtype(from.dtype))
            return fail(ErrorCode::Unsupported,
                        fmt::format("The tensor {} is stored as {}, expected F32, F16 or BF16.", printable(from.name),
                                    printable(from.dtype, 40)),
                        fileOf(from), std::nullopt, from.name);
        ++m_others;
        m_tensors.addOther(tensorOf(from));
        return {};
    }

    std::string fileOf(const SafetensorsTensor &tensor) const { return m_set.files[tensor.fileIndex].string(); }

    const Model &m_model;
    const SafetensorsSet &m_set;
    const CheckpointConfig &m_config;
    const CheckpointFamily &m_family;
    ExportTensors m_tensors;
    std::size_t m_stacked = 0, m_others = 0;
    std::string m_firstStacked;
};

// Weights that have lost bits already would lose more, and readers expect one scheme in a folder.
Result<void> refuseQuantized(const Model &model, const nlohmann::json &json, const SafetensorsSet &set)
{
    const nlohmann::json &quantized = member(json, "quantization_config");
    const auto isCode = [](const SafetensorsTensor &tensor) {
        return tensor.dtype.starts_with("F8") || tensor.name.ends_with("_blocks") || tensor.name.ends_with(".qweight");
    };
    const auto code = std::ranges::find_if(set.tensors, isCode);
    const bool says = !quantized.is_null(); // whatever it says
    if (!says && code == set.tensors.end())
        return {};
    const std::string method =
        says ? asText(member(quantized, "quant_method")).value_or("an unnamed method") : code->dtype;
    return fail(ErrorCode::Unsupported,
                fmt::format("The checkpoint is already quantized ({}); choose the original it was made from.",
                            printable(method, 40)),
                model.path.string());
}

// The file's own text, keys in their order, without what speaks of quantization and of code that does not come along.
Result<void> takeConfig(ExportView &view, std::string_view text)
{
    OrderedJson config = OrderedJson::parse(text.substr(text.starts_with("\xEF\xBB\xBF") ? 3 : 0), nullptr, false);
    if (!config.is_object()) // it was one a moment ago
        return fail(ErrorCode::BadInput, "config.json has changed while it was read; try again.",
                    view.model.path.string());
    config.erase("quantization_config");
    if (config.contains("auto_map") && namesLocalCode(config["auto_map"]))
        config.erase("auto_map");
    view.config = config.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
    for (const char *key : {"dtype", "torch_dtype"})
        if (config.contains(key) && config[key].is_string() && view.dtype.empty()) {
            const std::string said = config[key].get<std::string>();
            if (said == "bfloat16" || said == "float16" || said == "float32")
                view.dtype = said;
        }
    if (view.dtype.empty())
        view.dtype = torchDtype(view.model.mainType);
    return {};
}

} // namespace

Result<ExportView> checkpointView(const Model &model)
{
    auto set = openSafetensorsFolder(model.path);
    SNUG_TRY(set);
    const std::filesystem::path path = model.path / "config.json";
    const auto text = readTextFile(path, kMaxConfigBytes);
    SNUG_TRY(text);
    JsonLimits limits;
    limits.valueCount = kMaxConfigValues;
    auto json = parseJson(*text, "config.json", limits);
    if (!json)
        return fail(std::move(json).error().inFile(path.string()));
    SNUG_TRY(refuseQuantized(model, *json, *set));
    const JsonTree tree({*std::move(json)});
    if (!readConfigLoosely(tree).family)
        return fail(ErrorCode::Unsupported,
                    model.unsupportedReason.empty() ? "config.json names no architecture that Snug knows."
                                                    : model.unsupportedReason,
                    model.path.string());
    auto config = readConfig(tree);
    if (!config)
        return fail(std::move(config).error().inFile(path.string()));
    auto view = Viewer(model, *set, *config).run();
    SNUG_TRY(view);
    SNUG_TRY(takeConfig(*view, *text));
    carryFiles(*view, model.path);
    return view;
}

} // namespace snug
