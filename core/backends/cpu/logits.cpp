// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is made of logits where they are, so that they never exist as a whole.

#include "core/backends/cpu/forward.h"
#include "core/kernels/forward/forwardkernels.h"

#include <bit>

namespace snug::cpu {

namespace {

std::uint32_t mostLikely(const float *logits, std::uint64_t cols)
{
    return static_cast<std::uint32_t>(kernels::forwardKernels().largest(logits, static_cast<long long>(cols)));
}

} // namespace

void tokenLoss(const SnugOperation &operation, Team &team)
{
    const std::uint64_t cols = operation.numbers[1];
    const float *logits = floatsOf(operation.operands[0]);
    const std::uint32_t *targets = wordsOf(operation.operands[1]);
    float *out = floatsOf(operation.operands[2]);
    team.run(operation.numbers[0], [&](std::uint64_t row, int) {
        const float *own = logits + row * cols;
        const double sum = kernels::forwardKernels().logSumExp(own, static_cast<long long>(cols));
        out[row] = static_cast<float>(sum - static_cast<double>(own[targets[row]]));
    });
}

void divergence(const SnugOperation &operation, Team &team)
{
    constexpr std::uint64_t kFigures = 5;
    const std::uint64_t cols = operation.numbers[1];
    const auto &kernels = kernels::forwardKernels();
    team.run(operation.numbers[0], [&](std::uint64_t row, int) {
        const float *base = floatsOf(operation.operands[0]) + row * cols;
        const float *other = floatsOf(operation.operands[1]) + row * cols;
        const std::uint32_t target = wordsOf(operation.operands[2])[row];
        const double baseSum = kernels.logSumExp(base, static_cast<long long>(cols));
        const double otherSum = kernels.logSumExp(other, static_cast<long long>(cols));
        float *out = floatsOf(operation.operands[3]) + row * kFigures;
        out[0] = static_cast<float>(kernels.divergence(base, baseSum, other, otherSum, static_cast<long long>(cols)));
        out[1] = static_cast<float>(baseSum - static_cast<double>(base[target]));
        out[2] = static_cast<float>(otherSum - static_cast<double>(other[target]));
        out[3] = std::bit_cast<float>(mostLikely(base, cols));
        out[4] = std::bit_cast<float>(mostLikely(other, cols));
    });
}

} // namespace snug::cpu
