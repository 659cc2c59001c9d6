// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/gpumemory.h"

#include "core/backends/backends.h"
#include "core/backends/devicenodes.h"
#include "core/memory/drm.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <mutex>
#include <optional>
#include <string>
#include <utility>

namespace snug {

namespace {

bool sameCard(const GpuMemory &a, const GpuMemory &b)
{
    if (!a.busId.empty() && !b.busId.empty())
        return a.busId == b.busId;
    return !a.uuid.empty() && a.uuid == b.uuid;
}

template <class Value> void fill(Value &value, const Value &other)
{
    if (value == Value())
        value = other;
}

/// What `other` knows and `card` does not.
void complete(GpuMemory &card, const GpuMemory &other)
{
    fill(card.uuid, other.uuid);
    fill(card.busId, other.busId);
    fill(card.name, other.name);
    fill(card.driver, other.driver);
    fill(card.totalBytes, other.totalBytes);
    fill(card.usedBytes, other.usedBytes);
    fill(card.oursBytes, other.oursBytes);
    card.integrated = card.integrated || other.integrated;
}

/// The driver tells what is ours and how much more there would be for us; the rest is others'.
GpuMemory withUse(const BackendGpu &gpu)
{
    GpuMemory card = gpu.memory;
    const std::uint64_t room = gpu.budgetBytes - std::min(gpu.budgetBytes, card.oursBytes);
    if (card.usedBytes == 0 && gpu.budgetBytes > 0)
        card.usedBytes = card.totalBytes - std::min(card.totalBytes, room);
    return card;
}

/// Drivers lie; charts must not.
void clamp(GpuMemory &card)
{
    card.oursBytes = std::min(card.oursBytes, card.totalBytes);
    card.usedBytes = std::clamp(card.usedBytes, card.oursBytes, card.totalBytes);
}

GpuMemory &cardFor(std::vector<GpuMemory> &cards, const GpuMemory &told)
{
    const auto at = std::ranges::find_if(cards, [&](const GpuMemory &card) { return sameCard(card, told); });
    if (at == cards.end()) {
        cards.push_back(told);
        return cards.back();
    }
    complete(*at, told);
    return *at;
}

/// Backends want to be asked twice a second at most; the chart looks more often.
std::vector<BackendGpu> recentBackendGpus()
{
    using Clock = std::chrono::steady_clock;
    static std::mutex mutex; // guards both below
    static std::vector<BackendGpu> recent;
    static std::optional<Clock::time_point> readAt;
    const std::lock_guard lock(mutex);
    if (!readAt || Clock::now() - *readAt >= std::chrono::milliseconds(500)) {
        recent = readBackendGpus(Backends::ofProgram());
        readAt = Clock::now();
    }
    return recent;
}

} // namespace

std::vector<GpuMemory> mergeGpus(const std::vector<GpuMemory> &drivers, const std::vector<BackendGpu> &backends)
{
    std::vector<GpuMemory> cards;
    for (const GpuMemory &told : drivers)
        cardFor(cards, told).id.clear();
    for (const BackendGpu &told : backends)
        if (!told.software)
            fill(cardFor(cards, withUse(told)).id, told.memory.id);
    std::erase_if(cards, [](const GpuMemory &card) { return card.totalBytes == 0; });
    int count = 0;
    for (GpuMemory &card : cards) {
        clamp(card);
        if (card.id.empty())
            card.id = fmt::format("gpu:{}", count++);
    }
    return cards;
}

const GpuMemory *cardOf(const MemorySnapshot &memory, const DeviceDescription &device)
{
    const std::string bus = normalBusId(device.busId);
    const auto at = std::ranges::find_if(
        memory.gpus, [&](const GpuMemory &gpu) { return gpu.id == device.id || (!bus.empty() && gpu.busId == bus); });
    return at == memory.gpus.end() ? nullptr : &*at;
}

std::vector<BackendGpu> readBackendGpus(const Backends &backends)
{
    std::vector<BackendGpu> gpus;
    for (const DeviceDescription &device : backends.devices()) {
        BackendGpu gpu;
        gpu.software = device.kind == DeviceKind::Processor;
        const auto memory = gpu.software ? std::nullopt : backends.readMemory(device.id);
        gpu.memory.id = device.refusal.empty() ? device.id : std::string();
        gpu.memory.uuid = device.uuid;
        gpu.memory.busId = normalBusId(device.busId);
        gpu.memory.name = device.name;
        gpu.memory.driver = device.driver;
        gpu.memory.totalBytes = device.totalBytes;
        gpu.memory.integrated = device.kind == DeviceKind::Integrated;
        if (memory) {
            fill(gpu.memory.totalBytes, memory->totalBytes);
            gpu.memory.usedBytes = memory->usedBytes;
            gpu.memory.oursBytes = memory->oursBytes;
            gpu.budgetBytes = memory->budgetBytes;
        }
        gpus.push_back(std::move(gpu));
    }
    return gpus;
}

MemorySnapshot readMachineMemory()
{
    MemorySnapshot look = readMemory();
    look.gpus = mergeGpus(look.gpus, cardsMayExist() ? recentBackendGpus() : std::vector<BackendGpu>());
    return look;
}

} // namespace snug
