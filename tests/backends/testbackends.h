// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every backend the tests run over: cpu, the modules that were built, and CUDA's kernels built for the processor.

#pragma once

#include "core/backends/backends.h"

#include <string>
#include <vector>

namespace snug::test {

/// A device under test.
struct TestDevice
{
    std::string label; ///< "vulkan:0 llvmpipe", "cuda (host build):0"
    const Backends *backends = nullptr;
    std::string id;
};

/// What was looked for and what was found. Made once; devices of real cards are among them where there are any.
struct TestBackends
{
    std::vector<TestDevice> devices;
    std::vector<std::string> reasons; ///< for those that are not there
};
const TestBackends &testBackends();

} // namespace snug::test
