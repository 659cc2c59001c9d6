// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Atomic output on POSIX: flock on the partial file, fallocate, fsync, rename, fsync of the folder.

#include "core/base/atomicfile.h"

#include "core/base/writesteps.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <system_error>
#include <utility>

namespace snug {

namespace {

constexpr std::size_t kMostPerCall = std::size_t{1} << 30;

tl::unexpected<Error> failClosed(const std::filesystem::path &target)
{
    return fail(ErrorCode::Internal, fmt::format("{} is not being written any more.", target.string()),
                target.string());
}

Result<void> checkTarget(const std::filesystem::path &target, Overwrite overwrite)
{
    struct stat status;
    if (target.filename().empty() || (::stat(target.c_str(), &status) == 0 && S_ISDIR(status.st_mode)))
        return fail(ErrorCode::Usage,
                    fmt::format("{} is a folder, a file name is needed. Add a file name.", target.string()),
                    target.string());
    const bool there = ::lstat(target.c_str(), &status) == 0;
    if (there && overwrite == Overwrite::No)
        return failExists(target);
    // Renaming over a device, a pipe or a link would replace the thing itself, not what it stands for.
    if (there && !S_ISREG(status.st_mode))
        return fail(ErrorCode::Usage,
                    fmt::format("{} is not a regular file and is not replaced. Choose another name.", target.string()),
                    target.string());
    return {};
}

int openPart(const std::filesystem::path &part)
{
    int descriptor = -1;
    do {
        // No link is followed: the partial file must lie beside its target. Not waiting matters for a named pipe only.
        descriptor = ::open(part.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0666);
    } while (descriptor < 0 && errno == EINTR);
    return descriptor;
}

Result<int> openLocked(const std::filesystem::path &target, const std::filesystem::path &part)
{
    for (int attempt = 0; attempt < 100; ++attempt) {
        const int descriptor = openPart(part);
        if (descriptor < 0)
            return failWriting("Creating", part, errno);
        struct stat status;
        if (::fstat(descriptor, &status) != 0 || !S_ISREG(status.st_mode)) {
            ::close(descriptor);
            return fail(ErrorCode::Io,
                        fmt::format("{} is in the way and is not a regular file. Remove it.", part.string()),
                        part.string());
        }
        const int fault = lockFile(descriptor);
        if (fault == 0 && stillNames(part, descriptor))
            return descriptor;
        ::close(descriptor);
        if (fault != 0 && fault != EWOULDBLOCK)
            return failWriting("Locking", part, fault);
        if (fault == EWOULDBLOCK)
            break;
    }
    return failBusy(target);
}

/// 0 or errno.
int renameTo(const std::filesystem::path &part, const std::filesystem::path &target, Overwrite overwrite)
{
    if (overwrite == Overwrite::No)
        return renameToNew(part, target);
    return ::rename(part.c_str(), target.c_str()) == 0 ? 0 : errno;
}

} // namespace

Result<AtomicFile> AtomicFile::create(const std::filesystem::path &target, Overwrite overwrite)
{
    ignoreFileSizeSignal();
    SNUG_TRY(checkTarget(target, overwrite));
    std::error_code fault;
    std::filesystem::create_directories(folderOf(target), fault);
    if (fault)
        return failWriting("Creating the folder", folderOf(target), fault.value());

    AtomicFile file;
    file.m_target = target;
    file.m_part = target;
    file.m_part += ".part";
    file.m_overwrite = overwrite;
    const auto descriptor = openLocked(file.m_target, file.m_part);
    if (!descriptor)
        return tl::unexpected<Error>(descriptor.error());
    file.m_descriptor = *descriptor;
    if (::ftruncate(file.m_descriptor, 0) != 0) // what a killed run left
        return failWriting("Emptying", file.m_part, errno);
    return file;
}

AtomicFile::AtomicFile(AtomicFile &&other) noexcept
    : m_target(std::move(other.m_target)), m_part(std::move(other.m_part)), m_overwrite(other.m_overwrite),
      m_sizeBytes(other.m_sizeBytes), m_reservedBytes(other.m_reservedBytes),
      m_descriptor(std::exchange(other.m_descriptor, -1)), m_synced(other.m_synced), m_committed(other.m_committed)
{
}

AtomicFile &AtomicFile::operator=(AtomicFile &&other) noexcept
{
    if (this != &other) {
        discard();
        m_target = std::move(other.m_target);
        m_part = std::move(other.m_part);
        m_overwrite = other.m_overwrite;
        m_sizeBytes = other.m_sizeBytes;
        m_reservedBytes = other.m_reservedBytes;
        m_descriptor = std::exchange(other.m_descriptor, -1);
        m_synced = other.m_synced;
        m_committed = other.m_committed;
    }
    return *this;
}

AtomicFile::~AtomicFile() { discard(); }

Result<void> AtomicFile::reserve(std::uint64_t sizeBytes)
{
    if (m_descriptor < 0)
        return failClosed(m_target);
    if (sizeBytes <= m_sizeBytes)
        return {};
    SNUG_TRY(reserveSpace(m_descriptor, m_part, m_sizeBytes, sizeBytes));
    m_reservedBytes = std::max(m_reservedBytes, sizeBytes);
    return {};
}

Result<void> AtomicFile::append(std::span<const std::byte> bytes)
{
    if (m_descriptor < 0)
        return failClosed(m_target);
    m_synced = false;
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_descriptor, bytes.data(), std::min(bytes.size(), kMostPerCall));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return failWriting("Writing", m_part, errno);
        const std::uint64_t before = m_sizeBytes;
        m_sizeBytes += static_cast<std::uint64_t>(count);
        startWriteBack(m_descriptor, before, m_sizeBytes);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return {};
}

Result<void> AtomicFile::sync()
{
    if (m_descriptor < 0)
        return failClosed(m_target);
    if (m_reservedBytes > m_sizeBytes && ::ftruncate(m_descriptor, static_cast<off_t>(m_sizeBytes)) != 0)
        return failWriting("Finishing", m_part, errno);
    if (const int fault = syncFile(m_descriptor); fault != 0)
        return failWriting("Writing", m_part, fault);
    m_synced = true;
    return {};
}

Result<void> AtomicFile::commit()
{
    if (!m_synced || m_descriptor < 0)
        SNUG_TRY(sync());
    // Renamed before it is closed: closing gives up the lock, and from then on the partial file is anybody's.
    const int fault = renameTo(m_part, m_target, m_overwrite);
    if (fault == EEXIST)
        return failExists(m_target);
    if (fault != 0)
        return failWriting("Naming", m_target, fault);
    ::close(std::exchange(m_descriptor, -1));
    m_committed = true;
    syncFolder(folderOf(m_target));
    return {};
}

void AtomicFile::withdraw()
{
    if (std::exchange(m_committed, false))
        ::unlink(m_target.c_str());
}

void AtomicFile::discard()
{
    if (m_descriptor < 0)
        return;
    // Only the file we hold: if somebody moved another one to its name, that one stays.
    if (stillNames(m_part, m_descriptor))
        ::unlink(m_part.c_str());
    ::close(std::exchange(m_descriptor, -1));
}

} // namespace snug
