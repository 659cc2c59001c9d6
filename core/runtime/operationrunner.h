// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs operations of the forward pass on a device, gives them the room they ask for, and keeps the buffers that
// activations pass through.

#pragma once

#include "core/backends/device.h"
#include "core/backends/operations.h"
#include "core/base/result.h"
#include "core/runtime/activationrounding.h"

#include <map>
#include <span>

namespace snug {

/// What a buffer of activations is for. Two of them never share memory.
// clang-format off
enum class Activation {
    Hidden, Normed, Rounded, Q, K, V, Attended, Projected, Gate, Up, Gated, FeedForward,
    RouterLogits, ExpertIn, ExpertOut, ExpertRows, ExpertFactors, Angles, SlidingAngles,
    Logits, OtherLogits, Targets, Figures, ColumnSquares, NonFinite,
};
// clang-format on

/// One thread at a time.
class OperationRunner
{
public:
    /// `ledger` outlives it. Errors: Unsupported on a device whose buffers the host cannot reach; DoesNotFit.
    static Result<OperationRunner> open(const BackendDevice &device, Ledger &ledger, int threads);

    /// How activations are rounded before products from now on.
    void round(ActivationRounding rounding) { m_rounding = rounding; }
    /// Rows times the transpose of a weight matrix, plus a bias. Errors: as run().
    Result<void> product(TensorType type, const SnugRange &weights, Rows in, const Rows &out,
                         const SnugRange &bias = {});
    /// Runs and waits. Errors: DoesNotFit; Internal with the device's words.
    Result<void> run(SnugOperation operation);
    /// The buffer for this, `sizeBytes` long. Contents stay as they were where it need not grow.
    Result<SnugRange> buffer(Activation activation, std::uint64_t sizeBytes);
    /// The memory behind a buffer.
    std::span<std::byte> bytes(Activation activation) { return m_buffers[activation].bytes(); }
    template <class T> std::span<T> valuesOf(Activation activation)
    {
        const auto all = bytes(activation);
        return {reinterpret_cast<T *>(all.data()), all.size() / sizeof(T)};
    }
    Result<void> copy(const SnugRange &from, const SnugRange &to);

    const BackendDevice &device() const { return m_device; }
    Ledger &ledger() { return *m_ledger; }

private:
    OperationRunner(const BackendDevice &device, Ledger &ledger, DeviceStream stream)
        : m_device(device), m_ledger(&ledger), m_stream(std::move(stream))
    {
    }
    Result<void> grow(DeviceBuffer &buffer, Component component, std::uint64_t sizeBytes);

    BackendDevice m_device;
    Ledger *m_ledger;
    DeviceStream m_stream;
    ActivationRounding m_rounding = ActivationRounding::None;
    DeviceBuffer m_workspace;
    std::map<Activation, DeviceBuffer> m_buffers;
};

/// Part of a range.
inline SnugRange part(const SnugRange &range, std::uint64_t offset, std::uint64_t sizeBytes)
{
    return {range.buffer, range.offset + offset, sizeBytes};
}

} // namespace snug
