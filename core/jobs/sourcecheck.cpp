// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/sourcecheck.h"

#include "core/jobs/pipeline/sliceworker.h"

#include <algorithm>
#include <map>

namespace snug {

namespace {

// One thread reads, converts and looks at about this much, most of it reading.
constexpr double kBytesPerSecond = 1e9;
constexpr double kLongRunSeconds = 60;
constexpr double kMostShare = 0.1; // of the run

} // namespace

double lookSeconds(const PreparedJob &job, double quantizeSeconds)
{
    const double seconds = static_cast<double>(job.model->sourceBytes) / kBytesPerSecond;
    if (needsPeaks(job))
        return seconds;
    return quantizeSeconds > kLongRunSeconds && seconds < kMostShare * quantizeSeconds ? seconds : 0;
}

bool needsPeaks(const PreparedJob &job)
{
    return std::ranges::any_of(job.variants,
                               [](const Variant &v) { return v.folder && v.folder->exporter->needsPeak(); });
}

void setPeaks(PreparedJob &job, std::span<const float> peaks)
{
    std::map<std::string_view, float> shared;
    for (std::size_t t = 0; job.view && t < peaks.size(); ++t) {
        float &most = shared[job.view->tensors[t].siblings];
        most = std::max(most, peaks[t]);
    }
    for (const Variant &variant : job.variants)
        for (std::size_t t = 0; variant.folder && t < peaks.size(); ++t)
            if (auto &matrix = variant.folder->tensors[t].matrix)
                matrix->peak = shared[job.view->tensors[t].siblings];
}

Result<std::vector<float>> checkSource(const PreparedJob &job, const PipelineShape &shape, const TensorReader &reader,
                                       JobContext &context)
{
    const bool looksForPeaks = needsPeaks(job);
    std::vector<float> peaks(looksForPeaks ? job.model->tensors.size() : 0);
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
            return peaks;
        if (slice->firstWeight == 0)
            context.progress.update(
                [&](ProgressSnapshot &now) { now.currentTensor = job.model->tensors[slice->tensorIndex].name; });
        slot.slice = *slice;
        SNUG_TRY(reader.read(slot.slice, slot.source.bytes()));
        if (!checkSlice(job, slot, scratch->front(), looksForPeaks ? &peaks[slice->tensorIndex] : nullptr))
            return fail(*slot.error);
        reader.release(*slice);
    }
    return peaks;
}

} // namespace snug
