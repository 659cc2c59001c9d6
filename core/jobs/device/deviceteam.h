// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A device at work for one job: its lanes, shared by the threads of the pool. What fails there is done on the
// processor, and said.

#pragma once

#include "core/jobs/context.h"
#include "core/jobs/device/devicelane.h"
#include "core/jobs/pipeline/slot.h"

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace snug {

class DeviceTeam
{
public:
    /// Opens the lanes of a shape; where memory is short, with smaller stretches, then fewer lanes, then none. Never
    /// fails: what could not be had is in notes(). All arguments outlive it.
    DeviceTeam(const BackendDevice &device, const PreparedJob &job, const DeviceShape &shape, JobContext &context);

    /// Does a slice, with the variants the device lacks done on this thread. False when the device did nothing (no lane
    /// is left, no type of its own, or it failed): the caller does the slice. Any thread, one slot each.
    bool work(std::span<const float> importance, Slot &slot, Scratch &scratch);

    /// Gives the memory of lanes without work back; they are opened again when work goes on. For as long as the job
    /// pauses, again and again: lanes at work get there within one stretch.
    void park();

    /// What a person should know: one sentence each.
    std::vector<std::string> notes() const;

private:
    struct Split
    {
        std::vector<std::size_t> onDevice, onProcessor;
    };
    void openLanes(DeviceShape shape);
    DeviceResult<void> tryOpen(const DeviceShape &shape);
    Split split(std::size_t tensorIndex);
    void noteType(TensorType type, Support support);
    /// A free lane, or one opened anew after a pause; nothing when the device is given up.
    DeviceResult<std::unique_ptr<DeviceLane>> acquire();
    void giveBack(std::unique_ptr<DeviceLane> lane);
    DeviceResult<void> workOn(std::span<const float> importance, std::span<const std::size_t> variants, Slot &slot,
                              Scratch &scratch);
    /// A lane is gone; with the last one, or a lost device, the device is.
    void lose(const DeviceFault &fault);
    void note(std::string sentence);
    std::string name() const;

    const BackendDevice m_device;
    const PreparedJob &m_job;
    JobContext &m_context;
    LaneShape m_shape;

    mutable std::mutex m_mutex; // guards all below
    std::condition_variable m_changed;
    std::vector<std::unique_ptr<DeviceLane>> m_free;
    int m_lanes = 0;  ///< free, at work and parked
    int m_parked = 0; ///< closed while the job pauses
    bool m_lost = false;
    std::set<TensorType> m_noted; ///< that the device lacks or may make inexactly
    std::vector<std::string> m_notes;
};

} // namespace snug
