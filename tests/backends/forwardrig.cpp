// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/backends/forwardrig.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <span>
#include <stdexcept>

namespace snug::test {

namespace {

constexpr std::uint64_t kBehind = 256; // bytes
constexpr std::byte kPattern{0xa5};

template <class T> T expect(DeviceResult<T> result)
{
    if (!result)
        throw std::runtime_error(result.error().text);
    if constexpr (!std::is_void_v<T>)
        return *std::move(result);
}

} // namespace

ForwardRig::ForwardRig(const BackendDevice &device, int threads)
    : m_device(device), m_stream(expect(device.stream(threads)))
{
}

DeviceBuffer ForwardRig::take(BufferKind kind, std::uint64_t sizeBytes)
{
    return expect(m_device.take(m_ledger, Component::Workspace, kind, std::max<std::uint64_t>(4, sizeBytes)));
}

Operand ForwardRig::putBytes(std::span<const std::byte> bytes)
{
    const DeviceBuffer staging = take(BufferKind::Upload, bytes.size() + kBehind);
    std::ranges::fill(staging.bytes(), kPattern);
    std::ranges::copy(bytes, staging.bytes().begin());
    Operand operand{take(BufferKind::OnDevice, bytes.size() + kBehind), bytes.size()};
    expect(m_stream.copy(staging.whole(), operand.buffer.whole()));
    expect(m_stream.finish());
    return operand;
}

Operand ForwardRig::blank(std::uint64_t count) { return put(std::vector<float>(count, kBlank)); }

void ForwardRig::run(SnugOperation operation)
{
    DeviceBuffer room;
    if (const std::uint64_t bytes = m_stream.workspaceBytes(operation)) {
        room = workspace(bytes);
        operation.operands[SNUG_WORKSPACE] = room.range(0, bytes);
    }
    expect(m_stream.run(operation));
    expect(m_stream.finish());
}

std::vector<float> ForwardRig::read(const Operand &operand)
{
    const DeviceBuffer staging = take(BufferKind::Download, operand.buffer.sizeBytes());
    expect(m_stream.copy(operand.buffer.whole(), staging.whole()));
    expect(m_stream.finish());
    const std::span<const std::byte> all = staging.bytes();
    if (!std::ranges::all_of(all.subspan(operand.sizeBytes), [](std::byte byte) { return byte == kPattern; }))
        throw std::runtime_error("an operation wrote behind an operand");
    std::vector<float> values(operand.sizeBytes / sizeof(float));
    std::ranges::copy(all.first(values.size() * sizeof(float)), std::as_writable_bytes(std::span(values)).begin());
    return values;
}

BackendDevice openDevice(const TestDevice &device) { return expect(device.backends->open(device.id)); }

std::vector<float> onAllThreads(const BackendDevice &device,
                                const std::function<std::vector<float>(ForwardRig &)> &work)
{
    ForwardRig alone(device);
    std::vector<float> result = work(alone);
    for (const int threads : {2, 5}) {
        if (!device.isHost())
            break;
        ForwardRig rig(device, threads);
        const std::vector<float> again = work(rig);
        if (again.size() != result.size() ||
            !std::ranges::equal(std::as_bytes(std::span(again)), std::as_bytes(std::span(result))))
            throw std::runtime_error(std::to_string(threads) + " threads give other bytes than one");
    }
    return result;
}

std::vector<float> evenFloats(std::uint64_t count, float low, float high, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<float> values(count);
    for (float &value : values)
        value = low + (high - low) * static_cast<float>(random() >> 8) * 0x1p-24F;
    return values;
}

void addDevicesWith(std::uint32_t operation, std::span<const TensorType> types)
{
    QTest::addColumn<int>("device");
    const TensorType any[] = {TensorType::F32};
    for (std::size_t d = 0; d < testBackends().devices.size(); ++d) {
        const BackendDevice device = openDevice(testBackends().devices[d]);
        const auto has = [&](TensorType type) { return device.supports(operation, type) != Support::Lacking; };
        if (std::ranges::all_of(types.empty() ? std::span<const TensorType>(any) : types, has))
            QTest::newRow(testBackends().devices[d].label.c_str()) << static_cast<int>(d);
    }
}

BackendDevice currentDevice()
{
    QFETCH(int, device);
    return openDevice(testBackends().devices[static_cast<std::size_t>(device)]);
}

} // namespace snug::test
