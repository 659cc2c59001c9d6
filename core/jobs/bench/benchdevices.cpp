// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/bench/benchdevices.h"

#include "core/backends/backends.h"
#include "core/jobs/device/deviceshape.h"
#include "core/jobs/device/devicespeed.h"
#include "core/kernels/blockkernel.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

namespace snug {

namespace {

constexpr std::uint32_t kMostTypes = 64; // numbers of types lie below
constexpr double kSourceBytes = 2;       // of a weight
constexpr std::chrono::milliseconds kTime{400};

BenchRow rowOf(std::string name, const DeviceResult<double> &speed, std::string remark)
{
    if (!speed)
        return {std::move(name), 0, 0, speed.error().text, 0, 0};
    return {std::move(name), *speed, *speed * kSourceBytes, std::move(remark), 0, 0};
}

void benchType(const BackendDevice &device, TensorType type, const BenchWanted &wanted, std::vector<BenchRow> &rows)
{
    const auto nameOf = [&](const char *kind) {
        return fmt::format("{}/{}/{}", kind, tensorTypeName(type), device.description().id);
    };
    const std::string copy = nameOf("device-copy"), plain = nameOf("device"), weighted = nameOf("device-imatrix");
    const bool wantsWeighted = kernelFor(type)->usesWeights && wanted(weighted);
    if (!wanted(copy) && !wanted(plain) && !wantsWeighted)
        return;
    Ledger ledger;
    const DeviceResult<double> floor = measureDevice(device, {.type = type, .copiesOnly = true}, ledger, kTime);
    if (wanted(copy))
        rows.push_back(rowOf(copy, floor, "copies alone"));
    const auto add = [&](const std::string &name, bool withImportance) {
        const DeviceResult<double> speed =
            measureDevice(device, {.type = type, .weighted = withImportance}, ledger, kTime);
        rows.push_back(
            rowOf(name, speed, floor && speed ? fmt::format("{:.2f} times the copies alone", *floor / *speed) : ""));
    };
    if (wanted(plain))
        add(plain, /*withImportance=*/false);
    if (wantsWeighted)
        add(weighted, /*withImportance=*/true);
}

} // namespace

void benchDevices(const BenchWanted &wanted, std::vector<BenchRow> &rows)
{
    const Backends &backends = Backends::ofProgram();
    for (const DeviceDescription &description : backends.devices()) {
        if (description.id == "cpu" || !description.refusal.empty())
            continue;
        const auto device = backends.open(description.id);
        if (!device) {
            if (const std::string name = "device/" + description.id; wanted(name))
                rows.push_back({name, 0, 0, device.error().text, 0, 0});
            continue;
        }
        for (std::uint32_t number = 0; number < kMostTypes; ++number)
            if (const TensorTypeInfo *type = findTensorType(number); type && isDeviceType(type->type))
                benchType(*device, type->type, wanted, rows);
    }
}

} // namespace snug
