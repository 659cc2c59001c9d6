// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/quant/typekernel.h"

#include <string>

namespace snug {

const kernels::BlockKernel *kernelFor(TensorType type)
{
    return kernels::findBlockKernel(std::string(tensorTypeName(type)).c_str());
}

} // namespace snug
