// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/checkpointtensors.h"

#include "core/model/floatvalues.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <set>

namespace snug {

namespace {

struct DtypeName
{
    std::string_view dtype;
    TensorType type;
};

constexpr DtypeName kDtypes[] = {
    {"F32", TensorType::F32}, {"F16", TensorType::F16}, {"BF16", TensorType::BF16}, {"F64", TensorType::F64},
    {"I64", TensorType::I64}, {"I32", TensorType::I32}, {"I16", TensorType::I16},   {"I8", TensorType::I8},
};

bool isConvertible(TensorType type)
{
    return type == TensorType::F32 || type == TensorType::F16 || type == TensorType::BF16;
}

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

// Which rule a source name falls under, and for which layer.
struct Match
{
    const TensorRule *rule = nullptr;
    int layer = -1;
};

Match matchRule(const CheckpointFamily &family, std::string_view name)
{
    const auto find = [](std::span<const TensorRule> rules, std::string_view key) -> const TensorRule * {
        const auto found = std::ranges::find(rules, key, &TensorRule::source);
        return found == rules.end() ? nullptr : &*found;
    };
    if (!name.starts_with(family.layerPrefix))
        return {find(family.modelTensors, name), -1};
    const std::string_view rest = name.substr(family.layerPrefix.size());
    int layer = -1;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), layer);
    const auto digits = static_cast<std::size_t>(end - rest.data());
    const bool plain = error == std::errc() && layer >= 0 && digits < rest.size() && *end == '.' &&
                       (digits == 1 || rest.front() != '0'); // "00" would name layer 0 twice
    if (!plain)
        return {};
    return {find(family.layerTensors, rest.substr(digits + 1)), layer};
}

class TensorMapper
{
public:
    TensorMapper(Model &model, const CheckpointFamily &family, const CheckpointConfig &config,
                 const SafetensorsSet &set)
        : m_model(model), m_family(family), m_config(config), m_set(set)
    {
    }

    Result<std::string> run()
    {
        for (const SafetensorsTensor &tensor : m_set.tensors) {
            if (isIgnoredTensor(tensor.name))
                continue;
            auto obstacle = add(tensor);
            if (!obstacle || !obstacle->empty())
                return obstacle;
        }
        SNUG_TRY(checkComplete());
        return std::string();
    }

private:
    Result<std::string> add(const SafetensorsTensor &from)
    {
        const Match match = matchRule(m_family, from.name);
        if (!match.rule)
            return fmt::format("The checkpoint has the tensor {}, which the architecture {} does not; it cannot be "
                               "converted.",
                               printable(from.name), m_model.architectureName);
        if (match.layer >= static_cast<int>(m_config.hyper.layerCount))
            return fail(ErrorCode::BadInput,
                        fmt::format("The tensor {} is in layer {}, but num_hidden_layers in config.json is {}; the "
                                    "checkpoint contradicts itself.",
                                    printable(from.name), match.layer, m_config.hyper.layerCount),
                        fileOf(from), std::nullopt, from.name);
        const auto type = typeOfDtype(from.dtype);
        if (!type || !isConvertible(*type))
            return fmt::format("The tensor {} is stored as {}, expected F32, F16 or BF16.", printable(from.name),
                               printable(from.dtype, 40));
        SNUG_TRY(checkShape(from, *match.rule));
        if (from.name == m_family.outputSource && m_config.tiedEmbeddings) {
            m_model.notes.push_back(fmt::format("Output and embedding are tied, so {} is left out.", from.name));
            return std::string();
        }
        SNUG_TRY(addMapped(from, match, *type));
        return std::string();
    }

    Result<void> addMapped(const SafetensorsTensor &from, const Match &match, TensorType type)
    {
        const TensorRule &rule = *match.rule;
        ModelTensor tensor;
        tensor.name = match.layer < 0 ? std::string(rule.target) : fmt::format("blk.{}.{}", match.layer, rule.target);
        tensor.sourceName = from.name;
        tensor.dims = ggufDims(from.shape);
        tensor.type = tensor.dims.size() == 1 ? TensorType::F32 : type;
        tensor.source = {from.fileIndex, from.offset, from.sizeBytes, type, RowOrder::AsStored, 0, {}};
        if (rule.rotary != Rotary::No) {
            tensor.source.rowOrder = RowOrder::RotaryInterleaved;
            tensor.source.headCount =
                rule.rotary == Rotary::Query ? m_config.hyper.headCount : m_config.hyper.headCountKv;
        }
        if (rule.rotary != Rotary::No && tensor.dims.size() == 1)
            SNUG_TRY(readRotatedVector(tensor));
        m_found.insert(tensor.name);
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

    std::uint64_t length(Extent extent) const
    {
        const Hyperparameters &hyper = m_config.hyper;
        const std::uint64_t headLength = m_config.headLength;
        switch (extent) {
        case Extent::None:
            return 0;
        case Extent::Hidden:
            return hyper.embeddingLength;
        case Extent::FeedForward:
            return hyper.feedForwardLength;
        case Extent::QueryRows:
            return hyper.headCount * headLength;
        case Extent::KeyRows:
            return hyper.headCountKv * headLength;
        case Extent::Vocabulary:
            return hyper.vocabularySize;
        }
        return 0;
    }

    Result<void> checkShape(const SafetensorsTensor &from, const TensorRule &rule) const
    {
        std::vector<std::uint64_t> expected{length(rule.rows)};
        if (rule.cols != Extent::None)
            expected.push_back(length(rule.cols));
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

    Result<void> checkComplete() const
    {
        std::string first, reason;
        std::size_t count = 0;
        const auto require = [&](const TensorRule &rule, std::string target, std::string source) {
            if (!isRequired(rule.presence) || m_found.contains(target))
                return;
            if (count++ == 0) {
                first = std::move(source);
                reason = reasonFor(rule.presence);
            }
        };
        for (const TensorRule &rule : m_family.modelTensors)
            require(rule, std::string(rule.target), std::string(rule.source));
        for (std::uint32_t layer = 0; layer < m_config.hyper.layerCount; ++layer)
            for (const TensorRule &rule : m_family.layerTensors)
                require(rule, fmt::format("blk.{}.{}", layer, rule.target),
                        fmt::format("{}{}.{}", m_family.layerPrefix, layer, rule.source));
        if (count == 0)
            return {};
        return fail(ErrorCode::BadInput,
                    fmt::format("The tensor {} is missing from the checkpoint{}{}; download its files again.", first,
                                reason, count > 1 ? fmt::format(", and {} more are", count - 1) : std::string()),
                    m_model.path.string(), std::nullopt, first);
    }

    std::string fileOf(const SafetensorsTensor &tensor) const { return m_set.files[tensor.fileIndex].string(); }

    Model &m_model;
    const CheckpointFamily &m_family;
    const CheckpointConfig &m_config;
    const SafetensorsSet &m_set;
    std::set<std::string> m_found;
};

} // namespace

std::optional<TensorType> typeOfDtype(std::string_view dtype)
{
    for (const DtypeName &row : kDtypes)
        if (row.dtype == dtype)
            return row.type;
    return std::nullopt;
}

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
        tensor.source = {from.fileIndex, from.offset, from.sizeBytes, *type, RowOrder::AsStored, 0, {}};
        model.tensors.push_back(std::move(tensor));
    }
    return {};
}

Result<std::string> mapTensors(Model &model, const CheckpointFamily &family, const CheckpointConfig &config,
                               const SafetensorsSet &set)
{
    return TensorMapper(model, family, config, set).run();
}

} // namespace snug
