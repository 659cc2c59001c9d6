// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A made-up model of any size for benchmarks: real names and shapes of a Llama, weights from a bell-shaped pattern.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace snug {

enum class SyntheticShape {
    Dense,          ///< of the size asked for
    LargeEmbedding, ///< two tensors of 128,256 rows of 8,192 and one small layer: 4.0 GiB
    ManyExperts,    ///< two layers of 128 experts, each tensor 128 x 768 x 2,048: 2.3 GiB
};

/// Writes a BF16 GGUF; a dense one has about `sizeBytes`, at least 32 MiB. Errors: Io, DoesNotFit.
Result<void> writeSyntheticModel(const std::filesystem::path &path, SyntheticShape shape, std::uint64_t sizeBytes);

} // namespace snug
