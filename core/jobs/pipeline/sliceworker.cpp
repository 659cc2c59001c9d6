// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/sliceworker.h"

#include "core/kernels/blockkernel.h"
#include "core/quant/typekernel.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <ctime>

namespace snug {

namespace {

double threadSeconds()
{
    timespec now{};
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

std::size_t outputSize(TensorType type, std::uint64_t weights)
{
    const TensorTypeInfo &info = tensorTypeInfo(type);
    return static_cast<std::size_t>(weights / info.blockLength * info.blockBytes);
}

const unsigned char *raw(std::span<const std::byte> bytes)
{
    return reinterpret_cast<const unsigned char *>(bytes.data());
}
unsigned char *raw(std::span<std::byte> bytes) { return reinterpret_cast<unsigned char *>(bytes.data()); }

/// The place as the source has it: its name for the tensor, its row, its file.
Error nonFiniteError(const Model &model, const ModelTensor &tensor, std::uint64_t index, float value)
{
    const bool vector = tensor.dims.size() < 2;
    const std::uint64_t cols = vector ? 1 : tensor.cols();
    const std::uint64_t rowCount = vector ? tensor.cols() : tensor.rows();
    const std::uint64_t row =
        tensor.source.rowOrder == RowOrder::AsStored ? index / cols : sourceRow(tensor.source, rowCount, index / cols);
    const std::string file =
        tensor.source.fileIndex < model.files.size() ? model.files[tensor.source.fileIndex].string() : std::string();
    const std::string &name = tensor.sourceName.empty() ? tensor.name : tensor.sourceName;
    const std::string place =
        vector ? fmt::format("position {}", row) : fmt::format("row {}, column {}", row, index % cols);
    return Error{ErrorCode::BadInput,
                 fmt::format("Tensor {} in {} holds {} at {}, a finite number is needed. The model is damaged; get a "
                             "fresh copy.",
                             name, file, value != value ? "NaN" : "infinity", place),
                 file, std::nullopt, name};
}

Error overflowError(const ModelTensor &tensor, std::uint64_t firstWeight, TensorType type)
{
    return Error{
        ErrorCode::BadInput,
        fmt::format("Tensor {} has weights too large for {} near row {}: a block's scale does not fit 16 bits. "
                    "Pick a level with a wider type, such as BF16.",
                    tensor.name, tensorTypeName(type), firstWeight / tensor.cols()),
        {},
        std::nullopt,
        tensor.name};
}

/// Source bytes to floats in scratch.values, refusing NaN and infinity. Types without a kernel can only be copied.
bool toFloats(const Model &model, const ModelTensor &tensor, Slot &slot, Scratch &scratch)
{
    const kernels::BlockKernel *kernel = kernelFor(tensor.source.type);
    if (!kernel)
        return true;
    const unsigned char *source = raw(std::as_const(slot.source).bytes());
    for (std::uint64_t done = 0; done < slot.slice.weightCount; done += kTileWeights) {
        const auto count = static_cast<long long>(std::min(kTileWeights, slot.slice.weightCount - done));
        float *values = scratch.values.floats().data() + done;
        kernel->dequantizeRow(source + outputSize(tensor.source.type, done), values, count);
        const long long bad = kernels::firstNonFinite(values, count);
        if (bad < 0)
            continue;
        const std::uint64_t index = slot.slice.firstWeight + done + static_cast<std::uint64_t>(bad);
        slot.error = nonFiniteError(model, tensor, index, values[bad]);
        return false;
    }
    return true;
}

/// Adds the squares of a slice's weights and of their errors.
void measureError(const kernels::BlockKernel &kernel, TensorType type, std::size_t v, Slot &slot, Scratch &scratch)
{
    const unsigned char *out = raw(std::as_const(slot.outputs[v]).bytes());
    const float *values = scratch.values.floats().data();
    float *check = scratch.check.floats().data();
    for (std::uint64_t done = 0; done < slot.slice.weightCount; done += kTileWeights) {
        const auto count = static_cast<long long>(std::min(kTileWeights, slot.slice.weightCount - done));
        kernel.dequantizeRow(out + outputSize(type, done), check, count);
        kernels::accumulateError(values + done, check, count, &slot.signal[v], &slot.noise[v]);
    }
}

/// Quantizes a stretch of one row, and again without importance those blocks whose scale it breaks; their number is
/// added to `unweighted`. False when a scale overflows for want of range.
bool quantizeStretch(const kernels::BlockKernel &kernel, const float *values, unsigned char *out, long long count,
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

/// Row by row, for a row's columns have their own importance; where blocks do not look at rows, a slice may begin and
/// end inside one.
bool quantizeWeighted(const kernels::BlockKernel &kernel, const ModelTensor &tensor, std::span<const float> importance,
                      const Slice &slice, const float *values, unsigned char *out, std::uint64_t &unweighted)
{
    const std::uint64_t cols = tensor.cols();
    const std::uint64_t rowsPerExpert = tensor.dims.size() > 1 ? tensor.dims[1] : 1;
    const std::uint64_t experts = importance.size() / cols;
    const auto blockLength = static_cast<std::uint64_t>(kernel.blockLength);
    for (std::uint64_t done = 0; done < slice.weightCount;) {
        const std::uint64_t row = (slice.firstWeight + done) / cols;
        const std::uint64_t column = (slice.firstWeight + done) % cols;
        const std::uint64_t count = std::min(cols - column, slice.weightCount - done);
        const float *weights = importance.data() + row / rowsPerExpert % experts * cols + column;
        unsigned char *target = out + done / blockLength * static_cast<std::uint64_t>(kernel.blockBytes);
        if (!quantizeStretch(kernel, values + done, target, static_cast<long long>(count), weights, unweighted))
            return false;
        done += count;
    }
    return true;
}

bool quantizeVariant(const ModelTensor &tensor, TensorType type, std::span<const float> importance, std::size_t v,
                     Slot &slot, Scratch &scratch)
{
    slot.signal[v] = slot.noise[v] = 0;
    slot.unweighted[v] = 0;
    const std::uint64_t weights = slot.slice.weightCount;
    slot.outputBytes[v] = outputSize(type, weights);
    unsigned char *out = raw(slot.outputs[v].bytes());
    if (type == tensor.source.type) {
        std::memcpy(out, slot.source.bytes().data(), slot.outputBytes[v]);
        return true;
    }
    const kernels::BlockKernel &kernel = *kernelFor(type);
    const auto count = static_cast<long long>(weights);
    const float *values = scratch.values.floats().data();
    const bool fine = importance.empty() || !kernel.usesWeights
                          ? kernel.quantizeRow(values, out, count, nullptr)
                          : quantizeWeighted(kernel, tensor, importance, slot.slice, values, out, slot.unweighted[v]);
    if (!fine) {
        slot.error = overflowError(tensor, slot.slice.firstWeight, type);
        return false;
    }
    measureError(kernel, type, v, slot, scratch);
    return true;
}

} // namespace

void workSlice(const PreparedJob &job, std::span<const float> importance, Slot &slot, Scratch &scratch,
               const StopFlag &stop)
{
    const ModelTensor &tensor = job.model->tensors[slot.slice.tensorIndex];
    slot.error.reset();
    double before = threadSeconds();
    if (!toFloats(*job.model, tensor, slot, scratch))
        return;
    for (std::size_t v = 0; v < job.variants.size() && !stop.requested(); ++v) {
        const TensorType type = job.variants[v].decisions[slot.slice.tensorIndex].type;
        if (!quantizeVariant(tensor, type, importance, v, slot, scratch))
            return;
        const double now = threadSeconds();
        slot.seconds[v] = now - before;
        before = now;
    }
}

bool checkSlice(const PreparedJob &job, Slot &slot, Scratch &scratch)
{
    slot.error.reset();
    return toFloats(*job.model, job.model->tensors[slot.slice.tensorIndex], slot, scratch);
}

} // namespace snug
