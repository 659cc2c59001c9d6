// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The attention part of a layer.

#include "core/runtime/layerstep.h"

namespace snug {

Result<void> LayerPass::Step::attend(const Rows &hidden, const SnugRange &angles, KvCache *cache, std::size_t index)
{
    auto normed = rows(Activation::Normed, tokens, shape.embedding);
    SNUG_TRY(normed);
    SNUG_TRY(norm(LayerPart::AttnNorm, hidden, normed->range));
    auto heads = project(*normed);
    SNUG_TRY(heads);
    SNUG_TRY(turn(*heads, angles));
    if (cache)
        SNUG_TRY(remember(*heads, *cache, index));
    auto attended = rows(Activation::Attended, tokens, layer.heads * shape.valueLength);
    SNUG_TRY(attended);
    SNUG_TRY(
        runner.run(attentionOperation(attentionShape(*heads, cache != nullptr), heads->queries.range, heads->keys.range,
                                      heads->values.range, attended->range, vector(LayerPart::Sinks))));
    auto out = rows(Activation::Projected, tokens, shape.embedding);
    SNUG_TRY(out);
    SNUG_TRY(product(LayerPart::AttnOut, *attended, *out, LayerPart::AttnOutBias));
    if (layer.has(LayerPart::AttnPostNorm))
        SNUG_TRY(norm(LayerPart::AttnPostNorm, *out, out->range));
    return runner.run(addOperation(hidden.range, out->range, tokens * shape.embedding));
}

Result<HeadRows> LayerPass::Step::project(const Rows &in)
{
    const std::uint64_t queries = layer.heads * shape.keyLength;
    const std::uint64_t keys = layer.keyHeads * shape.keyLength, values = layer.keyHeads * shape.valueLength;
    if (layer.has(LayerPart::Qkv)) { // one matrix with all three behind each other
        const std::uint64_t all = queries + keys + values;
        auto fused = rows(Activation::Q, tokens, all);
        SNUG_TRY(fused);
        SNUG_TRY(product(LayerPart::Qkv, in, *fused, LayerPart::QkvBias));
        const auto piece = [&](std::uint64_t from, std::uint64_t cols) {
            return Rows{part(fused->range, floatBytes(from), fused->range.bytes - floatBytes(from)), tokens, cols, all};
        };
        return HeadRows{piece(0, queries), piece(queries, keys), piece(queries + keys, values)};
    }
    auto q = rows(Activation::Q, tokens, queries);
    SNUG_TRY(q);
    auto k = rows(Activation::K, tokens, keys);
    SNUG_TRY(k);
    auto v = rows(Activation::V, tokens, values);
    SNUG_TRY(v);
    SNUG_TRY(product(LayerPart::Q, in, *q, LayerPart::QBias));
    SNUG_TRY(product(LayerPart::K, in, *k, LayerPart::KBias));
    SNUG_TRY(product(LayerPart::V, in, *v, LayerPart::VBias));
    return HeadRows{*q, *k, *v};
}

Result<void> LayerPass::Step::turn(const HeadRows &heads, const SnugRange &angles)
{
    const auto each = [&](LayerPart part, const Rows &all, std::uint32_t count) -> Result<void> {
        if (layer.has(part)) { // every head by itself
            const Rows rows{all.range, tokens * count, shape.keyLength, shape.keyLength};
            SNUG_TRY(norm(part, rows, all.range));
        }
        const Turning turning{count, shape.keyLength, shape.ropeDimensions, shape.architecture->rotatesHalves};
        return runner.run(rotaryOperation(all, angles, turning));
    };
    SNUG_TRY(each(LayerPart::QNorm, heads.queries, layer.heads));
    return each(LayerPart::KNorm, heads.keys, layer.keyHeads);
}

Result<void> LayerPass::Step::remember(HeadRows &heads, KvCache &cache, std::size_t index)
{
    const auto keep = [&](Rows &rows, const DeviceBuffer &buffer) -> Result<void> {
        const std::uint64_t bytes = floatBytes(rows.cols);
        for (std::uint64_t token = 0; token < tokens; ++token)
            SNUG_TRY(runner.copy(part(rows.range, token * floatBytes(rows.stride), bytes),
                                 buffer.range((batch.first + token) * bytes, bytes)));
        rows = {buffer.range(0, (batch.first + tokens) * bytes), batch.first + tokens, rows.cols, rows.cols};
        return {};
    };
    SNUG_TRY(keep(heads.keys, cache.keys[index]));
    return keep(heads.values, cache.values[index]);
}

AttentionShape LayerPass::Step::attentionShape(const HeadRows &heads, bool cached) const
{
    AttentionShape out;
    out.sequences = batch.sequences;
    out.count = batch.length;
    out.keys = cached ? batch.first + batch.length : batch.length;
    out.heads = layer.heads;
    out.keyHeads = layer.keyHeads;
    out.keyLength = shape.keyLength;
    out.valueLength = shape.valueLength;
    out.first = batch.first;
    out.window = layer.window;
    out.scale = shape.attentionScale;
    out.cap = shape.attentionCap;
    out.queryStride = heads.queries.stride;
    out.keyStride = heads.keys.stride;
    out.valueStride = heads.values.stride;
    return out;
}

} // namespace snug
