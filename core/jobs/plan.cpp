// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/plan.h"

#include "core/backends/backends.h"
#include "core/backends/devicenodes.h"
#include "core/base/atomicfile.h"
#include "core/base/sizes.h"
#include "core/base/threadpool.h"
#include "core/jobs/device/devicechoice.h"
#include "core/jobs/fallbacks.h"
#include "core/jobs/figures.h"
#include "core/jobs/gpumemory.h"
#include "core/jobs/readerplans.h"
#include "core/jobs/running.h"
#include "core/jobs/verdicts.h"
#include "core/quant/tensorcategory.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

/// Never quantized, whatever is asked for.
bool isFixed(const PreparedJob &job, std::size_t t)
{
    return job.view ? !job.view->tensors[t].quantizable : !whyNeverQuantized(job.model->tensors[t]).empty();
}

std::vector<TensorPlan> tensorPlans(const PreparedJob &job, std::size_t v)
{
    std::vector<TensorPlan> plans;
    plans.reserve(job.model->tensors.size());
    for (std::size_t t = 0; t < job.model->tensors.size(); ++t) {
        const ModelTensor &tensor = job.model->tensors[t];
        const Becoming then = job.becoming(v, t);
        plans.push_back({tensor.name, tensor.dims, tensor.source.type, then.name, then.type, then.copied,
                         then.sizeBytes, std::string(then.why), tensor.layer, tensor.role, then.replaced,
                         isFixed(job, t)});
    }
    return plans;
}

std::array<PhasePlan, kPhaseCount> phasePlans(const RunFigures &figures, std::uint64_t outputBytes)
{
    return {{{Phase::Load, figures.baseBytes, 0, 0, 0.05 + figures.checkSeconds},
             {Phase::Quantize, figures.ramPeakBytes, figures.vramPeakBytes, outputBytes, figures.quantizeSeconds},
             {Phase::Save, figures.ramPeakBytes, 0, outputBytes, figures.saveSeconds}}};
}

/// One level as if it were made alone.
Result<VariantPlan> variantPlan(const PreparedJob &job, std::size_t v, const Machine &machine)
{
    const PreparedJob alone{job.model, job.spec, {job.variants[v]}, job.reshaped, job.importance,
                            {},        0,        job.device,        job.view};
    const Variant &variant = alone.variants.front();
    VariantPlan plan;
    plan.level = variant.level;
    plan.description = variant.description;
    if (variant.refusal)
        plan.refusal = plan.verdictReason = variant.refusal->message;
    if (!variant.isLaidOut())
        return plan;
    for (const std::filesystem::path &file : variant.files())
        plan.outputFiles.push_back(file.string());
    plan.outputPath = variant.target().string();
    plan.outputBytes = variant.outputBytes();
    plan.needsImportance =
        std::ranges::any_of(variant.decisions, [](const TensorDecision &d) { return d.needsImportance; });
    plan.bitsPerWeight = bitsPerWeight(alone, 0);
    plan.tensors = tensorPlans(alone, 0);
    plan.fallbackWeights = fallbackWeights(*job.model, variant);
    plan.fallbackNote = fallbackNote(*job.model, variant);
    plan.context = contextFit(alone, 0, machine);
    if (variant.folder)
        plan.readers = readerPlans(*job.view, variant);
    auto figures = runFigures(alone, machine);
    if (!figures && figures.error().code != ErrorCode::DoesNotFit)
        return fail(figures.error());
    if (figures) {
        plan.phases = phasePlans(*figures, plan.outputBytes);
        plan.seconds = figures->seconds;
    }
    if (!variant.refusal)
        judge(plan, alone, figures, machine);
    return plan;
}

/// What the levels that can be made need and give together, from one reading.
void planTogether(Plan &plan, PreparedJob &job, const Machine &machine)
{
    std::erase_if(job.variants, [](const Variant &variant) { return variant.refusal.has_value(); });
    if (job.variants.empty())
        return;
    recommend(plan);
    plan.outputBytes = job.outputBytes();
    if (auto free = freeDiskBytes(job.variants.front().target()))
        plan.diskFreeBytes = *free;
    if (auto figures = runFigures(job, machine)) {
        plan.phases = phasePlans(*figures, plan.outputBytes);
        plan.ramPeakBytes = figures->ramPeakBytes;
        plan.vramPeakBytes = figures->vramPeakBytes;
        plan.seconds = figures->seconds;
    }
}

Result<Plan> planWithRefusals(const JobSpec &spec, const Model &model, const Machine &machine)
{
    auto job = prepareToLook(spec, model);
    SNUG_TRY(job);
    auto choice = chooseDeviceToPlan(*job, machine);
    SNUG_TRY(choice);
    job->device = std::move(choice->device);
    Plan plan;
    plan.device = job->device ? job->device->id : "cpu";
    plan.model = summarize(model);
    plan.spec = spec;
    plan.notes = job->notes;
    if (job->device && !speedIsKnown(*job))
        plan.notes.push_back(fmt::format(
            "How long it takes on {} ({}), and what its driver holds in RAM, is not known before a first run; "
            "the time shown is the processor's.",
            job->device->name, job->device->id));
    for (std::size_t v = 0; v < job->variants.size(); ++v) {
        auto variant = variantPlan(*job, v, machine);
        SNUG_TRY(variant);
        plan.variants.push_back(std::move(*variant));
    }
    if (std::ranges::all_of(job->variants, [](const Variant &variant) { return variant.refusal.has_value(); }))
        plan.refusal = job->variants.front().refusal;
    planTogether(plan, *job, machine);
    return plan;
}

} // namespace

Machine currentMachine()
{
    Machine machine;
    machine.processorCount = usableProcessorCount();
    machine.memory = readMachineMemory();
    machine.backends = [] { return &Backends::ofProgram(); };
    machine.cardsMayExist = cardsMayExist();
    return machine;
}

std::string_view phaseName(Phase phase)
{
    constexpr std::array<std::string_view, kPhaseCount> kNames{"load", "quantize", "save"};
    return kNames[static_cast<std::size_t>(phase)];
}

std::uint64_t VariantPlan::vramPeakBytes() const
{
    std::uint64_t peak = 0;
    for (const PhasePlan &phase : phases)
        peak = std::max(peak, phase.vramPeakBytes);
    return peak;
}

std::uint64_t VariantPlan::ramPeakBytes() const
{
    std::uint64_t peak = 0;
    for (const PhasePlan &phase : phases)
        peak = std::max(peak, phase.ramPeakBytes);
    return peak;
}

ModelSummary summarize(const Model &model)
{
    ModelSummary summary;
    summary.path = model.path.string();
    summary.name = model.name;
    summary.architecture = model.architecture;
    summary.architectureName = model.architectureName;
    summary.mainType = model.mainType;
    summary.format = model.format == SourceFormat::Gguf         ? "GGUF"
                     : model.format == SourceFormat::Checkpoint ? "checkpoint"
                                                                : "safetensors";
    summary.parameterCount = model.parameterCount;
    summary.sourceBytes = model.sourceBytes;
    summary.tensorCount = model.tensors.size();
    summary.fileCount = std::max<std::size_t>(1, model.files.size());
    summary.hyper = model.hyper;
    summary.notes = model.notes;
    return summary;
}

Result<Plan> plan(const JobSpec &spec, const Model &model, const Machine &machine)
{
    auto plan = planWithRefusals(spec, model, machine);
    if (plan && plan->refusal)
        return fail(*std::move(plan->refusal));
    return plan;
}

Result<Plan> plan(const JobSpec &spec, const Machine &machine)
{
    auto model = openModel(spec.model, neededOf(spec));
    SNUG_TRY(model);
    return plan(spec, *model, machine);
}

Result<Plan> planToShow(const JobSpec &spec, const Machine &machine)
{
    auto model = openModel(spec.model, neededOf(spec));
    SNUG_TRY(model);
    return planWithRefusals(spec, *model, machine);
}

} // namespace snug
