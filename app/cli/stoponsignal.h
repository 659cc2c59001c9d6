// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Ctrl-C and a polite kill ask running work to end; a second one ends the program at once.

#pragma once

#include "core/base/stopflag.h"

namespace snug::cli {

/// While it lives. One at a time.
class StopOnSignal
{
public:
    explicit StopOnSignal(StopFlag &stop);
    ~StopOnSignal();
    StopOnSignal(const StopOnSignal &) = delete;
    StopOnSignal &operator=(const StopOnSignal &) = delete;
};

} // namespace snug::cli
