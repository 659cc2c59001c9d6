// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Finds out how a device rounds that does not promise anything.

#pragma once

#include "core/backends/vulkan/outcome.h"

struct SnugDevice;

namespace snug::vulkan {

/// Adds and multiplies pairs of floats whose results tell rounding to nearest, ties to even, from every other rounding,
/// and lost signs of zeros from kept ones. A device that passes has shown its manner, not promised it.
int tryRounding(SnugDevice &device, bool &roundsToNearest, SnugMessage *message);

} // namespace snug::vulkan
