// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/backends.h"

#include "core/backends/cpu/cpubackend.h"
#include "core/backends/modulefile.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

// More than any machine has; a driver that says more is not believed.
constexpr std::uint32_t kMostDevices = 64;

template <std::size_t N> std::string textOf(const char (&text)[N]) { return {text, std::find(text, text + N, '\0')}; }

DeviceKind kindOf(std::uint32_t kind)
{
    return kind == SNUG_DISCRETE     ? DeviceKind::Discrete
           : kind == SNUG_INTEGRATED ? DeviceKind::Integrated
                                     : DeviceKind::Processor;
}

DeviceDescription describe(const SnugBackend &table, std::uint32_t index)
{
    DeviceDescription device;
    device.id = table.head.name == std::string_view("cpu") ? "cpu" : fmt::format("{}:{}", table.head.name, index);
    SnugDeviceInfo info{};
    SnugMessage message{};
    if (table.describeDevice(index, &info, &message) != SNUG_OK) {
        device.name = device.id;
        device.refusal = textOf(message.text);
        return device;
    }
    device.name = textOf(info.name);
    device.driver = textOf(info.driver);
    device.uuid = textOf(info.uuid);
    device.busId = textOf(info.busId);
    device.refusal = textOf(info.refusal);
    device.kind = kindOf(info.kind);
    device.streams = static_cast<int>(std::clamp<std::uint32_t>(info.streams, 1, 64));
    device.totalBytes = info.totalBytes;
    device.largestBufferBytes = info.largestBufferBytes;
    device.rangeAlignment = std::max<std::uint64_t>(1, info.rangeAlignment);
    return device;
}

Backends findAll()
{
    std::vector<std::string> reasons;
    std::vector<const SnugBackend *> tables{&cpuBackend()};
    for (ModuleFile &module : findModules(moduleFolders(reasons)))
        if (module.table)
            tables.push_back(module.table);
        else
            reasons.push_back(std::move(module.reason));
    return Backends(tables, std::move(reasons));
}

} // namespace

const Backends &Backends::ofProgram()
{
    static const Backends backends = findAll();
    return backends;
}

Backends::Backends(std::span<const SnugBackend *const> tables, std::vector<std::string> reasons)
    : m_reasons(std::move(reasons))
{
    for (const SnugBackend *table : tables)
        addDevices(*table);
    m_open.resize(m_devices.size());
    m_mayDiffer.resize(m_devices.size(), 0);
}

void Backends::addDevices(const SnugBackend &table)
{
    std::uint32_t count = 0;
    SnugMessage message{};
    if (table.countDevices(&count, &message) != SNUG_OK) {
        m_reasons.push_back(fmt::format("{}: {}.", table.head.name, textOf(message.text)));
        return;
    }
    for (std::uint32_t i = 0; i < std::min(count, kMostDevices); ++i) {
        m_devices.push_back(describe(table, i));
        m_places.push_back({&table, i});
    }
}

const DeviceDescription *Backends::find(std::string_view id) const
{
    const auto at = std::ranges::find(m_devices, id, &DeviceDescription::id);
    return at == m_devices.end() ? nullptr : &*at;
}

const Backends::Place *Backends::placeOf(std::string_view id) const
{
    const DeviceDescription *device = find(id);
    return device ? &m_places[static_cast<std::size_t>(device - m_devices.data())] : nullptr;
}

DeviceResult<BackendDevice> Backends::open(std::string_view id) const
{
    const DeviceDescription *description = find(id);
    if (!description)
        return deviceFault(SNUG_INVALID, fmt::format("there is no device {}", id));
    if (!description->refusal.empty())
        return deviceFault(SNUG_UNSUPPORTED, description->refusal);
    const Place &place = *placeOf(id);
    const std::lock_guard lock(m_mutex);
    std::weak_ptr<const DeviceHandle> &known = m_open[static_cast<std::size_t>(&place - m_places.data())];
    if (auto handle = known.lock())
        return BackendDevice(std::move(handle));
    SnugDevice *device = nullptr;
    SnugMessage message{};
    if (const int status = place.table->openDevice(place.index, &device, &message); status != SNUG_OK)
        return deviceFault(status, textOf(message.text));
    auto handle = std::make_shared<const DeviceHandle>(*place.table, device, *description);
    known = handle;
    m_mayDiffer[static_cast<std::size_t>(&place - m_places.data())] =
        place.table->supports(device, SNUG_QUANTIZE, static_cast<std::uint32_t>(TensorType::Q4_K), 0) == SNUG_LAST_BITS;
    return BackendDevice(std::move(handle));
}

bool Backends::mayDiffer(std::string_view id) const
{
    const Place *place = placeOf(id);
    const std::lock_guard lock(m_mutex);
    return place && m_mayDiffer[static_cast<std::size_t>(place - m_places.data())];
}

std::optional<DeviceMemory> Backends::readMemory(std::string_view id) const
{
    const Place *place = placeOf(id);
    SnugMemoryInfo memory{};
    SnugMessage message{};
    if (!place || place->table->readMemory(place->index, &memory, &message) != SNUG_OK)
        return std::nullopt;
    return DeviceMemory{memory.totalBytes, memory.usedBytes, memory.oursBytes, memory.budgetBytes};
}

} // namespace snug
