// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/backends/devicerig.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <stdexcept>

namespace snug::test {

namespace {

template <class T> T expect(DeviceResult<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().text);
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

template <class T> std::span<const std::byte> bytesOf(std::span<const T> values) { return std::as_bytes(values); }

std::uint64_t blockBytesOf(TensorType type, std::uint64_t count)
{
    const TensorTypeInfo &info = tensorTypeInfo(type);
    return count / info.blockLength * info.blockBytes;
}

} // namespace

std::uint64_t Quantized::flaggedCount(std::uint64_t blockCount) const
{
    std::uint64_t count = 0;
    for (std::uint64_t block = 0; block < blockCount; ++block)
        count += flagged(block);
    return count;
}

DeviceRig::DeviceRig(const BackendDevice &device) : m_device(device), m_stream(expect(device.stream())) {}

DeviceBuffer DeviceRig::take(BufferKind kind, std::uint64_t sizeBytes)
{
    return expect(m_device.take(m_ledger, Component::Workspace, kind, std::max<std::uint64_t>(4, sizeBytes)));
}

DeviceBuffer DeviceRig::upload(std::span<const std::byte> bytes)
{
    DeviceBuffer staging = take(BufferKind::Upload, bytes.size());
    std::memset(staging.bytes().data(), 0xa5, staging.bytes().size());
    std::memcpy(staging.bytes().data(), bytes.data(), bytes.size());
    DeviceBuffer buffer = take(BufferKind::OnDevice, bytes.size());
    expect(m_stream.copy(staging.whole(), buffer.whole()));
    expect(m_stream.finish());
    return buffer;
}

DeviceBuffer DeviceRig::blank(std::uint64_t sizeBytes) { return upload(Bytes(sizeBytes, std::byte{0x5a})); }

Bytes DeviceRig::download(const DeviceBuffer &from, std::uint64_t sizeBytes)
{
    const DeviceBuffer staging = take(BufferKind::Download, sizeBytes);
    expect(m_stream.copy(from.range(0, sizeBytes), staging.range(0, sizeBytes)));
    expect(m_stream.finish());
    return {staging.bytes().begin(), staging.bytes().begin() + static_cast<std::ptrdiff_t>(sizeBytes)};
}

template <class T> std::vector<T> DeviceRig::downloadAs(const DeviceBuffer &from, std::uint64_t count)
{
    const Bytes bytes = download(from, count * sizeof(T));
    std::vector<T> values(count);
    std::memcpy(values.data(), bytes.data(), bytes.size());
    return values;
}

Quantized DeviceRig::quantize(TensorType type, std::span<const float> values, const Weighting &weighting)
{
    const std::uint64_t blocks = values.size() / tensorTypeInfo(type).blockLength;
    const DeviceBuffer in = upload(bytesOf(values));
    const DeviceBuffer out = blank(blockBytesOf(type, values.size()));
    const DeviceBuffer flags = blank(flagWords(blocks) * 4);
    DeviceBuffer importance, squares;
    if (!weighting.columns.empty())
        importance = upload(std::as_bytes(std::span(weighting.columns)));
    if (!weighting.rowSquares.empty())
        squares = upload(std::as_bytes(std::span(weighting.rowSquares)));
    expect(m_stream.run(quantizeOperation(type, in.whole(), out.whole(), flags.whole(), values.size(),
                                          weighting.columns.empty() ? SnugRange{} : importance.whole(),
                                          weighting.rowSquares.empty() ? SnugRange{} : squares.whole(),
                                          {weighting.columns.size(), weighting.firstColumn})));
    expect(m_stream.finish());
    return {download(out, blockBytesOf(type, values.size())), downloadAs<std::uint32_t>(flags, flagWords(blocks))};
}

Floats DeviceRig::dequantize(TensorType type, std::span<const std::byte> blocks, std::uint64_t count)
{
    const DeviceBuffer in = upload(blocks);
    const DeviceBuffer out = blank(count * sizeof(float));
    expect(m_stream.run(dequantizeOperation(type, in.whole(), out.whole(), count)));
    expect(m_stream.finish());
    return downloadAs<float>(out, count);
}

std::pair<Floats, Words> DeviceRig::rowMeanSquares(std::span<const float> values, std::uint64_t rows,
                                                   std::uint64_t cols)
{
    const DeviceBuffer in = upload(bytesOf(values));
    const DeviceBuffer out = blank(rows * sizeof(float));
    const DeviceBuffer flags = blank(flagWords(rows) * 4);
    expect(m_stream.run(rowMeanSquaresOperation(in.whole(), out.whole(), flags.whole(), rows, cols)));
    expect(m_stream.finish());
    return {downloadAs<float>(out, rows), downloadAs<std::uint32_t>(flags, flagWords(rows))};
}

std::uint32_t DeviceRig::firstNonFinite(std::span<const float> values)
{
    const DeviceBuffer in = upload(bytesOf(values));
    const DeviceBuffer out = blank(4);
    expect(m_stream.run(firstNonFiniteOperation(in.whole(), out.whole(), values.size())));
    expect(m_stream.finish());
    return downloadAs<std::uint32_t>(out, 1).front();
}

Floats DeviceRig::errorSums(std::span<const float> a, std::span<const float> b, std::span<const std::uint32_t> flags,
                            std::uint64_t blockLength)
{
    const std::uint64_t count = 2 * errorStretches(a.size());
    const DeviceBuffer first = upload(bytesOf(a)), second = upload(bytesOf(b));
    const DeviceBuffer out = blank(count * sizeof(float));
    DeviceBuffer leftOut;
    if (!flags.empty())
        leftOut = upload(bytesOf(flags));
    expect(m_stream.run(errorSumsOperation(first.whole(), second.whole(), flags.empty() ? SnugRange{} : leftOut.whole(),
                                           out.whole(), a.size(), blockLength)));
    expect(m_stream.finish());
    return downloadAs<float>(out, count);
}

Bytes DeviceRig::echo(std::span<const std::byte> bytes) { return download(upload(bytes), bytes.size()); }

} // namespace snug::test
