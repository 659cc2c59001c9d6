// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The numbers general.file_type gives the levels, and sets of levels for the rule table.

#pragma once

#include <cstdint>

namespace snug {

/// Source: file type numbers of the reference quantizer (release v0.5.0).
enum class Level : std::uint32_t {
    F32 = 0,
    F16 = 1,
    Q4_0 = 2,
    Q4_1 = 3,
    Q8_0 = 7,
    Q5_0 = 8,
    Q5_1 = 9,
    Q2_K = 10,
    Q3_K_S = 11,
    Q3_K_M = 12,
    Q3_K_L = 13,
    Q4_K_S = 14,
    Q4_K_M = 15,
    Q5_K_S = 16,
    Q5_K_M = 17,
    Q6_K = 18,
    IQ2_XXS = 19,
    IQ2_XS = 20,
    Q2_K_S = 21,
    IQ3_XS = 22,
    IQ3_XXS = 23,
    IQ1_S = 24,
    IQ4_NL = 25,
    IQ3_S = 26,
    IQ3_M = 27,
    IQ2_S = 28,
    IQ2_M = 29,
    IQ4_XS = 30,
    IQ1_M = 31,
    BF16 = 32,
    TQ1_0 = 36,
    TQ2_0 = 37,
    MXFP4_MOE = 38,
    NVFP4 = 39, ///< only in files that say so: the reference does not make it
    Q1_0 = 40,
    Q2_0 = 41,
    Copy = 63, ///< no number of the format: tensors stay as they are
};

/// A set of levels, one bit each.
using LevelSet = std::uint64_t;

template <class... Levels> constexpr LevelSet levels(Levels... level)
{
    return ((LevelSet{1} << static_cast<std::uint32_t>(level)) | ...);
}

} // namespace snug
