// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A made-up model of any size for benchmarks: real names and shapes of a Llama, weights from a bell-shaped pattern.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <filesystem>

namespace snug {

/// Writes a BF16 GGUF of about `sizeBytes` (at least 32 MiB) with 16 layers or more. Errors: Io, DoesNotFit.
Result<void> writeSyntheticModel(const std::filesystem::path &path, std::uint64_t sizeBytes);

} // namespace snug
