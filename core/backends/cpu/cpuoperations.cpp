// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/cpu/cpuoperations.h"

#include "core/backends/cpu/forward.h"
#include "core/backends/operations.h"
#include "core/kernels/row.h"

#include <algorithm>
#include <cstring>
#include <string>

namespace snug {

namespace {

using kernels::BlockKernel;

void dequantize(const SnugOperation &operation, Team &)
{
    kernelOfType(operation.type)
        ->dequantizeRow(cpuAddress(operation.operands[0]), floatsOf(operation.operands[1]),
                        static_cast<long long>(operation.numbers[0]));
}

/// Row by row with importance, for a row's columns have their own.
void quantize(const SnugOperation &operation, Team &)
{
    const BlockKernel &kernel = *kernelOfType(operation.type);
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

void rowMeanSquares(const SnugOperation &operation, Team &)
{
    const std::uint64_t rows = operation.numbers[0], cols = operation.numbers[1];
    const float *values = floatsOf(operation.operands[0]);
    std::fill_n(wordsOf(operation.operands[2]), flagWords(rows), 0u);
    for (std::uint64_t row = 0; row < rows; ++row, values += cols) {
        floatsOf(operation.operands[1])[row] = kernels::rowMeanSquare(values, static_cast<long long>(cols));
    }
}

void firstNonFinite(const SnugOperation &operation, Team &)
{
    const long long at =
        kernels::firstNonFinite(floatsOf(operation.operands[0]), static_cast<long long>(operation.numbers[0]));
    *wordsOf(operation.operands[1]) = static_cast<std::uint32_t>(at); // -1 is none
}

void errorSums(const SnugOperation &operation, Team &)
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

struct Operation
{
    std::uint32_t name;
    bool hasType; ///< it looks at the type
    void (*run)(const SnugOperation &operation, Team &team);
    std::uint64_t (*workspaceBytes)(const SnugOperation &operation, int threads) = nullptr;
};

constexpr Operation kOperations[] = {
    {SNUG_DEQUANTIZE, true, dequantize},
    {SNUG_QUANTIZE, true, quantize},
    {SNUG_ROW_MEAN_SQUARES, false, rowMeanSquares},
    {SNUG_FIRST_NONFINITE, false, firstNonFinite},
    {SNUG_ERROR_SUMS, false, errorSums},
    {SNUG_MATRIX_PRODUCT, true, cpu::matrixProduct, cpu::matrixProductWorkspace},
    {SNUG_ROOT_MEAN_SQUARE_NORM, false, cpu::rootMeanSquareNorm},
    {SNUG_ROTARY_EMBEDDING, false, cpu::rotaryEmbedding},
    {SNUG_ATTENTION, false, cpu::attention, cpu::attentionWorkspace},
    {SNUG_GATED_ACTIVATION, false, cpu::gatedActivation},
    {SNUG_ADD, false, cpu::add},
    {SNUG_GATHER_ROWS, false, cpu::gatherRows},
    {SNUG_SCATTER_ADD_ROWS, false, cpu::scatterAddRows},
    {SNUG_SOFT_CAP, false, cpu::softCap},
    {SNUG_TOKEN_LOSS, false, cpu::tokenLoss},
    {SNUG_DIVERGENCE, false, cpu::divergence},
    {SNUG_COLUMN_SQUARES, false, cpu::columnSquares},
    {SNUG_ROUND_ROWS, false, cpu::roundRows},
};

const Operation *findOperation(std::uint32_t name, std::uint32_t type)
{
    for (const Operation &operation : kOperations)
        if (operation.name == name)
            return !operation.hasType || kernelOfType(type) ? &operation : nullptr;
    return nullptr;
}

} // namespace

const BlockKernel *kernelOfType(std::uint32_t type)
{
    const TensorTypeInfo *info = findTensorType(type);
    return info ? kernels::findBlockKernel(std::string(info->name).c_str()) : nullptr;
}

int cpuSupports(std::uint32_t operation, std::uint32_t type)
{
    return findOperation(operation, type) ? SNUG_EXACT : SNUG_LACKING;
}

std::uint64_t cpuWorkspaceBytes(const SnugOperation &operation, int threads)
{
    const Operation *known = findOperation(operation.name, operation.type);
    return known && known->workspaceBytes ? known->workspaceBytes(operation, threads) : 0;
}

int answer(SnugMessage &message, int status, const char *text)
{
    std::strncpy(message.text, text, sizeof(message.text) - 1);
    message.text[sizeof(message.text) - 1] = 0;
    return status;
}

int runOnCpu(const SnugOperation &operation, Team &team, SnugMessage &message)
{
    const Operation *known = findOperation(operation.name, operation.type);
    if (!known)
        return answer(message, SNUG_UNSUPPORTED, "the processor lacks this operation or type");
    if (operation.operands[SNUG_WORKSPACE].bytes < cpuWorkspaceBytes(operation, team.threads()))
        return answer(message, SNUG_INVALID, "an operation without the workspace it asked for");
    known->run(operation, team);
    return SNUG_OK;
}

} // namespace snug
