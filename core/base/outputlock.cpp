// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/base/outputlock.h"

#include "core/base/writesteps.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <system_error>
#include <utility>

namespace snug {

Result<OutputLock> OutputLock::take(const std::filesystem::path &target)
{
    std::error_code fault;
    std::filesystem::create_directories(folderOf(target), fault);
    if (fault)
        return failWriting("Creating the folder", folderOf(target), fault.value());
    std::filesystem::path path = target;
    path += ".lock";
    for (int attempt = 0; attempt < 100; ++attempt) {
        const int descriptor =
            ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NOCTTY | O_NONBLOCK, 0666);
        if (descriptor < 0 && errno == EINTR)
            continue;
        if (descriptor < 0)
            return failWriting("Creating", path, errno);
        const int locked = lockFile(descriptor);
        if (locked == 0 && stillNames(path, descriptor))
            return OutputLock(std::move(path), descriptor);
        ::close(descriptor);
        if (locked == EWOULDBLOCK)
            return failBusy(target);
        if (locked != 0)
            return failWriting("Locking", path, locked);
    }
    return failBusy(target); // it goes from one run to the next all the time
}

OutputLock::OutputLock(std::filesystem::path path, int descriptor) : m_path(std::move(path)), m_descriptor(descriptor)
{
}

OutputLock::OutputLock(OutputLock &&other) noexcept
    : m_path(std::move(other.m_path)), m_descriptor(std::exchange(other.m_descriptor, -1))
{
}

OutputLock::~OutputLock()
{
    if (m_descriptor < 0)
        return;
    // Removed before it is unlocked: whoever opened it meanwhile sees that the name is gone, and makes it anew. What
    // has bytes in it was somebody else's file before.
    struct stat status;
    if (stillNames(m_path, m_descriptor) && ::fstat(m_descriptor, &status) == 0 && status.st_size == 0)
        ::unlink(m_path.c_str());
    ::close(m_descriptor);
}

} // namespace snug
