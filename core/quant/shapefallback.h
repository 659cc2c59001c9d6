// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What stands in for a type whose blocks a row does not divide into.

#pragma once

#include "core/formats/tensortype.h"

#include <cstdint>
#include <optional>

namespace snug {

/// `wanted` itself when `cols` is a multiple of its block length, else the type that stands in: one with blocks of 32,
/// or F16 when those do not fit either. Nothing for types that have no stand-in (Q1_0, NVFP4).
/// Source: design, gguf.md 4.5.
std::optional<TensorType> typeForRow(TensorType wanted, std::uint64_t cols);

/// The stand-in alone, for rows that do not divide; nothing for types that have none or never need one.
std::optional<TensorType> standInFor(TensorType wanted);

} // namespace snug
