// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// From a storage type to the kernel that quantizes and dequantizes it, in the instruction set of this run.

#pragma once

#include "core/base/result.h"
#include "core/formats/tensortype.h"
#include "core/kernels/blockkernel.h"

#include <string>

namespace snug {

/// Null when Snug cannot quantize to (or read) this type. Any thread; cheap, but look it up once per tensor.
const kernels::BlockKernel *kernelFor(TensorType type);

/// The instruction set in use: "avx2".
std::string instructionSet();
/// Uses the instruction set that the variable SNUG_CPU names; without it, the fastest this processor has. At the start
/// of a job, before kernels are looked up. Errors: Usage when it is not known or this processor lacks it.
Result<void> chooseInstructionSet();

} // namespace snug
