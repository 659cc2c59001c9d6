// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a running job shares with whoever started it: stop, pause, progress to poll, events to drain.

#pragma once

#include "core/base/stopflag.h"
#include "core/jobs/plan.h"
#include "core/jobs/report.h"
#include "core/memory/ledger.h"

#include <cstdint>
#include <mutex>
#include <string>
#include <variant>
#include <vector>

namespace snug {

/// One consistent look at a running job. Plain value.
struct ProgressSnapshot
{
    Phase phase = Phase::Load;
    double phaseSeconds = 0;                         ///< since the phase began
    double seconds = 0;                              ///< since the job began, pauses not counted
    std::uint64_t weightsDone = 0, weightsTotal = 0; ///< over all levels
    std::uint64_t bytesRead = 0, bytesWritten = 0;
    std::size_t tensorsDone = 0, tensorsTotal = 0; ///< over all levels
    std::string currentTensor;
    int currentLayer = -1;
    double weightsPerSecond = 0; ///< over the last seconds
    double secondsLeft = -1;     ///< below 0: not known yet
    double fraction = 0;         ///< 0 to 1
    bool paused = false;
    std::string device;     ///< name of the device at work, "GeForce RTX 3050"; empty until one is chosen
    std::string deviceNote; ///< one sentence when a device was given up for another; empty while all is well
};

/// The worker writes, anyone polls. All methods are thread safe.
class Progress
{
public:
    ProgressSnapshot snapshot() const;
    /// Runs `change` on the figures under the lock.
    template <class Change> void update(Change change)
    {
        std::lock_guard lock(m_mutex);
        change(m_snapshot);
    }

private:
    mutable std::mutex m_mutex; // guards m_snapshot
    ProgressSnapshot m_snapshot;
};

struct PhaseEntered
{
    Phase phase;
    double atSeconds;
};
struct TensorStarted
{
    std::string name;
    int layer;
    TensorRole role;
};
struct TensorFinished
{
    TensorReport tensor;
};
using JobEvent = std::variant<PhaseEntered, TensorStarted, TensorFinished>;

/// Few events, kept until drained. All methods are thread safe.
class EventQueue
{
public:
    void push(JobEvent event);
    /// Takes all events so far, oldest first.
    std::vector<JobEvent> drain();

private:
    std::mutex m_mutex; // guards m_events
    std::vector<JobEvent> m_events;
};

class Backends;

/// One per run; outlives it.
struct JobContext
{
    StopFlag stop;
    PauseGate pause;
    Progress progress;
    EventQueue events;
    Ledger ledger;
    std::uint64_t sliceWeights = 0;     ///< for tests: weights per slice, about; 0: what is good
    const Backends *backends = nullptr; ///< for tests: in place of the program's
};

/// Tells of something on a device that was done elsewhere: to the log and to those who poll. Any thread.
void tellOfDevice(JobContext &context, const std::string &sentence);

} // namespace snug
