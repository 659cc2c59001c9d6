// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reader, workers and writer at the same time: the reader fills slots in order, a pool works on them in any order, the
// writer (the calling thread) empties them in order. Slots bound what is in memory; order and bytes depend on nothing
// else.

#pragma once

#include "core/base/threadpool.h"
#include "core/jobs/context.h"
#include "core/jobs/device/deviceteam.h"
#include "core/jobs/importance.h"
#include "core/jobs/pipeline/shape.h"
#include "core/jobs/pipeline/slot.h"
#include "core/jobs/pipeline/tally.h"
#include "core/jobs/pipeline/variantoutput.h"
#include "core/weights/tensorreader.h"

#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>

namespace snug {

enum class PipelineEnd { Finished, Stopped };

using VariantOutputs = std::span<const std::unique_ptr<VariantOutput>>;

class Pipeline
{
public:
    /// All arguments outlive the pipeline. `outputs` has one per variant; `team` is null where the
    /// processor does everything.
    Pipeline(const PreparedJob &job, const ImportanceValues &importance, const PipelineShape &shape,
             const TensorReader &reader, JobContext &context, VariantOutputs outputs, Tally &tally,
             DeviceTeam *team = nullptr);

    /// Runs to the end, to a stop, or to the first error in output order. Call once.
    Result<PipelineEnd> run();

private:
    void readAll(ThreadPool &pool);
    void work(Slot &slot, Scratch &scratch);
    bool waitForFree(Slot &slot);
    void finish(Slot &slot, Slot::State state);
    Result<PipelineEnd> writeAll();
    /// Waits until the slot is worked; false when a stop came first.
    bool waitForDone(Slot &slot);
    Result<void> writeSlot(Slot &slot);
    void abort();
    Slot &slotFor(std::uint64_t sequence) { return m_slots[sequence % m_slots.size()]; }

    const PreparedJob &m_job;
    const ImportanceValues &m_importance;
    const PipelineShape &m_shape;
    const TensorReader &m_reader;
    JobContext &m_context;
    VariantOutputs m_outputs;
    Tally &m_tally;
    DeviceTeam *const m_team;

    std::vector<Slot> m_slots;
    std::vector<Scratch> m_scratch;
    std::mutex m_mutex; // guards the slots' states and m_aborted
    std::condition_variable m_changed;
    bool m_aborted = false;
};

} // namespace snug
