// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What config.json says of a checkpoint in one of the formats of compressed-tensors.

#pragma once

#include "core/exporters/scheme.h"

#include <span>
#include <string>

namespace snug {

/// "pack-quantized", "int-quantized", "float-quantized", "nvfp4-pack-quantized", "mxfp4-pack-quantized".
std::string_view compressedTensorsFormat(const Scheme &scheme);

/// The JSON object. Only keys that versions from 0.10 to 0.20 know: their models refuse others. `scale_dtype` is for
/// MXFP4 alone, whose oldest readers want it.
/// Source: compressed-tensors 0.20.1, quantization/quant_config.py, quant_scheme.py and quant_args.py.
std::string compressedTensorsConfig(const Scheme &scheme, std::span<const std::string> floatModules);

} // namespace snug
