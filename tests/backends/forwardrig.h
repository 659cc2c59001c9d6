// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs operations of the forward pass on a device: operands with watched surroundings, workspaces as asked for.

#pragma once

#include "core/backends/device.h"
#include "core/backends/operations.h"
#include "tests/backends/testbackends.h"

#include <cstdint>
#include <functional>
#include <span>
#include <vector>

namespace snug::test {

/// A range with a pattern behind it, which no operation may change.
struct Operand
{
    DeviceBuffer buffer;
    std::uint64_t sizeBytes = 0;

    SnugRange range() const { return buffer.range(0, sizeBytes); }
    /// From float `first` on.
    SnugRange from(std::uint64_t first) const { return buffer.range(4 * first, sizeBytes - 4 * first); }
};

/// Faults throw std::runtime_error with the device's words.
class ForwardRig
{
public:
    explicit ForwardRig(const BackendDevice &device, int threads = 1);

    Operand put(std::span<const float> values) { return putBytes(std::as_bytes(values)); }
    Operand put(std::span<const std::uint32_t> values) { return putBytes(std::as_bytes(values)); }
    Operand putBytes(std::span<const std::byte> bytes);
    /// Floats that are kBlank.
    Operand blank(std::uint64_t count);
    /// With the workspace it asks for.
    void run(SnugOperation operation);
    /// As it stands.
    DeviceResult<void> runAsItIs(const SnugOperation &operation) { return m_stream.run(operation); }
    std::uint64_t workspaceBytes(const SnugOperation &operation) const { return m_stream.workspaceBytes(operation); }
    DeviceBuffer workspace(std::uint64_t sizeBytes) { return take(BufferKind::OnDevice, sizeBytes); }
    /// All of it; throws where the pattern behind it was changed.
    std::vector<float> read(const Operand &operand);

    static constexpr float kBlank = -77.0F;

private:
    DeviceBuffer take(BufferKind kind, std::uint64_t sizeBytes);

    Ledger m_ledger;
    BackendDevice m_device;
    DeviceStream m_stream;
};

BackendDevice openDevice(const TestDevice &device);

/// What `work` gives on the device. Where the host does the work: with 1, 2 and 5 threads, and it throws unless they
/// give the same bytes.
std::vector<float> onAllThreads(const BackendDevice &device,
                                const std::function<std::vector<float>(ForwardRig &)> &work);

/// Spread evenly over low .. high; the same everywhere.
std::vector<float> evenFloats(std::uint64_t count, float low, float high, unsigned seed);

/// Rows a test has for devices that have an operation for all these types: a column "device", its place in
/// testBackends().
void addDevicesWith(std::uint32_t operation, std::span<const TensorType> types = {});
/// The device of the current row.
BackendDevice currentDevice();

/// How far results may be from double arithmetic on any backend, in parts of the sum of all magnitudes: what a few
/// thousand additions of floats in whatever order leave.
constexpr double kSumTolerance = 2e-6;

} // namespace snug::test
