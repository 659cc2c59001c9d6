// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/run.h"

#include "core/base/log.h"
#include "core/base/sizes.h"
#include "core/jobs/device/devicerun.h"
#include "core/jobs/fallbacks.h"
#include "core/jobs/figures.h"
#include "core/jobs/importancenotes.h"
#include "core/jobs/pipeline/pipeline.h"
#include "core/jobs/prepare.h"
#include "core/jobs/readerplans.h"
#include "core/jobs/sourcecheck.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <new>

namespace snug {

namespace {

using Clock = Tally::Clock;

using Outputs = std::vector<std::unique_ptr<VariantOutput>>;

Result<Outputs> createOutputs(const PreparedJob &job, Ledger &ledger, JobReport &report)
{
    Outputs outputs;
    for (std::size_t v = 0; v < job.variants.size(); ++v) {
        auto output = createOutput(job, v, ledger);
        SNUG_TRY(output);
        for (std::string &note : (*output)->notes())
            if (std::ranges::find(report.notes, note) == report.notes.end())
                report.notes.push_back(std::move(note));
        outputs.push_back(*std::move(output));
    }
    return outputs;
}

Result<void> commitAll(Outputs &outputs, JobReport &report)
{
    for (auto &output : outputs) {
        SNUG_TRY(output->finish());
        SNUG_TRY(output->commit(report));
        for (OutputReport &file : output->files())
            report.outputs.push_back(std::move(file));
    }
    return {};
}

void describe(const PreparedJob &job, const RunFigures &figures, JobReport &report)
{
    const Model &model = *job.model;
    report.modelName = model.name;
    report.sourceBytes = model.sourceBytes;
    report.sourceBitsPerWeight =
        model.parameterCount ? 8.0 * static_cast<double>(model.sourceBytes) / static_cast<double>(model.parameterCount)
                             : 0;
    report.peaks.ramPredictedBytes = figures.ramPeakBytes;
    report.peaks.vramPredictedBytes = figures.vramPeakBytes;
    report.secondsPredicted = figures.seconds;
    report.device = "cpu";
    report.instructionSet = instructionSet();
    report.notes = model.notes;
    report.notes.insert(report.notes.end(), job.notes.begin(), job.notes.end());
    for (const Variant &variant : job.variants)
        if (const std::string note = fallbackNote(model, variant); !note.empty())
            report.notes.push_back(fmt::format("{}: {}", variant.level, note));
}

Machine machineFor(JobContext &context)
{
    Machine machine = currentMachine();
    if (context.backends)
        machine.backends = [&context] { return context.backends; };
    machine.cardsMayExist = machine.cardsMayExist || context.backends;
    return machine;
}

/// Opens the source and brings all weights to the outputs.
Result<PipelineEnd> streamWeights(PreparedJob &job, const ImportanceValues &importance, const RunFigures &figures,
                                  JobContext &context, Outputs &outputs, Tally &tally, DeviceTeam *team,
                                  JobReport &report)
{
    auto reader = TensorReader::open(*job.model, figures.sourceCrowdsCache);
    SNUG_TRY(reader);
    if (figures.checkSeconds > 0) {
        const auto peaks = checkSource(job, figures.shape, *reader, context);
        SNUG_TRY(peaks);
        setPeaks(job, *peaks);
    }
    log::info("jobs",
              fmt::format("{} to {} levels with {} threads on {}, {} of buffers", job.model->name, outputs.size(),
                          figures.shape.threads, instructionSet(), formatBytes(figures.shape.memoryBytes())));
    tally.enterPhase(Phase::Quantize);
    Pipeline pipeline(job, importance, figures.shape, *reader, context, outputs, tally, team);
    auto end = pipeline.run();
    report.tensors = tally.takeTensorReports();
    for (std::string &note : importanceNotes(job, report.tensors))
        report.notes.push_back(std::move(note));
    return end;
}

void measurePeaks(JobContext &context, JobReport &report)
{
    report.peaks.ramMeasuredBytes = readProcessMemory().peakResidentBytes;
    report.peaks.vramLedgerBytes = context.ledger.figures().peakBytes[static_cast<std::size_t>(Place::Device)];
    report.peaks.vramMeasuredBytes = std::max(report.peaks.vramMeasuredBytes, report.peaks.vramLedgerBytes);
    report.peaks.ledgerBytes = context.ledger.figures().peakBytes[static_cast<std::size_t>(Place::Host)];
}

/// Everything between opening the model and the renamed outputs. A stop is not an error.
Result<PipelineEnd> runJob(const JobSpec &spec, JobContext &context, Clock::time_point start, JobReport &report)
{
    Machine machine = machineFor(context);
    auto model = openModel(spec.model, neededOf(spec));
    SNUG_TRY(model);
    auto job = prepare(spec, *model);
    SNUG_TRY(job);
    job->sliceWeights = context.sliceWeights;
    auto choice = chooseDeviceToRun(*job, machine, context.ledger);
    SNUG_TRY(choice);
    job->device = std::move(choice->device);
    DeviceRun device(*job, std::move(choice->reason), context);
    if (job->device) {
        device.open(*machine.backends());
        machine.memory.process = readProcessMemory(); // with what its driver holds
    }
    choice->opened.reset();
    auto figures = runFigures(*job, machine);
    if (!figures && job->device && spec.device == "auto") { // the processor needs less
        device.giveUp(figures.error());
        job->device.reset();
        figures = runFigures(*job, machine);
    }
    SNUG_TRY(figures);
    SNUG_TRY(checkDisk(*job));
    describe(*job, *figures, report);
    context.ledger.setLimit(Place::Host, figures->bufferLimitBytes);
    context.ledger.setLimit(Place::Device, job->spec.vramLimitBytes);

    auto importance = ImportanceValues::load(*job, context.ledger);
    SNUG_TRY(importance);
    auto outputs = createOutputs(*job, context.ledger, report);
    SNUG_TRY(outputs);
    Tally tally(*job, context, machine, start);
    auto end =
        streamWeights(*job, *importance, *figures, context, *outputs, tally, device.start(figures->shape), report);
    device.describe(tally, report);
    SNUG_TRY(end);
    tally.enterPhase(Phase::Save);
    context.pause.wait(context.stop);
    if (*end == PipelineEnd::Stopped || context.stop.requested())
        return PipelineEnd::Stopped;
    report.seconds = tally.seconds();
    measurePeaks(context, report);
    SNUG_TRY(commitAll(*outputs, report));
    for (const Variant &variant : job->variants)
        if (variant.folder)
            for (LoadCommand &one : loadCommands(*job->view, variant))
                report.loadCommands.push_back(std::move(one));
    report.seconds = tally.seconds();
    return PipelineEnd::Finished;
}

Result<PipelineEnd> runGuarded(const JobSpec &spec, JobContext &context, Clock::time_point start, JobReport &report)
{
    try {
        return runJob(spec, context, start, report);
    } catch (const std::bad_alloc &) {
        return fail(ErrorCode::DoesNotFit,
                    "The system gave no more memory. Close other programs or set a lower RAM limit.");
    } catch (const std::exception &unexpected) {
        return fail(ErrorCode::Internal,
                    fmt::format("Snug met a fault of its own: {}. Please report it.", unexpected.what()));
    }
}

} // namespace

JobReport run(const JobSpec &spec, JobContext &context)
{
    JobReport report;
    const Clock::time_point start = Clock::now();
    context.events.push(PhaseEntered{Phase::Load, 0});
    const bool peakIsOurs = resetPeakResident();
    const auto end = runGuarded(spec, context, start, report);
    if (!end) {
        report.outcome = Outcome::Failed;
        report.error = end.error();
    } else {
        report.outcome = *end == PipelineEnd::Finished ? Outcome::Succeeded : Outcome::Cancelled;
    }
    if (report.outcome != Outcome::Succeeded)
        report.seconds = std::chrono::duration<double>(Clock::now() - start).count();
    measurePeaks(context, report);
    if (!peakIsOurs)
        report.notes.push_back("The measured RAM peak is that of the whole program since it started.");
    return report;
}

} // namespace snug
