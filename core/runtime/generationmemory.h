// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a text will hold in memory, worked out from headers before anything is read, and what gives way where a limit
// asks for it.

#pragma once

#include "core/backends/device.h"
#include "core/runtime/modelshape.h"

#include <cstdint>
#include <optional>

namespace snug {

struct GenerationMemory
{
    std::uint64_t cacheBytes = 0;      ///< keys and values
    std::uint64_t activationBytes = 0; ///< with the operations' room to work in
    std::uint64_t layerBytes = 0;      ///< of all layers, or of the largest one
    std::uint64_t headBytes = 0;       ///< of the output matrix at once
    bool streams = false;              ///< layers are read anew for every token
    std::uint64_t chunkTokens = 0;     ///< of the prompt at once
    std::uint64_t streamedBytes = 0;   ///< what is read again for every token

    std::uint64_t totalBytes() const { return cacheBytes + activationBytes + layerBytes + headBytes; }
};

/// For a text of `promptTokens` and `tokens` in all, on a stream of the device that will compute it. What gives way to
/// `limitBytes`, in this order: the length of the prompt's chunks, layers that stay in memory, the output matrix.
/// Errors: DoesNotFit with the figures where one layer does not fit.
Result<GenerationMemory> planGenerationMemory(const ModelShape &shape, const DeviceStream &stream,
                                              std::uint64_t promptTokens, std::uint64_t tokens,
                                              std::optional<std::uint64_t> limitBytes);

} // namespace snug
