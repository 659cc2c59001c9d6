// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/devicechoice.h"

#include "core/backends/cpu/cpubackend.h"
#include "core/base/log.h"
#include "core/jobs/device/deviceshape.h"
#include "core/jobs/device/devicespeed.h"
#include "core/jobs/figures.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <map>
#include <string_view>

namespace snug {

namespace {

const Backends &processorAlone()
{
    static const SnugBackend *const tables[] = {&cpuBackend()};
    static const Backends backends{tables};
    return backends;
}

/// "cuda" means its first device.
std::string idOf(const std::string &name) { return name == "cuda" || name == "vulkan" ? name + ":0" : name; }

std::string devicesThere(const Backends &backends)
{
    std::string list = "cpu";
    for (const DeviceDescription &device : backends.devices())
        if (device.id != "cpu" && device.refusal.empty())
            list += fmt::format(", {} ({})", device.id, device.name);
    return list;
}

/// Why a backend has no device at all, where it told.
std::string whyNone(const Backends &backends, const std::string &id)
{
    const std::string backend = id.substr(0, id.find(':'));
    for (const DeviceDescription &device : backends.devices())
        if (device.id.starts_with(backend + ":"))
            return {};
    for (const std::string &reason : backends.reasons())
        if (reason.find(backend) != std::string::npos)
            return " " + reason;
    return {};
}

Result<DeviceChoice> named(const std::string &name, const Backends &backends)
{
    const std::string id = idOf(name);
    const DeviceDescription *device = backends.find(id);
    if (!device)
        return fail(ErrorCode::Usage,
                    fmt::format("Device {} is not there; there are: {}. Choose one of these, or auto.{}", name,
                                devicesThere(backends), whyNone(backends, id)));
    if (!device->refusal.empty())
        return fail(ErrorCode::Usage, fmt::format("Device {} ({}) cannot be used: {}. Choose one of these: {}.", id,
                                                  device->name, device->refusal, devicesThere(backends)));
    return DeviceChoice{*device, {}, {}};
}

/// The type most weights of the job become, among those a device could do.
DeviceTrial mainWork(const PreparedJob &job)
{
    std::map<std::pair<TensorType, bool>, std::uint64_t> weights;
    for (std::size_t t = 0; t < job.model->tensors.size(); ++t)
        for (const Variant &variant : job.variants) {
            const TensorType type = variant.decisions[t].type;
            if (type == job.model->tensors[t].source.type || !isDeviceType(type))
                continue;
            weights[{type, job.isWeighted(t, type)}] += job.model->tensors[t].weightCount();
        }
    if (weights.empty())
        return {TensorType::F32, false, 0};
    const auto most = std::ranges::max_element(weights, {}, [](const auto &entry) { return entry.second; });
    return {most->first.first, most->first.second, 0};
}

double processorSpeed(const PreparedJob &job, const Machine &machine, const DeviceTrial &work)
{
    const int threads =
        job.spec.threads > 0 ? std::min(job.spec.threads, machine.processorCount) : machine.processorCount;
    return threads / machine.secondsPerWeight(work.type, work.weighted ? Importance::With : Importance::Without);
}

std::vector<const DeviceDescription *> cards(const Backends &backends)
{
    std::vector<const DeviceDescription *> found;
    for (const DeviceDescription &device : backends.devices())
        if (device.kind != DeviceKind::Processor && device.refusal.empty())
            found.push_back(&device);
    return found;
}

bool asksForCards(const Machine &machine) { return machine.backends && machine.cardsMayExist; }

std::string millions(double speed) { return fmt::format("{:.0f}", speed / 1e6); }

/// One side of the comparison.
struct Contestant
{
    const DeviceDescription *device = nullptr; ///< null: the processor
    std::string name;
    double speed = 0; ///< weights a second
    std::optional<BackendDevice> opened;
    std::string failed; ///< why it was not timed
};

/// With the lanes that a run there would have.
DeviceResult<double> timeOn(const BackendDevice &device, const PreparedJob &job, const Machine &machine,
                            DeviceTrial work, Ledger &ledger)
{
    PreparedJob there = job;
    there.device = device.description();
    const auto figures = runFigures(there, machine);
    if (!figures)
        return deviceFault(SNUG_OUT_OF_MEMORY, figures.error().message);
    if (!figures->shape.device)
        return deviceFault(SNUG_UNSUPPORTED, "its buffers are too small for this model's rows");
    work.weights = figures->shape.device->wantedWeights;
    work.lanes = figures->shape.device->lanes;
    ledger.setLimit(Place::Host, figures->bufferLimitBytes);
    ledger.setLimit(Place::Device, job.spec.vramLimitBytes);
    return measureDevice(device, work, ledger);
}

Contestant timed(const Backends &backends, const DeviceDescription &description, const PreparedJob &job,
                 const Machine &machine, const DeviceTrial &work, Ledger &ledger)
{
    Contestant one{&description, nameAndId(description), 0, {}, {}};
    auto opened = backends.open(description.id);
    auto speed = opened ? timeOn(*opened, job, machine, work, ledger) : tl::unexpected(opened.error());
    if (speed) {
        one.speed = *speed;
        one.opened = *std::move(opened);
    } else {
        one.failed = speed.error().text;
    }
    return one;
}

/// "Automatic chose X: 900 million Q4_K weights a second, against 310 on the processor."
std::string sentence(const Contestant &winner, const std::vector<Contestant> &all, TensorType type)
{
    std::string text = fmt::format("Automatic chose {}: {} million {} weights a second", winner.name,
                                   millions(winner.speed), tensorTypeName(type));
    for (const Contestant &other : all)
        if (other.name != winner.name)
            text += other.failed.empty() ? fmt::format(", against {} on {}", millions(other.speed), other.name)
                                         : fmt::format("; {} could not be timed: {}", other.name, other.failed);
    return text.ends_with('.') ? text : text + ".";
}

} // namespace

Result<void> checkDeviceName(const std::string &name)
{
    if (name == "auto" || name == "cpu" || name == "cuda" || name == "vulkan")
        return {};
    for (const std::string_view backend : {"cuda:", "vulkan:"}) {
        if (!name.starts_with(backend))
            continue;
        unsigned number = 0;
        const char *const end = name.data() + name.size();
        const auto read = std::from_chars(name.data() + backend.size(), end, number);
        if (read.ec == std::errc() && read.ptr == end && backend.size() < name.size())
            return {};
    }
    return fail(ErrorCode::Usage,
                fmt::format("Device \"{}\" is not known. Give auto, cpu, cuda, cuda:N, vulkan or vulkan:N.", name));
}

Result<DeviceChoice> chooseDeviceToPlan(const PreparedJob &job, const Machine &machine)
{
    const std::string &name = job.spec.device;
    if (job.view || name == "cpu" || (name == "auto" && !asksForCards(machine)))
        return DeviceChoice{};
    const Backends &backends = machine.backends ? *machine.backends() : processorAlone();
    if (name != "auto")
        return named(name, backends);
    const DeviceTrial work = mainWork(job);
    DeviceChoice choice;
    double best = processorSpeed(job, machine, work);
    for (const DeviceDescription *card : cards(backends))
        if (const auto speed = knownDeviceSpeed(card->id, work.type, work.weighted); speed && *speed > best) {
            best = *speed;
            choice.device = *card;
        }
    return choice;
}

bool speedIsKnown(const PreparedJob &job)
{
    const DeviceTrial work = mainWork(job);
    return knownDeviceSpeed(job.device->id, work.type, work.weighted).has_value();
}

Result<DeviceChoice> chooseDeviceToRun(const PreparedJob &job, const Machine &machine, Ledger &ledger)
{
    const std::string &name = job.spec.device;
    if (job.view || name != "auto" || !asksForCards(machine))
        return chooseDeviceToPlan(job, machine);
    const Backends &backends = *machine.backends();
    const auto found = cards(backends);
    const DeviceTrial work = mainWork(job);
    if (found.empty() || work.type == TensorType::F32) // nothing to choose from, or nothing to do
        return DeviceChoice{};
    std::vector<Contestant> all{{nullptr, "the processor", processorSpeed(job, machine, work), {}, {}}};
    for (const DeviceDescription *card : found)
        all.push_back(timed(backends, *card, job, machine, work, ledger));
    const Contestant &winner = *std::ranges::max_element(all, {}, &Contestant::speed);
    DeviceChoice choice{winner.device ? std::optional(*winner.device) : std::nullopt, sentence(winner, all, work.type),
                        winner.opened};
    log::info("device", choice.reason);
    return choice;
}

} // namespace snug
