// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Activations as llama.cpp's processor rounds them. Source: what its quantizers of rows for products give.

#include "core/backends/cpu/forward.h"
#include "core/kernels/floatbits.h"

#include <algorithm>
#include <cmath>

namespace snug::cpu {

namespace {

constexpr std::uint64_t kShort = 32, kLong = 256;

/// Ties to even, as the processor rounds.
float nearest(float value) { return std::nearbyint(value); }

void roundShort(const float *in, float *out)
{
    float most = 0;
    for (std::uint64_t i = 0; i < kShort; ++i)
        most = std::max(most, std::abs(in[i]));
    const float scale = kernels::halfToFloat(kernels::halfFromFloat(most / 127.0F));
    const float inverse = most > 0 ? 127.0F / most : 0.0F;
    for (std::uint64_t i = 0; i < kShort; ++i)
        out[i] = nearest(in[i] * inverse) * scale;
}

void roundLong(const float *in, float *out)
{
    const float most = *std::max_element(in, in + kLong, [](float a, float b) { return std::abs(a) < std::abs(b); });
    if (most == 0) {
        std::fill_n(out, kLong, 0.0F);
        return;
    }
    const float inverse = -127.0F / most, scale = 1.0F / inverse;
    for (std::uint64_t i = 0; i < kLong; ++i)
        out[i] = std::min(127.0F, nearest(in[i] * inverse)) * scale;
}

} // namespace

void roundRows(const SnugOperation &operation, Team &team)
{
    const std::uint64_t count = operation.numbers[0], cols = operation.numbers[1];
    const bool small = operation.numbers[2] == SNUG_ROUND_32;
    const std::uint64_t block = small ? kShort : kLong;
    const float *in = floatsOf(operation.operands[0]);
    float *out = floatsOf(operation.operands[1]);
    byRows(team, count, cols, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t at = first * cols; at + block <= end * cols; at += block)
            (small ? roundShort : roundLong)(in + at, out + at);
    });
}

} // namespace snug::cpu
