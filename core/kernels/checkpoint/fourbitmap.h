// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The values of NF4 and FP4 and the steps between them: which code is nearest to a number of -1 .. 1.

#pragma once

#include "core/kernels/checkpoint/bnbkernels.h"
#include "core/kernels/isa.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// A map and its steps, in the order a search by halves asks for them.
struct FourBitLevels
{
    float values[16]; ///< by code
    int codes[16];    ///< in rising order of their values
    /// Steps 0 .. 14 lie between neighbours of that order: step 7, then 3 or 11, then 1, 5, 9 or 13, then the even
    /// ones.
    float first;
    float second[4]; ///< twice the two, for a lookup of four
    float third[4];
    float last[8];
};

/// A step is midway between two values, rounded to a float, and belongs to the lower one.
SNUG_FN constexpr FourBitLevels fourBitLevels(const float (&values)[16], const int (&codes)[16])
{
    FourBitLevels levels{};
    float steps[15] = {};
    for (int i = 0; i < 16; ++i) {
        levels.values[i] = values[i];
        levels.codes[i] = codes[i];
        if (i < 15)
            steps[i] = (values[codes[i]] + values[codes[i + 1]]) / 2.0f;
    }
    levels.first = steps[7];
    for (int i = 0; i < 4; ++i) {
        levels.second[i] = steps[3 + 8 * (i % 2)];
        levels.third[i] = steps[1 + 4 * i];
    }
    for (int i = 0; i < 8; ++i)
        levels.last[i] = steps[2 * i];
    return levels;
}

/// Source: bitsandbytes 0.50, get_4bit_type(). The steps of NF4 made here equal those in its CUDA code bit by bit.
SNUG_TABLE FourBitLevels kNf4Levels = fourBitLevels(
    {-1.0f, -0.6961928009986877f, -0.5250730514526367f, -0.39491748809814453f, -0.28444138169288635f,
     -0.18477343022823334f, -0.09105003625154495f, 0.0f, 0.07958029955625534f, 0.16093020141124725f,
     0.24611230194568634f, 0.33791524171829224f, 0.44070982933044434f, 0.5626170039176941f, 0.7229568362236023f, 1.0f},
    {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15});

/// Code 8 is a zero as well, and stands above code 0: small positive numbers get it.
SNUG_TABLE FourBitLevels kFp4Levels =
    fourBitLevels({0.0f, 0.0625f / 12.0f, 8.0f / 12.0f, 1.0f, 4.0f / 12.0f, 0.5f, 2.0f / 12.0f, 0.25f, 0.0f,
                   -0.0625f / 12.0f, -8.0f / 12.0f, -1.0f, -4.0f / 12.0f, -0.5f, -2.0f / 12.0f, -0.25f},
                  {11, 10, 13, 12, 15, 14, 9, 0, 8, 1, 6, 7, 4, 5, 2, 3});

SNUG_FN constexpr const FourBitLevels &levelsOf(FourBitMap map)
{
    return map == FourBitMap::Nf4 ? kNf4Levels : kFp4Levels;
}

/// The code nearest to x of -1 .. 1 (what lies beyond gets the outermost code).
template <class L, FourBitMap Map> SNUG_FN typename L::I fourBitCode(typename L::F x)
{
    using I = typename L::I;
    using F = typename L::F;
    const FourBitLevels &levels = levelsOf(Map);
    const auto above = [&](F step) { return L::keep(x > step, I(1)); };
    const I half = above(F(levels.first));
    const I quarter = half + half + above(L::lookup4(levels.second, half));
    const I eighth = quarter + quarter + above(L::lookup4(levels.third, quarter));
    const I place = eighth + eighth + above(L::lookup8(levels.last, eighth));
    if constexpr (Map == FourBitMap::Nf4)
        return place;
    else
        return L::select(L::below(place, 8), L::lookup8(levels.codes, place), L::lookup8(levels.codes + 8, place));
}

/// The value of a code 0 .. 15.
template <class L, FourBitMap Map> SNUG_FN typename L::F fourBitValue(typename L::I code)
{
    const FourBitLevels &levels = levelsOf(Map);
    return L::select(L::below(code, 8), L::lookup8(levels.values, code), L::lookup8(levels.values + 8, code));
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
