// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs single operations on a device: bytes in, operation, bytes out.

#pragma once

#include "core/backends/device.h"
#include "core/backends/operations.h"

#include <cstdint>
#include <span>
#include <vector>

namespace snug::test {

using Bytes = std::vector<std::byte>;
using Words = std::vector<std::uint32_t>;
using Floats = std::vector<float>;

/// What SNUG_QUANTIZE gives.
struct Quantized
{
    Bytes blocks;
    Words flags;
    bool flagged(std::uint64_t block) const { return flags[block / 32] >> block % 32 & 1; }
    std::uint64_t flaggedCount(std::uint64_t blockCount) const;
};

/// Importance for quantize(); empty for none.
struct Weighting
{
    Floats columns;
    std::uint64_t firstColumn = 0;
    Floats rowSquares; ///< for types that look at whole rows
};

/// Faults throw std::runtime_error with the device's words: a test that meets one it did not expect fails with them.
class DeviceRig
{
public:
    explicit DeviceRig(const BackendDevice &device);

    Quantized quantize(TensorType type, std::span<const float> values, const Weighting &weighting = {});
    Floats dequantize(TensorType type, std::span<const std::byte> blocks, std::uint64_t count);
    /// Mean squares, and flags of the rows the host must compute.
    std::pair<Floats, Words> rowMeanSquares(std::span<const float> values, std::uint64_t rows, std::uint64_t cols);
    std::uint32_t firstNonFinite(std::span<const float> values);
    Floats errorSums(std::span<const float> a, std::span<const float> b, std::span<const std::uint32_t> flags,
                     std::uint64_t blockLength);
    /// Up and down again.
    Bytes echo(std::span<const std::byte> bytes);

    Ledger &ledger() { return m_ledger; }

private:
    DeviceBuffer take(BufferKind kind, std::uint64_t sizeBytes);
    /// A device buffer with these bytes, filled with a pattern behind them.
    DeviceBuffer upload(std::span<const std::byte> bytes);
    DeviceBuffer blank(std::uint64_t sizeBytes);
    Bytes download(const DeviceBuffer &from, std::uint64_t sizeBytes);
    template <class T> std::vector<T> downloadAs(const DeviceBuffer &from, std::uint64_t count);

    Ledger m_ledger;
    BackendDevice m_device;
    DeviceStream m_stream;
};

} // namespace snug::test
