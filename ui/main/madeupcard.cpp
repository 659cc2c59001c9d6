// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/madeupcard.h"

#include <array>
#include <atomic>
#include <cmath>
#include <thread>
#include <utility>

namespace snug::ui {

namespace {

constexpr std::uint64_t kMiB = 1ull << 20;
constexpr std::uint64_t kTotalBytes = 5837 * kMiB, kOthersBytes = 118 * kMiB;
constexpr std::uint64_t kContextBytes = 150 * kMiB; ///< what a driver takes for itself
constexpr std::uint64_t kPredictedBytes = 640 * kMiB;
constexpr double kGivenUpAt = 0.3; ///< share of the job
constexpr auto kName = "NVIDIA GeForce RTX 3050";
constexpr auto kGivenUp = "NVIDIA GeForce RTX 3050 (cuda:0) failed: cudaMalloc of 64.0 MiB: out of memory. "
                          "The processor does the rest.";

/// Bytes of a component at a time: still, or swelling with each slice of work.
struct Part
{
    Component component;
    std::uint64_t stillBytes, movingBytes;
    double perSecond;
};
constexpr std::array<Part, 3> kParts{{{Component::Weights, 128 * kMiB, 0, 0},
                                      {Component::Workspace, 60 * kMiB, 180 * kMiB, 1.3},
                                      {Component::Output, 20 * kMiB, 60 * kMiB, 0.7}}};

void predict(std::array<PhasePlan, kPhaseCount> &phases)
{
    for (PhasePlan &phase : phases)
        phase.vramPeakBytes = phase.phase == Phase::Quantize ? kPredictedBytes : kContextBytes;
}

} // namespace

struct MadeUpCard::State
{
    std::atomic<bool> plugged = false, tooSmall = false;
    std::atomic<std::uint64_t> oursBytes = 0;

    MemorySnapshot withCard(MemorySnapshot look) const
    {
        look.gpus.clear();
        if (plugged) {
            GpuMemory card;
            card.id = "cuda:0";
            card.name = kName;
            card.totalBytes = kTotalBytes;
            card.oursBytes = oursBytes;
            card.usedBytes = kOthersBytes + oursBytes;
            look.gpus.push_back(card);
        }
        return look;
    }

    DeviceList devices() const
    {
        DeviceList list;
        list.devices.push_back({"cpu", "AMD Ryzen 7 5800H, 16 usable", 0, 0, true, "instruction set avx2"});
        if (plugged) {
            const std::uint64_t free = kTotalBytes - kOthersBytes;
            list.devices.push_back({"cuda:0", kName, kTotalBytes, free, true, "", "555.42"});
            list.devices.push_back({"vulkan:0", "AMD Radeon Graphics", 512 * kMiB, 300 * kMiB, true,
                                    "may differ in the last bit on this device", "RADV 22.3.6"});
        }
        list.devices.push_back({"vulkan:1", "GeForce GT 640", 2048 * kMiB, 1900 * kMiB, false,
                                "its driver offers Vulkan 1.1, 1.2 is needed", "NVIDIA 390.157"});
        if (!plugged)
            list.notLoaded.emplace_back("cuda: there is no NVIDIA driver.");
        return list;
    }

    /// Holds memory until the job is over or the card is given up.
    void moveMemory(JobContext &context, const std::atomic<bool> &over)
    {
        for (int look = 0; !over; ++look) {
            if (tooSmall && context.progress.snapshot().fraction > kGivenUpAt)
                break;
            context.progress.update([](ProgressSnapshot &now) { now.device = kName; });
            std::vector<Ledger::Lease> held;
            std::uint64_t sum = kContextBytes;
            for (const Part &part : kParts) {
                const double swell = std::abs(std::sin(look * 0.05 * 3.14 * part.perSecond));
                const auto bytes = part.stillBytes + static_cast<std::uint64_t>(swell * double(part.movingBytes));
                if (auto lease = context.ledger.take(Place::Device, part.component, bytes))
                    held.push_back(std::move(*lease));
                sum += bytes;
            }
            oursBytes = sum;
            std::this_thread::sleep_for(std::chrono::milliseconds(50));
        }
        oursBytes = 0;
        while (!over) {
            context.progress.update([](ProgressSnapshot &now) {
                now.device = "cpu";
                now.deviceNote = kGivenUp;
            });
            std::this_thread::sleep_for(std::chrono::milliseconds(20));
        }
    }

    JobReport run(const Engine &engine, JobSpec spec, JobContext &context)
    {
        if (!plugged || spec.device == "cpu")
            return engine.run(spec, context);
        spec.device = "cpu";
        std::atomic<bool> over = false;
        std::thread mover([&] { moveMemory(context, over); });
        JobReport report = engine.run(spec, context);
        over = true;
        mover.join();
        report.device = "cuda:0";
        report.deviceName = kName;
        report.peaks.vramPredictedBytes = kPredictedBytes;
        report.peaks.vramMeasuredBytes =
            context.ledger.figures().peakBytes[static_cast<std::size_t>(Place::Device)] + kContextBytes;
        if (tooSmall)
            report.notes.emplace_back(kGivenUp);
        return report;
    }

    Result<Plan> plan(const Engine &engine, JobSpec spec, const Machine &machine) const
    {
        const std::string device = std::exchange(spec.device, "cpu");
        auto plan = engine.plan(spec, machine);
        if (!plan)
            return plan;
        plan->spec.device = device;
        if (plugged && device != "cpu") {
            predict(plan->phases);
            for (VariantPlan &variant : plan->variants)
                predict(variant.phases);
        }
        return plan;
    }
};

MadeUpCard::MadeUpCard() : m_state(std::make_shared<State>()) {}

MadeUpCard::~MadeUpCard() = default;

void MadeUpCard::plug(bool in) { m_state->plugged = in; }

void MadeUpCard::setTooSmall(bool tooSmall) { m_state->tooSmall = tooSmall; }

Engine MadeUpCard::pluggedInto(const Engine &engine) const
{
    Engine with = engine;
    with.readMemory = [state = m_state, engine] { return state->withCard(engine.readMemory()); };
    with.currentMachine = [state = m_state, engine] {
        Machine machine = engine.currentMachine();
        machine.memory = state->withCard(std::move(machine.memory));
        return machine;
    };
    with.findDevices = [state = m_state](bool) { return state->devices(); };
    with.plan = [state = m_state, engine](const JobSpec &spec, const Machine &machine) {
        return state->plan(engine, spec, machine);
    };
    with.run = [state = m_state, engine](const JobSpec &spec, JobContext &context) {
        return state->run(engine, spec, context);
    };
    return with;
}

} // namespace snug::ui
