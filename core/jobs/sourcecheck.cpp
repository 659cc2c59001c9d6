// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/sourcecheck.h"

#include "core/jobs/pipeline/sliceworker.h"

namespace snug {

namespace {

// One thread reads, converts and looks at about this much, most of it reading.
constexpr double kBytesPerSecond = 1e9;
constexpr double kLongRunSeconds = 60;
constexpr double kMostShare = 0.1; // of the run

} // namespace

double sourceCheckSeconds(const PreparedJob &job, double quantizeSeconds)
{
    const double seconds = static_cast<double>(job.model->sourceBytes) / kBytesPerSecond;
    return quantizeSeconds > kLongRunSeconds && seconds < kMostShare * quantizeSeconds ? seconds : 0;
}

Result<void> checkSource(const PreparedJob &job, const PipelineShape &shape, const SliceReader &reader,
                         JobContext &context)
{
    PipelineShape one = shape;
    one.threads = one.slotCount = 1;
    one.outputBytes.clear();
    auto slots = takeSlots(one, context.ledger);
    SNUG_TRY(slots);
    auto scratch = takeScratch(one, context.ledger);
    SNUG_TRY(scratch);
    Slot &slot = slots->front();
    SliceCursor cursor(job, shape.wantedWeights);
    while (const auto slice = cursor.next()) {
        context.pause.wait(context.stop);
        if (context.stop.requested())
            return {};
        if (slice->firstWeight == 0)
            context.progress.update(
                [&](ProgressSnapshot &now) { now.currentTensor = job.model->tensors[slice->tensorIndex].name; });
        slot.slice = *slice;
        SNUG_TRY(reader.read(slot));
        if (!checkSlice(job, slot, scratch->front()))
            return fail(*slot.error);
        reader.release(*slice);
    }
    return {};
}

} // namespace snug
