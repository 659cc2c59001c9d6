// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a job will need and give, said before it starts. Every figure here is a prediction from headers.

#pragma once

#include "core/base/result.h"
#include "core/jobs/jobspec.h"
#include "core/jobs/speed.h"
#include "core/memory/probes.h"
#include "core/model/model.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

namespace snug {

class Backends;

/// The machine a plan is for. currentMachine() fills it from the probes; tests make their own.
struct Machine
{
    int processorCount = 1;
    MemorySnapshot memory;
    SecondsPerWeight secondsPerWeight = measuredSecondsPerWeight;
    SecondsPerCode secondsPerCode = measuredSecondsPerCode;
    /// Empty: the processor alone. Asked only where a job may want a device, for it may start drivers.
    std::function<const Backends *()> backends;
    bool cardsMayExist = true; ///< false: automatic need not ask the backends
};
Machine currentMachine();

/// Fits, or less than 10 % spare, or not, or not known.
enum class Verdict { Fits, Tight, DoesNotFit, Unknown };
/// "fits", "tight", "does_not_fit", "unknown".
std::string_view verdictName(Verdict verdict);

struct TensorPlan
{
    std::string name;
    std::vector<std::uint64_t> shape; ///< row length first
    TensorType from = TensorType::F32;
    std::string to;                   ///< "Q4_K", "NF4"; that of the source when copied
    std::optional<TensorType> toType; ///< where it is one of GGUF's
    bool copied = false;              ///< bytes stay as they are
    std::uint64_t sizeBytes = 0;
    std::string why;
    int layer = -1;
    TensorRole role = TensorRole::Other;
    bool fallback = false;
    bool fixed = false; ///< never quantized, whatever is asked for: a norm, a router
};

enum class Phase { Load, Quantize, Save };
constexpr int kPhaseCount = 3;
/// "load", "quantize", "save".
std::string_view phaseName(Phase phase);

struct PhasePlan
{
    Phase phase = Phase::Load;
    std::uint64_t ramPeakBytes = 0;
    std::uint64_t vramPeakBytes = 0;
    std::uint64_t diskPeakBytes = 0;
    double seconds = 0;
};

/// Longest context that fits the device the model will run on, per KV type; nothing where it cannot be said.
struct ContextFit
{
    std::optional<std::uint64_t> f16, q8_0, q4_0;
    std::string device; ///< "RAM" or the card's name
};

/// One thing that would turn a verdict: a sentence and the setting that does it.
struct Remedy
{
    std::string sentence;   ///< "Free 1.2 GiB on the disk or choose another output folder."
    std::string buttonText; ///< empty when there is nothing to press
    std::optional<JobSpec> change;
};

/// What a program that could run the result says to it.
struct ReaderPlan
{
    std::string reader;   ///< "vLLM"
    std::string verdict;  ///< "fast", "works", "refuses"
    std::string sentence; ///< "Loads with bitsandbytes 0.41.3 or newer."
    std::string change;   ///< what would make it better; or empty
    std::string command;  ///< that loads it, ready to copy; empty when it refuses
};

struct VariantPlan
{
    std::string level;
    std::string description;              ///< "4-bit, mixed"
    std::string outputPath;               ///< the file, the first of several, or the folder
    std::vector<std::string> outputFiles; ///< all files with weights
    std::uint64_t outputBytes = 0;        ///< exact size of all files
    double bitsPerWeight = 0;
    std::vector<TensorPlan> tensors;
    std::array<PhasePlan, kPhaseCount> phases; ///< of this level made alone
    double seconds = 0;
    Verdict ram = Verdict::Unknown, vram = Verdict::Unknown, disk = Verdict::Unknown, running = Verdict::Unknown;
    /// Worst of the four, with its one sentence when it is not Fits.
    Verdict verdict = Verdict::Unknown;
    std::string verdictReason;
    std::vector<Remedy> remedies;
    ContextFit context;
    bool recommended = false;
    std::uint64_t fallbackWeights = 0; ///< weights whose type was replaced for their row length
    std::string fallbackNote;          ///< one sentence, or empty
    /// Why this level cannot be made with these options (an importance matrix is missing, say): one sentence, or empty.
    /// Then `verdict` is Unknown, and figures and `tensors` tell what would be; all empty where not even that is known.
    std::string refusal;
    bool needsImportance = false;    ///< some tensor gets a type that is refused without an importance matrix
    std::vector<ReaderPlan> readers; ///< of a folder

    std::uint64_t ramPeakBytes() const;
    std::uint64_t vramPeakBytes() const;
};

/// The model itself, for headings.
struct ModelSummary
{
    std::string path, name, architecture, architectureName, mainType, format;
    std::uint64_t parameterCount = 0, sourceBytes = 0, tensorCount = 0;
    std::size_t fileCount = 1;
    Hyperparameters hyper;
    std::vector<std::string> notes;
};
ModelSummary summarize(const Model &model);

struct Plan
{
    ModelSummary model;
    JobSpec spec;
    std::vector<VariantPlan> variants; ///< one per level, in the order of the spec
    std::vector<std::string> notes;    ///< options that do nothing here, and the like: one sentence each
    /// All levels made together, from one reading.
    std::array<PhasePlan, kPhaseCount> phases;
    std::uint64_t outputBytes = 0, ramPeakBytes = 0, vramPeakBytes = 0, diskFreeBytes = 0;
    std::string device; ///< it is for: "cpu", "vulkan:0"
    double seconds = 0;
    /// When no level can be made, why the first cannot; only planToShow() leaves one. Then nothing is made together.
    std::optional<Error> refusal;
};

/// Reads headers only. Errors: those of openModel() and of a spec that does not hold together; when no level can be
/// made, why the first cannot.
Result<Plan> plan(const JobSpec &spec, const Machine &machine);
/// The same for a model already opened.
Result<Plan> plan(const JobSpec &spec, const Model &model, const Machine &machine);
/// The same, but where no level can be made it still tells about each, and keeps the reason in Plan::refusal.
Result<Plan> planToShow(const JobSpec &spec, const Machine &machine);

/// JSON as the command-line contract says.
std::string toJson(const Plan &plan);

} // namespace snug
