// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of block quantizers and dequantizers: one row per storage type. Kernels include nothing but
// kernel headers and use no standard library, so that each instruction set can have its own copy.

#pragma once

namespace snug::kernels {

/// One storage type's two directions. Rows are independent; all functions are reentrant and allocate nothing.
struct BlockKernel
{
    const char *name; ///< the format's own spelling, "Q4_K"
    int blockLength;  ///< weights per block; 1 for F32, F16, BF16
    int blockBytes;
    bool usesWeights;         ///< importance weights change the bytes
    bool weightsNeedWholeRow; ///< with weights, a row must not be cut (mean square over the row)

    /// Quantizes one row. Shapes: src [cols], cols % blockLength == 0; dst cols / blockLength * blockBytes bytes;
    /// weights [cols] importance weights or null. Range: finite src. Returns false when a stored scale is not finite.
    bool (*quantizeRow)(const float *src, unsigned char *dst, long long cols, const float *weights);
    /// Exact value of every weight. Shapes as above.
    void (*dequantizeRow)(const unsigned char *src, float *dst, long long cols);
    /// Whether the stored scales of one block are finite: finds the blocks that made quantizeRow answer false.
    bool (*isFinite)(const unsigned char *block);
};

/// The kernel for a type, by exact name, in the set in use (kernelset.h); null when there is none.
const BlockKernel *findBlockKernel(const char *name);

/// Index of the first NaN or infinity in values[0 .. count), or -1.
long long firstNonFinite(const float *values, long long count);

/// Sums for a relative error: *signal += sum of a*a, *noise += sum of (a-b)*(a-b), in double. Eight partial sums,
/// element i in sum i % 8, added up in order at the end: the same on every machine, but a row cut elsewhere may differ
/// in the last bits.
void accumulateError(const float *a, const float *b, long long count, double *signal, double *noise);

} // namespace snug::kernels
