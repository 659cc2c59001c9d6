// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/shape.h"

#include "core/base/sizes.h"
#include "core/jobs/pipeline/slices.h"
#include "core/weights/piecereader.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

// 256 Ki weights are 1 MiB as floats: about 20 ms of the slowest quantizers, so that stop is obeyed well within 100 ms,
// and small enough that one huge tensor keeps all cores busy.
constexpr std::uint64_t kWantedWeights = 256 * 1024;
constexpr std::uint64_t kSmallestSlice = 16 * 1024;

PipelineShape shapeFor(const PreparedJob &job, int threads, int slots, std::uint64_t wantedWeights)
{
    PipelineShape shape;
    shape.threads = threads;
    shape.slotCount = slots;
    shape.wantedWeights = wantedWeights;
    shape.outputBytes.resize(job.variants.size());
    for (std::size_t i = 0; i < job.model->tensors.size(); ++i) {
        const ModelTensor &tensor = job.model->tensors[i];
        const std::uint64_t weights = sliceWeights(job, i, wantedWeights);
        const std::uint64_t atOnce = sliceWeights(job, i, std::min(wantedWeights, kWantedWeights));
        shape.scratchWeights = std::max(shape.scratchWeights, atOnce);
        shape.sourceBytes =
            std::max(shape.sourceBytes, storedBytes(tensor.source.type, weights) + roomBehind(tensor, weights));
        for (std::size_t v = 0; v < job.variants.size(); ++v)
            shape.outputBytes[v] = std::max(shape.outputBytes[v], job.sliceBytes(v, i, 0, weights));
    }
    if (job.view) { // their slices are worked whole
        shape.checkWeights = shape.scratchWeights;
        shape.roomBytes = Exporter::roomBytes(shape.scratchWeights);
    }
    return shape;
}

bool fits(std::uint64_t sizeBytes, std::optional<std::uint64_t> limitBytes)
{
    return !limitBytes || sizeBytes <= *limitBytes;
}

Result<PipelineShape> shapeOnProcessor(const PreparedJob &job, int threads, const MemoryLimits &limits)
{
    const std::uint64_t largest = job.sliceWeights > 0 ? job.sliceWeights : kWantedWeights;
    const std::uint64_t smallest = std::min(largest, kSmallestSlice);
    for (int t = threads; t >= 1; t = t == 1 ? 0 : t / 2)
        for (std::uint64_t weights = largest; weights >= smallest; weights /= 2)
            for (int slots : {2 * t + 2, t + 2, t + 1})
                if (PipelineShape shape = shapeFor(job, t, slots, weights); fits(shape.memoryBytes(), limits.ramBytes))
                    return shape;
    const PipelineShape least = shapeFor(job, 1, 2, kSmallestSlice);
    return fail(ErrorCode::DoesNotFit,
                fmt::format("Quantizing needs {} for its buffers, the RAM limit leaves {}. Raise the RAM limit.",
                            formatBytes(least.memoryBytes()), formatBytes(*limits.ramBytes)));
}

DeviceShape deviceShapeFor(const PreparedJob &job, int lanes, std::uint64_t weights)
{
    return {job.device->id, lanes, weights, laneShape(job, weights)};
}

Error doesNotFitDevice(const PreparedJob &job, const MemoryLimits &limits)
{
    const DeviceShape least = deviceShapeFor(job, 1, kSmallestStretch);
    if (!fits(least.deviceBytes(), limits.vramBytes))
        return {ErrorCode::DoesNotFit,
                fmt::format("Quantizing on {} needs {} of VRAM, {} are allowed. Raise the VRAM limit or let the "
                            "processor do it.",
                            job.device->id, formatBytes(least.deviceBytes()), formatBytes(*limits.vramBytes)),
                {},
                {},
                {}};
    return {ErrorCode::DoesNotFit,
            fmt::format(
                "Quantizing on {} needs {} of RAM for its buffers, the RAM limit leaves {}. Raise the RAM limit "
                "or let the processor do it.",
                job.device->id, formatBytes(least.hostBytes() + shapeFor(job, 1, 2, kSmallestStretch).memoryBytes()),
                formatBytes(limits.ramBytes.value_or(0))),
            {},
            {},
            {}};
}

/// Larger stretches before more lanes, for few large steps keep a card busier than many small ones. More threads than
/// lanes, with slices for some of them, so that the processor is quick when it has to take over.
Result<PipelineShape> shapeOnDevice(const PreparedJob &job, int threads, const MemoryLimits &limits)
{
    const std::uint64_t largest = job.sliceWeights > 0 ? job.sliceWeights : wantedStretch(*job.device);
    const std::uint64_t smallest = std::min(largest, kSmallestStretch);
    for (std::uint64_t weights = largest; weights >= smallest; weights /= 2) {
        PipelineShape shape = shapeFor(job, 1, 1, weights);
        shape.device = deviceShapeFor(job, 1, weights);
        if (shape.device->lane.largestBytes() > job.device->largestBufferBytes)
            continue;
        for (int lanes = wantedLanes(*job.device); lanes >= 1; --lanes)
            for (int t : {std::max(threads, lanes), lanes}) {
                shape.threads = t;
                shape.slotCount = std::min(t, 2 * lanes) + 2;
                shape.device->lanes = lanes;
                if (fits(shape.device->deviceBytes(), limits.vramBytes) && fits(shape.memoryBytes(), limits.ramBytes))
                    return shape;
            }
    }
    return fail(doesNotFitDevice(job, limits));
}

} // namespace

std::uint64_t PipelineShape::outputMemoryBytes() const
{
    std::uint64_t perSlot = 0;
    for (std::uint64_t sizeBytes : outputBytes)
        perSlot += sizeBytes;
    return static_cast<std::uint64_t>(slotCount) * perSlot;
}

Result<PipelineShape> chooseShape(const PreparedJob &job, int threads, const MemoryLimits &limits)
{
    return job.device && deviceUse(job, *job.device) == DeviceUse::Works ? shapeOnDevice(job, threads, limits)
                                                                         : shapeOnProcessor(job, threads, limits);
}

} // namespace snug
