// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Memory of the process and of the system, from /proc; and what a look at everything says taken together.

#include "core/memory/probes.h"

#include "core/base/sizes.h"
#include "core/base/smallfile.h"

#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <string_view>
#include <utility>

namespace snug {

namespace {

/// The figure of a line "Name:   1234 kB", in bytes; 0 when there is no such line or no such figure.
std::uint64_t kibibytesOf(std::string_view text, std::string_view name)
{
    for (const std::string_view line : splitLines(text)) {
        const auto words = splitWords(line);
        if (words.size() == 3 && words[0] == name && words[2] == "kB")
            return checkedMul(parseNumber(words[1]).value_or(0), 1024).value_or(0);
    }
    return 0;
}

std::uint64_t minus(std::uint64_t a, std::uint64_t b) { return a > b ? a - b : 0; }

} // namespace

ProcessMemory readProcessMemory(const std::string &procRoot)
{
    const std::string text = readSmallFile(procRoot + "/self/status").value_or("");
    ProcessMemory memory;
    memory.residentBytes = kibibytesOf(text, "VmRSS:");
    memory.peakResidentBytes = kibibytesOf(text, "VmHWM:");
    memory.anonymousBytes = kibibytesOf(text, "RssAnon:");
    memory.fileBytes = kibibytesOf(text, "RssFile:");
    return memory;
}

SystemMemory readSystemMemory(const std::string &procRoot)
{
    const std::string text = readSmallFile(procRoot + "/meminfo").value_or("");
    SystemMemory memory;
    memory.totalBytes = kibibytesOf(text, "MemTotal:");
    memory.availableBytes = kibibytesOf(text, "MemAvailable:");
    memory.swapTotalBytes = kibibytesOf(text, "SwapTotal:");
    memory.swapFreeBytes = kibibytesOf(text, "SwapFree:");
    return memory;
}

bool resetPeakResident(const std::string &procRoot)
{
    // "5" is the kernel's number for this (proc(5), clear_refs; Linux 4.0 and later).
    const int descriptor = ::open((procRoot + "/self/clear_refs").c_str(), O_WRONLY | O_CLOEXEC);
    const bool done = descriptor >= 0 && ::write(descriptor, "5", 1) == 1;
    if (descriptor >= 0)
        ::close(descriptor);
    return done;
}

std::uint64_t MemorySnapshot::ramTotalBytes() const
{
    if (!cgroup || !cgroup->limitBytes)
        return system.totalBytes;
    return system.totalBytes == 0 ? *cgroup->limitBytes : std::min(system.totalBytes, *cgroup->limitBytes);
}

std::uint64_t MemorySnapshot::ramAvailableBytes() const
{
    if (!cgroup || !cgroup->roomBytes)
        return system.availableBytes;
    return system.totalBytes == 0 ? *cgroup->roomBytes : std::min(system.availableBytes, *cgroup->roomBytes);
}

std::uint64_t MemorySnapshot::ramOthersBytes() const
{
    return minus(minus(ramTotalBytes(), ramAvailableBytes()), process.residentBytes);
}

MemorySnapshot readMemory()
{
    MemorySnapshot look{readProcessMemory(), readSystemMemory(), readCgroupMemory(), readNvidiaMemory()};
    for (GpuMemory &card : readDrmMemory())
        look.gpus.push_back(std::move(card));
    return look;
}

} // namespace snug
