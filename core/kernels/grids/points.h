// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The grids of the IQ types: lists of points whose coordinates are small whole numbers. A point is one packed code,
// coordinate i in bits 2i and up (eight coordinates) or 3i and up (four). The codes of a list ascend.

#pragma once

#include <stdint.h>

namespace snug::kernels {

extern const uint16_t kPoints8x256[256];   ///< IQ2_XXS
extern const uint16_t kPoints8x512[512];   ///< IQ2_XS
extern const uint16_t kPoints8x1024[1024]; ///< IQ2_S
extern const uint16_t kPoints8x2048[2048]; ///< IQ1_S, IQ1_M
extern const uint16_t kPoints4x256[256];   ///< IQ3_XXS
extern const uint16_t kPoints4x512[512];   ///< IQ3_S

} // namespace snug::kernels
