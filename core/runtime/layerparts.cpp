// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/layerparts.h"

namespace snug {

namespace {

using enum LayerPart;

// clang-format off
constexpr PartName kNames[] = {
    {AttnNorm, "attn_norm.weight"},
    {Q, "attn_q.weight"},               {QBias, "attn_q.bias"},
    {K, "attn_k.weight"},               {KBias, "attn_k.bias"},
    {V, "attn_v.weight"},               {VBias, "attn_v.bias"},
    {Qkv, "attn_qkv.weight"},           {QkvBias, "attn_qkv.bias"},
    {QNorm, "attn_q_norm.weight"},      {KNorm, "attn_k_norm.weight"},
    {Sinks, "attn_sinks.weight"},
    {AttnOut, "attn_output.weight"},    {AttnOutBias, "attn_output.bias"},
    {AttnPostNorm, "post_attention_norm.weight"},
    {FfnNorm, "ffn_norm.weight"},
    {Gate, "ffn_gate.weight"},          {GateBias, "ffn_gate.bias"},
    {Up, "ffn_up.weight"},              {UpBias, "ffn_up.bias"},
    {Down, "ffn_down.weight"},          {DownBias, "ffn_down.bias"},
    {FfnPostNorm, "post_ffw_norm.weight"},
    {Router, "ffn_gate_inp.weight"},    {RouterBias, "ffn_gate_inp.bias"},
    {GateExperts, "ffn_gate_exps.weight"}, {GateExpertsBias, "ffn_gate_exps.bias"},
    {UpExperts, "ffn_up_exps.weight"},     {UpExpertsBias, "ffn_up_exps.bias"},
    {DownExperts, "ffn_down_exps.weight"}, {DownExpertsBias, "ffn_down_exps.bias"},
    {SharedRouter, "ffn_gate_inp_shexp.weight"},
    {SharedGate, "ffn_gate_shexp.weight"}, {SharedUp, "ffn_up_shexp.weight"}, {SharedDown, "ffn_down_shexp.weight"},
};
// clang-format on

std::string_view nameOf(LayerPart part)
{
    for (const PartName &row : kNames)
        if (row.part == part)
            return row.name;
    return {};
}

} // namespace

std::span<const PartName> layerPartNames() { return kNames; }

std::string_view missingPart(const LayerShape &layer)
{
    std::vector<LayerPart> needed = {AttnNorm, AttnOut, FfnNorm};
    if (!layer.has(Qkv))
        needed.insert(needed.end(), {Q, K, V});
    if (layer.has(Router))
        needed.insert(needed.end(), {GateExperts, UpExperts, DownExperts});
    else
        needed.insert(needed.end(), {Up, Down});
    if (layer.has(SharedUp))
        needed.insert(needed.end(), {SharedGate, SharedDown});
    for (const LayerPart part : needed)
        if (!layer.has(part))
            return nameOf(part);
    return {};
}

std::vector<PartShape> partShapes(const ModelShape &model, const LayerShape &layer)
{
    const std::uint64_t hidden = model.embedding, experts = model.experts;
    const std::uint64_t queries = layer.heads * model.keyLength, out = layer.heads * model.valueLength;
    const std::uint64_t keys = layer.keyHeads * model.keyLength, values = layer.keyHeads * model.valueLength;
    const std::uint64_t wide = layer.feedForward, expert = layer.expertFeedForward, shared = layer.sharedFeedForward;
    const std::uint64_t ups = layer.has(Gate) ? wide : 2 * wide;
    return {
        {AttnNorm, 1, hidden},
        {Q, queries, hidden},
        {QBias, 1, queries},
        {K, keys, hidden},
        {KBias, 1, keys},
        {V, values, hidden},
        {VBias, 1, values},
        {Qkv, queries + keys + values, hidden},
        {QkvBias, 1, queries + keys + values},
        {QNorm, 1, model.keyLength},
        {KNorm, 1, model.keyLength},
        {Sinks, 1, layer.heads},
        {AttnOut, hidden, out},
        {AttnOutBias, 1, hidden},
        {AttnPostNorm, 1, hidden},
        {FfnNorm, 1, hidden},
        {Gate, wide, hidden},
        {GateBias, 1, wide},
        {Up, ups, hidden},
        {UpBias, 1, ups},
        {Down, hidden, wide},
        {DownBias, 1, hidden},
        {FfnPostNorm, 1, hidden},
        {Router, experts, hidden},
        {RouterBias, 1, experts},
        {GateExperts, experts * expert, hidden},
        {GateExpertsBias, experts, expert},
        {UpExperts, experts * expert, hidden},
        {UpExpertsBias, experts, expert},
        {DownExperts, experts * hidden, expert},
        {DownExpertsBias, experts, hidden},
        {SharedRouter, 1, hidden},
        {SharedGate, shared, hidden},
        {SharedUp, shared, hidden},
        {SharedDown, hidden, shared},
    };
}

} // namespace snug
