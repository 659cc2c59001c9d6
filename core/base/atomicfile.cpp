// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Atomic output on POSIX: flock on the partial file, fallocate, fsync, rename, fsync of the folder. Linux adds
// renameat2 so that a file that appears meanwhile is not replaced unasked.

#include "core/base/atomicfile.h"

#include "core/base/log.h"
#include "core/base/sizes.h"
#include "core/base/systemerror.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <limits>
#include <system_error>
#include <utility>

namespace snug {

namespace {

constexpr std::size_t kMostPerCall = std::size_t{1} << 30;
// Written pages are handed to the disk this often, so that the sync at the end, which nothing can interrupt, is short.
constexpr std::uint64_t kWriteBackBytes = 64 * 1024 * 1024;

tl::unexpected<Error> failWriting(std::string_view doing, const std::filesystem::path &path, int number)
{
    const ErrorCode code = writeErrorCode(number);
    return fail(code,
                fmt::format("{} {} failed: {}. {}", doing, path.string(), systemReason(number), writingAdvice(number)),
                path.string());
}

tl::unexpected<Error> failExists(const std::filesystem::path &target)
{
    return fail(ErrorCode::Usage,
                fmt::format("{} exists already. Choose another name or allow overwriting.", target.string()),
                target.string());
}

tl::unexpected<Error> failClosed(const std::filesystem::path &target)
{
    return fail(ErrorCode::Internal, fmt::format("{} is not being written any more.", target.string()),
                target.string());
}

/// Past a file size limit the system sends SIGXFSZ, which ends the process. We want write()'s error instead.
void ignoreFileSizeSignal()
{
    struct sigaction current;
    if (::sigaction(SIGXFSZ, nullptr, &current) == 0 && current.sa_handler == SIG_DFL)
        ::signal(SIGXFSZ, SIG_IGN);
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

/// Whether `path` still names the file behind `descriptor`; it does not when its writer renamed or removed it between
/// our opening and locking it.
bool stillNames(const std::filesystem::path &path, int descriptor)
{
    struct stat named, opened;
    return ::lstat(path.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 && named.st_dev == opened.st_dev &&
           named.st_ino == opened.st_ino;
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

/// Locks the partial file; 0 or errno. A file system without locks is used without.
int lockPart(int descriptor)
{
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EOPNOTSUPP || errno == ENOLCK || errno == ENOSYS)
            return 0;
        if (errno != EINTR)
            return errno;
    }
    return 0;
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
        const int fault = lockPart(descriptor);
        if (fault == 0 && stillNames(part, descriptor))
            return descriptor;
        ::close(descriptor);
        if (fault != 0 && fault != EWOULDBLOCK)
            return failWriting("Locking", part, fault);
        if (fault == EWOULDBLOCK)
            break;
    }
    return fail(ErrorCode::Usage,
                fmt::format("{} is being written by another running Snug. Wait until it is done, or choose another "
                            "name.",
                            target.string()),
                target.string());
}

/// 0 or errno. Where plain rename must do, a file that appears in the last instant is replaced; nothing can be done.
int renameTo(const std::filesystem::path &part, const std::filesystem::path &target, Overwrite overwrite)
{
    if (overwrite == Overwrite::No) {
        if (::renameat2(AT_FDCWD, part.c_str(), AT_FDCWD, target.c_str(), RENAME_NOREPLACE) == 0)
            return 0;
        if (errno != EINVAL && errno != ENOSYS) // neither kernel nor file system lacks it: a true failure
            return errno;
        struct stat status;
        if (::lstat(target.c_str(), &status) == 0)
            return EEXIST;
    }
    return ::rename(part.c_str(), target.c_str()) == 0 ? 0 : errno;
}

std::filesystem::path folderOf(const std::filesystem::path &path)
{
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

/// The data is safe and under its name by now; if the folder cannot be synced, a power cut may take the name back.
void syncFolder(const std::filesystem::path &folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done = descriptor >= 0 && ::fsync(descriptor) == 0;
    if (!done && errno != EINVAL && errno != EACCES) // file systems without folder sync; folders we may not read
        log::warn("base", fmt::format("the folder of an output could not be synced: {}", systemReason(errno)));
    if (descriptor >= 0)
        ::close(descriptor);
}

Result<void> checkFree(const std::filesystem::path &part, std::uint64_t wanted)
{
    const auto free = freeDiskBytes(part);
    if (free && *free < wanted) // where it is not known, writing will tell
        return fail(ErrorCode::DoesNotFit,
                    fmt::format("{} does not fit its disk: {} more are needed, {} are free. Free some space or choose "
                                "another disk.",
                                part.string(), formatBytes(wanted), formatBytes(*free)),
                    part.string());
    return {};
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
    if (sizeBytes > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()))
        return failWriting("Reserving space for", m_part, EFBIG);
    // The size is kept so that the file never shows bytes that nobody wrote.
    while (::fallocate(m_descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(sizeBytes)) != 0) {
        if (errno == EINTR)
            continue;
        if (errno == EOPNOTSUPP || errno == ENOSYS)
            return checkFree(m_part, sizeBytes - m_sizeBytes);
        const int fault = errno;
        [[maybe_unused]] const int shrunk = ::ftruncate(m_descriptor, static_cast<off_t>(m_sizeBytes)); // gives back
        if (fault == ENOSPC)
            SNUG_TRY(checkFree(m_part, sizeBytes - m_sizeBytes)); // its message has the figures
        return failWriting("Reserving space for", m_part, fault);
    }
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
        const std::uint64_t before = m_sizeBytes / kWriteBackBytes;
        m_sizeBytes += static_cast<std::uint64_t>(count);
        const std::uint64_t after = m_sizeBytes / kWriteBackBytes;
        if (after > before)
            (void)::sync_file_range(m_descriptor, static_cast<off_t>(before * kWriteBackBytes),
                                    static_cast<off_t>((after - before) * kWriteBackBytes), SYNC_FILE_RANGE_WRITE);
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
    int synced = 0;
    do {
        synced = ::fsync(m_descriptor);
    } while (synced != 0 && errno == EINTR);
    if (synced != 0)
        return failWriting("Writing", m_part, errno);
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

Result<std::uint64_t> freeDiskBytes(const std::filesystem::path &path)
{
    std::error_code fault;
    std::filesystem::path existing = std::filesystem::absolute(path.empty() ? "." : path, fault);
    while (!std::filesystem::exists(existing, fault) && existing.has_relative_path())
        existing = existing.parent_path();
    struct statvfs status;
    int answer = 0;
    do {
        answer = ::statvfs(existing.c_str(), &status);
    } while (answer != 0 && errno == EINTR);
    if (answer != 0)
        return fail(ErrorCode::Io,
                    fmt::format("The free space at {} is not known: {}. {}", existing.string(), systemReason(errno),
                                writingAdvice(errno)),
                    existing.string());
    if (status.f_blocks == 0) // some file systems without a disk of their own answer with zeros
        return fail(
            ErrorCode::Io,
            fmt::format("The free space at {} is not known: its file system does not tell. Choose a folder on a disk.",
                        existing.string()),
            existing.string());
    return checkedMul(status.f_bavail, status.f_frsize).value_or(std::numeric_limits<std::uint64_t>::max());
}

} // namespace snug
