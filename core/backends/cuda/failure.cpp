// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/backends/cuda/failure.h"

#include <cstdio>

namespace snug::cuda {

namespace {

/// Codes after which every call on the device fails until the process ends, or that mean that it has gone.
bool isLoss(cudaError_t code)
{
    switch (code) {
    case cudaErrorIllegalAddress:
    case cudaErrorLaunchFailure:
    case cudaErrorLaunchTimeout:
    case cudaErrorHardwareStackError:
    case cudaErrorIllegalInstruction:
    case cudaErrorMisalignedAddress:
    case cudaErrorInvalidAddressSpace:
    case cudaErrorInvalidPc:
    case cudaErrorAssert:
    case cudaErrorECCUncorrectable:
    case cudaErrorNvlinkUncorrectable:
    case cudaErrorDevicesUnavailable:
    case cudaErrorNoDevice:
    case cudaErrorInvalidDevice:
    case cudaErrorContextIsDestroyed:
    case cudaErrorDeviceUninitialized:
    case cudaErrorCudartUnloading:
    case cudaErrorSystemNotReady:
    case cudaErrorUnknown:
        return true;
    default:
        return false;
    }
}

} // namespace

int statusOf(cudaError_t code)
{
    switch (code) {
    case cudaSuccess:
        return SNUG_OK;
    case cudaErrorMemoryAllocation:
        return SNUG_OUT_OF_MEMORY;
    case cudaErrorNoKernelImageForDevice:
    case cudaErrorUnsupportedPtxVersion:
    case cudaErrorNotSupported:
        return SNUG_UNSUPPORTED;
    default:
        return isLoss(code) ? SNUG_DEVICE_LOST : SNUG_FAILED;
    }
}

int answer(SnugMessage &message, cudaError_t code, const char *what, uint64_t bytes)
{
    if (code == cudaSuccess)
        return SNUG_OK;
    (void)cudaGetLastError();
    const char *why = cudaGetErrorString(code);
    const bool small = bytes < 1024 * 1024;
    if (bytes > 0)
        std::snprintf(message.text, sizeof(message.text), "%s of %.1f %s: %s", what,
                      static_cast<double>(bytes) / (small ? 1024.0 : 1024.0 * 1024.0), small ? "KiB" : "MiB", why);
    else
        std::snprintf(message.text, sizeof(message.text), "%s: %s", what, why);
    return statusOf(code);
}

int answer(SnugMessage &message, int status, const char *text)
{
    std::snprintf(message.text, sizeof(message.text), "%s", text);
    return status;
}

} // namespace snug::cuda
