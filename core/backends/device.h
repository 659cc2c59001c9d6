// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// An opened device and what lives on it, as values that clean up after themselves. Every buffer is in the ledger.

#pragma once

#include "core/backends/abi.h"
#include "core/backends/fault.h"
#include "core/formats/tensortype.h"
#include "core/memory/ledger.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace snug {

enum class DeviceKind { Processor, Integrated, Discrete };

/// A device as it was found.
struct DeviceDescription
{
    std::string id; ///< "cpu", "cuda:0", "vulkan:1"
    std::string name, driver, uuid, busId;
    std::string refusal; ///< why it cannot be opened, or empty
    DeviceKind kind = DeviceKind::Processor;
    int streams = 1; ///< streams that make progress at the same time
    std::uint64_t totalBytes = 0;
    std::uint64_t largestBufferBytes = 0;
    std::uint64_t rangeAlignment = 1;
};

/// "GeForce RTX 3050 (cuda:0)"
std::string nameAndId(const DeviceDescription &device);

enum class BufferKind { OnDevice, Upload, Download };

/// How sure a device is of an operation's bytes.
enum class Support { Lacking, Exact, LastBits };

/// The opened device that buffers and streams keep alive.
class DeviceHandle
{
public:
    DeviceHandle(const SnugBackend &backend, SnugDevice *device, DeviceDescription description);
    ~DeviceHandle();
    DeviceHandle(const DeviceHandle &) = delete;
    DeviceHandle &operator=(const DeviceHandle &) = delete;

    const SnugBackend &backend;
    SnugDevice *const device;
    const DeviceDescription description;
};

/// Memory on the device or pinned for it. Movable. On a graphics card it counts in the ledger's device place, else in
/// host.
class DeviceBuffer
{
public:
    DeviceBuffer() = default;
    DeviceBuffer(DeviceBuffer &&other) noexcept;
    DeviceBuffer &operator=(DeviceBuffer &&other) noexcept;
    ~DeviceBuffer();

    std::uint64_t sizeBytes() const { return m_sizeBytes; }
    /// The memory of an upload or download buffer, and of any of the processor; empty for others.
    std::span<std::byte> bytes() const { return {m_mapped, m_mapped ? m_sizeBytes : 0}; }
    /// `sizeBytes` from `offset` on, rounded up to whole words; both within the buffer.
    SnugRange range(std::uint64_t offset, std::uint64_t sizeBytes) const;
    SnugRange whole() const { return range(0, m_sizeBytes); }

private:
    friend class BackendDevice;
    Ledger::Lease m_lease; // declared first: given back only after the memory is
    std::shared_ptr<const DeviceHandle> m_handle;
    SnugBuffer *m_buffer = nullptr;
    std::byte *m_mapped = nullptr;
    std::uint64_t m_sizeBytes = 0;
};

/// A stream with an event of its own. Movable; one thread at a time. Its destructor waits for what was sent.
class DeviceStream
{
public:
    DeviceStream(DeviceStream &&other) noexcept;
    DeviceStream &operator=(DeviceStream &&other) noexcept;
    ~DeviceStream();

    DeviceResult<void> copy(const SnugRange &from, const SnugRange &to);
    /// Bytes of operands[SNUG_WORKSPACE] that the operation wants; its type and numbers count.
    std::uint64_t workspaceBytes(const SnugOperation &operation) const;
    DeviceResult<void> run(const SnugOperation &operation);
    /// Sends what was enqueued and waits for it.
    DeviceResult<void> finish();

private:
    friend class BackendDevice;
    DeviceStream() = default;
    void destroy();

    std::shared_ptr<const DeviceHandle> m_handle;
    SnugStream *m_stream = nullptr;
    SnugEvent *m_event = nullptr;
    bool m_pending = false; ///< something was enqueued since the last finish()
};

/// An opened device; copies share it. It closes when the last of these, its buffers and its streams are gone. Any
/// thread. Opened through Backends.
class BackendDevice
{
public:
    explicit BackendDevice(std::shared_ptr<const DeviceHandle> handle) : m_handle(std::move(handle)) {}

    const DeviceDescription &description() const { return m_handle->description; }
    Support supports(std::uint32_t operation, TensorType type, bool weighted = false) const;
    /// Both directions between floats and a type, so that errors can be measured there as well.
    Support quantizes(TensorType type, bool weighted) const;
    /// `sizeBytes` is rounded up to whole words. Faults: SNUG_OUT_OF_MEMORY also where the ledger's limit would be
    /// passed.
    DeviceResult<DeviceBuffer> take(Ledger &ledger, Component component, BufferKind kind,
                                    std::uint64_t sizeBytes) const;
    /// `threads`: of the host's, where the processor does the work.
    DeviceResult<DeviceStream> stream(int threads = 1) const;
    /// Whether it is the host's own processor, whose buffers are host memory.
    bool isHost() const;

private:
    std::shared_ptr<const DeviceHandle> m_handle;
};

} // namespace snug
