// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/deviceshape.h"

#include "core/backends/operations.h"
#include "core/jobs/pipeline/slices.h"
#include "core/quant/typekernel.h"

#include <algorithm>
#include <array>

namespace snug {

namespace {

// A card needs tens of thousands of blocks in flight; 4 Mi weights are 16 Ki super-blocks and 8 MiB as halves.
constexpr std::uint64_t kCardStretch = 4 * 1024 * 1024;
constexpr std::uint64_t kProcessorStretch = 256 * 1024;

constexpr std::array kDeviceTypes{
    TensorType::F32,  TensorType::F16,   TensorType::BF16,  TensorType::Q4_0,   TensorType::Q4_1,   TensorType::Q5_0,
    TensorType::Q5_1, TensorType::Q8_0,  TensorType::Q2_K,  TensorType::Q3_K,   TensorType::Q4_K,   TensorType::Q5_K,
    TensorType::Q6_K, TensorType::TQ1_0, TensorType::TQ2_0, TensorType::IQ4_NL, TensorType::IQ4_XS, TensorType::MXFP4,
};

/// Whole words, as device buffers are.
std::uint64_t wordBytesOf(TensorType type, std::uint64_t weights) { return (storedBytes(type, weights) + 3) / 4 * 4; }

void widen(std::uint64_t &most, std::uint64_t value) { most = std::max(most, value); }

/// What a variant adds for a stretch of a tensor; gives the bytes that come back for it.
std::uint64_t addVariant(LaneShape &shape, TensorType type, std::uint64_t weights)
{
    const std::uint64_t blocks = wordBytesOf(type, weights);
    const std::uint64_t flags = flagWords(weights / tensorTypeInfo(type).blockLength) * 4;
    const std::uint64_t sums = errorStretches(weights) * 2 * sizeof(float);
    widen(shape.blocksBytes, blocks);
    widen(shape.flagsBytes, flags);
    widen(shape.sumsBytes, sums);
    return blocks + flags + sums;
}

void addTensor(LaneShape &shape, const PreparedJob &job, std::size_t t, std::uint64_t wantedWeights)
{
    const ModelTensor &tensor = job.model->tensors[t];
    const std::uint64_t weights = sliceWeights(job, t, wantedWeights);
    std::uint64_t back = sizeof(std::uint32_t); // index of the first weight that is not finite
    for (const Variant &variant : job.variants)
        if (const TensorType type = variant.decisions[t].type; type != tensor.source.type && isDeviceType(type))
            back += addVariant(shape, type, weights);
    widen(shape.weights, weights);
    widen(shape.valuesBytes, weights * sizeof(float));
    const std::uint64_t source = wordBytesOf(tensor.source.type, weights);
    widen(shape.sourceBytes, source);
    widen(shape.uploadBytes, isDeviceType(tensor.source.type) ? source : weights * sizeof(float));
    if (job.usesImportance(t))
        widen(shape.importanceBytes, tensor.cols() * sizeof(float));
    if (job.needsWholeRows(t)) {
        const std::uint64_t rows = std::max<std::uint64_t>(1, weights / tensor.cols());
        widen(shape.rowsBytes, rows * sizeof(float));
        widen(shape.rowFlagsBytes, flagWords(rows) * 4);
        back += flagWords(rows) * 4;
    }
    widen(shape.downloadBytes, back);
}

} // namespace

bool isDeviceType(TensorType type) { return std::ranges::find(kDeviceTypes, type) != kDeviceTypes.end(); }

bool deviceCanWork(const PreparedJob &job, std::size_t tensorIndex)
{
    const TensorType source = job.model->tensors[tensorIndex].source.type;
    return kernelFor(source) && std::ranges::any_of(job.variants, [&](const Variant &variant) {
               const TensorType type = variant.decisions[tensorIndex].type;
               return type != source && isDeviceType(type);
           });
}

std::uint64_t LaneShape::deviceBytes() const
{
    return sourceBytes + 2 * valuesBytes + blocksBytes + flagsBytes + sumsBytes + importanceBytes + rowsBytes +
           rowFlagsBytes + sizeof(std::uint32_t);
}

std::uint64_t LaneShape::largestBytes() const
{
    return std::max(
        {sourceBytes, valuesBytes, blocksBytes, flagsBytes, sumsBytes, importanceBytes, uploadBytes, downloadBytes});
}

LaneShape laneShape(const PreparedJob &job, std::uint64_t wantedWeights)
{
    LaneShape shape;
    for (std::size_t t = 0; t < job.model->tensors.size(); ++t)
        if (deviceCanWork(job, t))
            addTensor(shape, job, t, wantedWeights);
    return shape;
}

DeviceUse deviceUse(const PreparedJob &job, const DeviceDescription &device)
{
    const LaneShape least = laneShape(job, kSmallestStretch);
    if (least.weights == 0)
        return DeviceUse::NothingToDo;
    return least.largestBytes() > device.largestBufferBytes ? DeviceUse::RowsTooLong : DeviceUse::Works;
}

std::uint64_t wantedStretch(const DeviceDescription &device)
{
    return device.kind == DeviceKind::Processor ? kProcessorStretch : kCardStretch;
}

int wantedLanes(const DeviceDescription &device) { return std::clamp(device.streams, 2, 4); }

} // namespace snug
