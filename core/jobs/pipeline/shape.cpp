// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/shape.h"

#include "core/base/sizes.h"
#include "core/jobs/pipeline/slices.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace {

// 256 Ki weights are 1 MiB as floats: about 20 ms of the slowest quantizers, so that stop is obeyed well within 100 ms,
// and small enough that one huge tensor keeps all cores busy.
constexpr std::uint64_t kWantedWeights = 256 * 1024;
constexpr std::uint64_t kSmallestSlice = 16 * 1024;

std::uint64_t bytesOf(TensorType type, std::uint64_t weights)
{
    const TensorTypeInfo &info = tensorTypeInfo(type);
    return (weights + info.blockLength - 1) / info.blockLength * info.blockBytes;
}

PipelineShape shapeFor(const PreparedJob &job, int threads, int slots, std::uint64_t wantedWeights)
{
    PipelineShape shape{threads, slots, wantedWeights, 0, std::vector<std::uint64_t>(job.variants.size(), 0), 0};
    for (std::size_t i = 0; i < job.model->tensors.size(); ++i) {
        const ModelTensor &tensor = job.model->tensors[i];
        const std::uint64_t weights = sliceWeights(job, i, wantedWeights);
        shape.scratchWeights = std::max(shape.scratchWeights, weights);
        shape.sourceBytes = std::max(shape.sourceBytes, bytesOf(tensor.source.type, weights));
        for (std::size_t v = 0; v < job.variants.size(); ++v)
            shape.outputBytes[v] = std::max(shape.outputBytes[v], bytesOf(job.variants[v].decisions[i].type, weights));
    }
    return shape;
}

} // namespace

std::uint64_t PipelineShape::outputMemoryBytes() const
{
    std::uint64_t perSlot = 0;
    for (std::uint64_t sizeBytes : outputBytes)
        perSlot += sizeBytes;
    return static_cast<std::uint64_t>(slotCount) * perSlot;
}

Result<PipelineShape> chooseShape(const PreparedJob &job, int threads, std::optional<std::uint64_t> memoryLimitBytes)
{
    const auto fits = [&](const PipelineShape &shape) {
        return !memoryLimitBytes || shape.memoryBytes() <= *memoryLimitBytes;
    };
    const std::uint64_t largest = job.sliceWeights > 0 ? job.sliceWeights : kWantedWeights;
    const std::uint64_t smallest = std::min(largest, kSmallestSlice);
    for (int t = threads; t >= 1; t = t == 1 ? 0 : t / 2)
        for (std::uint64_t weights = largest; weights >= smallest; weights /= 2)
            for (int slots : {2 * t + 2, t + 2, t + 1})
                if (PipelineShape shape = shapeFor(job, t, slots, weights); fits(shape))
                    return shape;
    const PipelineShape least = shapeFor(job, 1, 2, kSmallestSlice);
    return fail(ErrorCode::DoesNotFit,
                fmt::format("Quantizing needs {} for its buffers, the RAM limit leaves {}. Raise the RAM limit.",
                            formatBytes(least.memoryBytes()), formatBytes(*memoryLimitBytes)));
}

} // namespace snug
