// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a forward pass does to rows of floats beside matrix products. One table for each instruction set; they differ in
// the order of sums, and so in last bits. Nothing but kernel headers and no standard library, so that each instruction
// set can have its own copy.

#pragma once

namespace snug::kernels {

/// All functions are reentrant and allocate nothing; counts may be 0. Exponentials are within 2 units in the last place
/// and 0 below 2^-126. What is NaN comes out as NaN.
struct ForwardKernels
{
    /// values[i] = exp(values[i] - m) / s with m the maximum of the values and `sink`, s the sum of all exponentials,
    /// that of the sink among them. Values may be -infinity, the sink too: then it is none. At least one is finite.
    void (*softmax)(float *values, long long count, float sink);
    /// Logarithm of the sum of exponentials, added up in double. -infinity where there are none, NaN where a value is
    /// +infinity.
    double (*logSumExp)(const float *values, long long count);
    /// Kullback-Leibler divergence of the softmax of `other` from that of `base`: the sum of p (log p - log q) with
    /// log p = base - baseSum, log q = other - otherSum. The sums are those of logSumExp. Of tens of thousands of
    /// values it is right to 1e-5 of itself and 2e-7. Shares p below e^-16 are left out.
    double (*divergence)(const float *base, double baseSum, const float *other, double otherSum, long long count);
    /// Where the largest value first stands, NaN left out; 0 where there is none.
    long long (*largest)(const float *values, long long count);
    /// out = gate / (1 + exp(-gate)) * up. `out` may be one of the others, as below.
    void (*silu)(const float *gate, const float *up, float *out, long long count);
    /// The same with gate * (1 + tanh(sqrt(2 / pi) * (gate + 0.044715 gate^3))) / 2.
    void (*gelu)(const float *gate, const float *up, float *out, long long count);
    /// gpt-oss: g = min(gate, 7), u = up within -7 .. 7, out = g / (1 + exp(-1.702 g)) * (u + 1).
    void (*clampedSilu)(const float *gate, const float *up, float *out, long long count);
    /// values = cap * tanh(values / cap)
    void (*softCap)(float *values, long long count, float cap);
    /// (a, b) = (a c - b s, a s + b c) with each pair's cosine c and sine s.
    void (*rotate)(float *a, float *b, const float *cosines, const float *sines, long long count);
    float (*sumOfSquares)(const float *values, long long count);
    /// out = values * factor * weights; null weights for none.
    void (*scale)(const float *values, const float *weights, float factor, float *out, long long count);
    float (*dot)(const float *a, const float *b, long long count);
    /// to += factor * from
    void (*addScaled)(float *to, const float *from, float factor, long long count);
    /// to += values^2
    void (*addSquares)(float *to, const float *values, long long count);
};

/// Of the instruction set in use (kernelset.h).
const ForwardKernels &forwardKernels();

} // namespace snug::kernels
