// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/figures.h"

#include "core/base/atomicfile.h"
#include "core/base/sizes.h"
#include "core/base/threadpool.h"
#include "core/jobs/device/devicespeed.h"
#include "core/jobs/gpumemory.h"
#include "core/jobs/sourcecheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace snug {

namespace fs = std::filesystem;

namespace {

// What a run holds beside its buffers: thread stacks, the two header buffers, the report. Measured at 5 to 9 MiB.
constexpr std::uint64_t kFixedBytes = 10ull << 20;
// What a driver takes after its device was opened: compiled shaders, its own staging. 30 to 70 MiB on Mesa's software
// driver.
constexpr std::uint64_t kDriverGrowthBytes = 64ull << 20;
// A plain disk of a laptop, for the time prediction only.
constexpr double kDiskBytesPerSecond = 900e6;
// Hashing and writing on the writer's thread.
constexpr double kWriteBytesPerSecond = 700e6;

std::uint64_t metadataBytes(const GgufMetadata &metadata)
{
    std::uint64_t sum = 0;
    for (const auto &[key, value] : metadata.entries())
        sum += key.size() + value.payload().size();
    return sum;
}

/// Memory of headers and reports, which follow the number of tensors and the vocabulary.
std::uint64_t headerBytes(const PreparedJob &job)
{
    constexpr std::uint64_t kPerTensor = 1024;
    std::uint64_t sum = job.model->tensors.size() * kPerTensor * (1 + job.variants.size());
    for (const Variant &variant : job.variants) {
        if (!variant.folder) {
            sum += 3 * metadataBytes(variant.parts.front().metadata);
            continue;
        }
        for (const ShardPlan &shard : variant.folder->shards)
            sum += shard.tensors.size() * kPerTensor;
    }
    if (job.importance)
        sum += job.importance->matrix.entries.size() * kPerTensor;
    return sum;
}

double workSeconds(const PreparedJob &job, const Machine &machine)
{
    double sum = 0;
    for (std::size_t v = 0; v < job.variants.size(); ++v)
        for (std::size_t t = 0; t < job.model->tensors.size(); ++t)
            sum += static_cast<double>(job.model->tensors[t].weightCount()) * secondsPerWeight(job, v, t, machine);
    return sum;
}

/// Weights on a device whose speed an earlier run of this program measured; all others as the processor does them,
/// which is the most that it can take.
double deviceSeconds(const PreparedJob &job, const Machine &machine, int working)
{
    double sum = 0;
    for (std::size_t v = 0; v < job.variants.size(); ++v)
        for (std::size_t t = 0; t < job.variants[v].decisions.size(); ++t) {
            const TensorType type = job.variants[v].decisions[t].type;
            const double weights = static_cast<double>(job.model->tensors[t].weightCount());
            const bool copied = type == job.model->tensors[t].source.type;
            const auto speed = copied || !isDeviceType(type)
                                   ? std::nullopt
                                   : knownDeviceSpeed(job.device->id, type, job.isWeighted(t, type));
            sum += speed ? weights / *speed : weights * secondsPerWeight(job, v, t, machine) / working;
        }
    return sum;
}

// Left to the desktop and to what the driver takes for itself.
constexpr double kUsableShare = 0.9;

/// Memory of the job's device that a run may take; nothing where nobody tells.
std::optional<std::uint64_t> freeDeviceBytes(const PreparedJob &job, const Machine &machine)
{
    if (!job.device || job.device->kind == DeviceKind::Processor)
        return std::nullopt; // its memory is RAM
    const GpuMemory *card = cardOf(machine.memory, *job.device);
    const std::uint64_t free = card ? card->freeBytes() : job.device->totalBytes;
    if (job.device->totalBytes == 0 && free == 0)
        return std::nullopt;
    return static_cast<std::uint64_t>(kUsableShare * static_cast<double>(free));
}

} // namespace

Result<RunFigures> runFigures(const PreparedJob &job, const Machine &machine)
{
    RunFigures figures;
    const int threads = job.spec.threads > 0 ? job.spec.threads : machine.processorCount;
    figures.baseBytes =
        machine.memory.process.residentBytes + kFixedBytes + headerBytes(job) + (job.device ? kDriverGrowthBytes : 0);
    if (job.spec.ramLimitBytes) {
        if (*job.spec.ramLimitBytes <= figures.baseBytes)
            return fail(
                ErrorCode::DoesNotFit,
                fmt::format("The RAM limit is {}, the program itself and the model's headers{} need {}. Raise the RAM "
                            "limit{}.",
                            formatBytes(*job.spec.ramLimitBytes),
                            job.device ? fmt::format(" and the driver of {}", job.device->id) : std::string(),
                            formatBytes(figures.baseBytes),
                            job.device ? " or let the processor do the work (--device cpu)" : ""));
        figures.bufferLimitBytes = *job.spec.ramLimitBytes - figures.baseBytes;
    }
    const std::uint64_t heldBytes = job.importanceBytes() + job.keptBytes();
    std::optional<std::uint64_t> left = figures.bufferLimitBytes;
    if (left && *left < heldBytes)
        return fail(ErrorCode::DoesNotFit,
                    fmt::format("{} {}, the RAM limit leaves {}. Raise the RAM limit.",
                                job.view ? "Scales of one tensor need" : "The importance matrix needs",
                                formatBytes(heldBytes), formatBytes(*left)));
    if (left)
        *left -= heldBytes;
    figures.vramFreeBytes = freeDeviceBytes(job, machine);
    auto shape =
        chooseShape(job, threads, {left, job.spec.vramLimitBytes ? job.spec.vramLimitBytes : figures.vramFreeBytes});
    SNUG_TRY(shape);
    figures.shape = std::move(*shape);
    figures.vramPeakBytes = figures.shape.device ? figures.shape.device->deviceBytes() : 0;
    figures.ramPeakBytes = figures.baseBytes + heldBytes + figures.shape.memoryBytes();
    figures.sourceCrowdsCache = job.model->sourceBytes > machine.memory.ramAvailableBytes() / 2;
    const int working = std::min(figures.shape.threads, std::max(1, machine.processorCount));
    const double outputBytes = static_cast<double>(job.outputBytes());
    figures.quantizeSeconds = std::max(
        {figures.shape.device ? deviceSeconds(job, machine, working) : workSeconds(job, machine) / working,
         static_cast<double>(job.model->sourceBytes) / kDiskBytesPerSecond, outputBytes / kWriteBytesPerSecond});
    figures.checkSeconds = lookSeconds(job, figures.quantizeSeconds);
    figures.saveSeconds = outputBytes / kDiskBytesPerSecond / 8;
    figures.seconds = figures.checkSeconds + figures.quantizeSeconds + figures.saveSeconds;
    return figures;
}

double secondsPerWeight(const PreparedJob &job, std::size_t v, std::size_t tensorIndex, const Machine &machine)
{
    const Variant &variant = job.variants[v];
    if (variant.folder)
        return variant.folder->tensors[tensorIndex].matrix ? machine.secondsPerCode(*variant.folder->exporter)
                                                           : kCopySecondsPerWeight;
    const TensorType type = variant.decisions[tensorIndex].type;
    if (type == job.model->tensors[tensorIndex].source.type)
        return kCopySecondsPerWeight;
    const bool weighted = job.importance && !job.importance->tensors[tensorIndex].empty();
    return machine.secondsPerWeight(type, weighted ? Importance::With : Importance::Without);
}

Result<void> checkDisk(const PreparedJob &job)
{
    std::map<fs::path, std::uint64_t> wantedByFolder;
    for (const Variant &variant : job.variants)
        wantedByFolder[fs::absolute(variant.target()).parent_path()] += variant.outputBytes();
    for (const auto &[folder, wanted] : wantedByFolder) {
        auto free = freeDiskBytes(folder);
        SNUG_TRY(free);
        if (*free < wanted)
            return fail(
                ErrorCode::DoesNotFit,
                fmt::format("The disk of {} has {} free, {} are needed. Free some space or choose another output "
                            "folder.",
                            folder.string(), formatBytes(*free), formatBytes(wanted)),
                folder.string());
    }
    return {};
}

double bitsPerWeight(const PreparedJob &job, std::size_t variant)
{
    double bits = 0, weights = 0;
    for (std::size_t t = 0; t < job.model->tensors.size(); ++t) {
        const double count = static_cast<double>(job.model->tensors[t].weightCount());
        bits += count * job.becoming(variant, t).bitsPerWeight;
        weights += count;
    }
    return weights > 0 ? bits / weights : 0;
}

} // namespace snug
