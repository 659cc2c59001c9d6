// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/tensorcategory.h"

#include <algorithm>
#include <array>

namespace snug {

namespace {

struct NamePart
{
    std::string_view part;
    Category category;
};

constexpr std::array kParts = {
    NamePart{"attn_qkv.weight", Category::AttnQkv},
    NamePart{"attn_kv_b.weight", Category::AttnKvB},
    NamePart{"attn_v.weight", Category::AttnV},
    NamePart{"attn_k.weight", Category::AttnK},
    NamePart{"attn_q.weight", Category::AttnQ},
    NamePart{"attn_output.weight", Category::AttnOutput},
    NamePart{"ffn_up", Category::FfnUp},
    NamePart{"ffn_gate", Category::FfnGate},
    NamePart{"ffn_down", Category::FfnDown},
};

/// Parts of names whose tensors are small and touchy: rounding them costs much and saves little.
constexpr std::array<std::string_view, 37> kNever = {
    "_norm.weight",
    "ffn_gate_inp.weight",
    "ffn_gate_tid2eid.weight",
    "altup",
    "laurel",
    "per_layer_model_proj",
    "ssm_conv1d",
    "shortconv.conv.weight",
    "indexer.k_proj.weight",
    "indexer.q_proj.weight",
    "time_mix_first.weight",
    "time_mix_w0.weight",
    "time_mix_w1.weight",
    "time_mix_w2.weight",
    "time_mix_v0.weight",
    "time_mix_v1.weight",
    "time_mix_v2.weight",
    "time_mix_a0.weight",
    "time_mix_a1.weight",
    "time_mix_a2.weight",
    "time_mix_g1.weight",
    "time_mix_g2.weight",
    "time_mix_decay_w1.weight",
    "time_mix_decay_w2.weight",
    "time_mix_lerp_fused.weight",
    "attn_rel_b.weight",
    ".position_embd",
    "sam.pos_embd",
    "sam.neck.",
    "sam.net_",
    ".rel_pos",
    ".patch_embd",
    ".patch_merger",
    "a.rvq.codebook",
    "mm.a.code_embd",
    "position_embd.weight",
    "token_types.weight",
};

/// Dimensions that count: trailing ones of length 1 do not.
std::size_t dimensionCount(const ModelTensor &tensor)
{
    std::size_t count = tensor.dims.size();
    while (count > 1 && tensor.dims[count - 1] == 1)
        --count;
    return count;
}

} // namespace

Category categoryOf(std::string_view tensorName)
{
    // Whole names, for "attn_output.weight" contains "output.weight".
    if (tensorName == "output.weight")
        return Category::Output;
    if (tensorName == "token_embd.weight" || tensorName == "per_layer_token_embd.weight")
        return Category::TokenEmbedding;
    const auto found = std::ranges::find_if(
        kParts, [&](const NamePart &entry) { return tensorName.find(entry.part) != std::string_view::npos; });
    return found == kParts.end() ? Category::Other : found->category;
}

std::string_view categoryWords(Category category)
{
    switch (category) {
    case Category::Output:
        return "output tensor";
    case Category::TokenEmbedding:
        return "token embedding";
    case Category::AttnQkv:
        return "fused attention tensor";
    case Category::AttnKvB:
        return "attention key-value tensor";
    case Category::AttnV:
        return "attention value tensor";
    case Category::AttnK:
        return "attention key tensor";
    case Category::AttnQ:
        return "attention query tensor";
    case Category::AttnOutput:
        return "attention output tensor";
    case Category::FfnUp:
        return "feed-forward up tensor";
    case Category::FfnGate:
        return "feed-forward gate tensor";
    case Category::FfnDown:
        return "feed-forward down tensor";
    case Category::Other:
        break;
    }
    return "other tensor";
}

std::string_view whyNeverQuantized(const ModelTensor &tensor)
{
    const std::string_view name = tensor.name;
    if (dimensionCount(tensor) < 2)
        return "a vector";
    if (!name.ends_with("weight"))
        return "not a weight matrix";
    const bool never =
        std::ranges::any_of(kNever, [&](std::string_view part) { return name.find(part) != std::string_view::npos; });
    return never ? "a small tensor that rounding would harm" : "";
}

} // namespace snug
