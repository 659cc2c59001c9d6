// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/sliceworker.h"

#include "core/exporters/codingname.h"
#include "core/jobs/pipeline/sliceerrors.h"
#include "core/kernels/blockkernel.h"
#include "core/kernels/checkpoint/groupkernels.h"
#include "core/quant/typekernel.h"

#include <algorithm>
#include <cstring>
#include <ctime>
#include <numeric>

namespace snug {

namespace {

double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

const unsigned char *raw(std::span<const std::byte> bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}
unsigned char *raw(std::span<std::byte> bytes) { return reinterpret_cast<unsigned char *>(bytes.data()); }

const ModelTensor &tensorOf(const PreparedJob &job, const Slot &slot)
{
    return job.model->tensors[slot.slice.tensorIndex];
}

/// In a folder, of what is not coded.
TensorType targetOf(const PreparedJob &job, const Slot &slot, std::size_t variant)
{
    const Variant &target = job.variants[variant];
    return target.folder ? tensorOf(job, slot).type : target.decisions[slot.slice.tensorIndex].type;
}

/// Codes a whole slice as a folder's exporter does, and measures the error. False, with the error in the slot, when a
/// scale is beyond what it is stored as.
bool codeSlice(const Exporter &exporter, const Matrix &matrix, std::size_t v, Slot &slot, Scratch &scratch,
               const ModelTensor &tensor)
{
    const MatrixSlice slice{&matrix, slot.slice.firstWeight, slot.slice.weightCount};
    const float *values = scratch.values.floats().data();
    float *check = scratch.check.floats().data();
    const auto out = slot.outputs[v].bytes().first(slot.outputBytes[v]);
    if (!exporter.encode(slice, values, out, scratch.room.bytes())) {
        slot.error = overflowError(tensor, slice.firstWeight, codingName(exporter.scheme()));
        return false;
    }
    exporter.decode(slice, out, check, scratch.room.bytes());
    kernels::accumulateError(values, check, static_cast<long long>(slice.weightCount), &slot.signal[v], &slot.noise[v]);
    return true;
}

/// Adds the squares of a stretch's weights and of their errors.
void measureError(const kernels::BlockKernel &kernel, const unsigned char *out, std::size_t v, Slot &slot,
                  Scratch &scratch, std::uint64_t count)
{
    const float *values = scratch.values.floats().data();
    float *check = scratch.check.floats().data();
    for (std::uint64_t done = 0; done < count; done += kTileWeights) {
        const auto tile = static_cast<long long>(std::min(kTileWeights, count - done));
        const std::uint64_t blocks = done / static_cast<std::uint64_t>(kernel.blockLength);
        kernel.dequantizeRow(out + blocks * static_cast<std::uint64_t>(kernel.blockBytes), check, tile);
        kernels::accumulateError(values + done, check, tile, &slot.signal[v], &slot.noise[v]);
    }
}

/// Quantizes part of one row, and again without importance those blocks whose scale it breaks; their number is
/// added to `unweighted`. False when a scale overflows for want of range.
bool quantizePart(const kernels::BlockKernel &kernel, const float *values, unsigned char *out, long long count,
                  const float *importance, std::uint64_t &unweighted)
{
    if (kernel.quantizeRow(values, out, count, importance))
        return true;
    if (!importance || !kernel.usesWeights)
        return false;
    for (long long block = 0; block < count / kernel.blockLength; ++block) {
        unsigned char *target = out + block * kernel.blockBytes;
        if (kernel.isFinite(target))
            continue;
        if (!kernel.quantizeRow(values + block * kernel.blockLength, target, kernel.blockLength, nullptr))
            return false;
        ++unweighted;
    }
    return true;
}

/// Row by row, for a row's columns have their own importance; where blocks do not look at rows, a stretch may begin and
/// end inside one.
bool quantizeWeighted(const kernels::BlockKernel &kernel, const ModelTensor &tensor, std::span<const float> importance,
                      std::uint64_t firstWeight, std::uint64_t total, const float *values, unsigned char *out,
                      std::uint64_t &unweighted)
{
    const std::uint64_t cols = tensor.cols();
    const auto blockLength = static_cast<std::uint64_t>(kernel.blockLength);
    for (std::uint64_t done = 0; done < total;) {
        const std::uint64_t column = (firstWeight + done) % cols;
        const std::uint64_t count = std::min(cols - column, total - done);
        const float *weights = importanceOfRow(tensor, importance, firstWeight + done).data() + column;
        unsigned char *target = out + done / blockLength * static_cast<std::uint64_t>(kernel.blockBytes);
        if (!quantizePart(kernel, values + done, target, static_cast<long long>(count), weights, unweighted))
            return false;
        done += count;
    }
    return true;
}

/// One variant of one stretch: copied, or quantized and measured.
bool workVariant(const PreparedJob &job, std::span<const float> importance, std::size_t v, Slot &slot, Scratch &scratch,
                 const Stretch &stretch)
{
    const ModelTensor &tensor = tensorOf(job, slot);
    const Variant &variant = job.variants[v];
    if (const Matrix *matrix = variant.matrixOf(slot.slice.tensorIndex))
        return codeSlice(*variant.folder->exporter, *matrix, v, slot, scratch, tensor);
    const TensorType type = targetOf(job, slot, v);
    unsigned char *out = raw(slot.outputs[v].bytes()) + storedBytes(type, stretch.first);
    if (type == tensor.source.type) {
        std::memcpy(out, raw(std::as_const(slot.source).bytes()) + storedBytes(type, stretch.first),
                    storedBytes(type, stretch.count));
        return true;
    }
    if (!quantizeStretch(job, importance, v, slot, scratch, stretch))
        return false;
    measureError(*kernelFor(type), out, v, slot, scratch, stretch.count);
    return true;
}

} // namespace

std::span<const float> importanceOfRow(const ModelTensor &tensor, std::span<const float> importance,
                                       std::uint64_t index)
{
    const std::uint64_t cols = tensor.cols();
    const std::uint64_t rowsPerExpert = tensor.dims.size() > 1 ? tensor.dims[1] : 1;
    const std::uint64_t experts = importance.size() / cols;
    return importance.subspan(index / cols / rowsPerExpert % experts * cols, cols);
}

void beginSlice(const PreparedJob &job, Slot &slot)
{
    slot.error.reset();
    slot.onDevice = false;
    slot.redone = 0;
    for (std::size_t v = 0; v < job.variants.size(); ++v) {
        slot.signal[v] = slot.noise[v] = slot.seconds[v] = 0;
        slot.unweighted[v] = 0;
        slot.outputBytes[v] = job.sliceBytes(v, slot.slice.tensorIndex, slot.slice.firstWeight, slot.slice.weightCount);
    }
}

bool stretchToFloats(const PreparedJob &job, Slot &slot, Scratch &scratch, const Stretch &stretch)
{
    const ModelTensor &tensor = tensorOf(job, slot);
    const kernels::BlockKernel *kernel = kernelFor(tensor.source.type);
    if (!kernel)
        return true;
    const unsigned char *source =
        raw(std::as_const(slot.source).bytes()) + storedBytes(tensor.source.type, stretch.first);
    for (std::uint64_t done = 0; done < stretch.count; done += kTileWeights) {
        const auto count = static_cast<long long>(std::min(kTileWeights, stretch.count - done));
        float *values = scratch.values.floats().data() + done;
        kernel->dequantizeRow(source + storedBytes(tensor.source.type, done), values, count);
        const long long bad = kernels::firstNonFinite(values, count);
        if (bad < 0)
            continue;
        const std::uint64_t index = slot.slice.firstWeight + stretch.first + done + static_cast<std::uint64_t>(bad);
        slot.error = nonFiniteError(*job.model, tensor, index, values[bad]);
        return false;
    }
    return true;
}

bool quantizeStretch(const PreparedJob &job, std::span<const float> importance, std::size_t variant, Slot &slot,
                     Scratch &scratch, const Stretch &stretch)
{
    const ModelTensor &tensor = tensorOf(job, slot);
    const TensorType type = targetOf(job, slot, variant);
    const kernels::BlockKernel &kernel = *kernelFor(type);
    const float *values = scratch.values.floats().data();
    unsigned char *out = raw(slot.outputs[variant].bytes()) + storedBytes(type, stretch.first);
    const std::uint64_t firstWeight = slot.slice.firstWeight + stretch.first;
    const bool fine = importance.empty() || !kernel.usesWeights
                          ? kernel.quantizeRow(values, out, static_cast<long long>(stretch.count), nullptr)
                          : quantizeWeighted(kernel, tensor, importance, firstWeight, stretch.count, values, out,
                                             slot.unweighted[variant]);
    if (!fine)
        slot.error = overflowError(tensor, firstWeight, tensorTypeName(type));
    return fine;
}

bool workVariants(const PreparedJob &job, std::span<const float> importance, std::span<const std::size_t> variants,
                  Slot &slot, Scratch &scratch, const StopFlag &stop)
{
    const std::uint64_t step = sliceWeights(job, slot.slice.tensorIndex, scratch.values.floats().size());
    for (Stretch stretch{0, 0}; stretch.first < slot.slice.weightCount; stretch.first += step) {
        stretch.count = std::min(step, slot.slice.weightCount - stretch.first);
        double before = threadSeconds();
        if (!stretchToFloats(job, slot, scratch, stretch))
            return false;
        for (const std::size_t v : variants) {
            if (stop.requested())
                return true;
            if (!workVariant(job, importance, v, slot, scratch, stretch))
                return false;
            const double now = threadSeconds();
            slot.seconds[v] += now - before;
            before = now;
        }
    }
    return true;
}

void workSlice(const PreparedJob &job, std::span<const float> importance, Slot &slot, Scratch &scratch,
               const StopFlag &stop)
{
    beginSlice(job, slot);
    std::vector<std::size_t> all(job.variants.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    workVariants(job, importance, all, slot, scratch, stop);
}

bool checkSlice(const PreparedJob &job, Slot &slot, Scratch &scratch, float *peak)
{
    slot.error.reset();
    const std::uint64_t step = sliceWeights(job, slot.slice.tensorIndex, scratch.values.floats().size());
    for (std::uint64_t first = 0; first < slot.slice.weightCount; first += step) {
        const std::uint64_t count = std::min(step, slot.slice.weightCount - first);
        if (!stretchToFloats(job, slot, scratch, {first, count}))
            return false;
        if (peak && kernelFor(tensorOf(job, slot).source.type))
            *peak = std::max(*peak, kernels::groupKernels().largestMagnitude(scratch.values.floats().data(),
                                                                             static_cast<long long>(count)));
    }
    return true;
}

} // namespace snug
