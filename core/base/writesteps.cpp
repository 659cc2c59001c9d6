// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The steps on POSIX. Linux adds fallocate, which keeps the size, and renameat2, so that what appears meanwhile is not
// replaced unasked.

#include "core/base/writesteps.h"

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

namespace snug {

namespace {

constexpr std::size_t kMostPerCall = std::size_t{1} << 30;
constexpr std::uint64_t kWriteBackBytes = 64 * 1024 * 1024;

} // namespace

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

tl::unexpected<Error> failBusy(const std::filesystem::path &target)
{
    return fail(ErrorCode::Usage,
                fmt::format("{} is being written by another running Snug. Wait until it is done, or choose another "
                            "name.",
                            target.string()),
                target.string());
}

void ignoreFileSizeSignal()
{
    struct sigaction current;
    if (::sigaction(SIGXFSZ, nullptr, &current) == 0 && current.sa_handler == SIG_DFL)
        ::signal(SIGXFSZ, SIG_IGN);
}

int lockFile(int descriptor)
{
    while (::flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
        if (errno == EOPNOTSUPP || errno == ENOLCK || errno == ENOSYS)
            return 0;
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

bool stillNames(const std::filesystem::path &path, int descriptor)
{
    struct stat named, opened;
    return ::lstat(path.c_str(), &named) == 0 && ::fstat(descriptor, &opened) == 0 && named.st_dev == opened.st_dev &&
           named.st_ino == opened.st_ino;
}

Result<void> reserveSpace(int descriptor, const std::filesystem::path &path, std::uint64_t presentBytes,
                          std::uint64_t sizeBytes)
{
    if (sizeBytes > static_cast<std::uint64_t>(std::numeric_limits<off_t>::max()))
        return failWriting("Reserving space for", path, EFBIG);
    if (sizeBytes <= presentBytes)
        return {};
    // The size is kept so that the file never shows bytes that nobody wrote.
    while (::fallocate(descriptor, FALLOC_FL_KEEP_SIZE, 0, static_cast<off_t>(sizeBytes)) != 0) {
        if (errno == EINTR)
            continue;
        if (errno == EOPNOTSUPP || errno == ENOSYS)
            return checkFree(path, sizeBytes - presentBytes);
        const int fault = errno;
        [[maybe_unused]] const int shrunk = ::ftruncate(descriptor, static_cast<off_t>(presentBytes)); // gives back
        if (fault == ENOSPC)
            SNUG_TRY(checkFree(path, sizeBytes - presentBytes)); // its message has the figures
        return failWriting("Reserving space for", path, fault);
    }
    return {};
}

Result<void> checkFree(const std::filesystem::path &path, std::uint64_t wanted)
{
    const auto free = freeDiskBytes(path);
    if (free && *free < wanted) // where it is not known, writing will tell
        return fail(ErrorCode::DoesNotFit,
                    fmt::format("{} does not fit its disk: {} more are needed, {} are free. Free some space or choose "
                                "another disk.",
                                path.string(), formatBytes(wanted), formatBytes(*free)),
                    path.string());
    return {};
}

int writeAllAt(int descriptor, std::uint64_t offset, std::span<const std::byte> bytes)
{
    while (!bytes.empty()) {
        const ssize_t count =
            ::pwrite(descriptor, bytes.data(), std::min(bytes.size(), kMostPerCall), static_cast<off_t>(offset));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return errno;
        offset += static_cast<std::uint64_t>(count);
        bytes = bytes.subspan(static_cast<std::size_t>(count));
    }
    return 0;
}

void startWriteBack(int descriptor, std::uint64_t before, std::uint64_t after, bool anywhere)
{
    const std::uint64_t from = before / kWriteBackBytes, to = after / kWriteBackBytes;
    if (to <= from)
        return;
    const auto start = static_cast<off_t>(anywhere ? 0 : from * kWriteBackBytes);
    const auto length = static_cast<off_t>(anywhere ? 0 : (to - from) * kWriteBackBytes); // 0: to the end of the file
    (void)::sync_file_range(descriptor, start, length, SYNC_FILE_RANGE_WRITE);
}

int syncFile(int descriptor)
{
    while (::fsync(descriptor) != 0) {
        if (errno != EINTR)
            return errno;
    }
    return 0;
}

int renameToNew(const std::filesystem::path &from, const std::filesystem::path &to)
{
    if (::renameat2(AT_FDCWD, from.c_str(), AT_FDCWD, to.c_str(), RENAME_NOREPLACE) == 0)
        return 0;
    if (errno != EINVAL && errno != ENOSYS) // neither kernel nor file system lacks it: a true failure
        return errno;
    struct stat status;
    if (::lstat(to.c_str(), &status) == 0)
        return EEXIST;
    return ::rename(from.c_str(), to.c_str()) == 0 ? 0 : errno;
}

std::filesystem::path folderOf(const std::filesystem::path &path)
{
    return path.has_parent_path() ? path.parent_path() : std::filesystem::path(".");
}

void syncFolder(const std::filesystem::path &folder)
{
    const int descriptor = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool done = descriptor >= 0 && ::fsync(descriptor) == 0;
    if (!done && errno != EINVAL && errno != EACCES) // file systems without folder sync; folders we may not read
        log::warn("base", fmt::format("the folder of an output could not be synced: {}", systemReason(errno)));
    if (descriptor >= 0)
        ::close(descriptor);
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
