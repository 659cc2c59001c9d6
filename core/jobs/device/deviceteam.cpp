// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/device/deviceteam.h"

#include "core/base/log.h"
#include "core/jobs/device/devicework.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

DeviceTeam::DeviceTeam(const BackendDevice &device, const PreparedJob &job, const DeviceShape &shape,
                       JobContext &context)
    : m_device(device), m_job(job), m_context(context)
{
    openLanes(shape);
}

std::string DeviceTeam::name() const { return nameAndId(m_device.description()); }

void DeviceTeam::openLanes(DeviceShape shape)
{
    DeviceFault first;
    for (;;) {
        m_shape = laneShape(m_job, shape.wantedWeights);
        const auto opened = tryOpen(shape);
        if (opened)
            return;
        if (first.text.empty())
            first = opened.error();
        m_free.clear();
        if (opened.error().status != SNUG_OUT_OF_MEMORY)
            break;
        if (shape.wantedWeights / 2 >= kSmallestStretch)
            shape.wantedWeights /= 2;
        else if (shape.lanes > 1)
            shape.lanes = 1;
        else
            break;
    }
    m_lost = true;
    note(fmt::format("{} could not be used: {}. The processor does the work.", name(), first.text));
}

DeviceResult<void> DeviceTeam::tryOpen(const DeviceShape &shape)
{
    for (int i = 0; i < shape.lanes; ++i) {
        auto lane = DeviceLane::open(m_device, m_shape, m_context.ledger);
        SNUG_TRY_DEVICE(lane);
        m_free.push_back(std::make_unique<DeviceLane>(*std::move(lane)));
    }
    m_lanes = shape.lanes;
    log::info("device", fmt::format("{}: {} lanes of {} weights", name(), m_lanes, m_shape.weights));
    return {};
}

DeviceTeam::Split DeviceTeam::split(std::size_t tensorIndex)
{
    Split split;
    const TensorType source = m_job.model->tensors[tensorIndex].source.type;
    for (std::size_t v = 0; v < m_job.variants.size(); ++v) {
        const TensorType type = m_job.variants[v].decisions[tensorIndex].type;
        const bool copied = type == source;
        const Support support = copied || !isDeviceType(type)
                                    ? Support::Lacking
                                    : m_device.quantizes(type, m_job.isWeighted(tensorIndex, type));
        (support == Support::Lacking ? split.onProcessor : split.onDevice).push_back(v);
        if (!copied && support != Support::Exact)
            noteType(type, support);
    }
    return split;
}

/// Once a type.
void DeviceTeam::noteType(TensorType type, Support support)
{
    std::lock_guard lock(m_mutex);
    if (m_lost || !m_noted.insert(type).second)
        return;
    m_notes.push_back(support == Support::Lacking
                          ? fmt::format("{} cannot make {}; the processor did.", name(), tensorTypeName(type))
                          : fmt::format("{} made on {} may differ in the last bit from what the processor makes.",
                                        tensorTypeName(type), name()));
}

bool DeviceTeam::work(std::span<const float> importance, Slot &slot, Scratch &scratch)
{
    if (!deviceCanWork(m_job, slot.slice.tensorIndex))
        return false;
    const Split variants = split(slot.slice.tensorIndex);
    if (variants.onDevice.empty())
        return false;
    beginSlice(m_job, slot);
    if (const auto done = workOn(importance, variants.onDevice, slot, scratch); !done) {
        lose(done.error());
        return false;
    }
    if (!slot.error && !variants.onProcessor.empty())
        (void)workVariants(m_job, importance, variants.onProcessor, slot, scratch, m_context.stop);
    return true;
}

/// In stretches that fit the lane, none across two experts, for each has its own importance.
DeviceResult<void> DeviceTeam::workOn(std::span<const float> importance, std::span<const std::size_t> variants,
                                      Slot &slot, Scratch &scratch)
{
    const ModelTensor &tensor = m_job.model->tensors[slot.slice.tensorIndex];
    const std::uint64_t step = sliceWeights(m_job, slot.slice.tensorIndex, m_shape.weights);
    const std::uint64_t expert = tensor.cols() * (tensor.dims.size() > 1 ? tensor.dims[1] : 1);
    for (Stretch stretch{0, 0}; stretch.first < slot.slice.weightCount; stretch.first += stretch.count) {
        stretch.count = std::min(step, slot.slice.weightCount - stretch.first);
        if (!importance.empty())
            stretch.count = std::min(stretch.count, expert - (slot.slice.firstWeight + stretch.first) % expert);
        m_context.pause.wait(m_context.stop);
        if (m_context.stop.requested() || slot.error)
            return {};
        auto lane = acquire();
        SNUG_TRY_DEVICE(lane);
        DeviceWork work(m_job, importance, m_device, **lane, slot, scratch, stretch);
        SNUG_TRY_DEVICE(work.run(variants));
        giveBack(*std::move(lane));
    }
    return {};
}

DeviceResult<std::unique_ptr<DeviceLane>> DeviceTeam::acquire()
{
    {
        std::unique_lock lock(m_mutex);
        m_changed.wait(lock, [this] { return !m_free.empty() || m_parked > 0 || m_lanes == 0; });
        if (m_lanes == 0)
            return deviceFault(SNUG_DEVICE_LOST, "it was given up");
        if (!m_free.empty()) {
            auto lane = std::move(m_free.back());
            m_free.pop_back();
            return lane;
        }
        --m_parked;
    }
    auto opened = DeviceLane::open(m_device, m_shape, m_context.ledger);
    SNUG_TRY_DEVICE(opened);
    return std::make_unique<DeviceLane>(*std::move(opened));
}

void DeviceTeam::park()
{
    std::vector<std::unique_ptr<DeviceLane>> unwanted; // destroyed outside the lock
    const std::lock_guard lock(m_mutex);
    unwanted.swap(m_free);
    m_parked += static_cast<int>(unwanted.size());
}

void DeviceTeam::giveBack(std::unique_ptr<DeviceLane> lane)
{
    std::unique_ptr<DeviceLane> unwanted; // destroyed outside the lock
    {
        std::lock_guard lock(m_mutex);
        if (m_lost)
            unwanted = std::move(lane);
        else
            m_free.push_back(std::move(lane));
    }
    m_changed.notify_one();
}

void DeviceTeam::lose(const DeviceFault &fault)
{
    std::vector<std::unique_ptr<DeviceLane>> unwanted; // destroyed outside the lock
    bool last = false;
    {
        std::lock_guard lock(m_mutex);
        if (m_lost)
            return;
        if (fault.status != SNUG_OUT_OF_MEMORY || m_lanes <= 1) {
            m_lost = last = true;
            m_lanes = m_parked = 0;
            unwanted.swap(m_free);
        } else {
            --m_lanes;
        }
    }
    m_changed.notify_all();
    note(last ? fmt::format("{} failed: {}. The processor does the rest.", name(), fault.text)
              : fmt::format("{} ran out of memory: {}. The processor did that step; the card goes on with fewer.",
                            name(), fault.text));
}

void DeviceTeam::note(std::string sentence)
{
    tellOfDevice(m_context, sentence);
    std::lock_guard lock(m_mutex);
    m_notes.push_back(std::move(sentence));
}

std::vector<std::string> DeviceTeam::notes() const
{
    std::lock_guard lock(m_mutex);
    return m_notes;
}

} // namespace snug
