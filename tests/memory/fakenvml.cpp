// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Answers like NVIDIA's management library, as told by environment variables: FAKE_NVML_INIT (status of the start),
// FAKE_NVML_COUNT (cards), FAKE_NVML_DEAD (index of a card that does not answer), FAKE_NVML_PROCESSES (length of the
// process list, this process last), FAKE_NVML_ODD_BUS and FAKE_NVML_NO_BUS (a PCI address that is none).

#include <unistd.h>

#include <cstdlib>
#include <cstring>

namespace {

constexpr int kSuccess = 0, kInvalid = 2, kInsufficient = 7, kLost = 15;
constexpr unsigned long long kGiB = 1ULL << 30;

struct Memory
{
    unsigned long long total, free, used;
};
struct Pci
{
    char busIdLegacy[16];
    unsigned int domain, bus, device, pciDeviceId, pciSubSystemId;
    char busId[32];
};
struct Process
{
    unsigned int pid;
    unsigned long long usedGpuMemory;
    unsigned int gpuInstanceId, computeInstanceId;
};

unsigned int told(const char *name, unsigned int otherwise)
{
    const char *text = std::getenv(name);
    return text ? static_cast<unsigned int>(std::atoi(text)) : otherwise;
}

/// Handles are index + 1, so that none is null.
unsigned int indexOf(void *device) { return static_cast<unsigned int>(reinterpret_cast<unsigned long>(device)) - 1; }

int give(const char *text, char *into, unsigned int size)
{
    if (std::strlen(text) + 1 > size)
        return kInsufficient;
    std::strcpy(into, text);
    return kSuccess;
}

int list(unsigned int *count, Process *into, unsigned long long oursBytes)
{
    const unsigned int length = told("FAKE_NVML_PROCESSES", 2);
    const unsigned int room = *count;
    *count = length;
    if (room < length)
        return kInsufficient;
    for (unsigned int i = 0; i < length; ++i)
        into[i] = {1, kGiB, ~0u, ~0u};
    if (length > 0)
        into[length - 1] = {static_cast<unsigned int>(::getpid()), oursBytes, ~0u, ~0u};
    return kSuccess;
}

} // namespace

extern "C" {

int nvmlInit_v2() { return static_cast<int>(told("FAKE_NVML_INIT", 0)); }
const char *nvmlErrorString(int status) { return status == kLost ? "GPU is lost" : "Driver Not Loaded"; }
int nvmlSystemGetDriverVersion(char *into, unsigned int size) { return give("555.42", into, size); }

int nvmlDeviceGetCount_v2(unsigned int *count)
{
    *count = told("FAKE_NVML_COUNT", 2);
    return *count == 999 ? kLost : kSuccess;
}

int nvmlDeviceGetHandleByIndex_v2(unsigned int index, void **device)
{
    if (index >= told("FAKE_NVML_COUNT", 2))
        return kInvalid;
    *device = reinterpret_cast<void *>(static_cast<unsigned long>(index) + 1);
    return kSuccess;
}

int nvmlDeviceGetName(void *device, char *into, unsigned int size)
{
    return give(indexOf(device) == 0 ? "NVIDIA GeForce RTX 3050" : "Tesla T4", into, size);
}

int nvmlDeviceGetUUID(void *, char *into, unsigned int size) { return give("GPU-0123", into, size); }

int nvmlDeviceGetPciInfo_v3(void *device, Pci *pci)
{
    *pci = {};
    if (told("FAKE_NVML_ODD_BUS", 0))
        std::memset(pci->busId, '7', sizeof pci->busId); // no end, and no address
    else
        std::strcpy(pci->busId, indexOf(device) == 0 ? "00000000:01:00.0" : "00000001:0A:00.0");
    return told("FAKE_NVML_NO_BUS", 0) ? kInvalid : kSuccess;
}

int nvmlDeviceGetMemoryInfo(void *device, Memory *memory)
{
    if (indexOf(device) == told("FAKE_NVML_DEAD", ~0u))
        return kLost;
    *memory = {8 * kGiB, 5 * kGiB, 3 * kGiB};
    return kSuccess;
}

int nvmlDeviceGetComputeRunningProcesses_v3(void *, unsigned int *count, Process *into)
{
    return list(count, into, 2 * kGiB);
}

// The second card's driver does not tell what a process that draws holds.
int nvmlDeviceGetGraphicsRunningProcesses_v3(void *device, unsigned int *count, Process *into)
{
    return list(count, into, indexOf(device) == 0 ? 2 * kGiB : ~0ULL);
}
}
