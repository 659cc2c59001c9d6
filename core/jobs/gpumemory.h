// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One list of the machine's cards from everybody who tells of them: NVIDIA's library, the kernel, the backends.

#pragma once

#include "core/memory/probes.h"

#include <cstdint>
#include <vector>

namespace snug {

class Backends;
struct DeviceDescription;

/// A device of a backend, as it tells of its memory.
struct BackendGpu
{
    GpuMemory memory;              ///< `id` is the device's, "vulkan:0"; bytes are 0 where its driver does not tell
    std::uint64_t budgetBytes = 0; ///< most this process should hold, what it holds included; 0 where not told
    bool software = false;         ///< computes on the processor: no card
};

/// Each card once, in the order in which it is first told of. Two entries are the same card when their PCI addresses
/// are, or, where one has none, their uuids. Figures and names are those of the first entry that has them: `drivers`
/// (NVML before the kernel), then `backends` (in their order of preference); a backend without use tells it by its
/// budget. `id` is that of the first backend that can work on the card, so that it means the same as in
/// JobSpec::device; cards that no backend knows are "gpu:N", N counting them. Cards of unknown size are left out.
std::vector<GpuMemory> mergeGpus(const std::vector<GpuMemory> &drivers, const std::vector<BackendGpu> &backends);

/// The card of a device, by id or PCI address; null where nobody tells of it.
const GpuMemory *cardOf(const MemorySnapshot &memory, const DeviceDescription &device);

/// One look at every device of the backends. May wait for drivers.
std::vector<BackendGpu> readBackendGpus(const Backends &backends);

/// readMemory() with the cards that mergeGpus() makes of it and the program's backends. Never on the GUI thread.
MemorySnapshot readMachineMemory();

} // namespace snug
