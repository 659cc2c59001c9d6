// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How fast this machine quantizes each type, measured once for a few milliseconds when first asked.

#pragma once

#include "core/formats/tensortype.h"

namespace snug {

class Exporter;

enum class Importance { Without, With };

/// Processor seconds of one core per weight, for quantizing to `type` and measuring the error.
using SecondsPerWeight = double (*)(TensorType type, Importance importance);

/// Times the type's kernel on a fixed pattern of 8 Ki weights (best of three), and remembers the answer. Any thread.
double measuredSecondsPerWeight(TensorType type, Importance importance);

/// Processor seconds of one core per weight, for coding as an exporter does and measuring the error.
using SecondsPerCode = double (*)(const Exporter &exporter);

/// Times the exporter on the same pattern as a matrix, and remembers the answer for its scheme. Any thread.
double measuredSecondsPerCode(const Exporter &exporter);

/// The same for weights that are only checked and copied.
inline constexpr double kCopySecondsPerWeight = 1e-9;

} // namespace snug
