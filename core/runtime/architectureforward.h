// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How models of each architecture compute, as data. What a header or the presence of a tensor tells (norms, biases,
// experts, caps) is not here.

#pragma once

#include "core/backends/abi.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace snug {

enum class ExpertShares {
    SoftmaxThenTop, ///< of all experts, then those chosen made to sum to one
    SoftmaxOfAll,   ///< of all experts, those chosen as they are
    TopThenSoftmax, ///< of those chosen alone
};

struct ArchitectureForward
{
    std::string_view name;                  ///< GGUF spelling
    bool rotatesHalves = true;              ///< pairs of one half of a head and the other, else of neighbours
    SnugActivation activation = SNUG_SILU;  ///< of the feed-forward part
    bool scalesEmbeddings = false;          ///< by the root of their length
    std::uint32_t wholeTextEvery = 0;       ///< one layer in so many sees the whole text, the last of them; 0: all see
                                            ///< what the window leaves
    double slidingRopeBase = 0;             ///< of layers with a window, where the header is silent; 0: as the others
    std::uint32_t scaledByHiddenAt = 0;     ///< with so many layers scores are scaled by embedding length / heads
    bool postAttentionNormIsBefore = false; ///< "post_attention_norm" comes before the feed-forward part
    ExpertShares shares = ExpertShares::SoftmaxThenTop;
    bool yarnHasWholePairs = true; ///< "truncate" of its checkpoints, for which there is no key
};

/// Null for an architecture that Snug does not compute.
const ArchitectureForward *findArchitectureForward(std::string_view architecture);

/// "gemma2, gemma3, ..., and qwen3moe", for messages.
std::string forwardArchitectureNames();

} // namespace snug
