// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the operating system says about memory: process, system, swap, cgroup, cards. The ledger is our own view;
// these are the truth drawn beside it. Every function reads small files or calls a driver: never on the GUI thread.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace snug {

struct ProcessMemory
{
    std::uint64_t residentBytes = 0;
    std::uint64_t peakResidentBytes = 0; ///< high-water mark kept by the kernel (VmHWM)
    std::uint64_t anonymousBytes = 0;
    std::uint64_t fileBytes = 0;
};

struct SystemMemory
{
    std::uint64_t totalBytes = 0;
    std::uint64_t availableBytes = 0;
    std::uint64_t swapTotalBytes = 0;
    std::uint64_t swapFreeBytes = 0;
};

/// The cgroup (v2, or the v1 memory controller) this process lives in; absent limits mean "max". Limits of the groups
/// above it hold too, each with its own use. memory.high counts as a limit: past it the kernel holds the process up.
struct CgroupMemory
{
    std::uint64_t currentBytes = 0;          ///< of the group itself, page cache included
    std::uint64_t reclaimableBytes = 0;      ///< the part of it that is page cache not in use (inactive_file)
    std::optional<std::uint64_t> limitBytes; ///< the least of all limits
    std::optional<std::uint64_t> roomBytes;  ///< what can still be taken: the least that any limit leaves
    std::optional<std::uint64_t> peakBytes;
    std::uint64_t oomKillCount = 0;
};

struct GpuMemory
{
    /// "cuda:0" from NVML, in the driver's order (by bus; CUDA itself may count otherwise), "gpu:0" from the kernel.
    /// readMachineMemory() of core/jobs replaces it by the id under which a job runs there.
    std::string id;
    std::string uuid;  ///< the same card in every library: "GPU-…", or empty
    std::string busId; ///< PCI address, the same in every library: "0000:01:00.0", or empty
    std::string name;  ///< "GeForce RTX 3050"
    std::string driver;
    std::uint64_t totalBytes = 0; ///< of the card's own memory; 0 where no driver tells
    std::uint64_t usedBytes = 0;  ///< by everybody; where the driver does not tell, at least what is ours
    std::uint64_t oursBytes = 0;  ///< by this process; 0 where the driver does not tell (in containers, often)
    std::uint64_t freeBytes() const { return totalBytes - (usedBytes < totalBytes ? usedBytes : totalBytes); }
    bool integrated = false; ///< part of the processor: its memory is a piece of the system's set aside for it
};

/// One look at everything.
struct MemorySnapshot
{
    ProcessMemory process;
    SystemMemory system;
    std::optional<CgroupMemory> cgroup;
    std::vector<GpuMemory> gpus;

    /// RAM that this process could hold at most: the system's total or the cgroup's limit, whichever is less.
    std::uint64_t ramTotalBytes() const;
    /// RAM that can still be taken: what is available, or what the cgroup leaves, whichever is less.
    std::uint64_t ramAvailableBytes() const;
    /// ramTotalBytes() - ramAvailableBytes() - ours, never below 0.
    std::uint64_t ramOthersBytes() const;
};

/// `procRoot` and `cgroupRoot` let tests point at a folder of fixtures. What is missing or makes no sense reads as 0.
ProcessMemory readProcessMemory(const std::string &procRoot = "/proc");
SystemMemory readSystemMemory(const std::string &procRoot = "/proc");
std::optional<CgroupMemory> readCgroupMemory(const std::string &procRoot = "/proc",
                                             const std::string &cgroupRoot = "/sys/fs/cgroup");

/// Starts the kernel's resident high-water mark (peakResidentBytes) anew, at what is resident now, so that the peak of
/// one job can be told from an earlier one's. False where the kernel does not let us.
bool resetPeakResident(const std::string &procRoot = "/proc");

/// NVIDIA cards through NVML, opened at run time. Empty where there is no driver; then `why` (if given) says why.
std::vector<GpuMemory> readNvidiaMemory(std::string *why = nullptr);

/// Cards of all other makers, as far as the kernel's drivers tell (amdgpu, xe, i915), by PCI address. Memory of the
/// system that a card uses besides its own counts as the system's.
std::vector<GpuMemory> readDrmMemory(const std::string &drmRoot = "/sys/class/drm",
                                     const std::string &procRoot = "/proc");

/// Everything; cards of NVML first, then the kernel's.
MemorySnapshot readMemory();

} // namespace snug
