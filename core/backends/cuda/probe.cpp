// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/cuda/probe.h"

#include "core/backends/cuda/device.h"
#include "core/backends/cuda/failure.h"

#include <algorithm>
#include <cstdio>
#include <cstring>

namespace snug::cuda {

namespace {

constexpr int kLeastCapability = 75; ///< 10 * major + minor: the least that kernels are compiled for

/// "12.2" of the runtime's 12020.
struct VersionText
{
    explicit VersionText(int version)
    {
        std::snprintf(text, sizeof(text), "%d.%d", version / 1000, version % 1000 / 10);
    }
    char text[24];
};

int driverVersion()
{
    int version = 0;
    return cudaDriverGetVersion(&version) == cudaSuccess ? version : 0;
}

int explainMissing(cudaError_t code, SnugMessage &message)
{
    (void)cudaGetLastError();
    const int version = driverVersion();
    if (code == cudaErrorInsufficientDriver && version == 0)
        return answer(message, SNUG_UNSUPPORTED, "there is no NVIDIA driver");
    if (code == cudaErrorInsufficientDriver) {
        std::snprintf(message.text, sizeof(message.text),
                      "the NVIDIA driver is too old: it supports CUDA %s, %s is needed", VersionText(version).text,
                      VersionText(CUDART_VERSION).text);
        return SNUG_UNSUPPORTED;
    }
    if (code == cudaErrorNoDevice)
        return answer(message, SNUG_UNSUPPORTED, "the NVIDIA driver finds no device");
    if (code == cudaErrorSystemDriverMismatch)
        return answer(message, SNUG_UNSUPPORTED,
                      "the parts of the NVIDIA driver differ in version, as after an update without a restart");
    return answer(message, code, "cudaGetDeviceCount");
}

/// The driver's own version from the kernel's list of modules, where that tells.
void writeDriver(SnugDeviceInfo &info)
{
    char version[32] = "";
    if (std::FILE *file = std::fopen("/sys/module/nvidia/version", "r")) {
        if (!std::fgets(version, sizeof(version), file))
            version[0] = 0;
        version[std::strcspn(version, "\n")] = 0;
        std::fclose(file);
    }
    std::snprintf(info.driver, sizeof(info.driver), "NVIDIA%s%s, CUDA %s", version[0] ? " " : "", version,
                  VersionText(driverVersion()).text);
}

void writeUuid(const cudaUUID_t &uuid, SnugDeviceInfo &info)
{
    char *to = info.uuid + std::snprintf(info.uuid, sizeof(info.uuid), "GPU");
    for (int i = 0; i < 16; ++i) {
        const bool dash = i == 0 || i == 4 || i == 6 || i == 8 || i == 10;
        to += std::sprintf(to, "%s%02x", dash ? "-" : "",
                           static_cast<unsigned>(static_cast<unsigned char>(uuid.bytes[i])));
    }
}

void writeRefusal(const cudaDeviceProp &properties, SnugDeviceInfo &info)
{
    if (10 * properties.major + properties.minor < kLeastCapability)
        std::snprintf(info.refusal, sizeof(info.refusal), "its compute capability is %d.%d, %d.%d is needed",
                      properties.major, properties.minor, kLeastCapability / 10, kLeastCapability % 10);
}

} // namespace

int countDevices(uint32_t *count, SnugMessage *message)
{
    int found = 0;
    const cudaError_t code = cudaGetDeviceCount(&found);
    if (code != cudaSuccess)
        return explainMissing(code, *message);
    if (found <= 0)
        return explainMissing(cudaErrorNoDevice, *message);
    *count = std::min(static_cast<uint32_t>(found), kMostDevices);
    return SNUG_OK;
}

int describeDevice(uint32_t index, SnugDeviceInfo *info, SnugMessage *message)
{
    uint32_t count = 0;
    if (const int status = countDevices(&count, message))
        return status;
    if (index >= count)
        return answer(*message, SNUG_INVALID, "there is no such device");
    cudaDeviceProp properties{};
    if (const int status =
            answer(*message, cudaGetDeviceProperties(&properties, static_cast<int>(index)), "cudaGetDeviceProperties"))
        return status;
    *info = {};
    std::snprintf(info->name, sizeof(info->name), "%.127s", properties.name);
    std::snprintf(info->busId, sizeof(info->busId), "%04x:%02x:%02x.0", properties.pciDomainID & 0xffff,
                  properties.pciBusID & 0xff, properties.pciDeviceID & 0xff);
    writeDriver(*info);
    writeUuid(properties.uuid, *info);
    writeRefusal(properties, *info);
    info->kind = properties.integrated ? SNUG_INTEGRATED : SNUG_DISCRETE;
    // Kernels of one stream, and the copies of others by as many engines as there are.
    info->streams = 1 + static_cast<uint32_t>(std::clamp(properties.asyncEngineCount, 0, 2));
    info->totalBytes = properties.totalGlobalMem;
    info->largestBufferBytes = properties.totalGlobalMem / 4 * 4;
    info->rangeAlignment = 16;
    return SNUG_OK;
}

int readMemory(uint32_t index, SnugMemoryInfo *memory, SnugMessage *message)
{
    const int ordinal = static_cast<int>(std::min(index, kMostDevices - 1));
    const auto lock = keepOpen(ordinal);
    if (!lock.owns_lock())
        return answer(*message, SNUG_UNSUPPORTED, "the device is not open");
    if (const int status = select(ordinal, *message))
        return status;
    std::size_t free = 0, total = 0;
    if (const int status = answer(*message, cudaMemGetInfo(&free, &total), "cudaMemGetInfo"))
        return status;
    const uint64_t ours = bytesHeldOn(ordinal);
    *memory = {total, total - std::min(free, total), ours, free + ours};
    return SNUG_OK;
}

} // namespace snug::cuda
