// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The operations of the forward pass on the processor. What each means is in abi.h.

#pragma once

#include "core/backends/cpu/cpuoperations.h"

namespace snug::cpu {

void matrixProduct(const SnugOperation &operation, Team &team);
void attention(const SnugOperation &operation, Team &team);
void rootMeanSquareNorm(const SnugOperation &operation, Team &team);
void rotaryEmbedding(const SnugOperation &operation, Team &team);
void gatedActivation(const SnugOperation &operation, Team &team);
void add(const SnugOperation &operation, Team &team);
void gatherRows(const SnugOperation &operation, Team &team);
void scatterAddRows(const SnugOperation &operation, Team &team);
void softCap(const SnugOperation &operation, Team &team);
void tokenLoss(const SnugOperation &operation, Team &team);
void divergence(const SnugOperation &operation, Team &team);
void columnSquares(const SnugOperation &operation, Team &team);
void roundRows(const SnugOperation &operation, Team &team);

std::uint64_t matrixProductWorkspace(const SnugOperation &operation, int threads);
std::uint64_t attentionWorkspace(const SnugOperation &operation, int threads);

/// Calls rows(first, end) for stretches of `count` rows of `cols` floats, long enough to be worth a thread.
template <class Rows> void byRows(Team &team, std::uint64_t count, std::uint64_t cols, Rows rows)
{
    constexpr std::uint64_t kStretch = 16 * 1024; // floats
    const std::uint64_t atOnce = cols >= kStretch ? 1 : kStretch / (cols ? cols : 1);
    team.run((count + atOnce - 1) / atOnce, [&](std::uint64_t index, int) {
        const std::uint64_t first = index * atOnce;
        rows(first, first + atOnce < count ? first + atOnce : count);
    });
}

} // namespace snug::cpu
