// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/cuda/operations.h"

#include "core/backends/cuda/device.h"
#include "core/backends/cuda/failure.h"
#include "core/backends/cuda/reductions.h"
#include "core/backends/cuda/typekernels.h"

#include <array>

namespace snug::cuda {

namespace {

constexpr uint64_t kMostWeights = uint64_t(1) << 48; // far beyond any memory; products with it fit 64 bits
constexpr uint64_t kFloat = sizeof(float);

constexpr uint64_t flagBytes(uint64_t blocks) { return (blocks + 31) / 32 * sizeof(uint32_t); }

/// Operands of one operation. Each is asked for with the bytes it needs; one that does not have them spoils the check.
class Operands
{
public:
    explicit Operands(const SnugOperation &operation) : m_operation(operation) {}

    template <class T> T *take(int number, uint64_t bytes)
    {
        const SnugRange &range = m_operation.operands[number];
        m_good = m_good && isWithin(range) && range.bytes >= bytes && range.offset % 16 == 0 &&
                 range.buffer->kind == SNUG_ON_DEVICE;
        return m_good ? reinterpret_cast<T *>(range.buffer->data + range.offset) : nullptr;
    }
    /// Null where it is absent.
    template <class T> T *takeIfGiven(int number, uint64_t bytes)
    {
        return m_operation.operands[number].buffer ? take<T>(number, bytes) : nullptr;
    }
    void require(bool condition) { m_good = m_good && condition; }
    bool areGood() const { return m_good; }

private:
    const SnugOperation &m_operation;
    bool m_good = true;
};

int invalid(SnugMessage &message)
{
    return answer(message, SNUG_INVALID, "an operand is missing, too small or not where operands may lie");
}

int clearFlags(uint32_t *flags, uint64_t count, cudaStream_t stream, SnugMessage &message)
{
    return answer(message, cudaMemsetAsync(flags, 0, flagBytes(count), stream), "cudaMemsetAsync");
}

int dequantize(const SnugOperation &operation, const TypeKernels &type, cudaStream_t stream, SnugMessage &message)
{
    const uint64_t count = operation.numbers[0];
    Operands operands(operation);
    operands.require(count < kMostWeights && count % type.blockLength == 0);
    DequantizeTask task{};
    task.blockCount = count / type.blockLength;
    task.blocks = operands.take<unsigned char>(0, task.blockCount * type.blockBytes);
    task.values = operands.take<float>(1, count * kFloat);
    if (!operands.areGood())
        return invalid(message);
    return answer(message, type.dequantize(task, stream), "launching a dequantizer");
}

/// Adds what belongs to the importance, for a type that uses it.
void takeImportance(const SnugOperation &operation, const TypeKernels &type, Operands &operands, QuantizeTask &task)
{
    task.cols = operation.numbers[1];
    task.firstColumn = operation.numbers[2];
    operands.require(task.cols > 0 && task.cols < kMostWeights && task.cols % type.blockLength == 0);
    operands.require(task.firstColumn < task.cols && task.firstColumn % type.blockLength == 0);
    if (!operands.areGood())
        return;
    task.importance = operands.take<const float>(3, task.cols * kFloat);
    if (type.looksAtWholeRows) {
        const uint64_t rows = (task.firstColumn + operation.numbers[0] + task.cols - 1) / task.cols;
        task.rowMeanSquares = operands.take<const float>(4, rows * kFloat);
    }
}

int quantize(const SnugOperation &operation, const TypeKernels &type, cudaStream_t stream, SnugMessage &message)
{
    const uint64_t count = operation.numbers[0];
    Operands operands(operation);
    operands.require(count < kMostWeights && count % type.blockLength == 0);
    QuantizeTask task{};
    task.blockCount = count / type.blockLength;
    task.values = operands.take<const float>(0, count * kFloat);
    task.blocks = operands.take<unsigned char>(1, task.blockCount * type.blockBytes);
    task.flags = operands.take<uint32_t>(2, flagBytes(task.blockCount));
    if (type.usesImportance && operation.operands[3].buffer)
        takeImportance(operation, type, operands, task);
    if (!operands.areGood())
        return invalid(message);
    if (const int status = clearFlags(task.flags, task.blockCount, stream, message))
        return status;
    return answer(message, type.quantize(task, stream), "launching a quantizer");
}

int runRowMeanSquares(const SnugOperation &operation, cudaStream_t stream, SnugMessage &message)
{
    const uint64_t rows = operation.numbers[0], cols = operation.numbers[1];
    Operands operands(operation);
    operands.require(cols > 0 && cols < (uint64_t(1) << 32) && rows < kMostWeights / cols);
    const float *values = operands.take<const float>(0, operands.areGood() ? rows * cols * kFloat : 0);
    float *means = operands.take<float>(1, rows * kFloat);
    uint32_t *flags = operands.take<uint32_t>(2, flagBytes(rows));
    if (!operands.areGood())
        return invalid(message);
    if (const int status = clearFlags(flags, rows, stream, message))
        return status;
    return answer(message, rowMeanSquares(values, means, rows, cols, stream), "launching row mean squares");
}

int runFirstNonFinite(const SnugOperation &operation, cudaStream_t stream, SnugMessage &message)
{
    const uint64_t count = operation.numbers[0];
    Operands operands(operation);
    operands.require(count < 0xffffffff);
    const float *values = operands.take<const float>(0, count * kFloat);
    uint32_t *index = operands.take<uint32_t>(1, sizeof(uint32_t));
    if (!operands.areGood())
        return invalid(message);
    if (const int status = answer(message, cudaMemsetAsync(index, 0xff, sizeof(*index), stream), "cudaMemsetAsync"))
        return status;
    return answer(message, firstNonFinite(values, index, count, stream), "launching the finite check");
}

int runErrorSums(const SnugOperation &operation, cudaStream_t stream, SnugMessage &message)
{
    const uint64_t count = operation.numbers[0], blockLength = operation.numbers[1];
    Operands operands(operation);
    operands.require(count < kMostWeights && blockLength > 0 && blockLength <= kErrorStretch);
    ErrorSumsTask task{};
    task.count = count;
    task.blockLength = blockLength;
    task.a = operands.take<const float>(0, count * kFloat);
    task.b = operands.take<const float>(1, count * kFloat);
    if (operands.areGood())
        task.flags = operands.takeIfGiven<const uint32_t>(2, flagBytes((count + blockLength - 1) / blockLength));
    task.sums = operands.take<float>(3, (count + kErrorStretch - 1) / kErrorStretch * 2 * kFloat);
    if (!operands.areGood())
        return invalid(message);
    return answer(message, errorSums(task, stream), "launching error sums");
}

} // namespace

const TypeKernels *findTypeKernels(uint32_t type)
{
    static const std::array all{&kF32Kernels,   &kF16Kernels,   &kBF16Kernels, &kQ4_0Kernels,   &kQ4_1Kernels,
                                &kQ5_0Kernels,  &kQ5_1Kernels,  &kQ8_0Kernels, &kQ2_KKernels,   &kQ3_KKernels,
                                &kQ4_KKernels,  &kQ5_KKernels,  &kQ6_KKernels, &kIQ4_NLKernels, &kIQ4_XSKernels,
                                &kTQ1_0Kernels, &kTQ2_0Kernels, &kMXFP4Kernels};
    for (const TypeKernels *kernels : all)
        if (kernels->type == type)
            return kernels;
    return nullptr;
}

int supports(SnugDevice *, uint32_t operation, uint32_t type, int)
{
    switch (operation) {
    case SNUG_DEQUANTIZE:
    case SNUG_QUANTIZE:
        return findTypeKernels(type) ? SNUG_EXACT : SNUG_LACKING;
    case SNUG_ROW_MEAN_SQUARES:
    case SNUG_FIRST_NONFINITE:
    case SNUG_ERROR_SUMS:
        return SNUG_EXACT;
    default:
        return SNUG_LACKING;
    }
}

int run(SnugStream *stream, const SnugOperation *operation, SnugMessage *message)
{
    if (supports(nullptr, operation->name, operation->type, 0) == SNUG_LACKING)
        return answer(*message, SNUG_UNSUPPORTED, "there is no CUDA kernel for this operation or type");
    if (const int status = select(stream->ordinal, *message))
        return status;
    switch (operation->name) {
    case SNUG_DEQUANTIZE:
        return dequantize(*operation, *findTypeKernels(operation->type), stream->handle, *message);
    case SNUG_QUANTIZE:
        return quantize(*operation, *findTypeKernels(operation->type), stream->handle, *message);
    case SNUG_ROW_MEAN_SQUARES:
        return runRowMeanSquares(*operation, stream->handle, *message);
    case SNUG_FIRST_NONFINITE:
        return runFirstNonFinite(*operation, stream->handle, *message);
    default:
        return runErrorSums(*operation, stream->handle, *message);
    }
}

} // namespace snug::cuda
