// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointtensors.h"

#include "core/model/checkpointweights.h"
#include "core/model/floatvalues.h"
#include "core/model/modeltext.h"
#include "core/model/sourcenames.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <set>
#include <unordered_map>

namespace snug {

namespace {

std::vector<std::uint64_t> ggufDims(const std::vector<std::uint64_t> &shape)
{
    if (shape.empty())
        return {1}; // a scalar
    return {shape.rbegin(), shape.rend()};
}

// First component of a dotted name that is a number, as a layer; -1 without one.
int numberInName(std::string_view name)
{
    while (!name.empty()) {
        const std::string_view part = name.substr(0, name.find('.'));
        int number = 0;
        const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), number);
        if (error == std::errc() && end == part.data() + part.size() && number >= 0)
            return number;
        name.remove_prefix(std::min(part.size() + 1, name.size()));
    }
    return -1;
}

// A GGUF tensor while its sources are found.
struct Gathered
{
    const TensorRule *rule = nullptr;
    int layer = -1;
    std::vector<StoredTensor> parts; // by expert, or one
};

class TensorMapper
{
public:
    TensorMapper(Model &model, const CheckpointFamily &family, const CheckpointConfig &config,
                 const SafetensorsSet &set, const CodedMatrices &coded)
        : m_model(model), m_family(family), m_config(config), m_set(set), m_coded(coded)
    {
    }

    Result<std::string> run()
    {
        for (const SafetensorsTensor &tensor : m_set.tensors)
            m_byName.emplace(tensor.name, &tensor);
        for (const SafetensorsTensor &tensor : m_set.tensors)
            if (const std::string name = scaleName(tensor); !name.empty())
                m_scales.insert(name);
        for (const SafetensorsTensor &tensor : m_set.tensors) {
            if (isLeftOut(tensor))
                continue;
            auto obstacle = add(tensor);
            if (!obstacle || !obstacle->empty())
                return obstacle;
        }
        SNUG_TRY(checkComplete());
        for (auto &[target, gathered] : m_gathered)
            SNUG_TRY(finish(target, gathered));
        tellOtherParts();
        tellSharedOutput();
        tellComputed();
        return std::string();
    }

private:
    void tellComputed()
    {
        if (m_computed.size() == 1)
            m_model.notes.push_back(
                fmt::format("Tensor {} is left out: programs compute it anew.", printable(m_computed.front())));
        else if (!m_computed.empty())
            m_model.notes.push_back(fmt::format("{} tensors such as {} are left out: programs compute them anew.",
                                                m_computed.size(), printable(m_computed.front())));
    }

    // Scales are taken along with their weights.
    bool isLeftOut(const SafetensorsTensor &tensor)
    {
        if (isIgnoredTensor(tensor.name)) {
            m_computed.push_back(tensor.name);
            return true;
        }
        if (m_scales.contains(tensor.name) && tensor.dtype != "F8_E4M3")
            return true;
        if (m_config.fp8 && (tensor.name.ends_with(".activation_scale") || tensor.name.ends_with(".input_scale")))
            return true;
        if (tensor.name == kOutputSource && m_config.tiedEmbeddings) {
            m_model.notes.push_back(fmt::format("Output and embedding are tied, so {} is left out.", tensor.name));
            return true;
        }
        return false;
    }

    Result<std::string> add(const SafetensorsTensor &from)
    {
        const auto place = placeOfSource(from.name);
        const auto rules = place && place->layer >= 0 ? m_family.layerTensors : m_family.modelTensors;
        bool known = false;
        for (const TensorRule &rule : rules) {
            const auto expert = place ? matchPattern(rule.source, place->rest) : std::nullopt;
            if (!expert)
                continue;
            known = true;
            auto obstacle = take(from, rule, place->layer, *expert);
            if (!obstacle || !obstacle->empty())
                return obstacle;
        }
        if (known)
            return std::string();
        if (isOfAdapter(from.name))
            return fmt::format("The checkpoint has the tensor {} of an adapter (LoRA); merge the adapter into its "
                               "model and open the merged folder.",
                               printable(from.name));
        if (!isOtherModality(from.name))
            return fmt::format("The checkpoint has the tensor {}, which the architecture {} does not; it cannot be "
                               "converted.",
                               printable(from.name), m_model.architectureName);
        if (m_otherParts++ == 0)
            m_firstOther = from.name;
        return std::string();
    }

    Result<std::string> take(const SafetensorsTensor &from, const TensorRule &rule, int layer, std::uint32_t expert)
    {
        if (layer >= static_cast<int>(m_config.hyper.layerCount))
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} is in layer {}, but num_hidden_layers in config.json is {}; the "
                                    "checkpoint contradicts itself.",
                                    printable(from.name), layer, m_config.hyper.layerCount),
                        fileOf(from), std::nullopt, from.name);
        const std::size_t partCount = rule.change == Change::PerExpert ? m_config.hyper.expertCount : 1;
        if (expert >= partCount)
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} is of expert {}, but config.json has {} experts; the checkpoint "
                                    "contradicts itself.",
                                    printable(from.name), expert, partCount),
                        fileOf(from), std::nullopt, from.name);
        const auto coded = m_coded.find(from.name);
        if (coded == m_coded.end() ? !canTake(rule, from.dtype, m_config) : !canTakeCodes(rule))
            return fmt::format("The tensor {} is stored as {}, expected F32, F16 or BF16.", printable(from.name),
                               printable(from.dtype, 40));
        SNUG_TRY(checkShape(from, storedShape(rule, m_config)));
        StoredTensor stored{&from, nullptr, coded == m_coded.end() ? nullptr : &coded->second};
        SNUG_TRY(findScales(stored, rule));
        Gathered &gathered = m_gathered[targetName(rule, layer)];
        if (gathered.rule && gathered.rule != &rule)
            return fail(ErrorCode::BadInput,
                        fmt::format("The checkpoint has {} and another tensor for the same weights, expected one; "
                                    "remove the folder's files that belong to another checkpoint.",
                                    printable(from.name)),
                        fileOf(from), std::nullopt, from.name);
        gathered.rule = &rule;
        gathered.layer = layer;
        gathered.parts.resize(partCount);
        gathered.parts[expert] = stored;
        return std::string();
    }

    Result<void> findScales(StoredTensor &stored, const TensorRule &rule) const
    {
        const SafetensorsTensor &from = *stored.weights;
        const std::string name = scaleName(from);
        if (name.empty() || stored.coded)
            return {};
        const auto found = m_byName.find(name);
        if (found == m_byName.end())
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} has no {} with its scales; download the checkpoint again.",
                                    printable(from.name), printable(name)),
                        fileOf(from), std::nullopt, from.name);
        const SafetensorsTensor &scales = *found->second;
        const bool fine = from.dtype == "U8" ? scales.dtype == "U8" : scales.dtype == "F32" || scales.dtype == "BF16";
        if (!fine)
            return fail(ErrorCode::BadInput,
                        fmt::format("The scales {} are stored as {}, expected {}; the checkpoint is damaged.",
                                    printable(name), printable(scales.dtype, 40),
                                    from.dtype == "U8" ? "U8" : "F32 or BF16"),
                        fileOf(scales), std::nullopt, scales.name);
        const auto shape = scaleShape(rule, m_config);
        const bool single = shape.empty() && scales.shape == std::vector<std::uint64_t>{1};
        stored.scales = &scales;
        return single ? Result<void>() : checkShape(scales, shape);
    }

    Result<void> finish(const std::string &target, const Gathered &gathered)
    {
        ModelTensor tensor;
        tensor.name = target;
        const SafetensorsTensor &first = *gathered.parts.front().weights;
        tensor.sourceName = gathered.parts.size() == 1
                                ? first.name
                                : fmt::format("{}{}.{}", kLayerPrefix, gathered.layer, gathered.rule->source);
        for (const StoredTensor &part : gathered.parts)
            if (part.weights->dtype != first.dtype || (part.scales && part.scales->dtype != first.dtype &&
                                                       part.scales->dtype != gathered.parts.front().scales->dtype))
                return fail(ErrorCode::BadInput,
                            fmt::format("The tensors {} and {} are stored as {} and {}, expected one type for all "
                                        "experts of a layer; the checkpoint is damaged.",
                                        printable(first.name), printable(part.weights->name), first.dtype,
                                        part.weights->dtype),
                            fileOf(*part.weights), std::nullopt, part.weights->name);
        fillWeights(tensor, *gathered.rule, m_config, gathered.parts);
        if (tensor.source.rowOrder != RowOrder::AsStored && tensor.dims.size() == 1)
            SNUG_TRY(readRotatedVector(tensor));
        m_model.tensors.push_back(std::move(tensor));
        return {};
    }

    // A vector has one row, so its elements are put in order here and carried as values.
    Result<void> readRotatedVector(ModelTensor &tensor)
    {
        auto stored = readFloats(m_set.files[tensor.source.fileIndex], tensor.source);
        if (!stored)
            return fail(std::move(stored).error().atTensor(tensor.name));
        std::vector<float> values(stored->size());
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = (*stored)[static_cast<std::size_t>(sourceRow(tensor.source, values.size(), i))];
        tensor.source.values = std::move(values);
        tensor.source.type = TensorType::F32;
        tensor.source.rowOrder = RowOrder::AsStored;
        tensor.source.headCount = 0;
        return {};
    }

    Result<void> checkShape(const SafetensorsTensor &from, const std::vector<std::uint64_t> &expected) const
    {
        if (from.shape == expected)
            return {};
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} has the shape [{}], expected [{}] by config.json; the files do not "
                                "belong together.",
                                printable(from.name), fmt::join(from.shape, ", "), fmt::join(expected, ", ")),
                    fileOf(from), std::nullopt, from.name);
    }

    bool isRequired(Presence presence) const
    {
        return presence == Presence::Required || (presence == Presence::AttentionBias && m_config.attentionBias) ||
               (presence == Presence::MlpBias && m_config.mlpBias);
    }

    static std::string_view reasonFor(Presence presence)
    {
        if (presence == Presence::AttentionBias)
            return ", though config.json says attention_bias is true";
        return presence == Presence::MlpBias ? ", though config.json says mlp_bias is true" : "";
    }

    // Names of tensors that must be there and are not, in the order of the table.
    std::vector<std::string> missingSources(std::string_view &reason) const
    {
        std::vector<std::string> missing;
        const auto look = [&](const TensorRule &rule, int layer) {
            const auto found = m_gathered.find(targetName(rule, layer));
            if (found == m_gathered.end()) {
                if (!isRequired(rule.presence))
                    return;
                if (missing.empty())
                    reason = reasonFor(rule.presence);
                missing.push_back(sourceName(rule, layer, 0));
            } else if (found->second.rule == &rule) {
                for (std::size_t e = 0; e < found->second.parts.size(); ++e)
                    if (!found->second.parts[e].weights)
                        missing.push_back(sourceName(rule, layer, e));
            }
        };
        for (const TensorRule &rule : m_family.modelTensors)
            look(rule, -1);
        for (std::uint32_t layer = 0; layer < m_config.hyper.layerCount; ++layer)
            for (const TensorRule &rule : m_family.layerTensors)
                look(rule, static_cast<int>(layer));
        return missing;
    }

    Result<void> checkComplete() const
    {
        std::string_view reason;
        const std::vector<std::string> missing = missingSources(reason);
        if (missing.empty())
            return {};
        if (std::ranges::binary_search(m_set.unnamed, missing.front()))
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} is in a shard, but model.safetensors.index.json does not name it; "
                                    "download the index again.",
                                    missing.front()),
                        m_model.path.string(), std::nullopt, missing.front());
        return fail(
            ErrorCode::BadInput,
            fmt::format("The tensor {} is missing from the checkpoint{}{}; download its files again.", missing.front(),
                        reason,
                        missing.size() > 1 ? fmt::format(", and {} more are", missing.size() - 1) : std::string()),
            m_model.path.string(), std::nullopt, missing.front());
    }

    // Programs then take the embedding for the output, as for tied ones.
    void tellSharedOutput()
    {
        if (!m_config.tiedEmbeddings && !m_gathered.contains("output.weight"))
            m_model.notes.push_back(fmt::format("The checkpoint has no {}, though config.json does not tie output and "
                                                "embedding; programs will take the embedding for both.",
                                                kOutputSource));
    }

    void tellOtherParts()
    {
        if (m_otherParts > 0)
            m_model.notes.push_back(fmt::format("{} tensors of parts that are no language model ({}{}) are left out.",
                                                m_otherParts, printable(m_firstOther),
                                                m_otherParts > 1 ? " and others" : ""));
    }

    std::string fileOf(const SafetensorsTensor &tensor) const { return m_set.files[tensor.fileIndex].string(); }

    Model &m_model;
    const CheckpointFamily &m_family;
    const CheckpointConfig &m_config;
    const SafetensorsSet &m_set;
    const CodedMatrices &m_coded;
    std::vector<std::string> m_computed; // names of what is left out because nobody needs it
    std::unordered_map<std::string_view, const SafetensorsTensor *> m_byName;
    std::set<std::string> m_scales;             // names of tensors that hold scales of others
    std::map<std::string, Gathered> m_gathered; // by GGUF name
    std::size_t m_otherParts = 0;
    std::string m_firstOther;
};

} // namespace

Result<void> addTensorsAsStored(Model &model, const SafetensorsSet &set)
{
    for (const SafetensorsTensor &from : set.tensors) {
        const auto type = typeOfDtype(from.dtype);
        if (!type)
            return fail(ErrorCode::Unsupported,
                        fmt::format("The tensor {} is stored as {}, expected F32, F16 or BF16.", printable(from.name),
                                    printable(from.dtype, 40)),
                        set.files[from.fileIndex].string(), std::nullopt, from.name);
        ModelTensor tensor;
        tensor.name = tensor.sourceName = from.name;
        tensor.dims = ggufDims(from.shape);
        tensor.type = *type;
        tensor.layer = numberInName(from.name);
        tensor.source = {from.fileIndex, from.offset, from.sizeBytes, *type, RowOrder::AsStored, 0, {}, {}};
        model.tensors.push_back(std::move(tensor));
    }
    return {};
}

Result<std::string> mapTensors(Model &model, const CheckpointFamily &family, const CheckpointConfig &config,
                               const SafetensorsSet &set, const CodedMatrices &coded)
{
    return TensorMapper(model, family, config, set, coded).run();
}

} // namespace snug
