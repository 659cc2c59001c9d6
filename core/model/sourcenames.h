// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tensor names of checkpoints, taken apart and put together by the rules of a family.

#pragma once

#include "core/model/checkpointfamily.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace snug {

/// Where a source name belongs: which layer, and the name inside it.
struct SourcePlace
{
    int layer = -1; ///< -1 outside the layers
    std::string_view rest;
};

/// Nothing for a name that begins as those in layers do but has no number, or one with zeros in front.
std::optional<SourcePlace> placeOfSource(std::string_view name);

/// The expert that a name speaks of by a pattern with '*'; 0 for a pattern without, nothing where it does not match.
std::optional<std::uint32_t> matchPattern(std::string_view pattern, std::string_view name);

/// The name a rule stands for: "model.layers.3.mlp.experts.7.up_proj.weight". Layer -1 for rules outside the layers.
std::string sourceName(const TensorRule &rule, int layer, std::size_t expert);

/// The same in GGUF: "blk.3.ffn_up_exps.weight".
std::string targetName(const TensorRule &rule, int layer);

} // namespace snug
