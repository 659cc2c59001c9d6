// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of bitsandbytes: four-bit blocks, rows of eight-bit integers, and the eight-bit map its double quantization
// uses. One table for each instruction set; all give the same bytes. Nothing but kernel headers and no standard
// library, so that each instruction set can have its own copy.

#pragma once

namespace snug::kernels {

/// The two four-bit maps of bitsandbytes.
enum class FourBitMap { Nf4, Fp4 };

/// All functions are reentrant and allocate nothing. Values are finite.
struct BnbKernels
{
    /// Shapes: values [count]; packed [(count + 1) / 2], the first of two codes in the high half; absmax
    /// [ceil(count / blockLength)], the largest magnitude of each block as it is. The last block may be short; a last
    /// single code has code 0 of the value 0 below it. Rounding: as bitsandbytes, ties included.
    void (*toFourBits)(FourBitMap map, const float *values, long long count, long long blockLength,
                       unsigned char *packed, float *absmax);
    /// value = map[code] * absmax of its block.
    void (*fromFourBits)(FourBitMap map, const unsigned char *packed, long long count, long long blockLength,
                         const float *absmax, float *values);
    /// The 256-value dynamic map, blockwise. Shapes: values, codes [count]; absmax [ceil(count / blockLength)].
    void (*toDynamic)(const float *values, long long count, long long blockLength, unsigned char *codes, float *absmax);
    void (*fromDynamic)(const unsigned char *codes, long long count, long long blockLength, const float *absmax,
                        float *values);
    /// LLM.int8 rows. Shapes: values, codes [rows * cols]; absmax [rows]. The weights are rounded to halves first, as
    /// bitsandbytes does. false when a weight is beyond the range of a half.
    bool (*toInt8Rows)(const float *values, long long rows, long long cols, signed char *codes, float *absmax);
    /// value = code * absmax / 127.
    void (*fromInt8Rows)(const signed char *codes, long long rows, long long cols, const float *absmax, float *values);
};

/// The 16 values of a map, code by code; the 256 of the dynamic one.
const float *fourBitValues(FourBitMap map);
const float *dynamicValues();

/// Of the instruction set in use (kernelset.h).
const BnbKernels &bnbKernels();

} // namespace snug::kernels
