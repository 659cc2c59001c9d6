// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/backends/testbackends.h"

#include "core/backends/cpu/cpubackend.h"
#include "core/backends/modulefile.h"

#include <deque>
#include <filesystem>

namespace snug::test {

namespace {

std::deque<Backends> &kept()
{
    static std::deque<Backends> backends;
    return backends;
}

void add(TestBackends &found, const std::string &label, const SnugBackend &table)
{
    const SnugBackend *const tables[] = {&table};
    const Backends &backends = kept().emplace_back(tables);
    for (const DeviceDescription &device : backends.devices())
        if (device.refusal.empty())
            found.devices.push_back({label + " " + device.id + " " + device.name, &backends, device.id});
        else
            found.reasons.push_back(device.id + ": " + device.refusal);
    for (const std::string &reason : backends.reasons())
        found.reasons.push_back(label + ": " + reason);
}

void addModule(TestBackends &found, const std::string &label, std::string_view backend, const std::string &path)
{
    if (!std::filesystem::exists(path)) {
        found.reasons.push_back(label + ": not built");
        return;
    }
    const ModuleFile module = openModule(backend, path);
    if (module.table)
        add(found, label, *module.table);
    else
        found.reasons.push_back(label + ": " + module.reason);
}

TestBackends findAll()
{
    TestBackends found;
    add(found, "cpu", cpuBackend());
    addModule(found, "vulkan", "vulkan", SNUG_MODULE_FOLDER "/libsnug-vulkan.so");
    addModule(found, "cuda on the host", "cuda", SNUG_HOST_MODULE_FOLDER "/libsnug-cuda-host.so");
    addModule(found, "cuda", "cuda", SNUG_MODULE_FOLDER "/libsnug-cuda.so");
    return found;
}

} // namespace

const TestBackends &testBackends()
{
    static const TestBackends backends = findAll();
    return backends;
}

} // namespace snug::test
