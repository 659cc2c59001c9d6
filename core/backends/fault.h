// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What went wrong on a device. Not an Error yet: whoever works with the device may go on without it.

#pragma once

#include <tl/expected.hpp>

#include <string>
#include <utility>

namespace snug {

struct DeviceFault
{
    int status = 0;   ///< SnugStatus of abi.h, never SNUG_OK
    std::string text; ///< one clause: "cudaMalloc of 64 MiB: out of memory"
};

template <class T> using DeviceResult = tl::expected<T, DeviceFault>;

inline tl::unexpected<DeviceFault> deviceFault(int status, std::string text)
{
    return tl::unexpected<DeviceFault>(DeviceFault{status, std::move(text)});
}

} // namespace snug

/// Runs an expression giving a DeviceResult; on failure returns its fault from the calling function.
#define SNUG_TRY_DEVICE(expression)                                                                                    \
    do {                                                                                                               \
        if (auto &&snugTryDevice = (expression); !snugTryDevice)                                                       \
            return tl::unexpected<::snug::DeviceFault>(std::move(snugTryDevice).error());                              \
    } while (false)
