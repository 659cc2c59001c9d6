// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/devices.h"

#include "core/backends/backends.h"
#include "core/backends/devicenodes.h"
#include "core/base/threadpool.h"
#include "core/jobs/gpumemory.h"
#include "core/jobs/json.h"
#include "core/memory/probes.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <fstream>

namespace snug {

namespace {

std::string processorName()
{
    std::ifstream info("/proc/cpuinfo");
    for (std::string line; std::getline(info, line);)
        if (line.starts_with("model name"))
            if (const std::size_t colon = line.find(": "); colon != std::string::npos)
                return line.substr(colon + 2);
    return "Processor";
}

void addDevice(DeviceList &list, const Backends &backends, const DeviceDescription &device,
               const MemorySnapshot &memory)
{
    if (!device.refusal.empty()) {
        list.notLoaded.push_back(fmt::format("{} ({}): {}.", device.name, device.id, device.refusal));
        return;
    }
    Device row{device.id, device.name, device.totalBytes, device.totalBytes, true, {}, device.driver};
    if (const GpuMemory *gpu = cardOf(memory, device)) {
        row.totalBytes = gpu->totalBytes;
        row.freeBytes = gpu->freeBytes();
    }
    if (device.kind == DeviceKind::Processor)
        row.remark = "software driver: the processor does the work, slowly";
    else if (backends.mayDiffer(device.id))
        row.remark = "may differ in the last bit on this device";
    list.devices.push_back(std::move(row));
}

/// Cards whose memory is told by somebody, while no backend can work on them.
void addWatchedCards(DeviceList &list, const MemorySnapshot &memory)
{
    for (const GpuMemory &gpu : memory.gpus)
        if (gpu.id.starts_with("gpu:"))
            list.devices.push_back({gpu.id, gpu.name, gpu.totalBytes, gpu.freeBytes(), false,
                                    "its memory is watched; there is no driver here that could quantize on it",
                                    gpu.driver});
}

} // namespace

DeviceList findDevices(const Backends &backends)
{
    DeviceList list;
    if (auto chosen = chooseInstructionSet(); !chosen)
        list.notLoaded.push_back(chosen.error().message);
    const MemorySnapshot memory = readMachineMemory();
    list.devices.push_back({"cpu", fmt::format("{}, {} usable", processorName(), usableProcessorCount()),
                            memory.ramTotalBytes(), memory.ramAvailableBytes(), true,
                            "instruction set " + instructionSet()});
    for (const DeviceDescription &device : backends.devices())
        if (device.id != "cpu")
            addDevice(list, backends, device, memory);
    addWatchedCards(list, memory);
    for (const std::string &reason : backends.reasons())
        list.notLoaded.push_back(reason);
    std::string why;
    readNvidiaMemory(&why);
    if (!why.empty())
        list.notLoaded.push_back(why);
    return list;
}

DeviceList findDevices() { return findDevices(Backends::ofProgram()); }

DeviceList findDevicesInSight()
{
    return cardsMayExist() ? findDevices() : findDevices(Backends(std::span<const SnugBackend *const>()));
}

std::string toJson(const DeviceList &list)
{
    Json json{{"devices", Json::array()}, {"not_loaded", list.notLoaded}};
    for (const Device &device : list.devices)
        json["devices"].push_back({{"id", device.id},
                                   {"name", device.name},
                                   {"total_bytes", device.totalBytes},
                                   {"free_bytes", device.freeBytes},
                                   {"quantizes", device.quantizes},
                                   {"remark", device.remark},
                                   {"driver", device.driver}});
    return printed(json);
}

} // namespace snug
