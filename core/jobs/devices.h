// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Everything work could run on, and everything that could not be opened, with the reason.

#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace snug {

struct Device
{
    std::string id;   ///< "cpu", "cuda:0"
    std::string name; ///< "AMD Ryzen 7, 8 processors"
    std::uint64_t totalBytes = 0, freeBytes = 0;
    bool quantizes = false;  ///< this version can do the work there
    std::string remark;      ///< a clause a person may want to know: "may differ in the last bit on this device"
    std::string driver = {}; ///< name and version, or empty
};

struct DeviceList
{
    std::vector<Device> devices; ///< cpu first
    std::vector<std::string> notLoaded;
};

class Backends;

/// Asks the drivers; never on the GUI thread.
DeviceList findDevices();
/// The same, but where no card can be seen it starts no driver, which would only cost its memory.
DeviceList findDevicesInSight();
/// The same with given backends, for tests.
DeviceList findDevices(const Backends &backends);

/// {"devices":[{"id","name","total_bytes","free_bytes","quantizes","remark","driver"}],"not_loaded":[…]}
std::string toJson(const DeviceList &list);

} // namespace snug
