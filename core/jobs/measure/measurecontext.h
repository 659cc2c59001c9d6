// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a running measurement shares with whoever started it: stop, pause, and a look at how far it is.

#pragma once

#include "core/base/stopflag.h"
#include "core/memory/ledger.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

namespace snug {

class Backends;

enum class MeasurePhase { Open, Text, Tasks, Weights, Answers, Done };
/// "open", "text", "tasks", "weights", "answers", "done".
std::string_view measurePhaseName(MeasurePhase phase);

/// What is known of a model so far. NaN where nothing is.
struct RunningFigures
{
    double perplexity, perplexityError; ///< its standard error
    double klMean, klMeanError;
    double sameTop;
    double accuracy; ///< of the present task
};

/// One consistent look. Plain value.
struct MeasureSnapshot
{
    MeasurePhase phase = MeasurePhase::Open;
    std::string task;      ///< while tasks are done
    std::size_t model = 0; ///< at work, in the order of the report
    std::size_t layer = 0, layers = 0;
    std::uint64_t partsDone = 0, partsTotal = 0; ///< windows of the text, or questions of the task
    double fraction = 0;                         ///< of this phase, 0 to 1
    double seconds = 0;
    double secondsLeft = -1;             ///< of this phase; below 0: not known yet
    double tokensPerSecond = 0;          ///< through all layers of a model
    std::vector<RunningFigures> running; ///< one for each model
    std::vector<std::string> answers;    ///< to a prompt, as far as they are written; one for each model
    bool paused = false;
};

/// One per measurement; outlives it.
struct MeasureContext
{
    StopFlag stop;
    PauseGate pause;
    Ledger ledger;
    const Backends *backends = nullptr; ///< for tests: in place of the program's

    MeasureSnapshot snapshot() const;
    template <class Change> void update(Change change)
    {
        std::lock_guard lock(m_mutex);
        change(m_snapshot);
    }
    /// Waits while paused. False when it is to stop.
    bool goOn();

private:
    mutable std::mutex m_mutex; // guards m_snapshot
    MeasureSnapshot m_snapshot;
};

} // namespace snug
