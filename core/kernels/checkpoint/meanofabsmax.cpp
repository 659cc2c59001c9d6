// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A sum in the order torch adds up floats, of which the last bits of the mean depend.

#include "core/kernels/checkpoint/bnbkernels.h"

namespace snug::kernels {

namespace {

constexpr int kRows = 4;   // partial sums side by side
constexpr int kLevels = 4; // of the cascade

int ceilLog2(long long x) { return x <= 2 ? 1 : 64 - __builtin_clzll(static_cast<unsigned long long>(x - 1)); }

/// `Width` numbers at a time as kRows interleaved sums. Each is a cascade: a sum of so many numbers is added to one of
/// the next level, which grows by like amounts.
template <int Width> struct Cascade
{
    float sums[kLevels][kRows][Width] = {};

    void add(const float *values)
    {
        for (int row = 0; row < kRows; ++row)
            for (int lane = 0; lane < Width; ++lane)
                sums[0][row][lane] += values[row * Width + lane];
    }

    /// Adds the sums of one level to those of another; they start again from 0.
    void fold(int from, int to)
    {
        for (int row = 0; row < kRows; ++row)
            for (int lane = 0; lane < Width; ++lane) {
                sums[to][row][lane] += sums[from][row][lane];
                sums[from][row][lane] = 0.0f;
            }
    }

    /// Adds up all; sums[0] gets the rows' sums.
    void run(const float *values, long long steps)
    {
        const int power = ceilLog2(steps) / kLevels > 4 ? ceilLog2(steps) / kLevels : 4;
        const long long stride = 1LL << power;
        long long i = 0;
        while (i + stride <= steps) {
            for (const long long end = i + stride; i < end; ++i)
                add(values + i * kRows * Width);
            for (int level = 1; level < kLevels; ++level) {
                fold(level - 1, level);
                if ((i & ((stride - 1) << (level * power))) != 0)
                    break;
            }
        }
        for (; i < steps; ++i)
            add(values + i * kRows * Width);
        for (int level = 1; level < kLevels; ++level)
            fold(level, 0);
    }
};

/// sums[lane] of values[i] with i % Width == lane; count is a multiple of Width.
template <int Width> void sumLanes(const float *values, long long count, float (&sums)[Width])
{
    const long long steps = count / (kRows * Width);
    Cascade<Width> cascade;
    cascade.run(values, steps);
    for (int lane = 0; lane < Width; ++lane) {
        float sum = cascade.sums[0][0][lane];
        for (long long i = steps * kRows * Width; i < count; i += Width)
            sum += values[i + lane];
        for (int row = 1; row < kRows; ++row)
            sum += cascade.sums[0][row][lane];
        sums[lane] = sum;
    }
}

} // namespace

float meanOfAbsmax(const float *values, long long count)
{
    constexpr int kWidth = 8; // floats of an AVX2 vector
    float sum = 0.0f;
    if (count < kWidth) {
        float only[1];
        sumLanes(values, count, only);
        sum = only[0];
    } else {
        float lanes[kWidth];
        const long long whole = count - count % kWidth;
        sumLanes(values, whole, lanes);
        for (long long i = whole; i < count; ++i)
            sum += values[i];
        for (float lane : lanes)
            sum += lane;
    }
    return sum / static_cast<float>(count);
}

} // namespace snug::kernels
