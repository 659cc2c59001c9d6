// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of bitsandbytes: four-bit blocks, rows of eight-bit integers, and the eight-bit map its double quantization
// uses. One table for each instruction set; all give the same bytes. Nothing but kernel headers and no standard
// library, so that each instruction set can have its own copy.
//
// The bytes are those of the bitsandbytes package, version 0.50.2, on an x86-64 processor with AVX2;
// tests/interop/bnb_same_bytes.py holds that. Its CUDA code does otherwise in these places:
// - It divides with approximate instructions and takes subnormal numbers for 0, so that a number at a step between
//   codes may get the other one.
// - FP4: five of seven steps are 1 to 14 units of the last place off the middle; a negative number at a step gets the
//   code nearer to zero (here the lower one); of the two zeros small positive numbers get code 0 and small negative
//   ones 8 (here the other way round).
// - NF4 blocks of zeros get code 0 (here 7), which times the magnitude 0 is a zero as well.
// - A short last block is multiplied by the inverse (here divided), its magnitude may be 0 (here at least 1e-38).
// - Dynamic map: the nearest value (here that of the nearest of 65536 places, so that a zero gets code 131, not 127).
// Both read what the other writes; the values differ by what a step between two codes or places amounts to.

#pragma once

namespace snug::kernels {

/// The two four-bit maps of bitsandbytes.
enum class FourBitMap { Nf4, Fp4 };

/// All functions are reentrant and allocate nothing. Values are finite.
struct BnbKernels
{
    /// Shapes: values [count]; packed [(count + 1) / 2], the first of two codes in the high half; absmax
    /// [ceil(count / blockLength)], the largest magnitude of each block as it is. blockLength is even. The last block
    /// may be short, which bitsandbytes treats otherwise than whole ones: cut a tensor at whole blocks only. A last
    /// single code has the code of the value 0 below it. Rounding: as bitsandbytes, a tie to the lower value.
    void (*toFourBits)(FourBitMap map, const float *values, long long count, long long blockLength,
                       unsigned char *packed, float *absmax);
    /// value = map[code] * absmax of its block.
    void (*fromFourBits)(FourBitMap map, const unsigned char *packed, long long count, long long blockLength,
                         const float *absmax, float *values);
    /// The 256-value dynamic map, blockwise. Shapes: values, codes [count]; absmax [ceil(count / blockLength)]. One at
    /// a time: it is meant for scales, of which there are few.
    void (*toDynamic)(const float *values, long long count, long long blockLength, unsigned char *codes, float *absmax);
    void (*fromDynamic)(const unsigned char *codes, long long count, long long blockLength, const float *absmax,
                        float *values);
    /// LLM.int8 rows. Shapes: values, codes [rows * cols]; absmax [rows]. The weights are rounded to halves first, as
    /// bitsandbytes does, then to codes, ties to even. false when a weight is beyond the range of a half, 65520 and up;
    /// the outputs are unspecified then.
    bool (*toInt8Rows)(const float *values, long long rows, long long cols, signed char *codes, float *absmax);
    /// value = code * absmax * (1 / 127 as a float).
    void (*fromInt8Rows)(const signed char *codes, long long rows, long long cols, const float *absmax, float *values);
};

/// The 16 values of a map, code by code; the 256 of the dynamic one.
const float *fourBitValues(FourBitMap map);
const float *dynamicValues();

/// The offset of double quantization: the mean as torch 2.15 works it out with one thread, a float sum in eight lanes
/// of four interleaved cascades. Other numbers of threads split sums of 32768 and more numbers otherwise; the last bits
/// of the mean may differ then. 0 numbers have no mean (NaN).
float meanOfAbsmax(const float *values, long long count);

/// Of the instruction set in use (kernelset.h).
const BnbKernels &bnbKernels();

} // namespace snug::kernels
