// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// All backends of this program and the devices they found, with the reason for each that is not there.

#pragma once

#include "core/backends/device.h"

#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// One look at a device's memory; 0 where its driver does not tell.
struct DeviceMemory
{
    std::uint64_t totalBytes = 0, usedBytes = 0, oursBytes = 0, budgetBytes = 0;
};

/// Fixed once made. All methods are thread safe and may wait for a driver: never on the GUI thread.
class Backends
{
public:
    /// The program's own: cpu, and the modules that modulefile.h finds. Starts their drivers when first asked.
    static const Backends &ofProgram();
    /// Of given tables, for tests. `reasons` are told beside the devices.
    explicit Backends(std::span<const SnugBackend *const> tables, std::vector<std::string> reasons = {});

    /// cpu first, then module by module. Also those that cannot be opened, with their refusal.
    std::span<const DeviceDescription> devices() const { return m_devices; }
    /// Modules and drivers that are not there: one sentence each.
    std::span<const std::string> reasons() const { return m_reasons; }

    /// Whether a device that was opened before said of some operation that its last bits may differ.
    bool mayDiffer(std::string_view id) const;

    const DeviceDescription *find(std::string_view id) const;
    /// One that is still open is shared: what its driver compiled is not compiled again.
    DeviceResult<BackendDevice> open(std::string_view id) const;
    /// Nothing where the driver does not tell without opening the device.
    std::optional<DeviceMemory> readMemory(std::string_view id) const;

private:
    struct Place
    {
        const SnugBackend *table;
        std::uint32_t index;
    };
    void addDevices(const SnugBackend &table);
    const Place *placeOf(std::string_view id) const;

    std::vector<DeviceDescription> m_devices;
    std::vector<Place> m_places; // one per device
    std::vector<std::string> m_reasons;
    mutable std::vector<char> m_mayDiffer;                         // one per device; guarded as the next
    mutable std::mutex m_mutex;                                    // guards m_open
    mutable std::vector<std::weak_ptr<const DeviceHandle>> m_open; // one per device
};

} // namespace snug
