// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/devicework.h"

#include "core/backends/operations.h"
#include "core/kernels/blockkernel.h"
#include "core/quant/typekernel.h"

#include <algorithm>
#include <chrono>
#include <cstring>

namespace snug {

namespace {

// Flagged blocks are done again in runs of this many weights, which all block lengths divide.
constexpr std::uint64_t kRedoWeights = 256;

bool flagged(std::span<const std::uint32_t> flags, std::uint64_t block) { return flags[block / 32] >> block % 32 & 1; }

/// Whether squares of a stretch fit single precision: none has grown beyond it, and none that has vanished in it
/// would count.
bool areExact(float signal, float noise) { return signal > 0x1p-60f && signal <= 0x1p+120f && noise <= 0x1p+120f; }

double now() { return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count(); }

} // namespace

DeviceWork::DeviceWork(const PreparedJob &job, std::span<const float> importance, const BackendDevice &device,
                       DeviceLane &lane, Slot &slot, Scratch &scratch, const Stretch &stretch)
    : m_job(job), m_tensor(job.model->tensors[slot.slice.tensorIndex]), m_importance(importance), m_device(device),
      m_lane(lane), m_slot(slot), m_scratch(scratch), m_stretch(stretch),
      m_firstWeight(slot.slice.firstWeight + stretch.first)
{
    if (!importance.empty())
        m_columns = importanceOfRow(m_tensor, importance, m_firstWeight);
    if (!importance.empty() && job.needsWholeRows(slot.slice.tensorIndex))
        m_rows = stretch.count / m_tensor.cols();
}

TensorType DeviceWork::targetOf(std::size_t variant) const
{
    return m_job.variants[variant].decisions[m_slot.slice.tensorIndex].type;
}

bool DeviceWork::isWeighted(TensorType type) const
{
    return !m_columns.empty() && m_job.isWeighted(m_slot.slice.tensorIndex, type);
}

bool DeviceWork::looksAtRows(TensorType type) const { return isWeighted(type) && kernelFor(type)->weightsNeedWholeRow; }

template <class T> std::span<const T> DeviceWork::downloaded(std::uint64_t offset, std::uint64_t count) const
{
    return {reinterpret_cast<const T *>(m_lane.download.bytes().data() + offset), count};
}

DeviceResult<void> DeviceWork::run(std::span<const std::size_t> variants)
{
    const double before = now();
    SNUG_TRY_DEVICE(load());
    std::vector<Fetched> all;
    for (const std::size_t variant : variants) {
        all.push_back({variant, 0, 0, 0, 0, 0});
        SNUG_TRY_DEVICE(enqueue(all.back()));
    }
    SNUG_TRY_DEVICE(m_lane.stream.finish());
    m_slot.onDevice = true;
    if (downloaded<std::uint32_t>(m_indexAt, 1).front() != kNoIndex) {
        // The processor finds the same weight and says where it is.
        if (workVariants(m_job, m_importance, {}, m_slot, m_scratch, StopFlag()))
            return deviceFault(SNUG_FAILED, "it saw a weight that is not finite where there is none");
        return {};
    }
    for (const Fetched &fetched : all)
        if (!collect(fetched))
            return {};
    for (const std::size_t variant : variants)
        m_slot.seconds[variant] += (now() - before) / static_cast<double>(variants.size());
    return {};
}

DeviceResult<void> DeviceWork::load()
{
    SNUG_TRY_DEVICE(loadSource());
    SNUG_TRY_DEVICE(m_lane.stream.run(firstNonFiniteOperation(m_lane.values.range(0, m_stretch.count * sizeof(float)),
                                                              m_lane.index.whole(), m_stretch.count)));
    m_indexAt = m_back;
    SNUG_TRY_DEVICE(m_lane.fetch(m_lane.index, sizeof(std::uint32_t), m_back));
    return m_columns.empty() ? DeviceResult<void>() : loadImportance();
}

/// As stored where the device can read the type, else as floats made here.
DeviceResult<void> DeviceWork::loadSource()
{
    const TensorType type = m_tensor.source.type;
    const auto bytes = std::as_const(m_slot.source)
                           .bytes()
                           .subspan(storedBytes(type, m_stretch.first), storedBytes(type, m_stretch.count));
    const SnugRange values = m_lane.values.range(0, m_stretch.count * sizeof(float));
    if (isDeviceType(type) && m_device.supports(SNUG_DEQUANTIZE, type) != Support::Lacking) {
        SNUG_TRY_DEVICE(m_lane.send(bytes, m_lane.upload, m_lane.source));
        return m_lane.stream.run(
            dequantizeOperation(type, m_lane.source.range(0, bytes.size()), values, m_stretch.count));
    }
    if (m_lane.upload.sizeBytes() < values.bytes)
        return deviceFault(SNUG_UNSUPPORTED, "it cannot read " + std::string(tensorTypeName(type)));
    kernelFor(type)->dequantizeRow(reinterpret_cast<const unsigned char *>(bytes.data()),
                                   reinterpret_cast<float *>(m_lane.upload.bytes().data()),
                                   static_cast<long long>(m_stretch.count));
    return m_lane.stream.copy(m_lane.upload.range(0, values.bytes), values);
}

DeviceResult<void> DeviceWork::loadImportance()
{
    SNUG_TRY_DEVICE(m_lane.send(std::as_bytes(m_columns), m_lane.uploadImportance, m_lane.importance));
    if (m_rows == 0)
        return {};
    const std::uint64_t flagBytes = flagWords(m_rows) * sizeof(std::uint32_t);
    SNUG_TRY_DEVICE(m_lane.stream.run(rowMeanSquaresOperation(
        m_lane.values.range(0, m_stretch.count * sizeof(float)), m_lane.rowSquares.range(0, m_rows * sizeof(float)),
        m_lane.rowFlags.range(0, flagBytes), m_rows, m_tensor.cols())));
    m_rowFlagsAt = m_back;
    return m_lane.fetch(m_lane.rowFlags, flagBytes, m_back);
}

DeviceResult<void> DeviceWork::enqueue(Fetched &fetched)
{
    const TensorType type = targetOf(fetched.variant);
    const std::uint64_t blockLength = tensorTypeInfo(type).blockLength;
    fetched.blockCount = m_stretch.count / blockLength;
    fetched.blocksBytes = storedBytes(type, m_stretch.count);
    const std::uint64_t flagBytes = flagWords(fetched.blockCount) * sizeof(std::uint32_t);
    const std::uint64_t sumBytes = errorStretches(m_stretch.count) * 2 * sizeof(float);
    const SnugRange values = m_lane.values.range(0, m_stretch.count * sizeof(float));
    const SnugRange results = m_lane.results.range(0, values.bytes);
    const SnugRange blocks = m_lane.blocks.range(0, fetched.blocksBytes);
    const SnugRange flags = m_lane.flags.range(0, flagBytes);

    DeviceStream &stream = m_lane.stream;
    SNUG_TRY_DEVICE(stream.run(
        quantizeOperation(type, values, blocks, flags, m_stretch.count,
                          isWeighted(type) ? m_lane.importance.range(0, m_columns.size_bytes()) : SnugRange{},
                          looksAtRows(type) ? m_lane.rowSquares.range(0, m_rows * sizeof(float)) : SnugRange{},
                          {m_tensor.cols(), m_firstWeight % m_tensor.cols()})));
    SNUG_TRY_DEVICE(stream.run(dequantizeOperation(type, blocks, results, m_stretch.count)));
    SNUG_TRY_DEVICE(stream.run(
        errorSumsOperation(values, results, flags, m_lane.sums.range(0, sumBytes), m_stretch.count, blockLength)));
    fetched.blocksAt = m_back;
    SNUG_TRY_DEVICE(m_lane.fetch(m_lane.blocks, fetched.blocksBytes, m_back));
    fetched.flagsAt = m_back;
    SNUG_TRY_DEVICE(m_lane.fetch(m_lane.flags, flagBytes, m_back));
    fetched.sumsAt = m_back;
    return m_lane.fetch(m_lane.sums, sumBytes, m_back);
}

bool DeviceWork::collect(const Fetched &fetched)
{
    const std::size_t v = fetched.variant;
    std::memcpy(m_slot.outputs[v].bytes().data() + storedBytes(targetOf(v), m_stretch.first),
                m_lane.download.bytes().data() + fetched.blocksAt, fetched.blocksBytes);
    const Flags flags = flagsOf(fetched);
    const auto sums = downloaded<float>(fetched.sumsAt, 2 * errorStretches(m_stretch.count));
    for (std::size_t i = 0; i < sums.size(); i += 2) {
        if (areExact(sums[i], sums[i + 1])) {
            m_slot.signal[v] += static_cast<double>(sums[i]);
            m_slot.noise[v] += static_cast<double>(sums[i + 1]);
            continue;
        }
        const std::uint64_t first = i / 2 * kErrorStretch;
        measureHere(fetched, {first, std::min(kErrorStretch, m_stretch.count - first)}, flags.unmeasured);
    }
    return redo(fetched, flags);
}

/// In double precision, for weights whose squares single precision cannot add up.
void DeviceWork::measureHere(const Fetched &fetched, const Stretch &part, std::span<const std::uint32_t> leftOut)
{
    if (!stretchToFloats(m_job, m_slot, m_scratch, {m_stretch.first + part.first, part.count}))
        return;
    addErrors(fetched, part, [&](std::uint64_t block) { return !flagged(leftOut, block); });
}

/// A row whose mean square may not be exact takes all its blocks with it.
DeviceWork::Flags DeviceWork::flagsOf(const Fetched &fetched) const
{
    const auto found = downloaded<std::uint32_t>(fetched.flagsAt, flagWords(fetched.blockCount));
    Flags flags{{found.begin(), found.end()}, found};
    if (!looksAtRows(targetOf(fetched.variant)))
        return flags;
    const auto rowFlags = downloaded<std::uint32_t>(m_rowFlagsAt, flagWords(m_rows));
    const std::uint64_t perRow = fetched.blockCount / m_rows;
    for (std::uint64_t row = 0; row < m_rows; ++row)
        if (flagged(rowFlags, row))
            for (std::uint64_t block = row * perRow; block < (row + 1) * perRow; ++block)
                flags.again[block / 32] |= 1u << block % 32;
    return flags;
}

bool DeviceWork::redo(const Fetched &fetched, const Flags &flags)
{
    const TensorType type = targetOf(fetched.variant);
    const std::uint64_t blockLength = tensorTypeInfo(type).blockLength;
    const std::uint64_t unitWeights = looksAtRows(type) ? m_tensor.cols() : kRedoWeights;
    for (std::uint64_t block = 0; block < fetched.blockCount; ++block) {
        if (flags.again[block / 32] == 0) {
            block |= 31; // none of this word
            continue;
        }
        if (!flagged(flags.again, block))
            continue;
        const std::uint64_t first = block * blockLength / unitWeights * unitWeights;
        const Stretch unit{first, std::min(unitWeights, m_stretch.count - first)};
        const Stretch inSlice{m_stretch.first + unit.first, unit.count};
        if (!stretchToFloats(m_job, m_slot, m_scratch, inSlice) ||
            !quantizeStretch(m_job, m_importance, fetched.variant, m_slot, m_scratch, inSlice))
            return false;
        countRedone(fetched, flags, unit);
        block = (unit.first + unit.count) / blockLength - 1;
    }
    return true;
}

void DeviceWork::countRedone(const Fetched &fetched, const Flags &flags, const Stretch &unit)
{
    const std::uint64_t blockLength = tensorTypeInfo(targetOf(fetched.variant)).blockLength;
    for (std::uint64_t weight = unit.first; weight < unit.first + unit.count; weight += blockLength)
        m_slot.redone += flagged(flags.again, weight / blockLength);
    addErrors(fetched, unit, [&](std::uint64_t block) { return flagged(flags.unmeasured, block); });
}

template <class Wanted> void DeviceWork::addErrors(const Fetched &fetched, const Stretch &part, Wanted wanted)
{
    const std::size_t v = fetched.variant;
    const kernels::BlockKernel &kernel = *kernelFor(targetOf(v));
    const auto blockLength = static_cast<std::uint64_t>(kernel.blockLength);
    const auto *out = reinterpret_cast<const unsigned char *>(std::as_const(m_slot.outputs[v]).bytes().data()) +
                      storedBytes(targetOf(v), m_stretch.first);
    float check[kRedoWeights];
    for (std::uint64_t weight = part.first; weight < part.first + part.count; weight += blockLength) {
        const std::uint64_t block = weight / blockLength;
        if (!wanted(block))
            continue;
        kernel.dequantizeRow(out + block * static_cast<std::uint64_t>(kernel.blockBytes), check, kernel.blockLength);
        kernels::accumulateError(m_scratch.values.floats().data() + (weight - part.first), check, kernel.blockLength,
                                 &m_slot.signal[v], &m_slot.noise[v]);
    }
}

} // namespace snug
