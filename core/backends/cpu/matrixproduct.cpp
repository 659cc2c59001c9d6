// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Products with weights of any stored type: a tile of rows is brought to floats in a thread's own room, which stays in
// the cache, and multiplied from there. Few rows of activations are done by dot products, row by row.

#include "core/backends/cpu/forward.h"
#include "core/kernels/blockkernel.h"
#include "core/kernels/forward/forwardkernels.h"

#include <cblas.h>

#include <algorithm>

namespace snug::cpu {

namespace {

constexpr std::uint64_t kTileFloats = 2 * 1024 * 1024;
constexpr std::uint64_t kFewRows = 4; // of activations: below, dot products are faster than packing for a product
constexpr std::uint64_t kMostRows = 512, kFewestRows = 64;

struct Product
{
    const kernels::BlockKernel *kernel; ///< null for weights that are floats already
    const unsigned char *weights;
    const float *in, *bias;
    float *out, *room;
    std::uint64_t count, rows, cols, stride, rowBytes;
};

/// Of a tile. The same whatever the number of threads, for it decides how products are rounded.
std::uint64_t tileRows(const SnugOperation &operation)
{
    const auto [count, rows, cols] = std::tuple(operation.numbers[0], operation.numbers[1], operation.numbers[2]);
    if (count < kFewRows)
        return std::clamp<std::uint64_t>(64 * 1024 / std::max<std::uint64_t>(cols, 1), 1, kFewestRows);
    const std::uint64_t eighth = (rows / 8 + 15) / 16 * 16;
    return std::clamp(std::min(eighth, kTileFloats / std::max<std::uint64_t>(cols, 1)), kFewestRows, kMostRows);
}

/// Floats of a thread's room.
std::uint64_t roomFloats(const SnugOperation &operation)
{
    if (!kernelOfType(operation.type) ||
        kernelOfType(operation.type)->blockBytes == 4 * kernelOfType(operation.type)->blockLength)
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
        if (product.count < kFewRows)
            byDots(product, first, end, own);
        else
            byTile(product, first, end, own);
        addBias(product, first, end);
    });
}

} // namespace snug::cpu
