// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Packed codes of grid points, and tables with a float for every level of every coordinate that they are summed over.

#pragma once

#include "core/kernels/isa.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

/// Packed codes of a grid of Dims coordinates.
template <int Dims> struct GridCodes
{
    static constexpr int kBits = Dims == 8 ? 2 : 3;
    static constexpr int kLevels = Dims == 8 ? 3 : 8;
    static constexpr int kTop = kLevels - 1;

    static int level(int code, int i) { return code >> (kBits * i) & ((1 << kBits) - 1); }

    /// The number of the place a code stands for.
    static int place(int code)
    {
        if constexpr (Dims == 4)
            return code;
        int result = 0;
        for (int i = Dims - 1; i >= 0; --i)
            result = result * kLevels + level(code, i);
        return result;
    }
};

/// A number for each level, over and over, to load vectors from.
using LevelValues = float[16];
template <int Dims> inline constexpr LevelValues kOdd = {}; ///< 2 * level + 1
template <> inline constexpr LevelValues kOdd<8> = {1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7, 1, 3, 5, 7};
template <> inline constexpr LevelValues kOdd<4> = {1, 3, 5, 7, 9, 11, 13, 15, 1, 3, 5, 7, 9, 11, 13, 15};
template <int Dims> inline constexpr LevelValues kOddSquares = {};
template <> inline constexpr LevelValues kOddSquares<8> = {1, 9, 25, 49, 1, 9, 25, 49, 1, 9, 25, 49, 1, 9, 25, 49};
template <>
inline constexpr LevelValues kOddSquares<4> = {1, 9, 25, 49, 81, 121, 169, 225, 1, 9, 25, 49, 81, 121, 169, 225};

/// One table: a float for each level (of a power of two) of each coordinate. Lanes are entries while it is filled.
template <class L, int Dims> class CodeTable
{
    using F = typename L::F;
    using I = typename L::I;
    static constexpr int kBits = GridCodes<Dims>::kBits;
    static constexpr int kLevels = 1 << kBits;

public:
    /// entry(first): the entries first .. first + lanes - 1.
    template <class Entry> void fill(Entry entry)
    {
        for (int first = 0; first < Dims * kLevels; first += L::kWidth)
            L::store(entry(first), m_at + first);
    }

    /// For fill(): what belongs to the entries' levels, and to their coordinates.
    static F ofLevel(const LevelValues &values, int first) { return L::load(values + first % kLevels); }
    static F ofCoordinate(const float *values, int first)
    {
        if constexpr (L::kWidth <= kLevels)
            return F(values[first / kLevels]);
        else if constexpr (Dims == 8)
            return L::lookup8(values, coordinates(first));
        else
            return L::lookup4(values, coordinates(first));
    }

    /// `before` plus the entries for each lane's code, in order of coordinates.
    F sum(const I &codes, F before = 0.0f) const { return sumFrom<0>(codes, before); }

private:
    static I coordinates(int first) { return L::template shiftRight<kBits>(L::laneNumbers() + I(first)); }

    template <int C> F sumFrom(const I &codes, F before) const
    {
        const I levels = L::template shiftRight<C * kBits>(codes);
        if constexpr (Dims == 8)
            before += L::lookup4(m_at + C * kLevels, levels);
        else
            before += L::lookup8(m_at + C * kLevels, levels);
        if constexpr (C + 1 < Dims)
            return sumFrom<C + 1>(codes, before);
        else
            return before;
    }

    float m_at[Dims * kLevels];
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
