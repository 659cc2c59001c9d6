// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/weightloader.h"

#include "core/kernels/blockkernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>

namespace snug {

namespace {

constexpr std::uint64_t kReadBytes = 16 * 1024 * 1024; ///< at once, about

Slice rowSlice(const ModelTensor &tensor, std::size_t index, std::uint64_t firstRow, std::uint64_t count)
{
    return {index, firstRow * tensor.cols(), count * tensor.cols(), firstRow + count == tensor.rows()};
}

} // namespace

Error deviceError(const DeviceFault &fault)
{
    const bool memory = fault.status == SNUG_OUT_OF_MEMORY;
    Error error;
    error.code = memory ? ErrorCode::DoesNotFit : ErrorCode::Internal;
    error.message = fault.text;
    return error;
}

SnugRange LoadedTensor::rowsAt(std::uint64_t first, std::uint64_t count) const
{
    return buffer.range(storedBytes(type, first * cols), storedBytes(type, count * cols));
}

WeightLoader::WeightLoader(const ModelShape &shape, const BackendDevice &device, Ledger &ledger, TensorReader reader)
    : m_shape(&shape), m_device(device), m_ledger(&ledger), m_reader(std::move(reader))
{
}

Result<WeightLoader> WeightLoader::open(const ModelShape &shape, const BackendDevice &device, Ledger &ledger,
                                        std::uint64_t keepBytes)
{
    auto reader = TensorReader::open(*shape.model, false);
    SNUG_TRY(reader);
    WeightLoader loader(shape, device, ledger, std::move(*reader));
    std::uint64_t total = 0;
    for (const LayerShape &layer : shape.layers)
        total += layer.weightBytes;
    loader.m_keepAll = total <= keepBytes;
    return loader;
}

Result<const LoadedTensors *> WeightLoader::layer(std::size_t index)
{
    if (const auto at = m_layers.find(index); at != m_layers.end())
        return &at->second;
    if (!m_keepAll)
        m_layers.clear();
    auto loaded = load(index);
    SNUG_TRY(loaded);
    announce(index + 1);
    return &(m_layers[index] = std::move(*loaded));
}

/// So that the disk works on the next layer while this one is computed.
void WeightLoader::announce(std::size_t index) const
{
    if (index >= m_shape->layers.size())
        return;
    for (const std::size_t tensor : m_shape->layers[index].tensors)
        if (tensor != kNoTensor)
            m_reader.willNeed(
                rowSlice(m_shape->model->tensors[tensor], tensor, 0, m_shape->model->tensors[tensor].rows()));
}

Result<LoadedTensors> WeightLoader::load(std::size_t index) const
{
    LoadedTensors loaded;
    for (const std::size_t at : m_shape->layers[index].tensors) {
        if (at == kNoTensor)
            continue;
        auto one = tensor(at);
        SNUG_TRY(one);
        loaded[at] = std::move(*one);
    }
    return loaded;
}

/// Vectors count as floats, whatever their type: there is little of them.
Result<LoadedTensor> WeightLoader::floats(std::size_t index) const
{
    const ModelTensor &tensor = m_shape->model->tensors[index];
    LoadedTensor loaded{{}, TensorType::F32, tensor.rows(), tensor.cols()};
    auto buffer =
        m_device.take(*m_ledger, Component::Weights, BufferKind::OnDevice, tensor.weightCount() * sizeof(float));
    if (!buffer)
        return fail(deviceError(buffer.error()).atTensor(tensor.name));
    loaded.buffer = std::move(*buffer);
    auto found = values(index, tensor.weightCount());
    SNUG_TRY(found);
    std::memcpy(loaded.buffer.bytes().data(), found->data(), found->size() * sizeof(float));
    return loaded;
}

Result<LoadedTensor> WeightLoader::tensor(std::size_t index) const
{
    const ModelTensor &tensor = m_shape->model->tensors[index];
    if (tensor.dims.size() < 2 || tensor.name.ends_with(".bias"))
        return floats(index);
    return rows(index, 0, m_shape->model->tensors[index].rows());
}

Result<LoadedTensor> WeightLoader::rows(std::size_t index, std::uint64_t firstRow, std::uint64_t count) const
{
    const ModelTensor &tensor = m_shape->model->tensors[index];
    const std::uint64_t rowBytes = storedBytes(tensor.source.type, tensor.cols());
    // Tensors made of pieces want room behind them.
    const std::uint64_t room = m_reader.bytesFor(rowSlice(tensor, index, firstRow, count)) - count * rowBytes;
    LoadedTensor loaded{{}, tensor.source.type, count, tensor.cols()};
    auto buffer = m_device.take(*m_ledger, Component::Weights, BufferKind::OnDevice, count * rowBytes + room);
    if (!buffer)
        return fail(deviceError(buffer.error()).atTensor(tensor.name));
    loaded.buffer = std::move(*buffer);
    const std::uint64_t atOnce = std::max<std::uint64_t>(1, kReadBytes / std::max<std::uint64_t>(1, rowBytes));
    for (std::uint64_t row = 0; row < count; row += atOnce) {
        const Slice slice = rowSlice(tensor, index, firstRow + row, std::min(atOnce, count - row));
        SNUG_TRY(m_reader.read(slice, loaded.buffer.bytes().subspan(row * rowBytes)));
        m_bytesRead += m_reader.sourceBytes(slice);
    }
    return loaded;
}

Result<std::vector<float>> WeightLoader::values(std::size_t index, std::uint64_t most) const
{
    const ModelTensor &tensor = m_shape->model->tensors[index];
    if (tensor.weightCount() > most)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} has {} values, expected {} at most.", tensor.name, tensor.weightCount(), most));
    std::vector<float> out(tensor.weightCount());
    std::vector<std::int32_t> rows(tensor.rows());
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows[i] = static_cast<std::int32_t>(i);
    SNUG_TRY(gather(index, rows, out));
    return out;
}

Result<void> WeightLoader::gather(std::size_t index, std::span<const std::int32_t> rows, std::span<float> out) const
{
    const ModelTensor &tensor = m_shape->model->tensors[index];
    const kernels::BlockKernel *kernel =
        kernels::findBlockKernel(std::string(tensorTypeName(tensor.source.type)).c_str());
    if (!kernel)
        return fail(ErrorCode::Unsupported, fmt::format("{} is stored as {}, which Snug cannot read.", tensor.name,
                                                        tensorTypeName(tensor.source.type)));
    std::vector<std::byte> row(m_reader.bytesFor(rowSlice(tensor, index, 0, 1)));
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const auto number = static_cast<std::uint64_t>(rows[i]);
        SNUG_TRY(m_reader.read(rowSlice(tensor, index, number, 1), row));
        kernel->dequantizeRow(reinterpret_cast<const unsigned char *>(row.data()), out.data() + i * tensor.cols(),
                              static_cast<long long>(tensor.cols()));
    }
    return {};
}

} // namespace snug
