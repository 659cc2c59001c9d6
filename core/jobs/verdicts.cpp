// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/verdicts.h"

#include "core/base/atomicfile.h"
#include "core/base/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

namespace snug {

namespace {

constexpr std::uint64_t kGoodContext = 8192;

/// Less than 10 % spare is tight.
Verdict compare(std::uint64_t needed, std::uint64_t there)
{
    if (needed > there)
        return Verdict::DoesNotFit;
    return needed > there - there / 10 ? Verdict::Tight : Verdict::Fits;
}

std::uint64_t goodContext(const Hyperparameters &hyper) { return std::min(kGoodContext, hyper.contextLength); }

// More than any driver was seen to hold in RAM.
constexpr std::uint64_t kDriverBytes = 512ull << 20;

/// A plan opens no device, so its driver's share is not known; where there is plenty it does not matter.
void judgeDriver(VariantPlan &plan, const PreparedJob &job, std::uint64_t needed, std::uint64_t there)
{
    if (!job.device || plan.ram == Verdict::DoesNotFit || needed + kDriverBytes <= there)
        return;
    plan.ram = Verdict::Unknown;
    plan.verdictReason = fmt::format("Making it needs {} of RAM and what the driver of {} holds, which is not known "
                                     "before a first run.",
                                     formatBytes(needed), job.device->name);
}

void judgeRam(VariantPlan &plan, const PreparedJob &job, const Result<RunFigures> &figures, const Machine &machine)
{
    if (!figures) {
        plan.ram = Verdict::DoesNotFit;
        plan.verdictReason = figures.error().message;
        return;
    }
    const std::uint64_t own = machine.memory.process.residentBytes;
    const std::uint64_t there = machine.memory.ramAvailableBytes() + own;
    const std::uint64_t needed = figures->ramPeakBytes;
    plan.ram = compare(needed, std::min(there, job.spec.ramLimitBytes.value_or(there)));
    // Within a limit of the user's own, close is what was asked for.
    if (plan.ram == Verdict::Tight && job.spec.ramLimitBytes && *job.spec.ramLimitBytes < there)
        plan.ram = Verdict::Fits;
    judgeDriver(plan, job, needed, std::min(there, job.spec.ramLimitBytes.value_or(there)));
    if (plan.ram == Verdict::Fits || plan.ram == Verdict::Unknown)
        return;
    plan.verdictReason =
        fmt::format("Making it needs {} of RAM, {} are free.", formatBytes(needed), formatBytes(there));
    if (job.spec.threads != 1)
        if (auto less = chooseShape(job, 1, {}); less && figures->baseBytes + less->memoryBytes() < there) {
            JobSpec change = job.spec;
            change.threads = 1;
            plan.remedies.push_back(
                {fmt::format("With one thread it needs {}.", formatBytes(figures->baseBytes + less->memoryBytes())),
                 "Use one thread", change});
        }
}

/// The run makes itself as small as it must; below that figures are an error.
void judgeVram(VariantPlan &plan, const PreparedJob &job, const Result<RunFigures> &figures)
{
    plan.vram = Verdict::Fits;
    if (!figures || !job.device || job.spec.vramLimitBytes)
        return;
    if (figures->vramFreeBytes)
        plan.vram = compare(figures->vramPeakBytes, *figures->vramFreeBytes);
}

void judgeDisk(VariantPlan &plan)
{
    const auto free = freeDiskBytes(plan.outputPath);
    if (!free)
        return;
    plan.disk = compare(plan.outputBytes, *free);
    if (plan.disk != Verdict::DoesNotFit)
        return;
    plan.verdictReason =
        fmt::format("The file needs {}, the disk has {} free.", formatBytes(plan.outputBytes), formatBytes(*free));
    plan.remedies.push_back(
        {fmt::format("Free {} on the disk or choose another output folder.", formatBytes(plan.outputBytes - *free)),
         {},
         std::nullopt});
}

void judgeRunning(VariantPlan &plan, const PreparedJob &job)
{
    if (!plan.context.q8_0)
        return;
    const bool onRam = plan.context.device == "RAM";
    if (*plan.context.q8_0 >= goodContext(job.model->hyper))
        plan.running = Verdict::Fits;
    else if (*plan.context.q8_0 > 0 || onRam)
        plan.running = Verdict::Tight;
    else
        plan.running = Verdict::DoesNotFit;
    if (plan.running == Verdict::Fits || !plan.verdictReason.empty())
        return;
    if (*plan.context.q8_0 > 0)
        plan.verdictReason =
            fmt::format("It runs in {} with at most {} tokens of context.", plan.context.device, *plan.context.q8_0);
    else if (onRam)
        plan.verdictReason = "It is larger than the free RAM: it would run from the disk, slowly.";
    else
        plan.verdictReason = fmt::format("Its weights do not fit the free memory of {}.", plan.context.device);
}

} // namespace

std::string_view verdictName(Verdict verdict)
{
    constexpr std::array<std::string_view, 4> kNames{"fits", "tight", "does_not_fit", "unknown"};
    return kNames[static_cast<std::size_t>(verdict)];
}

void judge(VariantPlan &plan, const PreparedJob &job, const Result<RunFigures> &figures, const Machine &machine)
{
    judgeRam(plan, job, figures, machine);
    judgeVram(plan, job, figures);
    judgeDisk(plan);
    judgeRunning(plan, job);
    plan.verdict = Verdict::Fits;
    for (Verdict one : {plan.ram, plan.vram, plan.disk, plan.running})
        if (one != Verdict::Unknown)
            plan.verdict = std::max(plan.verdict, one);
}

namespace {

/// As large as the source, or larger.
bool isLarge(const Plan &plan, const VariantPlan &variant)
{
    if (plan.spec.method != "gguf")
        return false;
    const FileType *const fileType = findFileType(variant.level);
    return !fileType || !tensorTypeInfo(fileType->base).quantized;
}

} // namespace

void recommend(Plan &plan)
{
    VariantPlan *best = nullptr;
    for (VariantPlan &variant : plan.variants) {
        if (!variant.refusal.empty())
            continue;
        if (isLarge(plan, variant))
            continue;
        const bool goodHere =
            variant.context.device == "RAM"
                ? variant.level == "Q4_K_M" || variant.level == "4bit-g128" || variant.level == "nf4-dq"
                : variant.verdict == Verdict::Fits && variant.context.q8_0.value_or(0) >= goodContext(plan.model.hyper);
        if (goodHere && (!best || variant.bitsPerWeight > best->bitsPerWeight))
            best = &variant;
    }
    if (best)
        best->recommended = true;
}

} // namespace snug
