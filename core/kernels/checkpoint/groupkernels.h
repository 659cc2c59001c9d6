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
    /// symmetric one may become negative, which gives the lone lowest code to the other side. Nothing with 8 bits: 255
    /// steps leave next to nothing to gain by cutting ends off.
    bool search = true;
    bool positiveScales = false; ///< search: no negative ones
    int leastZero = 0;           ///< of asymmetric groups; 1 where a stored zero of 0 is a hazard (GPTQ v1)
    ScaleFormat scaleFormat = ScaleFormat::F16;
};

/// All functions are reentrant and allocate nothing. Values are finite. Codes are not packed: one a byte.
struct GroupKernels
{
    /// Shapes: values, codes [groups * length]; scales, zeros [groups]; scales as rounded to their format. false when
    /// a scale is beyond its format. Without search as compressed-tensors 0.20.1 does in float32: code =
    /// round(clamp(value / scale + zero)), ties to even; a scale of zero becomes the format's epsilon, with the middle
    /// code as zero. It rounds intermediate results of 16-bit weights to 16 bits as well, which makes some of its
    /// asymmetric scales and zeros differ by a step. Null zeros are not written.
    bool (*toIntegers)(const float *values, long long groups, long long length, const IntegerCoding &coding,
                       unsigned char *codes, float *scales, unsigned char *zeros);
    void (*fromIntegers)(const unsigned char *codes, long long groups, long long length, const float *scales,
                         const unsigned char *zeros, float *values);
    float (*largestMagnitude)(const float *values, long long count);
    /// F8_E4M3: the nearest to value / scale, ties to even, at most 448. scale > 0.
    void (*toE4M3)(const float *values, long long count, float scale, unsigned char *codes);
    void (*fromE4M3)(const unsigned char *codes, long long count, float scale, float *values);
    /// Groups of 16 with an E4M3 scale. Shapes: values [groups * 16]; packed [groups * 8], the first of two codes in
    /// the low half; scales [groups]. value = code * (scale of its group / globalScale), where the scale is globalScale
    /// * (largest magnitude / 6) as F8_E4M3, 0.125 for one of zero. Ties to even codes; a code has its value's sign,
    /// that of -0 too (compressed-tensors drops this one). globalScale is finite and > 0.
    void (*toNvfp4)(const float *values, long long groups, float globalScale, unsigned char *packed,
                    unsigned char *scales);
    void (*fromNvfp4)(const unsigned char *packed, long long groups, float globalScale, const unsigned char *scales,
                      float *values);
    /// Groups of 32 with a power of two: its exponent + 127, that of a quarter of the largest magnitude's power of two,
    /// one more from 1.75 times that power up. Shapes: values [groups * 32]; packed [groups * 16]; exponents [groups].
    void (*toMxfp4)(const float *values, long long groups, unsigned char *packed, unsigned char *exponents);
    void (*fromMxfp4)(const unsigned char *packed, long long groups, const unsigned char *exponents, float *values);
};

/// Of the instruction set in use (kernelset.h).
const GroupKernels &groupKernels();

} // namespace snug::kernels
