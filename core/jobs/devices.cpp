// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/devices.h"

#include "core/base/threadpool.h"
#include "core/jobs/json.h"
#include "core/memory/probes.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <algorithm>
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

} // namespace

DeviceList findDevices()
{
    DeviceList list;
    if (auto chosen = chooseInstructionSet(); !chosen)
        list.notLoaded.push_back(chosen.error().message);
    const MemorySnapshot memory = readMemory();
    list.devices.push_back({"cpu", fmt::format("{}, {} usable", processorName(), usableProcessorCount()),
                            memory.ramTotalBytes(), memory.ramAvailableBytes(), true,
                            "instruction set " + instructionSet()});
    std::string why;
    for (const GpuMemory &gpu : readNvidiaMemory(&why))
        list.devices.push_back({gpu.id, gpu.name, gpu.totalBytes,
                                gpu.totalBytes - std::min(gpu.usedBytes, gpu.totalBytes), false,
                                "its memory is watched; quantizing runs on the processor", gpu.driver});
    if (!why.empty())
        list.notLoaded.push_back(why);
    return list;
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
