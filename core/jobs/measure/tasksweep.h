// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Multiple-choice questions through a model: how likely it holds each choice.

#pragma once

#include "core/jobs/measure/measuredmodel.h"
#include "core/metrics/taskfile.h"
#include "core/metrics/taskscore.h"

#include <cstdint>

namespace snug {

/// Questions of one task through one model, in groups of sequences of like length.
class TaskSweep
{
public:
    /// All outlive it.
    TaskSweep(MeasuredModel &model, std::size_t modelNumber, const MeasureRoom &room, MeasureContext &context)
        : m_model(model), m_number(modelNumber), m_room(room), m_context(context)
    {
    }

    /// False when stopped; what was scored until then counts. Sequences longer than `longest` lose their beginning.
    /// Errors: those of ForwardPass.
    Result<bool> run(const TaskSet &tasks, std::uint64_t longest);
    const TaskAccumulator &scores() const { return m_scores; }
    std::uint64_t shortened() const { return m_shortened; } ///< sequences that were too long

private:
    /// One choice of a question as tokens.
    struct Choice
    {
        TokenSequence tokens;
        std::size_t scoredFrom = 0; ///< tokens from here on are the choice
        bool alone = false;         ///< the question has no other: the likeliest token counts as well
        ChoiceScore score;
    };
    Choice tokenize(const TaskSet &tasks, const TaskItem &item, std::size_t choice, std::uint64_t longest);
    Result<bool> sweepGroup(const TaskSet &tasks, std::uint64_t first, std::uint64_t count, std::uint64_t longest);
    Result<void> score(Choice &choice, const SweptSequences &swept, std::size_t sequence);
    void tell(std::uint64_t done, std::uint64_t all);

    MeasuredModel &m_model;
    std::size_t m_number;
    const MeasureRoom &m_room;
    MeasureContext &m_context;
    TaskAccumulator m_scores;
    std::uint64_t m_shortened = 0;
};

} // namespace snug
