// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the forward pass of a model is: its numbers, and for every layer which tensors it has. From headers only.

#pragma once

#include "core/model/model.h"
#include "core/runtime/architectureforward.h"
#include "core/runtime/ropetable.h"

#include <array>
#include <cstdint>
#include <limits>
#include <vector>

namespace snug {

constexpr std::size_t kNoTensor = std::numeric_limits<std::size_t>::max();

/// A tensor of a layer by what it is for. Where a weight may have a bias, it is the next.
// clang-format off
enum class LayerPart {
    AttnNorm, Q, QBias, K, KBias, V, VBias, Qkv, QkvBias, QNorm, KNorm, Sinks, AttnOut, AttnOutBias, AttnPostNorm,
    FfnNorm, Gate, GateBias, Up, UpBias, Down, DownBias, FfnPostNorm,
    Router, RouterBias, GateExperts, GateExpertsBias, UpExperts, UpExpertsBias, DownExperts, DownExpertsBias,
    SharedRouter, SharedGate, SharedUp, SharedDown,
};
// clang-format on
constexpr std::size_t kLayerPartCount = static_cast<std::size_t>(LayerPart::SharedDown) + 1;

struct LayerShape
{
    std::array<std::size_t, kLayerPartCount> tensors; ///< into Model::tensors, or kNoTensor
    std::uint32_t heads = 0, keyHeads = 0;
    std::uint64_t window = 0; ///< keys a query sees, its own included; 0: all before
    bool sliding = false;     ///< of the layers that have the other rotary table
    std::uint64_t feedForward = 0;
    std::uint64_t expertFeedForward = 0, sharedFeedForward = 0; ///< 0 without
    std::uint64_t weightBytes = 0; ///< of all its tensors, as they come out of TensorReader, with its room

    std::size_t at(LayerPart part) const { return tensors[static_cast<std::size_t>(part)]; }
    bool has(LayerPart part) const { return at(part) != kNoTensor; }
};

struct ModelShape
{
    const Model *model = nullptr; ///< outlives it
    const ArchitectureForward *architecture = nullptr;
    std::uint64_t embedding = 0, vocabulary = 0;
    std::uint64_t keyLength = 0, valueLength = 0;
    float epsilon = 0;
    float embeddingScale = 1, attentionScale = 1;
    float attentionCap = 0, finalCap = 0; ///< 0: none
    std::uint32_t experts = 0, expertsUsed = 0;
    double ropeBase = 0, slidingRopeBase = 0;
    std::uint64_t ropeDimensions = 0;
    std::size_t embeddingTensor = kNoTensor, outputNorm = kNoTensor;
    std::size_t output = kNoTensor;      ///< the embedding where they are tied
    std::size_t ropeFactors = kNoTensor; ///< for all lengths
    std::size_t longFactors = kNoTensor, shortFactors = kNoTensor;
    std::uint64_t originalContext = 0; ///< longer texts take the long factors
    std::vector<LayerShape> layers;
};

/// Errors: Unsupported naming an architecture that is not computed; BadInput naming a tensor that is missing, of a
/// wrong shape, or a number that cannot be.
Result<ModelShape> modelShape(const Model &model);

} // namespace snug
