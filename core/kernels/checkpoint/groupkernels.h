// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of GPTQ, AWQ and compressed-tensors checkpoints: integers in groups, FP8, NVFP4, MXFP4. One table for each
// instruction set; all give the same bytes. Nothing but kernel headers and no standard library, so that each
// instruction set can have its own copy.

#pragma once

namespace snug::kernels {

/// What a scale is stored as. It is rounded to that before codes are chosen.
enum class ScaleFormat { F32, F16, BF16 };

/// How integer codes are chosen. Stored codes are 0 .. 2^bits - 1, value = (code - zero) * scale.
struct IntegerCoding
{
    int bits = 4;          ///< 2, 3, 4 or 8
    bool symmetric = true; ///< zero is 2^(bits - 1), the scale largest magnitude / ((2^bits - 1) / 2) to begin with
    /// The scale (and zero) of least squared error among candidates, never worse than from the extremes alone. A
    /// symmetric one may become negative, which gives the lone lowest code to the other side.
    bool search = true;
    bool positiveScales = false; ///< search: no negative ones
    int leastZero = 0;           ///< of asymmetric groups; 1 where a stored zero of 0 is a hazard (GPTQ v1)
    ScaleFormat scaleFormat = ScaleFormat::F16;
};

/// All functions are reentrant and allocate nothing. Values are finite. Codes are not packed: one a byte.
struct GroupKernels
{
    /// Shapes: values, codes [groups * length]; scales, zeros [groups]; scales as rounded to their format. false when
    /// a scale is beyond its format.
    bool (*toIntegers)(const float *values, long long groups, long long length, const IntegerCoding &coding,
                       unsigned char *codes, float *scales, unsigned char *zeros);
    void (*fromIntegers)(const unsigned char *codes, long long groups, long long length, const float *scales,
                         const unsigned char *zeros, float *values);
    float (*largestMagnitude)(const float *values, long long count);
    /// F8_E4M3: the nearest to value / scale, ties to even, at most 448.
    void (*toE4M3)(const float *values, long long count, float scale, unsigned char *codes);
    void (*fromE4M3)(const unsigned char *codes, long long count, float scale, float *values);
    /// Groups of 16 with an E4M3 scale. Shapes: values [groups * 16]; packed [groups * 8], the first of two codes in
    /// the low half; scales [groups]. value = code / globalScale * scale of its group.
    void (*toNvfp4)(const float *values, long long groups, float globalScale, unsigned char *packed,
                    unsigned char *scales);
    void (*fromNvfp4)(const unsigned char *packed, long long groups, float globalScale, const unsigned char *scales,
                      float *values);
    /// Groups of 32 with a power of two: its exponent + 127.
    void (*toMxfp4)(const float *values, long long groups, unsigned char *packed, unsigned char *exponents);
    void (*fromMxfp4)(const unsigned char *packed, long long groups, const unsigned char *exponents, float *values);
};

/// Of the instruction set in use (kernelset.h).
const GroupKernels &groupKernels();

} // namespace snug::kernels
