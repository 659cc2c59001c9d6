// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/cpu/cpuoperations.h"

#include "core/backends/operations.h"
#include "core/kernels/row.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace snug {

namespace {

using kernels::BlockKernel;

const BlockKernel *kernelOf(std::uint32_t type)
{
    const TensorTypeInfo *info = findTensorType(type);
    return info ? kernels::findBlockKernel(std::string(info->name).c_str()) : nullptr;
}

float *floatsOf(const SnugRange &range) { return reinterpret_cast<float *>(cpuAddress(range)); }
std::uint32_t *wordsOf(const SnugRange &range) { return reinterpret_cast<std::uint32_t *>(cpuAddress(range)); }

void dequantize(const SnugOperation &operation, const BlockKernel &kernel)
{
    kernel.dequantizeRow(cpuAddress(operation.operands[0]), floatsOf(operation.operands[1]),
                         static_cast<long long>(operation.numbers[0]));
}

/// Row by row with importance, for a row's columns have their own.
void quantize(const SnugOperation &operation, const BlockKernel &kernel)
{
    const auto &[values, blocks, flags, importance, squares, unused5, unused6, unused7] = operation.operands;
    const std::uint64_t count = operation.numbers[0];
    const auto blockLength = static_cast<std::uint64_t>(kernel.blockLength);
    const auto blockBytes = static_cast<std::uint64_t>(kernel.blockBytes);
    const bool weighted = importance.buffer && kernel.usesWeights;
    const std::uint64_t cols = weighted ? operation.numbers[1] : std::max<std::uint64_t>(1, count);
    unsigned char *const out = cpuAddress(blocks);
    std::fill_n(wordsOf(flags), flagWords(count / blockLength), 0u);
    for (std::uint64_t done = 0; done < count;) {
        const std::uint64_t column = weighted ? (operation.numbers[2] + done) % cols : 0;
        const std::uint64_t stretch = std::min(cols - column, count - done);
        unsigned char *const target = out + done / blockLength * blockBytes;
        if (!kernel.quantizeRow(floatsOf(values) + done, target, static_cast<long long>(stretch),
                                weighted ? floatsOf(importance) + column : nullptr))
            for (std::uint64_t block = 0; block < stretch / blockLength; ++block)
                if (const std::uint64_t at = done / blockLength + block; !kernel.isFinite(target + block * blockBytes))
                    wordsOf(flags)[at / 32] |= 1u << at % 32;
        done += stretch;
    }
}

void rowMeanSquares(const SnugOperation &operation)
{
    const std::uint64_t rows = operation.numbers[0], cols = operation.numbers[1];
    const float *values = floatsOf(operation.operands[0]);
    std::fill_n(wordsOf(operation.operands[2]), flagWords(rows), 0u);
    for (std::uint64_t row = 0; row < rows; ++row, values += cols) {
        floatsOf(operation.operands[1])[row] = kernels::rowMeanSquare(values, static_cast<long long>(cols));
    }
}

void firstNonFinite(const SnugOperation &operation)
{
    const long long at =
        kernels::firstNonFinite(floatsOf(operation.operands[0]), static_cast<long long>(operation.numbers[0]));
    *wordsOf(operation.operands[1]) = static_cast<std::uint32_t>(at); // -1 is none
}

void errorSums(const SnugOperation &operation)
{
    const std::uint64_t count = operation.numbers[0], blockLength = operation.numbers[1];
    const float *a = floatsOf(operation.operands[0]), *b = floatsOf(operation.operands[1]);
    const bool someLeftOut = operation.operands[2].buffer;
    const std::uint32_t *flags = someLeftOut ? wordsOf(operation.operands[2]) : nullptr;
    float *sums = floatsOf(operation.operands[3]);
    for (std::uint64_t first = 0; first < count; first += kErrorStretch, sums += 2) {
        float signal = 0, noise = 0;
        for (std::uint64_t i = first; i < std::min(count, first + kErrorStretch); ++i) {
            if (const std::uint64_t block = i / blockLength; flags && flags[block / 32] >> block % 32 & 1)
                continue;
            const float error = a[i] - b[i];
            signal += a[i] * a[i];
            noise += error * error;
        }
        sums[0] = signal;
        sums[1] = noise;
    }
}

bool knowsOperation(std::uint32_t name) { return name >= SNUG_DEQUANTIZE && name <= SNUG_ERROR_SUMS; }
bool needsType(std::uint32_t name) { return name == SNUG_DEQUANTIZE || name == SNUG_QUANTIZE; }

} // namespace

int cpuSupports(std::uint32_t operation, std::uint32_t type)
{
    if (!knowsOperation(operation) || (needsType(operation) && !kernelOf(type)))
        return SNUG_LACKING;
    return SNUG_EXACT;
}

int answer(SnugMessage &message, int status, const char *text)
{
    std::strncpy(message.text, text, sizeof(message.text) - 1);
    message.text[sizeof(message.text) - 1] = 0;
    return status;
}

int runOnCpu(const SnugOperation &operation, SnugMessage &message)
{
    if (!cpuSupports(operation.name, operation.type))
        return answer(message, SNUG_UNSUPPORTED, "the processor lacks this operation or type");
    switch (operation.name) {
    case SNUG_DEQUANTIZE:
        dequantize(operation, *kernelOf(operation.type));
        break;
    case SNUG_QUANTIZE:
        quantize(operation, *kernelOf(operation.type));
        break;
    case SNUG_ROW_MEAN_SQUARES:
        rowMeanSquares(operation);
        break;
    case SNUG_FIRST_NONFINITE:
        firstNonFinite(operation);
        break;
    default:
        errorSums(operation);
    }
    return SNUG_OK;
}

} // namespace snug
