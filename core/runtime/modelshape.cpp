// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/modelshape.h"

#include "core/runtime/layerparts.h"
#include "core/weights/piecereader.h"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace snug {

namespace {

using TensorNames = std::map<std::string_view, std::size_t>;

/// Reads keys of one model and checks what they say.
class ShapeReader
{
public:
    explicit ShapeReader(const Model &model) : m_model(model)
    {
        for (std::size_t i = 0; i < model.tensors.size(); ++i)
            m_names[model.tensors[i].name] = i;
        m_shape.model = &model;
    }

    Result<ModelShape> read()
    {
        m_shape.architecture = findArchitectureForward(m_model.architecture);
        if (!m_shape.architecture)
            return fail(
                ErrorCode::Unsupported,
                fmt::format("{} is a model of the architecture \"{}\", which Snug does not compute; it computes {}.",
                            m_model.path.string(), m_model.architecture, forwardArchitectureNames()));
        SNUG_TRY(readNumbers());
        SNUG_TRY(readRope());
        SNUG_TRY(readOuterTensors());
        for (std::uint32_t layer = 0; layer < m_model.hyper.layerCount; ++layer)
            SNUG_TRY(readLayer(layer));
        return std::move(m_shape);
    }

private:
    std::string key(std::string_view name) const { return fmt::format("{}.{}", m_model.architecture, name); }
    double number(std::string_view name, double unsaid) const
    {
        return m_model.metadata.numberAt(key(name)).value_or(unsaid);
    }
    std::uint64_t count(std::string_view name, std::uint64_t unsaid) const
    {
        return m_model.metadata.unsignedAt(key(name)).value_or(unsaid);
    }
    tl::unexpected<Error> bad(std::string_view what) const
    {
        return fail(ErrorCode::BadInput, fmt::format("{} cannot be computed: {}.", m_model.path.string(), what));
    }
    std::size_t find(std::string_view name) const
    {
        const auto at = m_names.find(name);
        return at == m_names.end() ? kNoTensor : at->second;
    }

    Result<void> readNumbers()
    {
        const Hyperparameters &hyper = m_model.hyper;
        m_shape.embedding = hyper.embeddingLength;
        m_shape.vocabulary = hyper.vocabularySize;
        m_shape.keyLength = hyper.keyLength;
        m_shape.valueLength = hyper.valueLength;
        m_shape.epsilon = static_cast<float>(number("attention.layer_norm_rms_epsilon", 1e-6));
        m_shape.attentionCap = static_cast<float>(number("attn_logit_softcapping", 0));
        m_shape.finalCap = static_cast<float>(number("final_logit_softcapping", 0));
        m_shape.experts = hyper.expertCount;
        const std::uint64_t used = count("expert_used_count", 0);
        if (!m_shape.embedding || !hyper.headCount || !hyper.headCountKv || !m_shape.keyLength || !m_shape.valueLength)
            return bad("its header lacks the embedding length, the heads or their length");
        if (m_shape.keyLength % 2 != 0)
            return bad(fmt::format("its heads have {} numbers, expected an even count", m_shape.keyLength));
        if (m_shape.experts && (!used || used > m_shape.experts))
            return bad(fmt::format("{} of {} experts are used, expected 1 to all", used, m_shape.experts));
        m_shape.expertsUsed = m_shape.experts ? static_cast<std::uint32_t>(used) : 0;
        for (const float number : {m_shape.epsilon, m_shape.attentionCap, m_shape.finalCap})
            if (!(number >= 0) || !std::isfinite(number))
                return bad(fmt::format("its epsilon or a cap is {}, expected 0 or more", number));
        if (!hyper.layerHeadCountKv.empty() && hyper.layerHeadCountKv.size() != hyper.layerCount)
            return bad(fmt::format("its header counts the heads of keys of {} layers, expected {}",
                                   hyper.layerHeadCountKv.size(), hyper.layerCount));
        const bool byHidden = m_shape.architecture->scaledByHiddenAt == hyper.layerCount;
        const double scaledBy = byHidden ? static_cast<double>(m_shape.embedding) / hyper.headCount
                                         : static_cast<double>(m_shape.keyLength);
        m_shape.attentionScale = static_cast<float>(number("attention.scale", 1 / std::sqrt(scaledBy)));
        if (m_shape.architecture->scalesEmbeddings)
            m_shape.embeddingScale = std::sqrt(static_cast<float>(m_shape.embedding));
        return {};
    }

    Result<void> readRope()
    {
        m_shape.ropeBase = number("rope.freq_base", 10000);
        const double sliding = m_shape.architecture->slidingRopeBase;
        m_shape.slidingRopeBase = number("rope.freq_base_swa", sliding > 0 ? sliding : m_shape.ropeBase);
        m_shape.ropeDimensions = count("rope.dimension_count", m_shape.keyLength);
        if (!m_shape.ropeDimensions || m_shape.ropeDimensions % 2 || m_shape.ropeDimensions > m_shape.keyLength)
            return bad(fmt::format("{} of the {} numbers of a head turn with the position, expected an even count",
                                   m_shape.ropeDimensions, m_shape.keyLength));
        m_shape.originalContext = count("rope.scaling.original_context_length", m_model.hyper.contextLength);
        m_shape.ropeFactors = find("rope_freqs.weight");
        m_shape.longFactors = find("rope_factors_long.weight");
        m_shape.shortFactors = find("rope_factors_short.weight");
        return {};
    }

    Result<void> readOuterTensors()
    {
        m_shape.embeddingTensor = find("token_embd.weight");
        m_shape.outputNorm = find("output_norm.weight");
        m_shape.output = find("output.weight");
        if (m_shape.embeddingTensor == kNoTensor || m_shape.outputNorm == kNoTensor)
            return bad("token_embd.weight or output_norm.weight is missing");
        if (m_shape.output == kNoTensor)
            m_shape.output = m_shape.embeddingTensor;
        const ModelTensor &embedding = m_model.tensors[m_shape.embeddingTensor];
        m_shape.vocabulary = embedding.rows();
        SNUG_TRY(expectShape(m_shape.embeddingTensor, m_shape.vocabulary, m_shape.embedding));
        SNUG_TRY(expectShape(m_shape.output, m_shape.vocabulary, m_shape.embedding));
        return expectShape(m_shape.outputNorm, 1, m_shape.embedding);
    }

    Result<void> expectShape(std::size_t index, std::uint64_t rows, std::uint64_t cols) const
    {
        const ModelTensor &tensor = m_model.tensors[index];
        if (tensor.rows() == rows && tensor.cols() == cols)
            return {};
        return fail(ErrorCode::BadInput,
                    fmt::format("{} cannot be computed: {} has {} rows of {}, expected {} of {}.",
                                m_model.path.string(), tensor.name, tensor.rows(), tensor.cols(), rows, cols),
                    {}, {}, tensor.name);
    }

    Result<void> readLayer(std::uint32_t index)
    {
        const Hyperparameters &hyper = m_model.hyper;
        LayerShape layer;
        layer.heads = hyper.headCount;
        layer.keyHeads = hyper.layerHeadCountKv.empty() ? hyper.headCountKv : hyper.layerHeadCountKv[index];
        if (!layer.keyHeads || layer.heads % layer.keyHeads)
            return bad(fmt::format("layer {} has {} heads and {} of keys, expected a divisor", index, layer.heads,
                                   layer.keyHeads));
        const std::uint32_t every = m_shape.architecture->wholeTextEvery;
        layer.sliding = every && index % every < every - 1;
        if (layer.sliding || !every)
            layer.window = count("attention.sliding_window", 0);
        layer.tensors.fill(kNoTensor);
        for (const PartName &part : layerPartNames()) {
            const std::size_t at = find(fmt::format("blk.{}.{}", index, part.name));
            if (at == kNoTensor || layer.has(part.part))
                continue;
            layer.tensors[static_cast<std::size_t>(part.part)] = at;
            const ModelTensor &tensor = m_model.tensors[at];
            layer.weightBytes +=
                storedBytes(tensor.source.type, tensor.weightCount()) + roomBehind(tensor, tensor.weightCount());
        }
        SNUG_TRY(checkLayer(index, layer));
        m_shape.layers.push_back(layer);
        return {};
    }

    /// All parts there, with the shapes that products need.
    Result<void> checkLayer(std::uint32_t index, LayerShape &layer)
    {
        const auto rowsOf = [&](LayerPart part) { return m_model.tensors[layer.at(part)].rows(); };
        if (m_shape.architecture->postAttentionNormIsBefore && !layer.has(LayerPart::FfnNorm))
            std::swap(layer.tensors[static_cast<std::size_t>(LayerPart::FfnNorm)],
                      layer.tensors[static_cast<std::size_t>(LayerPart::AttnPostNorm)]);
        if (const std::string_view missing = missingPart(layer); !missing.empty())
            return bad(fmt::format("blk.{}.{} is missing", index, missing));
        if (layer.has(LayerPart::Up))
            layer.feedForward = layer.has(LayerPart::Gate) ? rowsOf(LayerPart::Up) : rowsOf(LayerPart::Up) / 2;
        if (layer.has(LayerPart::UpExperts))
            layer.expertFeedForward = rowsOf(LayerPart::UpExperts) / std::max(1U, m_shape.experts);
        if (layer.has(LayerPart::SharedUp))
            layer.sharedFeedForward = rowsOf(LayerPart::SharedUp);
        for (const PartShape &part : partShapes(m_shape, layer))
            if (layer.has(part.part))
                SNUG_TRY(expectShape(layer.at(part.part), part.rows, part.cols));
        return {};
    }

    const Model &m_model;
    TensorNames m_names;
    ModelShape m_shape;
};

} // namespace

Result<ModelShape> modelShape(const Model &model) { return ShapeReader(model).read(); }

} // namespace snug
