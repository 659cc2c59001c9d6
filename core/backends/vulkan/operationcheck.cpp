// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/vulkan/operationcheck.h"

#include "core/backends/vulkan/blockshape.h"
#include "core/backends/vulkan/buffer.h"
#include "core/backends/vulkan/shadertable.h"

#include <limits>

namespace snug::vulkan {

namespace {

/// Counts, and columns beside them, are added in 32 bits by the shaders.
constexpr std::uint64_t kMostCount = 1u << 30;
constexpr std::uint64_t kMostColumns = 1u << 31;

constexpr std::uint64_t divideUp(std::uint64_t value, std::uint64_t by) { return value / by + (value % by != 0); }

class Checker
{
public:
    Checker(const SnugOperation &operation, const SnugDeviceInfo &device, CheckedOperation &checked,
            SnugMessage *message)
        : m_operation(operation), m_device(device), m_checked(checked), m_message(message)
    {
    }

    int check()
    {
        if (m_operation.numbers[0] == 0 || m_operation.numbers[0] > kMostCount)
            return fail(m_message, SNUG_INVALID, "an operation on %llu numbers",
                        static_cast<unsigned long long>(m_operation.numbers[0]));
        switch (m_operation.name) {
        case SNUG_DEQUANTIZE:
            return dequantize();
        case SNUG_QUANTIZE:
            return quantize();
        case SNUG_ROW_MEAN_SQUARES:
            return rowMeanSquares();
        case SNUG_FIRST_NONFINITE:
            return firstNonFinite();
        case SNUG_ERROR_SUMS:
            return errorSums();
        case kTryRounding:
            return questions(1);
        case kTryArithmetic:
            return questions(2);
        default:
            return fail(m_message, SNUG_UNSUPPORTED, "operation %u is not known", m_operation.name);
        }
    }

private:
    int dequantize()
    {
        const std::uint64_t count = m_operation.numbers[0];
        BlockShape shape;
        SNUG_VULKAN_TRY(shapeOf(count, shape));
        SNUG_VULKAN_TRY(need(0, count / shape.length * shape.bytes));
        return need(1, count * 4);
    }

    int quantize()
    {
        const std::uint64_t count = m_operation.numbers[0];
        BlockShape shape;
        SNUG_VULKAN_TRY(shapeOf(count, shape));
        const std::uint64_t blocks = count / shape.length;
        m_checked.fills = true;
        m_checked.filling = {2, 0};
        SNUG_VULKAN_TRY(need(0, count * 4));
        SNUG_VULKAN_TRY(need(1, blocks * shape.bytes));
        SNUG_VULKAN_TRY(need(2, divideUp(blocks, 32) * 4));
        m_checked.weighted = m_operation.operands[3].buffer;
        return m_checked.weighted ? importance(shape) : SNUG_OK;
    }

    int importance(const BlockShape &shape)
    {
        const Shader *shader = findShader(m_operation.name, m_operation.type, true);
        if (!shader || shader->importance == Importance::Either)
            return SNUG_OK; // it changes nothing
        const std::uint64_t cols = m_operation.numbers[1], first = m_operation.numbers[2];
        if (cols == 0 || cols > kMostColumns || first >= cols || cols % shape.length != 0 || first % shape.length != 0)
            return fail(m_message, SNUG_INVALID, "column %llu of %llu, in blocks of %u",
                        static_cast<unsigned long long>(first), static_cast<unsigned long long>(cols), shape.length);
        SNUG_VULKAN_TRY(need(3, cols * 4));
        return shape.rowWeights ? need(4, divideUp(first + m_operation.numbers[0], cols) * 4) : SNUG_OK;
    }

    int rowMeanSquares()
    {
        const std::uint64_t rows = m_operation.numbers[0], cols = m_operation.numbers[1];
        if (cols == 0 || cols > kMostCount / rows)
            return fail(m_message, SNUG_INVALID, "%llu rows of %llu numbers", static_cast<unsigned long long>(rows),
                        static_cast<unsigned long long>(cols));
        m_checked.fills = true;
        m_checked.filling = {2, 0};
        SNUG_VULKAN_TRY(need(0, rows * cols * 4));
        SNUG_VULKAN_TRY(need(1, rows * 4));
        return need(2, divideUp(rows, 32) * 4);
    }

    int firstNonFinite()
    {
        m_checked.fills = true;
        m_checked.filling = {1, std::numeric_limits<std::uint32_t>::max()};
        SNUG_VULKAN_TRY(need(0, m_operation.numbers[0] * 4));
        return need(1, 4);
    }

    int errorSums()
    {
        const std::uint64_t count = m_operation.numbers[0], length = m_operation.numbers[1];
        SNUG_VULKAN_TRY(need(0, count * 4));
        SNUG_VULKAN_TRY(need(1, count * 4));
        SNUG_VULKAN_TRY(need(3, divideUp(count, 256) * 8));
        if (!m_operation.operands[2].buffer)
            return SNUG_OK;
        if (length == 0 || length > 256)
            return fail(m_message, SNUG_INVALID, "flags of blocks of %llu weights",
                        static_cast<unsigned long long>(length));
        return need(2, divideUp(divideUp(count, length), 32) * 4);
    }

    /// Triples of words to so many words.
    int questions(std::uint64_t answerWords)
    {
        SNUG_VULKAN_TRY(need(0, m_operation.numbers[0] * 12));
        return need(1, m_operation.numbers[0] * answerWords * 4);
    }

    int shapeOf(std::uint64_t count, BlockShape &shape)
    {
        if (!findBlockShape(m_operation.type, shape))
            return fail(m_message, SNUG_UNSUPPORTED, "type %u is not known", m_operation.type);
        if (count % shape.length != 0)
            return fail(m_message, SNUG_INVALID, "%llu weights do not fill blocks of %u",
                        static_cast<unsigned long long>(count), shape.length);
        return SNUG_OK;
    }

    /// The operand must be there with this many bytes or more.
    int need(std::uint32_t index, std::uint64_t bytes)
    {
        const SnugRange &range = m_operation.operands[index];
        if (!range.buffer)
            return fail(m_message, SNUG_INVALID, "operand %u is absent", index);
        const SnugBuffer &buffer = *range.buffer;
        const bool inside = range.offset <= buffer.bytes && range.bytes <= buffer.bytes - range.offset;
        if (buffer.kind != SNUG_ON_DEVICE || range.offset % m_device.rangeAlignment != 0 || !inside ||
            range.bytes < bytes)
            return fail(m_message, SNUG_INVALID, "operand %u is no range of a buffer on the device, or too short",
                        index);
        m_checked.present |= 1u << index;
        return SNUG_OK;
    }

    const SnugOperation &m_operation;
    const SnugDeviceInfo &m_device;
    CheckedOperation &m_checked;
    SnugMessage *m_message;
};

} // namespace

int checkOperation(const SnugOperation &operation, const SnugDeviceInfo &device, CheckedOperation &checked,
                   SnugMessage *message)
{
    return Checker(operation, device, checked, message).check();
}

} // namespace snug::vulkan
