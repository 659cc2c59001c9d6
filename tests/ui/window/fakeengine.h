// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// An engine without models, disks or weights: plans and runs are made up, and a test says how a run goes.

#pragma once

#include "ui/bridge/engine.h"

#include <atomic>
#include <memory>
#include <string>

namespace snug::ui::test {

enum class RunMode {
    Instant, ///< all tensors at once
    Held,    ///< works until released, stopped or paused
    Failing, ///< fails after some tensors
};

/// Shared with the engine's functions; the test changes it while they run.
struct FakeState
{
    std::atomic<RunMode> mode = RunMode::Instant;
    std::atomic<bool> released = false;         ///< lets a held run go to its end
    std::atomic<bool> planFails = false;        ///< plan() and summarize() give a BadInput error
    std::atomic<bool> quantized = false;        ///< plan() wants allowRequantize, and of folders nothing to do with it
    std::atomic<bool> planHeld = false;         ///< plan() waits until this is false
    std::atomic<bool> withGpu = false;          ///< the machine has a card
    std::atomic<bool> softwareDriver = false;   ///< a device that no driver watches is found
    std::atomic<bool> cardGone = false;         ///< devices are found without the card
    std::atomic<bool> gaveUp = false;           ///< a run gives the card up for the processor and says so
    std::atomic<int> lookCount = 0;             ///< times devices were looked for
    std::atomic<bool> lookedEverywhere = false; ///< the last time
    std::atomic<std::size_t> sourceFiles = 1;
    std::atomic<bool> oddRows = false; ///< blk.0.ffn_up has rows of 96 weights
    std::atomic<int> planCount = 0;
    std::atomic<int> runCount = 0;
    std::atomic<bool> runEnded = false;
    std::atomic<RunMode> measureMode = RunMode::Instant;
    std::atomic<bool> measureReleased = false;
    std::atomic<int> measureCount = 0;
    std::atomic<RunMode> makeMode = RunMode::Instant; ///< of importance matrices
    std::atomic<bool> makeReleased = false;
    std::atomic<bool> notComputable = false;    ///< no matrix can be made of the model
    std::atomic<bool> matrixExists = false;     ///< a file is there already
    std::atomic<bool> foreignResume = false;    ///< left by a run with another text
    std::atomic<std::uint64_t> windowsKept = 0; ///< by a run that was stopped
    std::vector<ImatrixSpec> makeSpecs;         ///< read only after the making ended
    std::vector<CompareSpec> compareSpecs;      ///< the same
    std::vector<EvaluateSpec> measureSpecs;     ///< read only after the measurement ended
    std::string existing;                       ///< set before use: path the first level of a plan is said to go to
    std::vector<JobSpec> runSpecs;              ///< read only after the run ended
};

/// Machine with 16 GiB of RAM, half of it free.
Machine fakeMachine(bool withGpu = false);
/// A 7 B model with 4 layers; Q5_K_M is tight, Q6_K does not fit and says what would change that, Q3_K_M falls back
/// where it may, IQ2_XS wants an importance matrix (any path that ends in .dat, but "/m/other.dat" is of another
/// model). Of methods that make folders: vLLM refuses 4bit-g32, fp8 has no asymmetric form.
Plan fakePlan(const JobSpec &spec, const std::string &firstOutput = {});
Catalog fakeCatalog();
/// The processor, a card with a remark, a card that cannot be used, and a module that could not load.
DeviceList fakeDevices(bool withGpu);
extern const char *const kGaveUp; ///< what a run says that gave the card up
TensorReport fakeTensor(int layer, TensorRole role, const std::string &level, double error);
Engine fakeEngine(const std::shared_ptr<FakeState> &state);

} // namespace snug::ui::test
