// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The named operations on the processor, over the kernels.

#pragma once

#include "core/backends/abi.h"
#include "core/base/team.h"

#include <bit>
#include <cstdint>

namespace snug {

namespace kernels {
struct BlockKernel;
}

int cpuSupports(std::uint32_t operation, std::uint32_t type);

/// Runs one operation at once, on the threads of the team. Ranges are as checked by the caller against their buffers.
int runOnCpu(const SnugOperation &operation, Team &team, SnugMessage &message);

/// What workspaceBytes() answers for a team of so many threads.
std::uint64_t cpuWorkspaceBytes(const SnugOperation &operation, int threads);

/// Start of a range in host memory.
unsigned char *cpuAddress(const SnugRange &range);

inline float *floatsOf(const SnugRange &range) { return reinterpret_cast<float *>(cpuAddress(range)); }
inline std::uint32_t *wordsOf(const SnugRange &range) { return reinterpret_cast<std::uint32_t *>(cpuAddress(range)); }
/// Null for an absent operand.
inline float *floatsOrNull(const SnugRange &range) { return range.buffer ? floatsOf(range) : nullptr; }

/// A real number among an operation's numbers.
inline float realNumber(std::uint64_t number) { return std::bit_cast<float>(static_cast<std::uint32_t>(number)); }

/// The kernel of a storage type; null when there is none.
const kernels::BlockKernel *kernelOfType(std::uint32_t type);

/// Fills a message, cutting what is too long.
int answer(SnugMessage &message, int status, const char *text);

} // namespace snug
