// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/device.h"

#include "core/backends/cpu/cpubackend.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <utility>

namespace snug {

namespace {

constexpr std::uint64_t kWordBytes = 4;

std::uint64_t wholeWords(std::uint64_t sizeBytes) { return (sizeBytes + kWordBytes - 1) / kWordBytes * kWordBytes; }

/// Calls a function of the table that takes a message, and turns its answer into a result.
template <class Call> DeviceResult<void> checked(Call call)
{
    SnugMessage message{};
    const int status = call(&message);
    if (status == SNUG_OK)
        return {};
    message.text[sizeof(message.text) - 1] = 0;
    return deviceFault(status, message.text[0] ? message.text : "the driver gave no reason");
}

} // namespace

std::string nameAndId(const DeviceDescription &device) { return fmt::format("{} ({})", device.name, device.id); }

DeviceHandle::DeviceHandle(const SnugBackend &table, SnugDevice *opened, DeviceDescription found)
    : backend(table), device(opened), description(std::move(found))
{
}

DeviceHandle::~DeviceHandle() { backend.closeDevice(device); }

DeviceBuffer::DeviceBuffer(DeviceBuffer &&other) noexcept { *this = std::move(other); }

DeviceBuffer &DeviceBuffer::operator=(DeviceBuffer &&other) noexcept
{
    if (this != &other) {
        if (m_buffer)
            m_handle->backend.destroyBuffer(m_buffer);
        m_buffer = std::exchange(other.m_buffer, nullptr);
        m_mapped = std::exchange(other.m_mapped, nullptr);
        m_sizeBytes = std::exchange(other.m_sizeBytes, 0);
        m_handle = std::move(other.m_handle);
        m_lease = std::move(other.m_lease);
    }
    return *this;
}

DeviceBuffer::~DeviceBuffer()
{
    if (m_buffer)
        m_handle->backend.destroyBuffer(m_buffer);
}

SnugRange DeviceBuffer::range(std::uint64_t offset, std::uint64_t sizeBytes) const
{
    const std::uint64_t words = wholeWords(sizeBytes);
    assert(offset <= m_sizeBytes && words <= m_sizeBytes - offset);
    return {m_buffer, offset, words};
}

DeviceStream::DeviceStream(DeviceStream &&other) noexcept { *this = std::move(other); }

DeviceStream &DeviceStream::operator=(DeviceStream &&other) noexcept
{
    if (this != &other) {
        destroy();
        m_stream = std::exchange(other.m_stream, nullptr);
        m_event = std::exchange(other.m_event, nullptr);
        m_pending = std::exchange(other.m_pending, false);
        m_handle = std::move(other.m_handle);
    }
    return *this;
}

DeviceStream::~DeviceStream() { destroy(); }

void DeviceStream::destroy()
{
    if (m_pending)
        (void)finish(); // buffers may go right after this; a lost device has nothing left to touch them
    if (m_event)
        m_handle->backend.destroyEvent(m_event);
    if (m_stream)
        m_handle->backend.destroyStream(m_stream);
    m_event = nullptr;
    m_stream = nullptr;
}

DeviceResult<void> DeviceStream::copy(const SnugRange &from, const SnugRange &to)
{
    m_pending = true;
    return checked([&](SnugMessage *message) { return m_handle->backend.copy(m_stream, &from, &to, message); });
}

std::uint64_t DeviceStream::workspaceBytes(const SnugOperation &operation) const
{
    return m_handle->backend.workspaceBytes(m_stream, &operation);
}

DeviceResult<void> DeviceStream::run(const SnugOperation &operation)
{
    m_pending = true;
    return checked([&](SnugMessage *message) { return m_handle->backend.run(m_stream, &operation, message); });
}

DeviceResult<void> DeviceStream::finish()
{
    m_pending = false;
    SNUG_TRY_DEVICE(
        checked([&](SnugMessage *message) { return m_handle->backend.record(m_stream, m_event, message); }));
    return checked([&](SnugMessage *message) { return m_handle->backend.waitOnHost(m_event, message); });
}

Support BackendDevice::supports(std::uint32_t operation, TensorType type, bool weighted) const
{
    switch (m_handle->backend.supports(m_handle->device, operation, static_cast<std::uint32_t>(type), weighted)) {
    case SNUG_EXACT:
        return Support::Exact;
    case SNUG_LAST_BITS:
        return Support::LastBits;
    default:
        return Support::Lacking;
    }
}

Support BackendDevice::quantizes(TensorType type, bool weighted) const
{
    const Support there = supports(SNUG_QUANTIZE, type, weighted);
    const Support back = supports(SNUG_DEQUANTIZE, type);
    if (there == Support::Lacking || back == Support::Lacking)
        return Support::Lacking;
    return there;
}

DeviceResult<DeviceBuffer> BackendDevice::take(Ledger &ledger, Component component, BufferKind kind,
                                               std::uint64_t sizeBytes) const
{
    sizeBytes = wholeWords(sizeBytes);
    auto lease =
        ledger.take(kind == BufferKind::OnDevice && !isHost() ? Place::Device : Place::Host, component, sizeBytes);
    if (!lease)
        return deviceFault(SNUG_OUT_OF_MEMORY, lease.error().message);
    const std::uint32_t number = kind == BufferKind::OnDevice ? SNUG_ON_DEVICE
                                 : kind == BufferKind::Upload ? SNUG_UPLOAD
                                                              : SNUG_DOWNLOAD;
    const SnugBackend &backend = m_handle->backend;
    DeviceBuffer buffer;
    SNUG_TRY_DEVICE(checked([&](SnugMessage *message) {
        return backend.createBuffer(m_handle->device, number, sizeBytes, &buffer.m_buffer, message);
    }));
    buffer.m_lease = std::move(*lease);
    buffer.m_handle = m_handle;
    buffer.m_sizeBytes = sizeBytes;
    buffer.m_mapped = static_cast<std::byte *>(backend.mappedBuffer(buffer.m_buffer));
    return buffer;
}

bool BackendDevice::isHost() const { return &m_handle->backend == &cpuBackend(); }

DeviceResult<DeviceStream> BackendDevice::stream(int threads) const
{
    const SnugBackend &backend = m_handle->backend;
    DeviceStream stream;
    stream.m_handle = m_handle;
    const auto count = static_cast<std::uint32_t>(std::max(threads, 1));
    SNUG_TRY_DEVICE(checked([&](SnugMessage *message) {
        return backend.createStream(m_handle->device, count, &stream.m_stream, message);
    }));
    SNUG_TRY_DEVICE(
        checked([&](SnugMessage *message) { return backend.createEvent(m_handle->device, &stream.m_event, message); }));
    return stream;
}

} // namespace snug
