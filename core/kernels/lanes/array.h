// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A portable lane type of W floats in a plain array. It is not fast; tests run the kernels over it to prove that they
// work with several lanes, and it shows in plain code what a lane type for real vectors has to do.

#pragma once

#include "core/kernels/lanes/scalar.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

template <class T, int W> struct LaneArray
{
    T at[W];

    LaneArray() = default;
    LaneArray(T value)
    {
        for (T &lane : at)
            lane = value;
    }

    /// One value a lane, of function(lane number).
    template <class Function> static LaneArray make(Function function)
    {
        LaneArray result;
        for (int k = 0; k < W; ++k)
            result.at[k] = function(k);
        return result;
    }

    LaneArray &operator+=(const LaneArray &other) { return *this = *this + other; }
    LaneArray operator-() const
    {
        return make([&](int k) { return -at[k]; });
    }

    // clang-format off
    friend LaneArray operator+(const LaneArray &a, const LaneArray &b) { return make([&](int k) { return a.at[k] + b.at[k]; }); }
    friend LaneArray operator-(const LaneArray &a, const LaneArray &b) { return make([&](int k) { return a.at[k] - b.at[k]; }); }
    friend LaneArray operator*(const LaneArray &a, const LaneArray &b) { return make([&](int k) { return a.at[k] * b.at[k]; }); }
    friend LaneArray operator/(const LaneArray &a, const LaneArray &b) { return make([&](int k) { return a.at[k] / b.at[k]; }); }
    friend LaneArray operator&(const LaneArray &a, const LaneArray &b) { return make([&](int k) { return static_cast<T>(a.at[k] & b.at[k]); }); }
    friend LaneArray operator|(const LaneArray &a, const LaneArray &b) { return make([&](int k) { return static_cast<T>(a.at[k] | b.at[k]); }); }

    using Mask = LaneArray<bool, W>;
    friend Mask operator<(const LaneArray &a, const LaneArray &b) { return Mask::make([&](int k) { return a.at[k] < b.at[k]; }); }
    friend Mask operator<=(const LaneArray &a, const LaneArray &b) { return Mask::make([&](int k) { return a.at[k] <= b.at[k]; }); }
    friend Mask operator>(const LaneArray &a, const LaneArray &b) { return Mask::make([&](int k) { return a.at[k] > b.at[k]; }); }
    friend Mask operator>=(const LaneArray &a, const LaneArray &b) { return Mask::make([&](int k) { return a.at[k] >= b.at[k]; }); }
    friend Mask operator==(const LaneArray &a, const LaneArray &b) { return Mask::make([&](int k) { return a.at[k] == b.at[k]; }); }
    // clang-format on
};

template <int W> struct ArrayLane
{
    static constexpr int kWidth = W;
    using F = LaneArray<float, W>;
    using I = LaneArray<int, W>;
    using M = LaneArray<bool, W>;
    using One = ScalarLane;

    static F load(const float *from)
    {
        return F::make([&](int k) { return from[k]; });
    }
    static void store(const F &value, float *to)
    {
        for (int k = 0; k < W; ++k)
            to[k] = value.at[k];
    }
    template <int N> static void loadColumns(const float *from, int stride, F (&out)[N])
    {
        for (int i = 0; i < N; ++i)
            out[i] = F::make([&](int k) { return from[k * stride + i]; });
    }
    template <int N> static void storeColumns(const I (&values)[N], unsigned char *to, int stride)
    {
        for (int i = 0; i < N; ++i)
            for (int k = 0; k < W; ++k)
                to[k * stride + i] = static_cast<unsigned char>(values[i].at[k]);
    }

    static I loadCodes(const uint16_t *from)
    {
        return I::make([&](int k) { return from[k]; });
    }
    static I load(const int *from)
    {
        return I::make([&](int k) { return from[k]; });
    }
    static void store(const I &value, int *to)
    {
        for (int k = 0; k < W; ++k)
            to[k] = value.at[k];
    }

    static F select(const M &condition, const F &yes, const F &no)
    {
        return F::make([&](int k) { return condition.at[k] ? yes.at[k] : no.at[k]; });
    }
    static I select(const M &condition, const I &yes, const I &no)
    {
        return I::make([&](int k) { return condition.at[k] ? yes.at[k] : no.at[k]; });
    }
    static F keep(const M &condition, const F &value) { return select(condition, value, F(0.0f)); }
    static I keep(const M &condition, const I &value) { return select(condition, value, I(0)); }
    static bool any(const M &condition)
    {
        for (bool lane : condition.at)
            if (lane)
                return true;
        return false;
    }
    static unsigned bits(const M &condition)
    {
        unsigned result = 0;
        for (int k = 0; k < W; ++k)
            result |= static_cast<unsigned>(condition.at[k]) << k;
        return result;
    }
    static float smallest(const F &value)
    {
        float least = value.at[0];
        for (float lane : value.at)
            least = One::min(lane, least);
        return least;
    }
    static F multiplyAdd(const F &a, const F &b, const F &c) { return a * b + c; }
    static float sumOfLanes(const F &value)
    {
        float sum = 0;
        for (float lane : value.at)
            sum += lane;
        return sum;
    }
    static I laneNumbers()
    {
        return I::make([](int k) { return k; });
    }
    static M differ(const I &a, const I &b)
    {
        return M::make([&](int k) { return a.at[k] != b.at[k]; });
    }

    static M below(const I &a, int bound)
    {
        return M::make([&](int k) { return a.at[k] < bound; });
    }

    // clang-format off
    template <int Bits> static I shiftLeft(const I &value) { return I::make([&](int k) { return One::shiftLeft<Bits>(value.at[k]); }); }
    template <int Bits> static I shiftRight(const I &value) { return I::make([&](int k) { return One::shiftRight<Bits>(value.at[k]); }); }
    static F lookup4(const float *table, const I &index) { return F::make([&](int k) { return One::lookup4(table, index.at[k]); }); }
    static F lookup8(const float *table, const I &index) { return F::make([&](int k) { return One::lookup8(table, index.at[k]); }); }
    static I lookup8(const int *table, const I &index) { return I::make([&](int k) { return One::lookup8(table, index.at[k]); }); }
    static F tag(const F &value, int number) { return F::make([&](int k) { return One::tag(value.at[k], number); }); }
    static I tagOf(const F &value) { return I::make([&](int k) { return One::tagOf(value.at[k]); }); }
    static F min(const F &a, const F &b) { return F::make([&](int k) { return One::min(a.at[k], b.at[k]); }); }
    static F max(const F &a, const F &b) { return F::make([&](int k) { return One::max(a.at[k], b.at[k]); }); }
    static F abs(const F &value) { return F::make([&](int k) { return One::abs(value.at[k]); }); }
    static F sqrt(const F &value) { return F::make([&](int k) { return One::sqrt(value.at[k]); }); }
    static F toFloat(const I &value) { return F::make([&](int k) { return One::toFloat(value.at[k]); }); }
    static F powerOfTwo(const I &exponent) { return F::make([&](int k) { return One::powerOfTwo(exponent.at[k]); }); }
    static I clamp(const I &value, int low, int high) { return I::make([&](int k) { return One::clamp(value.at[k], low, high); }); }
    static I nearestInt(const F &value) { return I::make([&](int k) { return One::nearestInt(value.at[k]); }); }
    static I truncate(const F &value) { return I::make([&](int k) { return One::truncate(value.at[k]); }); }
    static I roundAway(const F &value) { return I::make([&](int k) { return One::roundAway(value.at[k]); }); }
    // clang-format on
};

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
