// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/operationrunner.h"

#include "core/runtime/weightloader.h"

#include <fmt/format.h>

namespace snug {

namespace {

Result<void> asResult(const DeviceResult<void> &done)
{
    if (!done)
        return fail(deviceError(done.error()));
    return {};
}

} // namespace

Result<OperationRunner> OperationRunner::open(const BackendDevice &device, Ledger &ledger, int threads)
{
    if (!device.isHost())
        return fail(ErrorCode::Unsupported,
                    fmt::format("{} has no operations of the forward pass yet; use the processor "
                                "(--device cpu).",
                                nameAndId(device.description())));
    auto stream = device.stream(threads);
    if (!stream)
        return fail(deviceError(stream.error()));
    return OperationRunner(device, ledger, std::move(*stream));
}

Result<void> OperationRunner::run(SnugOperation operation)
{
    if (const std::uint64_t wanted = m_stream.workspaceBytes(operation)) {
        SNUG_TRY(grow(m_workspace, Component::Workspace, wanted));
        operation.operands[SNUG_WORKSPACE] = m_workspace.whole();
    }
    SNUG_TRY(asResult(m_stream.run(operation)));
    return asResult(m_stream.finish());
}

Result<void> OperationRunner::product(TensorType type, const SnugRange &weights, Rows in, const Rows &out,
                                      const SnugRange &bias)
{
    if (const auto rounding = rowRoundingOf(type); rounding && m_rounding == ActivationRounding::LlamaCpp) {
        auto rounded = buffer(Activation::Rounded, in.count * in.cols * sizeof(float));
        SNUG_TRY(rounded);
        SNUG_TRY(run(roundRowsOperation(in.range, *rounded, in.count, in.cols, *rounding)));
        in.range = *rounded;
    }
    return run(matrixProductOperation(type, weights, in, out, bias));
}

Result<SnugRange> OperationRunner::buffer(Activation activation, std::uint64_t sizeBytes)
{
    DeviceBuffer &buffer = m_buffers[activation];
    SNUG_TRY(grow(buffer, Component::Activations, sizeBytes));
    return buffer.range(0, sizeBytes);
}

Result<void> OperationRunner::copy(const SnugRange &from, const SnugRange &to)
{
    SNUG_TRY(asResult(m_stream.copy(from, to)));
    return asResult(m_stream.finish());
}

Result<void> OperationRunner::grow(DeviceBuffer &buffer, Component component, std::uint64_t sizeBytes)
{
    if (buffer.sizeBytes() >= sizeBytes)
        return {};
    buffer = {}; // first, so that both never lie in memory
    auto taken = m_device.take(*m_ledger, component, BufferKind::OnDevice, sizeBytes);
    if (!taken)
        return fail(deviceError(taken.error()));
    buffer = std::move(*taken);
    return {};
}

} // namespace snug
