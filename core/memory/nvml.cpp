// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// NVML by dlopen. Names, structures and numbers are those of NVIDIA's published interface (nvml.h), version 2 and 3
// entry points, which every driver since 2021 has.

#include "core/memory/nvml.h"

#include "core/memory/drm.h"

#include <dlfcn.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <cstring>
#include <span>
#include <string_view>

namespace snug {

namespace {

constexpr int kSuccess = 0;
constexpr int kInsufficientSize = 7;
constexpr std::uint64_t kNotAvailable = ~std::uint64_t{0};
constexpr unsigned int kMostDevices = 256;
constexpr unsigned int kMostProcesses = 65536;

using Device = void *;

struct MemoryInfo
{
    unsigned long long total, free, used;
};

struct ProcessInfo
{
    unsigned int pid;
    unsigned long long usedGpuMemory;
    unsigned int gpuInstanceId, computeInstanceId;
};

struct PciInfo
{
    char busIdLegacy[16];
    unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
};

using GetText = int (*)(Device, char *, unsigned int);
using GetProcesses = int (*)(Device, unsigned int *, ProcessInfo *);

template <class Function> bool find(void *library, const char *name, Function &function)
{
    function = reinterpret_cast<Function>(::dlsym(library, name));
    return function != nullptr;
}

std::string textOf(GetText get, Device device)
{
    std::array<char, 97> text{}; // one more than the interface's longest, so that it always ends
    if (!get || get(device, text.data(), static_cast<unsigned int>(text.size() - 1)) != kSuccess)
        return {};
    return text.data();
}

/// The card's PCI address; the library writes eight digits of domain, the kernel four.
std::string busIdOf(int (*get)(Device, PciInfo *), Device device)
{
    PciInfo info{};
    if (!get || get(device, &info) != kSuccess)
        return {};
    return normalBusId(std::string_view(info.busId, ::strnlen(info.busId, sizeof info.busId)));
}

/// Bytes of this process in one of the two lists of a card's processes.
std::uint64_t oursIn(GetProcesses get, Device device)
{
    if (!get)
        return 0;
    std::vector<ProcessInfo> list(64);
    auto count = static_cast<unsigned int>(list.size());
    int status = get(device, &count, list.data());
    while (status == kInsufficientSize && list.size() < kMostProcesses) {
        list.resize(list.size() * 4);
        count = static_cast<unsigned int>(list.size());
        status = get(device, &count, list.data());
    }
    if (status != kSuccess)
        return 0;
    std::uint64_t ours = 0;
    for (const ProcessInfo &process : std::span(list).first(std::min<std::size_t>(count, list.size()))) {
        if (process.pid == static_cast<unsigned int>(::getpid()) && process.usedGpuMemory != kNotAvailable)
            ours += process.usedGpuMemory; // once per part of a divided card
    }
    return ours;
}

} // namespace

struct Nvml::Functions
{
    int (*init)() = nullptr;
    const char *(*errorString)(int) = nullptr;
    int (*driverVersion)(char *, unsigned int) = nullptr;
    int (*deviceCount)(unsigned int *) = nullptr;
    int (*deviceHandle)(unsigned int, Device *) = nullptr;
    int (*memoryInfo)(Device, MemoryInfo *) = nullptr;
    int (*pciInfo)(Device, PciInfo *) = nullptr;
    GetText name = nullptr, uuid = nullptr;
    GetProcesses computeProcesses = nullptr, graphicsProcesses = nullptr;
};

Nvml::Nvml(const std::string &library) { load(library); }

Nvml::~Nvml() = default;

void Nvml::load(const std::string &library)
{
    void *const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL);
    if (!handle) {
        m_why = fmt::format("no NVIDIA driver: {} was not found", library);
        return;
    }
    auto functions = std::make_unique<Functions>();
    if (!find(handle, "nvmlInit_v2", functions->init) ||
        !find(handle, "nvmlDeviceGetCount_v2", functions->deviceCount) ||
        !find(handle, "nvmlDeviceGetHandleByIndex_v2", functions->deviceHandle) ||
        !find(handle, "nvmlDeviceGetMemoryInfo", functions->memoryInfo)) {
        m_why = fmt::format("the NVIDIA driver is too old: {} lacks functions that are needed", library);
        return;
    }
    find(handle, "nvmlErrorString", functions->errorString);
    find(handle, "nvmlSystemGetDriverVersion", functions->driverVersion);
    find(handle, "nvmlDeviceGetName", functions->name);
    find(handle, "nvmlDeviceGetUUID", functions->uuid);
    find(handle, "nvmlDeviceGetPciInfo_v3", functions->pciInfo);
    find(handle, "nvmlDeviceGetComputeRunningProcesses_v3", functions->computeProcesses) ||
        find(handle, "nvmlDeviceGetComputeRunningProcesses_v2", functions->computeProcesses);
    find(handle, "nvmlDeviceGetGraphicsRunningProcesses_v3", functions->graphicsProcesses) ||
        find(handle, "nvmlDeviceGetGraphicsRunningProcesses_v2", functions->graphicsProcesses);

    m_functions = std::move(functions);
    if (const int status = m_functions->init(); status != kSuccess) {
        m_why = fmt::format("the NVIDIA driver does not answer: {}", words(status));
        m_functions.reset();
        return;
    }
    std::array<char, 97> driver{};
    if (m_functions->driverVersion &&
        m_functions->driverVersion(driver.data(), static_cast<unsigned int>(driver.size() - 1)) == kSuccess)
        m_driver = driver.data();
}

std::string Nvml::words(int status) const
{
    const char *const text = m_functions->errorString ? m_functions->errorString(status) : nullptr;
    return text ? text : fmt::format("status {}", status);
}

std::vector<GpuMemory> Nvml::read(std::string *why) const
{
    std::string reason = m_why;
    std::vector<GpuMemory> found;
    unsigned int count = 0;
    if (m_functions) {
        const int status = m_functions->deviceCount(&count);
        if (status != kSuccess)
            reason = fmt::format("the NVIDIA driver does not answer: {}", words(status));
        else if (count == 0)
            reason = "the NVIDIA driver has no card";
        count = status == kSuccess ? std::min(count, kMostDevices) : 0;
    }
    for (unsigned int index = 0; index < count; ++index) {
        Device device = nullptr;
        MemoryInfo memory{};
        int status = m_functions->deviceHandle(index, &device);
        if (status == kSuccess)
            status = m_functions->memoryInfo(device, &memory);
        if (status != kSuccess) {
            reason += fmt::format("{}cuda:{} does not answer: {}", reason.empty() ? "" : "; ", index, words(status));
            continue;
        }
        GpuMemory card;
        card.id = fmt::format("cuda:{}", index);
        card.uuid = textOf(m_functions->uuid, device);
        card.busId = busIdOf(m_functions->pciInfo, device);
        card.name = textOf(m_functions->name, device);
        if (constexpr std::string_view kMaker = "NVIDIA "; card.name.starts_with(kMaker))
            card.name.erase(0, kMaker.size());
        card.driver = m_driver;
        card.totalBytes = memory.total;
        card.usedBytes = std::min(memory.used, memory.total);
        // A process that both computes and draws stands in both lists with the same figure.
        card.oursBytes =
            std::max(oursIn(m_functions->computeProcesses, device), oursIn(m_functions->graphicsProcesses, device));
        found.push_back(std::move(card));
    }
    if (why)
        *why = reason;
    return found;
}

std::vector<GpuMemory> readNvidiaMemory(std::string *why)
{
    static const Nvml only([] {
        const char *other = std::getenv("SNUG_NVML_LIBRARY"); // for tests, and for unusual installations
        return std::string(other && *other ? other : "libnvidia-ml.so.1");
    }());
    return only.read(why);
}

} // namespace snug
