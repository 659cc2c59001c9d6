// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How much of everything a measurement holds at once, within a limit.

#pragma once

#include "core/runtime/forwardpass.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace snug {

/// What is to be measured.
struct MeasureSize
{
    std::uint64_t windowTokens = 0; ///< of the longest sequence
    std::uint64_t windows = 0;
    bool compared = false; ///< logits of two models are there at once
    int threads = 1;
    std::string_view lengthOption = "--context"; ///< for advice
};

struct MeasureRoom
{
    ForwardOptions options; ///< of each model; threads, contextLength and scratchFolder are set too
    std::uint64_t windowsAtOnce = 1;
    std::uint64_t rowsAtOnce = 1; ///< of logits
    bool layersStay = false;      ///< all models in memory
    std::uint64_t predictedBytes = 0;
};

/// `limitBytes`: RAM that the process may use in all. Errors: DoesNotFit telling the least that would do.
Result<MeasureRoom> measureRoom(std::span<const ModelShape *const> models, const MeasureSize &size,
                                std::uint64_t limitBytes);

/// What the program takes beside its books: code, libraries, the tables of tokenizers, rooms of the matrix library.
std::uint64_t ramBesideLedger(int threads);

} // namespace snug
