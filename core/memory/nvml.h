// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// NVIDIA's management library, opened at run time and declared here as far as it is used. For the .cpp files and tests
// of this room; others call readNvidiaMemory().

#pragma once

#include "core/memory/probes.h"

#include <memory>
#include <string>
#include <vector>

namespace snug {

/// The library, loaded and started once; never unloaded, for drivers do not like it. All methods are thread safe.
class Nvml
{
public:
    /// Loads `library` as the system's loader finds it. It never fails: without a driver, why() says why.
    explicit Nvml(const std::string &library);
    ~Nvml();
    Nvml(const Nvml &) = delete;
    Nvml &operator=(const Nvml &) = delete;

    /// One look at every card. Cards that do not answer are left out and named in `why` (if given), which is otherwise
    /// empty or says why there is no card.
    std::vector<GpuMemory> read(std::string *why) const;

private:
    struct Functions;

    void load(const std::string &library);
    std::string words(int status) const;

    std::unique_ptr<Functions> m_functions; // empty when the library cannot be used
    std::string m_why;
    std::string m_driver;
};

} // namespace snug
