// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// From a storage type to the kernel that quantizes and dequantizes it.

#pragma once

#include "core/formats/tensortype.h"
#include "core/kernels/blockkernel.h"

namespace snug {

/// Null when Snug cannot quantize to (or read) this type. Any thread; cheap, but look it up once per tensor.
const kernels::BlockKernel *kernelFor(TensorType type);

} // namespace snug
