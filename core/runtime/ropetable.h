// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Angles of rotary position embedding, with every way of reaching beyond the trained length.

#pragma once

#include "core/base/result.h"
#include "core/model/model.h"

#include <cstdint>
#include <span>
#include <vector>

namespace snug {

/// How fast each pair of a head turns with the position. Floats, and angles are too: models were trained with angles
/// rounded so, which at position 10000 are off by some 3e-4, and logits move by more than that.
struct RopeTable
{
    std::vector<float> turns; ///< radians a position, one for each pair
    double magnitude = 1;     ///< of cosine and sine

    std::uint64_t turned() const { return turns.size() * 2; } ///< how much of a head
    /// Cosine and sine of each pair at positions first .. first + count - 1. Shape: out [count * turned()].
    void fill(std::uint64_t first, std::uint64_t count, std::span<float> out) const;
};

/// Of the model's keys under "ARCHITECTURE.rope". `base` and `sliding` are those of the layer's kind: layers with a
/// window have no position scaling. `factors` divide the turns, one each pair, or are empty. `dimensions` is how much
/// of a head turns. Errors: BadInput naming a key with a value that cannot be; Unsupported naming an unknown kind of
/// scaling.
Result<RopeTable> ropeTable(const Model &model, double base, bool scaled, std::span<const float> factors,
                            std::uint64_t dimensions);

} // namespace snug
