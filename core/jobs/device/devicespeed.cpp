// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/devicespeed.h"

#include "core/backends/operations.h"
#include "core/base/threadpool.h"
#include "core/jobs/device/devicelane.h"
#include "core/kernels/blockkernel.h"
#include "core/quant/typekernel.h"

#include <algorithm>
#include <atomic>
#include <map>
#include <mutex>
#include <tuple>
#include <vector>

namespace snug {

namespace {

using Clock = std::chrono::steady_clock;

constexpr std::uint64_t kCols = 4096; // of the rows that importance goes by

class Trial
{
public:
    Trial(const DeviceTrial &trial, std::uint64_t weights) : m_trial(trial), m_weights(weights)
    {
        const TensorTypeInfo &info = tensorTypeInfo(trial.type);
        const std::uint64_t blocks = weights / info.blockLength;
        shape.weights = weights;
        shape.sourceBytes = shape.uploadBytes = weights * 2;
        shape.valuesBytes = weights * sizeof(float);
        shape.blocksBytes = (blocks * info.blockBytes + 3) / 4 * 4;
        shape.flagsBytes = flagWords(blocks) * 4;
        shape.sumsBytes = errorStretches(weights) * 2 * sizeof(float);
        if (trial.weighted) {
            shape.importanceBytes = kCols * sizeof(float);
            shape.rowsBytes = weights / kCols * sizeof(float);
            shape.rowFlagsBytes = flagWords(weights / kCols) * 4;
        }
        shape.downloadBytes = shape.blocksBytes + shape.flagsBytes + shape.sumsBytes + 4 + shape.rowFlagsBytes;
    }

    /// Halves of a pattern that looks like weights, and importance of the same kind.
    void fill(DeviceLane &lane) const
    {
        std::uint32_t state = 12345;
        auto *halves = reinterpret_cast<std::uint16_t *>(lane.upload.bytes().data());
        for (std::uint64_t i = 0; i < m_weights; ++i) {
            state = state * 1664525u + 1013904223u;
            // Exponents of 2^-7 to 2^-4, any sign and mantissa.
            halves[i] = static_cast<std::uint16_t>((state >> 16 & 0x83ff) | (8 + (state >> 8 & 3)) << 10);
        }
        auto *importance = reinterpret_cast<float *>(lane.uploadImportance.bytes().data());
        for (std::uint64_t i = 0; m_trial.weighted && i < kCols; ++i)
            importance[i] = 0.5f + static_cast<float>(i % 17);
    }

    /// What a run does with one stretch.
    DeviceResult<void> once(DeviceLane &lane) const
    {
        std::uint64_t back = 0;
        DeviceStream &stream = lane.stream;
        SNUG_TRY_DEVICE(stream.copy(lane.upload.whole(), lane.source.whole()));
        if (m_trial.copiesOnly)
            return fetchResults(lane, back);
        SNUG_TRY_DEVICE(
            stream.run(dequantizeOperation(TensorType::F16, lane.source.whole(), lane.values.whole(), m_weights)));
        SNUG_TRY_DEVICE(stream.run(firstNonFiniteOperation(lane.values.whole(), lane.index.whole(), m_weights)));
        SNUG_TRY_DEVICE(lane.fetch(lane.index, 4, back));
        SNUG_TRY_DEVICE(quantize(lane, back));
        SNUG_TRY_DEVICE(
            stream.run(dequantizeOperation(m_trial.type, lane.blocks.whole(), lane.results.whole(), m_weights)));
        SNUG_TRY_DEVICE(
            stream.run(errorSumsOperation(lane.values.whole(), lane.results.whole(), lane.flags.whole(),
                                          lane.sums.whole(), m_weights, tensorTypeInfo(m_trial.type).blockLength)));
        return fetchResults(lane, back);
    }

    LaneShape shape;

private:
    DeviceResult<void> fetchResults(DeviceLane &lane, std::uint64_t &back) const
    {
        SNUG_TRY_DEVICE(lane.fetch(lane.blocks, lane.blocks.sizeBytes(), back));
        SNUG_TRY_DEVICE(lane.fetch(lane.flags, lane.flags.sizeBytes(), back));
        SNUG_TRY_DEVICE(lane.fetch(lane.sums, lane.sums.sizeBytes(), back));
        return lane.stream.finish();
    }

    DeviceResult<void> quantize(DeviceLane &lane, std::uint64_t &back) const
    {
        if (!m_trial.weighted)
            return lane.stream.run(quantizeOperation(m_trial.type, lane.values.whole(), lane.blocks.whole(),
                                                     lane.flags.whole(), m_weights));
        SNUG_TRY_DEVICE(lane.stream.copy(lane.uploadImportance.whole(), lane.importance.whole()));
        const bool wholeRows = kernelFor(m_trial.type)->weightsNeedWholeRow;
        if (wholeRows) {
            SNUG_TRY_DEVICE(lane.stream.run(rowMeanSquaresOperation(lane.values.whole(), lane.rowSquares.whole(),
                                                                    lane.rowFlags.whole(), m_weights / kCols, kCols)));
            SNUG_TRY_DEVICE(lane.fetch(lane.rowFlags, lane.rowFlags.sizeBytes(), back));
        }
        return lane.stream.run(quantizeOperation(m_trial.type, lane.values.whole(), lane.blocks.whole(),
                                                 lane.flags.whole(), m_weights, lane.importance.whole(),
                                                 wholeRows ? lane.rowSquares.whole() : SnugRange{}, {kCols, 0}));
    }

    const DeviceTrial m_trial;
    const std::uint64_t m_weights;
};

using Key = std::tuple<std::string, TensorType, bool>;
std::mutex speedsMutex; // guards speeds()
std::map<Key, double> &speeds()
{
    static std::map<Key, double> known;
    return known;
}

/// All lanes go round until the time is over; weights a second.
DeviceResult<double> timeRounds(const Trial &trial, std::vector<DeviceLane> &lanes, std::chrono::milliseconds time)
{
    std::atomic<std::uint64_t> rounds = 0;
    std::vector<DeviceResult<void>> ends(lanes.size());
    const auto start = Clock::now();
    {
        ThreadPool pool(static_cast<int>(lanes.size()));
        for (std::size_t i = 0; i < lanes.size(); ++i)
            pool.submit([&, i](int) {
                do {
                    ends[i] = trial.once(lanes[i]);
                    ++rounds;
                } while (ends[i] && Clock::now() - start < time);
            });
    } // waits
    const double seconds = std::chrono::duration<double>(Clock::now() - start).count();
    for (DeviceResult<void> &end : ends)
        SNUG_TRY_DEVICE(end);
    return static_cast<double>(rounds.load() * trial.shape.weights) / seconds;
}

/// The first round is not counted, for drivers compile at first use, unless it alone takes longer than all should.
DeviceResult<double> timeLanes(const Trial &trial, std::vector<DeviceLane> &lanes, std::chrono::milliseconds time)
{
    for (DeviceLane &lane : lanes)
        trial.fill(lane);
    const auto start = Clock::now();
    SNUG_TRY_DEVICE(trial.once(lanes.front()));
    SNUG_TRY_DEVICE(trial.once(lanes.front()));
    const std::chrono::duration<double> first = Clock::now() - start;
    if (first > 4 * time)
        return static_cast<double>(2 * trial.shape.weights) / first.count();
    return timeRounds(trial, lanes, time);
}

DeviceResult<std::vector<DeviceLane>> openLanes(const BackendDevice &device, const LaneShape &shape, int count,
                                                Ledger &ledger)
{
    std::vector<DeviceLane> lanes;
    for (int i = 0; i < count; ++i) {
        auto lane = DeviceLane::open(device, shape, ledger);
        SNUG_TRY_DEVICE(lane);
        lanes.push_back(*std::move(lane));
    }
    return lanes;
}

} // namespace

DeviceResult<double> measureDevice(const BackendDevice &device, const DeviceTrial &trial, Ledger &ledger,
                                   std::chrono::milliseconds time)
{
    if (device.quantizes(trial.type, trial.weighted) == Support::Lacking)
        return deviceFault(SNUG_UNSUPPORTED, "it cannot make " + std::string(tensorTypeName(trial.type)));
    const int count = trial.lanes > 0 ? trial.lanes : wantedLanes(device.description());
    std::uint64_t weights = trial.weights > 0 ? trial.weights : wantedStretch(device.description());
    weights = std::max(weights / kSmallestStretch, std::uint64_t{1}) * kSmallestStretch; // whole rows of the trial
    for (;; weights /= 2) {
        const Trial plan(trial, weights);
        auto lanes = openLanes(device, plan.shape, count, ledger);
        if (!lanes && lanes.error().status == SNUG_OUT_OF_MEMORY && weights / 2 >= kSmallestStretch)
            continue;
        SNUG_TRY_DEVICE(lanes);
        auto speed = timeLanes(plan, *lanes, time);
        SNUG_TRY_DEVICE(speed);
        if (!trial.copiesOnly) {
            std::lock_guard lock(speedsMutex);
            speeds()[{device.description().id, trial.type, trial.weighted}] = *speed;
        }
        return speed;
    }
}

std::optional<double> knownDeviceSpeed(const std::string &id, TensorType type, bool weighted)
{
    std::lock_guard lock(speedsMutex);
    const auto found = speeds().find({id, type, weighted});
    return found == speeds().end() ? std::nullopt : std::optional(found->second);
}

} // namespace snug
