// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Brings the weights of one layer, or of the outer tensors, to the device, in the type they are stored in. Layers stay
// there while there is room for all of them; else each makes place for the next.

#pragma once

#include "core/backends/device.h"
#include "core/runtime/modelshape.h"
#include "core/weights/tensorreader.h"

#include <map>
#include <memory>
#include <optional>

namespace snug {

/// A tensor on the device.
struct LoadedTensor
{
    DeviceBuffer buffer;
    TensorType type = TensorType::F32;
    std::uint64_t rows = 0, cols = 0;

    /// Rows first .. first + count - 1.
    SnugRange rowsAt(std::uint64_t first, std::uint64_t count) const;
    SnugRange all() const { return rowsAt(0, rows); }
};

/// By tensor index.
using LoadedTensors = std::map<std::size_t, LoadedTensor>;

class WeightLoader
{
public:
    /// `model` and `ledger` outlive it. `keepBytes`: most bytes of layers to keep for the next pass.
    static Result<WeightLoader> open(const ModelShape &shape, const BackendDevice &device, Ledger &ledger,
                                     std::uint64_t keepBytes);

    /// The tensors of a layer; they live until the next call. Errors: Io, BadInput from reading; DoesNotFit.
    Result<const LoadedTensors *> layer(std::size_t index);
    /// Lets go of the present layer, unless all stay.
    void release()
    {
        if (!m_keepAll)
            m_layers.clear();
    }
    /// One tensor outside the layers, or rows of it, that the caller keeps.
    Result<LoadedTensor> tensor(std::size_t index) const;
    Result<LoadedTensor> rows(std::size_t index, std::uint64_t firstRow, std::uint64_t count) const;
    /// Values of a small tensor as floats. Errors also: BadInput for one of more than `most` values.
    Result<std::vector<float>> values(std::size_t index, std::uint64_t most) const;
    /// Rows of a matrix by number, as floats: embeddings of tokens. Shape: out [rows.size() * cols].
    Result<void> gather(std::size_t index, std::span<const std::int32_t> rows, std::span<float> out) const;

    std::uint64_t bytesRead() const { return m_bytesRead; }

private:
    WeightLoader(const ModelShape &shape, const BackendDevice &device, Ledger &ledger, TensorReader reader);
    Result<LoadedTensors> load(std::size_t index) const;
    Result<LoadedTensor> floats(std::size_t index) const;
    void announce(std::size_t index) const;

    const ModelShape *m_shape;
    BackendDevice m_device;
    Ledger *m_ledger;
    TensorReader m_reader;
    bool m_keepAll = false;
    std::map<std::size_t, LoadedTensors> m_layers; ///< all, or the present one
    mutable std::uint64_t m_bytesRead = 0;
};

/// A fault of a device as an error, with what was being done: "out of memory".
Error deviceError(const DeviceFault &fault);

} // namespace snug
