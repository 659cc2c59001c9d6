// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/kernels/checkpoint/bnbkernels.h"

#include "core/kernels/checkpoint/dynamicmap.h"
#include "core/kernels/checkpoint/fourbitmap.h"
#include "core/kernels/kernelset.h"

namespace snug::kernels {

const float *fourBitValues(FourBitMap map) { return levelsOf(map).values; }

const float *dynamicValues() { return kDynamicMap.values; }

const BnbKernels &bnbKernels() { return *activeKernelSet().bnb; }

} // namespace snug::kernels
