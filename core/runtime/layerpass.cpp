// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/layerpass.h"

#include "core/runtime/layerstep.h"

#include <fmt/format.h>

namespace snug {

Result<void> LayerPass::run(std::size_t index, const LoadedTensors &weights, const Batch &batch,
                            const SnugRange &hidden, const SnugRange &angles, KvCache *cache)
{
    const std::uint64_t tokens = batch.tokens();
    Step step{m_shape, m_shape.layers[index], weights, m_runner, m_observer, batch, tokens};
    const Rows rows{hidden, tokens, m_shape.embedding, m_shape.embedding};
    SNUG_TRY(step.attend(rows, angles, cache, index));
    SNUG_TRY(step.feedForward(rows));

    auto found = m_runner.buffer(Activation::NonFinite, sizeof(std::uint32_t));
    SNUG_TRY(found);
    SNUG_TRY(m_runner.run(firstNonFiniteOperation(hidden, *found, tokens * m_shape.embedding)));
    if (const std::uint32_t at = m_runner.valuesOf<std::uint32_t>(Activation::NonFinite)[0]; at != kNoIndex)
        return fail(
            ErrorCode::BadInput,
            fmt::format("The activations of {} are no numbers any more behind layer {} of {}, at token {} of its "
                        "batch. The weights of that layer are damaged or went beyond their type; inspect them "
                        "or quantize again from the source.",
                        m_shape.model->path.string(), index, m_shape.layers.size(), at / m_shape.embedding),
            m_shape.model->path.string());
    return {};
}

Result<void> LayerPass::Step::feedForward(const Rows &hidden)
{
    auto in = rows(Activation::Normed, tokens, shape.embedding);
    SNUG_TRY(in);
    auto out = rows(Activation::FeedForward, tokens, shape.embedding);
    SNUG_TRY(out);
    SNUG_TRY(norm(LayerPart::FfnNorm, hidden, in->range));
    if (layer.has(LayerPart::Router))
        SNUG_TRY(experts(*in, *out));
    else
        SNUG_TRY(dense(*in, *out));
    if (layer.has(LayerPart::FfnPostNorm))
        SNUG_TRY(norm(LayerPart::FfnPostNorm, *out, out->range));
    return runner.run(addOperation(hidden.range, out->range, tokens * shape.embedding));
}

Result<void> LayerPass::Step::dense(const Rows &in, const Rows &out)
{
    const std::uint64_t wide = layer.feedForward;
    auto gated = rows(Activation::Gated, tokens, wide);
    SNUG_TRY(gated);
    const SnugActivation activation = shape.architecture->activation;
    if (layer.has(LayerPart::Gate)) {
        auto gate = rows(Activation::Gate, tokens, wide);
        SNUG_TRY(gate);
        auto up = rows(Activation::Up, tokens, wide);
        SNUG_TRY(up);
        SNUG_TRY(product(LayerPart::Gate, in, *gate, LayerPart::GateBias));
        SNUG_TRY(product(LayerPart::Up, in, *up, LayerPart::UpBias));
        SNUG_TRY(runner.run(gatedOperation(activation, *gate, *up, *gated)));
    } else { // both in one matrix, gates first
        auto both = rows(Activation::Up, tokens, 2 * wide);
        SNUG_TRY(both);
        SNUG_TRY(product(LayerPart::Up, in, *both, LayerPart::UpBias));
        const std::uint64_t half = floatBytes(wide);
        const Rows gate{both->range, tokens, wide, 2 * wide};
        const Rows up{part(both->range, half, both->range.bytes - half), tokens, wide, 2 * wide};
        SNUG_TRY(runner.run(gatedOperation(activation, gate, up, *gated)));
    }
    return product(LayerPart::Down, *gated, out, LayerPart::DownBias);
}

Result<KvCache> takeKvCache(const ModelShape &shape, OperationRunner &runner, std::uint64_t capacity)
{
    KvCache cache{capacity, {}, {}};
    for (const LayerShape &layer : shape.layers) {
        for (const bool keys : {true, false}) {
            const std::uint64_t length = keys ? shape.keyLength : shape.valueLength;
            auto buffer = runner.device().take(runner.ledger(), Component::KvCache, BufferKind::OnDevice,
                                               floatBytes(capacity * layer.keyHeads * length));
            if (!buffer)
                return fail(deviceError(buffer.error()));
            (keys ? cache.keys : cache.values).push_back(std::move(*buffer));
        }
    }
    return cache;
}

} // namespace snug
