// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the forward pass does to rows one by one.

#include "core/backends/cpu/forward.h"
#include "core/kernels/forward/forwardkernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

namespace snug::cpu {

namespace {

long long length(std::uint64_t value) { return static_cast<long long>(value); }

/// A row's heads, pairs being neighbours. Angles are cosine and sine of each pair.
void turnNeighbours(float *row, std::uint64_t heads, std::uint64_t headLength, std::uint64_t turned,
                    const float *angles)
{
    for (float *head = row; head != row + heads * headLength; head += headLength)
        for (std::uint64_t i = 0; i + 1 < turned; i += 2) {
            const float a = head[i], b = head[i + 1];
            head[i] = a * angles[i] - b * angles[i + 1];
            head[i + 1] = a * angles[i + 1] + b * angles[i];
        }
}

/// The same, pairs being of one half and the other: a stretch of pairs in all heads, whose angles are parted once.
void turnHalves(float *row, std::uint64_t heads, std::uint64_t headLength, std::uint64_t turned, const float *angles)
{
    constexpr std::uint64_t kPairs = 64;
    const auto rotate = kernels::forwardKernels().rotate;
    const std::uint64_t half = turned / 2;
    for (std::uint64_t first = 0; first < half; first += kPairs) {
        const std::uint64_t pairs = std::min(kPairs, half - first);
        float cosines[kPairs], sines[kPairs];
        for (std::uint64_t i = 0; i < pairs; ++i) {
            cosines[i] = angles[2 * (first + i)];
            sines[i] = angles[2 * (first + i) + 1];
        }
        for (float *head = row; head != row + heads * headLength; head += headLength)
            rotate(head + first, head + half + first, cosines, sines, length(pairs));
    }
}

} // namespace

void rootMeanSquareNorm(const SnugOperation &operation, Team &team)
{
    const auto [count, cols, stride] = std::tuple(operation.numbers[0], operation.numbers[1], operation.numbers[2]);
    const float epsilon = realNumber(operation.numbers[3]);
    const float *in = floatsOf(operation.operands[0]), *weights = floatsOrNull(operation.operands[1]);
    float *out = floatsOf(operation.operands[2]);
    const auto &kernels = kernels::forwardKernels();
    byRows(team, count, cols, [&, cols = cols, stride = stride](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t row = first; row < end; ++row) {
            const float *from = in + row * stride;
            const float mean = kernels.sumOfSquares(from, length(cols)) / static_cast<float>(cols);
            kernels.scale(from, weights, 1.0F / std::sqrt(mean + epsilon), out + row * stride, length(cols));
        }
    });
}

void rotaryEmbedding(const SnugOperation &operation, Team &team)
{
    const auto &n = operation.numbers;
    const std::uint64_t heads = n[1], headLength = n[2], turned = n[3], stride = n[4];
    const auto turn = n[5] ? turnHalves : turnNeighbours;
    float *values = floatsOf(operation.operands[0]);
    const float *angles = floatsOf(operation.operands[1]);
    byRows(team, n[0], heads * headLength, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t row = first; row < end; ++row)
            turn(values + row * stride, heads, headLength, turned, angles + row * turned);
    });
}

void gatedActivation(const SnugOperation &operation, Team &team)
{
    const auto &n = operation.numbers;
    const auto &kernels = kernels::forwardKernels();
    const auto activate = n[5] == SNUG_SILU ? kernels.silu : n[5] == SNUG_GELU ? kernels.gelu : kernels.clampedSilu;
    const float *gates = floatsOf(operation.operands[0]), *ups = floatsOf(operation.operands[1]);
    float *out = floatsOf(operation.operands[2]);
    byRows(team, n[0], n[1], [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t row = first; row < end; ++row)
            activate(gates + row * n[2], ups + row * n[3], out + row * n[4], length(n[1]));
    });
}

void add(const SnugOperation &operation, Team &team)
{
    float *to = floatsOf(operation.operands[0]);
    const float *from = floatsOf(operation.operands[1]);
    byRows(team, operation.numbers[0], 1, [&](std::uint64_t first, std::uint64_t end) {
        kernels::forwardKernels().addScaled(to + first, from + first, 1.0F, length(end - first));
    });
}

void gatherRows(const SnugOperation &operation, Team &team)
{
    const std::uint64_t cols = operation.numbers[1];
    const float *in = floatsOf(operation.operands[0]);
    const std::uint32_t *rows = wordsOf(operation.operands[1]);
    float *out = floatsOf(operation.operands[2]);
    byRows(team, operation.numbers[0], cols, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t i = first; i < end; ++i)
            std::memcpy(out + i * cols, in + rows[i] * cols, cols * sizeof(float));
    });
}

void scatterAddRows(const SnugOperation &operation, Team &team)
{
    const std::uint64_t cols = operation.numbers[1];
    const float *in = floatsOf(operation.operands[0]), *factors = floatsOf(operation.operands[2]);
    const std::uint32_t *rows = wordsOf(operation.operands[1]);
    float *to = floatsOf(operation.operands[3]);
    byRows(team, operation.numbers[0], cols, [&](std::uint64_t first, std::uint64_t end) {
        for (std::uint64_t i = first; i < end; ++i)
            kernels::forwardKernels().addScaled(to + rows[i] * cols, in + i * cols, factors[i], length(cols));
    });
}

void softCap(const SnugOperation &operation, Team &team)
{
    float *values = floatsOf(operation.operands[0]);
    const float cap = realNumber(operation.numbers[1]);
    byRows(team, operation.numbers[0], 1, [&](std::uint64_t first, std::uint64_t end) {
        kernels::forwardKernels().softCap(values + first, length(end - first), cap);
    });
}

void columnSquares(const SnugOperation &operation, Team &team)
{
    constexpr std::uint64_t kColumns = 256; // a thread's: every column is added up in the order of rows
    const std::uint64_t count = operation.numbers[0], cols = operation.numbers[1];
    const float *in = floatsOf(operation.operands[0]);
    float *sums = floatsOf(operation.operands[1]);
    team.run((cols + kColumns - 1) / kColumns, [&](std::uint64_t index, int) {
        const std::uint64_t first = index * kColumns, end = std::min(first + kColumns, cols);
        for (std::uint64_t row = 0; row < count; ++row)
            kernels::forwardKernels().addSquares(sums + first, in + row * cols + first, length(end - first));
    });
}

} // namespace snug::cpu
