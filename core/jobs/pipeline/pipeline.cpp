// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/pipeline/pipeline.h"

#include "core/jobs/pipeline/sliceworker.h"

#include <chrono>
#include <thread>

namespace snug {

namespace {
// How often a wait looks at the stop flag, which cannot wake it.
constexpr std::chrono::milliseconds kLookAtStop{20};
} // namespace

Pipeline::Pipeline(const PreparedJob &job, const ImportanceValues &importance, const PipelineShape &shape,
                   const TensorReader &reader, JobContext &context, VariantOutputs outputs, Tally &tally,
                   DeviceTeam *team)
    : m_job(job), m_importance(importance), m_shape(shape), m_reader(reader), m_context(context), m_outputs(outputs),
      m_tally(tally), m_team(team)
{
}

Result<PipelineEnd> Pipeline::run()
{
    auto slots = takeSlots(m_shape, m_context.ledger);
    SNUG_TRY(slots);
    m_slots = std::move(*slots);
    auto scratch = takeScratch(m_shape, m_context.ledger);
    SNUG_TRY(scratch);
    m_scratch = std::move(*scratch);

    ThreadPool pool(m_shape.threads);
    std::thread reader([this, &pool] { readAll(pool); });
    Result<PipelineEnd> end = writeAll();
    abort(); // wakes the reader when the writer ended early; does nothing after a full run
    reader.join();
    return end; // the pool waits for the slices still being worked
}

void Pipeline::readAll(ThreadPool &pool)
{
    SliceCursor cursor(m_job, m_shape.wantedWeights);
    for (std::uint64_t sequence = 0;; ++sequence) {
        const auto slice = cursor.next();
        if (!slice)
            return;
        Slot &slot = slotFor(sequence);
        if (!waitForFree(slot))
            return;
        slot.slice = *slice;
        slot.error.reset();
        if (auto read = m_reader.read(slot.slice, slot.source.bytes()); !read) {
            slot.error = read.error();
            finish(slot, Slot::State::Done);
            return;
        }
        finish(slot, Slot::State::Filled);
        pool.submit([this, &slot](int thread) {
            m_context.pause.wait(m_context.stop);
            if (!m_context.stop.requested())
                work(slot, m_scratch[static_cast<std::size_t>(thread)]);
            finish(slot, Slot::State::Done);
        });
    }
}

void Pipeline::work(Slot &slot, Scratch &scratch)
{
    const auto importance = m_importance.of(slot.slice.tensorIndex);
    if (!m_team || !m_team->work(importance, slot, scratch))
        workSlice(m_job, importance, slot, scratch, m_context.stop);
}

bool Pipeline::waitForFree(Slot &slot)
{
    m_context.pause.wait(m_context.stop);
    std::unique_lock lock(m_mutex);
    while (slot.state != Slot::State::Free && !m_aborted && !m_context.stop.requested())
        m_changed.wait_for(lock, kLookAtStop);
    return !m_aborted && !m_context.stop.requested();
}

void Pipeline::finish(Slot &slot, Slot::State state)
{
    {
        std::lock_guard lock(m_mutex);
        slot.state = state;
    }
    m_changed.notify_all();
}

bool Pipeline::waitForDone(Slot &slot)
{
    std::unique_lock lock(m_mutex);
    while (slot.state != Slot::State::Done && !m_context.stop.requested()) {
        m_changed.wait_for(lock, kLookAtStop);
        const bool paused = m_context.pause.paused();
        m_tally.setPaused(paused);
        if (paused && m_team)
            m_team->park();
    }
    return !m_context.stop.requested();
}

Result<PipelineEnd> Pipeline::writeAll()
{
    SliceCursor cursor(m_job, m_shape.wantedWeights);
    for (std::uint64_t sequence = 0; const auto slice = cursor.next(); ++sequence) {
        if (slice->firstWeight == 0)
            m_tally.beginTensor(slice->tensorIndex);
        Slot &slot = slotFor(sequence);
        if (!waitForDone(slot))
            return PipelineEnd::Stopped;
        if (slot.error)
            return fail(*slot.error);
        SNUG_TRY(writeSlot(slot));
        m_tally.addSlice(slot, m_reader.sourceBytes(slot.slice));
        m_reader.release(slot.slice);
        finish(slot, Slot::State::Free);
    }
    return PipelineEnd::Finished;
}

Result<void> Pipeline::writeSlot(Slot &slot)
{
    for (std::size_t v = 0; v < m_outputs.size(); ++v)
        SNUG_TRY(m_outputs[v]->write(slot.slice, std::as_const(slot.outputs[v]).bytes().first(slot.outputBytes[v])));
    return {};
}

void Pipeline::abort()
{
    {
        std::lock_guard lock(m_mutex);
        m_aborted = true;
    }
    m_changed.notify_all();
}

} // namespace snug
