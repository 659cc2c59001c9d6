// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How fast memory is read, and from it how fast a model can write: every token needs all of its weights once.

#pragma once

#include "core/memory/ledger.h"
#include "core/runtime/modelshape.h"

#include <cstdint>

namespace snug {

/// Bytes per second at which `threads` threads together read memory that no cache holds: the best of a few rounds over
/// a buffer of 256 MiB, or of half of `mostBytes` where that is less. 0 where not even 32 MiB may be had. Takes a
/// tenth of a second.
double memoryReadSpeed(int threads, std::uint64_t mostBytes, Ledger &ledger);

/// Size of that buffer; 0 where none is taken.
std::uint64_t memorySpeedBytes(std::uint64_t mostBytes);

/// Bytes of weights that one token needs: all but rows of an embedding that is not the output matrix too, and of
/// experts those that are used.
std::uint64_t bytesPerToken(const ModelShape &shape);

} // namespace snug
