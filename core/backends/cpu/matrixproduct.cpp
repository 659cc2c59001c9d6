// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Products with weights of any stored type: a tile of rows is brought to floats in a thread's own room, which stays in
// the cache, and multiplied from there. Few rows of activations are done row by row: multiplied with blocks as they are
// decoded where the type has a kernel for that, by dot products where not.

#include "core/backends/cpu/forward.h"
#include "core/kernels/blockkernel.h"
#include "core/kernels/forward/forwardkernels.h"
#include "core/kernels/forward/productkernels.h"

#include <cblas.h>

#include <algorithm>

namespace snug::cpu {

namespace {

constexpr std::uint64_t kTileFloats = 2 * 1024 * 1024;
constexpr std::uint64_t kFewRows = 4; // of activations: below, dot products are faster than packing for a product
/// Up to here multiplying as blocks are decoded is quicker than the other ways. Measured on one core of a Xeon with
/// AVX-512 over 40 million weights, times as quick for 1, 2, 4, 8 and 12 rows: F32 1.2, 1.4, 1.4, 1.1, 0.9;
/// F16 1.5, 1.5, 2.2, 1.8, 1.3; Q8_0 1.7, 2.0, 3.2, 1.6, 1.1; Q4_0 1.8, 1.9, 2.9, 1.6, 1.0; Q4_K 1.5, 1.5, 2.6, 1.5,
/// 0.9; Q6_K 1.5, 1.3, 2.3, 1.2, 0.8.
constexpr std::uint64_t kFusedRows = 8;
constexpr std::uint64_t kFusedTile = 16 * 1024; // weights: some microseconds of work
constexpr std::uint64_t kMostRows = 512, kFewestRows = 64;

struct Product
{
    const kernels::BlockKernel *kernel;  ///< null for weights that are floats already
    const kernels::ProductKernel *fused; ///< null for products by the others' way
    const unsigned char *weights;
    const float *in, *bias;
    float *out, *room;
    std::uint64_t count, rows, cols, stride, rowBytes;
};

/// The kernel that decodes and multiplies at once, where that is quicker.
const kernels::ProductKernel *fusedKernel(const SnugOperation &operation)
{
    const kernels::BlockKernel *kernel = kernelOfType(operation.type);
    return kernel && operation.numbers[0] <= kFusedRows ? kernels::findProductKernel(kernel->name) : nullptr;
}

/// Of a tile. The same whatever the number of threads, for it decides how products are rounded.
std::uint64_t tileRows(const SnugOperation &operation)
{
    const auto [count, rows, cols] = std::tuple(operation.numbers[0], operation.numbers[1], operation.numbers[2]);
    if (fusedKernel(operation))
        return std::clamp<std::uint64_t>(kFusedTile / std::max<std::uint64_t>(cols, 1), 1, kFewestRows);
    if (count < kFewRows)
        return std::clamp<std::uint64_t>(64 * 1024 / std::max<std::uint64_t>(cols, 1), 1, kFewestRows);
    const std::uint64_t eighth = (rows / 8 + 15) / 16 * 16;
    return std::clamp(std::min(eighth, kTileFloats / std::max<std::uint64_t>(cols, 1)), kFewestRows, kMostRows);
}

/// Floats of a thread's room.
std::uint64_t roomFloats(const SnugOperation &operation)
{
    const kernels::BlockKernel *kernel = kernelOfType(operation.type);
    if (!kernel || kernel->blockBytes == 4 * kernel->blockLength || fusedKernel(operation))
        return 0;
    const std::uint64_t cols = operation.numbers[2];
    return operation.numbers[0] < kFewRows ? cols : std::min(tileRows(operation), operation.numbers[1]) * cols;
}

void addBias(const Product &product, std::uint64_t first, std::uint64_t end)
{
    for (std::uint64_t t = 0; product.bias && t < product.count; ++t)
        kernels::forwardKernels().addScaled(product.out + t * product.stride + first, product.bias + first, 1.0F,
                                            static_cast<long long>(end - first));
}

/// Weights of rows as floats.
const float *rowsAsFloats(const Product &product, std::uint64_t first, std::uint64_t end, float *room)
{
    const unsigned char *from = product.weights + first * product.rowBytes;
    if (!product.kernel)
        return reinterpret_cast<const float *>(from);
    product.kernel->dequantizeRow(from, room, static_cast<long long>((end - first) * product.cols));
    return room;
}

void byFusedKernel(const Product &product, std::uint64_t first, std::uint64_t end)
{
    product.fused->multiply(product.weights + first * product.rowBytes, static_cast<long long>(end - first),
                            static_cast<long long>(product.cols), product.in, static_cast<long long>(product.count),
                            product.out + first, static_cast<long long>(product.stride));
}

void byDots(const Product &product, std::uint64_t first, std::uint64_t end, float *room)
{
    const auto &kernels = kernels::forwardKernels();
    const auto cols = static_cast<long long>(product.cols);
    for (std::uint64_t row = first; row < end; ++row) {
        const float *weights = rowsAsFloats(product, row, row + 1, room);
        for (std::uint64_t t = 0; t < product.count; ++t)
            product.out[t * product.stride + row] = kernels.dot(weights, product.in + t * product.cols, cols);
    }
}

void byTile(const Product &product, std::uint64_t first, std::uint64_t end, float *room)
{
    const auto length = [](std::uint64_t value) { return static_cast<int>(value); };
    cblas_sgemm(CblasRowMajor, CblasNoTrans, CblasTrans, length(product.count), length(end - first),
                length(product.cols), 1.0F, product.in, length(product.cols), rowsAsFloats(product, first, end, room),
                length(product.cols), 0.0F, product.out + first, length(product.stride));
}

} // namespace

std::uint64_t matrixProductWorkspace(const SnugOperation &operation, int threads)
{
    return roomFloats(operation) * static_cast<std::uint64_t>(threads) * sizeof(float);
}

void matrixProduct(const SnugOperation &operation, Team &team)
{
    const auto &numbers = operation.numbers;
    const kernels::BlockKernel &kernel = *kernelOfType(operation.type);
    const std::uint64_t room = roomFloats(operation);
    Product product{room ? &kernel : nullptr,
                    fusedKernel(operation),
                    cpuAddress(operation.operands[0]),
                    floatsOf(operation.operands[1]),
                    floatsOrNull(operation.operands[3]),
                    floatsOf(operation.operands[2]),
                    floatsOrNull(operation.operands[SNUG_WORKSPACE]),
                    numbers[0],
                    numbers[1],
                    numbers[2],
                    numbers[3],
                    numbers[2] / static_cast<std::uint64_t>(kernel.blockLength) *
                        static_cast<std::uint64_t>(kernel.blockBytes)};
    const std::uint64_t tile = tileRows(operation);
    team.run((product.rows + tile - 1) / tile, [&](std::uint64_t index, int thread) {
        const std::uint64_t first = index * tile, end = std::min(first + tile, product.rows);
        float *own = room ? product.room + static_cast<std::uint64_t>(thread) * room : nullptr;
        if (product.fused)
            byFusedKernel(product, first, end);
        else if (product.count < kFewRows)
            byDots(product, first, end, own);
        else
            byTile(product, first, end, own);
        addBias(product, first, end);
    });
}

} // namespace snug::cpu
