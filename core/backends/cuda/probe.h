// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What can be said of the driver and its devices without opening one. None of these makes a context, which would take
// hundreds of MiB of a device's memory.

#pragma once

#include "core/backends/abi.h"

namespace snug::cuda {

constexpr uint32_t kMostDevices = 64;

/// Where there is none, the message says whether driver or device is missing, or the driver too old for this build.
int countDevices(uint32_t *count, SnugMessage *message);
int describeDevice(uint32_t index, SnugDeviceInfo *info, SnugMessage *message);
/// SNUG_UNSUPPORTED until the device is open: the runtime would make a context only to look.
int readMemory(uint32_t index, SnugMemoryInfo *memory, SnugMessage *message);

} // namespace snug::cuda
