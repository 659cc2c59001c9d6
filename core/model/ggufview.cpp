// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/ggufview.h"

#include "core/base/json.h"
#include "core/model/checkpointconfig.h"
#include "core/model/checkpointweights.h"
#include "core/model/exporttensors.h"
#include "core/model/ggufconfig.h"
#include "core/model/ggufrope.h"
#include "core/model/json.h"
#include "core/model/modeltext.h"
#include "core/model/sourcenames.h"
#include "core/model/tokenizerfiles.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

namespace snug {

namespace {

bool isFloat(TensorType type) { return type == TensorType::F32 || type == TensorType::F16 || type == TensorType::BF16; }

// Layouts with an inverse.
bool canUndo(Change change)
{
    return change == Change::AsStored || change == Change::RotaryQuery || change == Change::RotaryKey ||
           change == Change::PlusOne || change == Change::PerExpert;
}

// A name in a GGUF as layer and rest.
SourcePlace placeOfTarget(const ModelTensor &tensor)
{
    if (tensor.layer < 0)
        return {-1, tensor.name};
    const std::string_view name = tensor.name;
    return {tensor.layer, name.substr(name.find('.', name.find('.') + 1) + 1)}; // behind "blk.N."
}

class Restorer
{
public:
    Restorer(const Model &model, const CheckpointFamily &family, const CheckpointConfig &config)
        : m_model(model), m_family(family), m_config(config), m_tensors(family)
    {
    }

    Result<ExportView> run()
    {
        ExportView view;
        for (const ModelTensor &tensor : m_model.tensors)
            if (!isRopeFactors(m_model, tensor))
                SNUG_TRY(add(tensor));
        SNUG_TRY(checkComplete());
        view.model = bareModel(m_model);
        view.model.hyper = m_config.hyper;
        view.model.files = m_model.files;
        SNUG_TRY(m_tensors.finish(view));
        return view;
    }

private:
    Result<void> add(const ModelTensor &from)
    {
        const SourcePlace place = placeOfTarget(from);
        const TensorRule *rule = m_tensors.usualRule(place.rest, place.layer);
        if (!rule)
            return fail(ErrorCode::Unsupported,
                        fmt::format("The file has the tensor {}, which a {} checkpoint does not; it cannot be turned "
                                    "back into one.",
                                    printable(from.name), m_family.name),
                        m_model.path.string(), std::nullopt, from.name);
        SNUG_TRY(checkShape(from, *rule));
        m_found.insert(targetName(*rule, place.layer));
        ModelTensor tensor;
        tensor.sourceName = from.name;
        tensor.name = sourceName(*rule, place.layer, 0);
        tensor.dims = from.dims;
        tensor.source = from.source;
        if (rule->change == Change::PerExpert) {
            tensor.dims.pop_back();
            const std::uint64_t bytes = storedBytes(tensor.source.type, tensor.weightCount());
            m_tensors.addExperts(tensor, *rule, place.layer, m_config.hyper.expertCount, bytes);
            return {};
        }
        undo(tensor.source, *rule);
        m_tensors.add(std::move(tensor), *rule, place.layer);
        return {};
    }

    void undo(TensorSource &source, const TensorRule &rule) const
    {
        if (rule.change == Change::RotaryQuery || rule.change == Change::RotaryKey) {
            source.rowOrder = RowOrder::RotaryHalves;
            source.headCount =
                rule.change == Change::RotaryQuery ? m_config.hyper.headCount : m_config.hyper.headCountKv;
        }
        if (rule.change == Change::PlusOne) {
            source.layout.encoding = Encoding::MinusOne;
            source.layout.storedType = source.type;
            source.layout.unitWeights = 1;
            source.layout.pieces = {{0, source.fileIndex, source.offset, 0, 0}};
            source.type = TensorType::F32;
        }
    }

    Result<void> checkShape(const ModelTensor &from, const TensorRule &rule) const
    {
        std::vector<std::uint64_t> expected = {lengthOf(rule.rows, m_config)};
        if (rule.cols != Extent::None)
            expected.insert(expected.begin(), lengthOf(rule.cols, m_config));
        if (rule.change == Change::PerExpert)
            expected.push_back(m_config.hyper.expertCount);
        if (from.dims == expected)
            return {};
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} has the shape [{}], expected [{}] by the header; the file contradicts "
                                "itself.",
                                printable(from.name), fmt::join(from.dims, ", "), fmt::join(expected, ", ")),
                    m_model.path.string(), std::nullopt, from.name);
    }

    bool isRequired(Presence presence) const
    {
        return presence == Presence::Required || (presence == Presence::AttentionBias && m_config.attentionBias) ||
               (presence == Presence::MlpBias && m_config.mlpBias);
    }

    // Of several ways to store a tensor the first rule counts, as in usualRule().
    Result<void> checkComplete() const
    {
        for (int layer = -1; layer < static_cast<int>(m_config.hyper.layerCount); ++layer)
            for (const TensorRule &rule : layer < 0 ? m_family.modelTensors : m_family.layerTensors)
                if (const std::string name = targetName(rule, layer);
                    isRequired(rule.presence) && !m_found.contains(name))
                    return fail(ErrorCode::BadInput,
                                fmt::format("The tensor {} is missing, which a {} checkpoint needs{}; the file is "
                                            "incomplete or of another model.",
                                            name, m_family.name,
                                            rule.presence == Presence::Required ? "" : " where it has biases"),
                                m_model.path.string(), std::nullopt, name);
        return {};
    }

    const Model &m_model;
    const CheckpointFamily &m_family;
    const CheckpointConfig &m_config;
    ExportTensors m_tensors;
    std::set<std::string, std::less<>> m_found; // GGUF names
};

Result<const CheckpointFamily *> findFamily(const Model &model)
{
    const CheckpointFamily *family = familyOfGguf(model);
    const auto undone = [](const TensorRule &rule) {
        return canUndo(rule.change) || rule.presence != Presence::Required;
    };
    if (family && std::ranges::all_of(family->layerTensors, undone))
        return family;
    return fail(ErrorCode::Unsupported,
                fmt::format("A GGUF of the architecture {}{} cannot be turned back into a checkpoint; choose the "
                            "checkpoint folder it was made from.",
                            model.architectureName, family || model.hyper.expertCount == 0 ? "" : " with experts"),
                model.path.string());
}

Result<void> refuseQuantized(const Model &model)
{
    const auto found =
        std::ranges::find_if(model.tensors, [](const ModelTensor &tensor) { return !isFloat(tensor.source.type); });
    if (found == model.tensors.end())
        return {};
    return fail(ErrorCode::Unsupported,
                fmt::format("The GGUF is already quantized ({} is {}), so a checkpoint of it would be worse than one "
                            "of the original; choose one in F32, F16 or BF16, or the checkpoint folder it was made "
                            "from.",
                            printable(found->name), tensorTypeName(found->source.type)),
                model.path.string(), std::nullopt, found->name);
}

Result<CheckpointConfig> checkedConfig(const Model &model, const std::string &text)
{
    auto json = parseJson(text, "config.json");
    SNUG_TRY(json);
    auto config = readConfig(JsonTree({*std::move(json)}));
    if (!config) {
        Error error = std::move(config).error();
        error.message = fmt::format("The header makes no sound config.json: {}", error.message);
        return fail(std::move(error).inFile(model.path.string()));
    }
    return config;
}

/// A GGUF keeps vectors and routers in F32 whatever the model's type is. Readers that compute in that type do not take
/// a mix, so they go back to it; where the GGUF was made from such a model, nothing is lost.
void narrowVectors(ExportView &view)
{
    const TensorTypeInfo *type = findTensorType(std::string_view(view.model.mainType));
    if (!type || (type->type != TensorType::BF16 && type->type != TensorType::F16))
        return;
    for (ModelTensor &tensor : view.model.tensors)
        if (tensor.source.type == TensorType::F32 && (tensor.dims.size() < 2 || tensor.role == TensorRole::Router))
            tensor.type = type->type;
}

void addLicenceNote(ExportView &view, const GgufMetadata &metadata)
{
    const std::string licence = metadata.stringAt("general.license").value_or("");
    view.notes.push_back(licence.empty() ? "A GGUF has no licence file, so none goes along; look up the model's terms."
                                         : fmt::format("A GGUF has no licence file, so none goes along; its header "
                                                       "says \"{}\".",
                                                       printable(licence, 80)));
}

} // namespace

Result<ExportView> ggufView(const Model &model)
{
    if (!model.supported)
        return fail(ErrorCode::Unsupported, model.unsupportedReason, model.path.string());
    SNUG_TRY(refuseQuantized(model));
    const auto family = findFamily(model);
    SNUG_TRY(family);
    auto text = configOfGguf(model, **family);
    SNUG_TRY(text);
    const auto config = checkedConfig(model, *text);
    SNUG_TRY(config);
    auto view = Restorer(model, **family, *config).run();
    SNUG_TRY(view);
    view->config = *std::move(text);
    view->dtype = torchDtype(view->model.mainType);
    view->tiedEmbeddings = config->tiedEmbeddings;
    narrowVectors(*view);
    SNUG_TRY(addTokenizerFiles(*view, model));
    view->files.push_back({"generation_config.json", {}, generationConfigOfGguf(model.metadata)});
    addLicenceNote(*view, model.metadata);
    return view;
}

} // namespace snug
