// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How fast this machine quantizes each type, measured once for a few milliseconds when first asked.

#pragma once

#include "core/formats/tensortype.h"

namespace snug {

enum class Importance { Without, With };

/// Processor seconds of one core per weight, for quantizing to `type` and measuring the error.
using SecondsPerWeight = double (*)(TensorType type, Importance importance);

/// Times the type's kernel on a fixed pattern of 8 Ki weights (best of three), and remembers the answer. Any thread.
double measuredSecondsPerWeight(TensorType type, Importance importance);

/// The same for weights that are only checked and copied.
inline constexpr double kCopySecondsPerWeight = 1e-9;

} // namespace snug
