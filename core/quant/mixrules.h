// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The mix: one table of rules saying which tensors of a level get another type than its base.

#pragma once

#include "core/quant/levels.h"
#include "core/quant/tensorcategory.h"

#include <optional>
#include <string_view>
#include <vector>

namespace snug {

/// What a rule may look at, for one tensor of one model.
struct MixFacts
{
    Level level = Level::F16;
    TensorType base = TensorType::F16;
    Category category = Category::Other; ///< tied token embeddings count as Output
    std::uint32_t index = 0;             ///< how many tensors of this kind came before, or the layer
    std::uint32_t count = 0;             ///< what `index` runs to: value-like tensors of the model, or its layers
    std::uint32_t queryHeadsPerKv = 1;
    std::uint32_t expertCount = 0;
    bool falcon = false;
    bool seventyB = false; ///< a model the reference classes as "70B"
    bool hasImportance = false;
    bool rowDividesBase = true; ///< row length is a multiple of the base type's block
    bool threeDimensional = false;
};

struct MixChoice
{
    TensorType type = TensorType::F32;
    std::string_view when; ///< what made the rule apply: "in the first eighth of the layers"; may be empty
};

/// The level's choice before any shape fallback. Source: design, gguf.md 4.3 and 4.4 (reference release v0.5.0).
MixChoice mixType(const MixFacts &facts);

/// Every type mixType() can choose at this level, for whatever model.
std::vector<TensorType> mixTypes(Level level, TensorType base);

/// The levels of one and two bits whose rules stand apart from the rest.
inline constexpr LevelSet kLowLevels =
    levels(Level::IQ1_S, Level::IQ1_M, Level::IQ2_XXS, Level::IQ2_XS, Level::IQ2_S, Level::IQ2_M);

constexpr bool contains(LevelSet set, Level level) { return (set >> static_cast<std::uint32_t>(level) & 1) != 0; }

} // namespace snug
