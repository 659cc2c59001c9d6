// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/tensornames.h"

#include <charconv>

namespace snug {

namespace {

constexpr std::string_view kBlockPrefix = "blk.";

// Number and position after "blk.N."; nothing where the name has another form.
struct BlockName
{
    int layer = -1;
    std::string_view rest;
};

BlockName splitBlockName(std::string_view name)
{
    if (!name.starts_with(kBlockPrefix))
        return {-1, name};
    const std::string_view digits = name.substr(kBlockPrefix.size());
    const std::size_t dot = digits.find('.');
    int layer = 0;
    if (dot == std::string_view::npos || dot == 0 || dot > 9)
        return {-1, name};
    const auto [end, error] = std::from_chars(digits.data(), digits.data() + dot, layer);
    if (error != std::errc() || end != digits.data() + dot || layer < 0)
        return {-1, name};
    return {layer, digits.substr(dot + 1)};
}

struct RoleName
{
    std::string_view name;
    TensorRole role;
};

// clang-format off
constexpr RoleName kModelRoles[] = {
    {"token_embd.weight", TensorRole::TokenEmbedding},
    {"output.weight", TensorRole::Output},
    {"output_norm.weight", TensorRole::OutputNorm},
    {"rope_freqs.weight", TensorRole::RopeFactors},
    {"rope_factors_long.weight", TensorRole::RopeFactors},
    {"rope_factors_short.weight", TensorRole::RopeFactors},
};

constexpr RoleName kLayerRoles[] = {
    {"attn_norm.weight", TensorRole::AttnNorm},
    {"attn_q.weight", TensorRole::AttnQ},
    {"attn_k.weight", TensorRole::AttnK},
    {"attn_v.weight", TensorRole::AttnV},
    {"attn_qkv.weight", TensorRole::AttnQkv},
    {"attn_output.weight", TensorRole::AttnOutput},
    {"ffn_norm.weight", TensorRole::FfnNorm},
    {"ffn_gate.weight", TensorRole::FfnGate},
    {"ffn_gate_exps.weight", TensorRole::FfnGate},
    {"ffn_gate_shexp.weight", TensorRole::FfnGate},
    {"ffn_up.weight", TensorRole::FfnUp},
    {"ffn_up_exps.weight", TensorRole::FfnUp},
    {"ffn_up_shexp.weight", TensorRole::FfnUp},
    {"ffn_down.weight", TensorRole::FfnDown},
    {"ffn_down_exps.weight", TensorRole::FfnDown},
    {"ffn_down_shexp.weight", TensorRole::FfnDown},
    {"ffn_gate_inp.weight", TensorRole::Router},
    {"ffn_gate_inp_shexp.weight", TensorRole::Router},
};
// clang-format on

} // namespace

int layerOfTensor(std::string_view name) { return splitBlockName(name).layer; }

TensorRole roleOfTensor(std::string_view name)
{
    const BlockName block = splitBlockName(name);
    if (block.layer < 0) {
        for (const RoleName &row : kModelRoles)
            if (row.name == name)
                return row.role;
        return TensorRole::Other;
    }
    for (const RoleName &row : kLayerRoles)
        if (row.name == block.rest)
            return row.role;
    return TensorRole::Other;
}

bool comesBefore(const ModelTensor &a, const ModelTensor &b)
{
    if (a.layer != b.layer)
        return a.layer < b.layer;
    return a.name < b.name;
}

} // namespace snug
