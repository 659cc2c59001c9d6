// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Positioned reads on a POSIX file descriptor.

#include "core/base/inputfile.h"

#include "core/base/systemerror.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <limits>
#include <utility>

namespace snug {

namespace {

constexpr std::size_t kMostPerCall = std::size_t{1} << 30; // the kernel itself stops a little below 2 GiB

tl::unexpected<Error> endsBefore(const std::string &path, std::uint64_t sizeBytes, std::uint64_t offset,
                                 std::uint64_t wanted)
{
    return failCut(
        fmt::format("{} ends too early: it has {} bytes, but {} bytes at byte {} are needed. The file was cut "
                    "short or is still being written; copy or download it again.",
                    path, sizeBytes, wanted, offset),
        path, sizeBytes);
}

void advise(int descriptor, std::uint64_t offset, std::uint64_t sizeBytes, int advice)
{
    constexpr auto kMost = static_cast<std::uint64_t>(std::numeric_limits<off_t>::max());
    if (descriptor < 0 || offset > kMost || sizeBytes == 0)
        return; // a length of 0 would mean "to the end"
    const std::uint64_t length = std::min(sizeBytes, kMost - offset);
    if (length > 0)
        (void)::posix_fadvise(descriptor, static_cast<off_t>(offset), static_cast<off_t>(length), advice);
}

} // namespace

Result<InputFile> InputFile::open(const std::filesystem::path &path)
{
    // Not waiting matters for a named pipe only: without it open() would hang until somebody writes.
    InputFile file;
    file.m_path = path;
    do {
        file.m_descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY | O_NONBLOCK);
    } while (file.m_descriptor < 0 && errno == EINTR);
    if (file.m_descriptor < 0)
        return fail(ErrorCode::Io,
                    fmt::format("Cannot open {}: {}. {}", path.string(), systemReason(errno), openingAdvice(errno)),
                    path.string());
    struct stat status;
    if (::fstat(file.m_descriptor, &status) != 0)
        return fail(ErrorCode::Io, fmt::format("Cannot examine {}: {}.", path.string(), systemReason(errno)),
                    path.string());
    if (!S_ISREG(status.st_mode)) {
        const char *kind = S_ISDIR(status.st_mode) ? "a folder" : "a device, pipe or socket";
        return fail(ErrorCode::BadInput,
                    fmt::format("{} is {}, a regular file is needed. Choose a file.", path.string(), kind),
                    path.string());
    }
    file.m_sizeBytes = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
    return file;
}

InputFile::InputFile(InputFile &&other) noexcept
    : m_path(std::move(other.m_path)), m_sizeBytes(std::exchange(other.m_sizeBytes, 0)),
      m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

InputFile &InputFile::operator=(InputFile &&other) noexcept
{
    std::swap(m_path, other.m_path);
    std::swap(m_sizeBytes, other.m_sizeBytes);
    std::swap(m_descriptor, other.m_descriptor);
    return *this;
}

InputFile::~InputFile()
{
    if (m_descriptor >= 0)
        ::close(m_descriptor);
}

Result<void> InputFile::readAt(std::uint64_t offset, std::span<std::byte> into) const
{
    if (offset > m_sizeBytes || into.size() > m_sizeBytes - offset)
        return endsBefore(m_path.string(), m_sizeBytes, offset, into.size());
    std::size_t done = 0;
    while (done < into.size()) {
        const std::size_t want = std::min(into.size() - done, kMostPerCall);
        const ssize_t count = ::pread(m_descriptor, into.data() + done, want, static_cast<off_t>(offset + done));
        if (count < 0 && errno == EINTR)
            continue;
        if (count < 0)
            return fail(
                ErrorCode::Io,
                fmt::format("Reading {} at byte {} failed: {}.", m_path.string(), offset + done, systemReason(errno)),
                m_path.string(), offset + done);
        if (count == 0) // it shrank after it was opened
            return endsBefore(m_path.string(), offset + done, offset, into.size());
        done += static_cast<std::size_t>(count);
    }
    return {};
}

void InputFile::willNeed(std::uint64_t offset, std::uint64_t sizeBytes) const
{
    advise(m_descriptor, offset, sizeBytes, POSIX_FADV_WILLNEED);
}

void InputFile::doneWith(std::uint64_t offset, std::uint64_t sizeBytes) const
{
    advise(m_descriptor, offset, sizeBytes, POSIX_FADV_DONTNEED);
}

} // namespace snug
