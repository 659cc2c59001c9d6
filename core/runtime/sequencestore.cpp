// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/runtime/sequencestore.h"

#include "core/base/systemerror.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <utility>

namespace snug {

namespace {

tl::unexpected<Error> failed(const std::filesystem::path &folder, std::string_view what, int code)
{
    return fail(writeErrorCode(code),
                fmt::format("Cannot {} a temporary file in {}: {}. Give more memory with --ram, or another folder in "
                            "TMPDIR.",
                            what, folder.string(), systemReason(code)),
                folder.string());
}

/// A file that no name leads to.
Result<int> openNameless(const std::filesystem::path &folder, std::uint64_t sizeBytes)
{
    int descriptor = open(folder.c_str(), O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
    if (descriptor < 0) { // file systems without such files
        std::string name = (folder / "snug-activations-XXXXXX").string();
        descriptor = mkostemp(name.data(), O_CLOEXEC);
        if (descriptor >= 0)
            unlink(name.c_str());
    }
    if (descriptor < 0)
        return failed(folder, "make", errno);
    // All of it now: a full disk is told before hours of work, not after them.
    if (const int code = posix_fallocate(descriptor, 0, static_cast<off_t>(sizeBytes))) {
        close(descriptor);
        return failed(folder, "keep room for", code);
    }
    return descriptor;
}

} // namespace

Result<SequenceStore> SequenceStore::make(Ledger &ledger, std::uint64_t floats, std::uint64_t memoryBytes,
                                          const std::filesystem::path &folder)
{
    SequenceStore store;
    const std::uint64_t sizeBytes = floats * sizeof(float);
    if (sizeBytes <= memoryBytes) {
        auto buffer = HostBuffer::take(ledger, Component::Activations, sizeBytes);
        SNUG_TRY(buffer);
        store.m_memory = std::move(*buffer);
        return store;
    }
    auto lease = ledger.take(Place::Disk, Component::Activations, sizeBytes);
    SNUG_TRY(lease);
    store.m_disk = std::move(*lease);
    store.m_folder = folder;
    auto descriptor = openNameless(folder, sizeBytes);
    SNUG_TRY(descriptor);
    store.m_descriptor = *descriptor;
    return store;
}

SequenceStore::SequenceStore(SequenceStore &&other) noexcept { *this = std::move(other); }

SequenceStore &SequenceStore::operator=(SequenceStore &&other) noexcept
{
    if (this != &other) {
        if (m_descriptor >= 0)
            close(m_descriptor);
        m_memory = std::move(other.m_memory);
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_disk = std::move(other.m_disk);
        m_folder = std::move(other.m_folder);
    }
    return *this;
}

SequenceStore::~SequenceStore()
{
    if (m_descriptor >= 0)
        close(m_descriptor);
}

Result<void> SequenceStore::read(std::uint64_t firstFloat, std::span<float> into) const
{
    if (!onDisk()) {
        const auto *from = reinterpret_cast<const float *>(m_memory.bytes().data()) + firstFloat;
        std::copy(from, from + into.size(), into.begin());
        return {};
    }
    auto bytes = std::as_writable_bytes(into);
    for (auto at = static_cast<off_t>(firstFloat * sizeof(float)); !bytes.empty();) {
        const ssize_t got = pread(m_descriptor, bytes.data(), bytes.size(), at);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0)
            return failed(m_folder, "read", got < 0 ? errno : EIO);
        at += got;
        bytes = bytes.subspan(static_cast<std::size_t>(got));
    }
    return {};
}

Result<void> SequenceStore::write(std::uint64_t firstFloat, std::span<const float> from)
{
    if (!onDisk()) {
        std::copy(from.begin(), from.end(), m_memory.floats().begin() + static_cast<std::ptrdiff_t>(firstFloat));
        return {};
    }
    auto bytes = std::as_bytes(from);
    for (auto at = static_cast<off_t>(firstFloat * sizeof(float)); !bytes.empty();) {
        const ssize_t put = pwrite(m_descriptor, bytes.data(), bytes.size(), at);
        if (put < 0 && errno == EINTR)
            continue;
        if (put <= 0)
            return failed(m_folder, "write", put < 0 ? errno : ENOSPC);
        at += put;
        bytes = bytes.subspan(static_cast<std::size_t>(put));
    }
    return {};
}

} // namespace snug
