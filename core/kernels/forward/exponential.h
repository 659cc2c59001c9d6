// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Exponential and what is made of it, on lanes.

#pragma once

#include "core/kernels/isa.h"

namespace snug::kernels::inline SNUG_KERNEL_ISA {

inline constexpr float kLeastExponent = -87.3365448f; ///< of the smallest float of full precision, 2^-126
inline constexpr float kMostExponent = 88.7228394f;   ///< of the largest float

/// e^value within 2 units in the last place; 0 below -87.3, infinity above 88.7.
/// e^x = 2^n e^r with n the nearest integer to x / ln 2: the Taylor series of degree 7 leaves 6e-9 for |r| < 0.35.
template <class L> typename L::F exponential(typename L::F value)
{
    using F = typename L::F;
    const F clamped = L::max(L::min(value, F(kMostExponent)), F(kLeastExponent)); // NaN stays outside, below
    const auto n = L::nearestInt(clamped * F(1.44269504088896341f));
    const F whole = L::toFloat(n);
    // ln 2 in two parts: the product with the first, of few bits, is exact
    const F r = clamped - whole * F(0.693359375f) + whole * F(2.12194440e-4f);
    F sum = F(1.0f / 5040.0f);
    sum = sum * r + F(1.0f / 720.0f);
    sum = sum * r + F(1.0f / 120.0f);
    sum = sum * r + F(1.0f / 24.0f);
    sum = sum * r + F(1.0f / 6.0f);
    sum = sum * r + F(0.5f);
    sum = sum * r * r + r + F(1.0f);
    F result = sum * L::powerOfTwo(L::clamp(n, -126, 127)); // no float is 2^128, though a sum below 1 times it is one
    result = L::select(whole > F(127.0f), result + result, result);
    result = L::select(value < F(kLeastExponent), F(0.0f), result);
    result = L::select(value > F(kMostExponent), F(__builtin_inff()), result);
    return L::select(value == value, result, value);
}

/// 1 / (1 + e^-value)
template <class L> typename L::F logistic(typename L::F value)
{
    using F = typename L::F;
    return F(1.0f) / (F(1.0f) + exponential<L>(-value));
}

/// Absolute error below 2e-7.
template <class L> typename L::F hyperbolicTangent(typename L::F value)
{
    using F = typename L::F;
    return F(1.0f) - F(2.0f) / (F(1.0f) + exponential<L>(value + value));
}

} // namespace snug::kernels::inline SNUG_KERNEL_ISA
