// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What controllers of work that computes models share: a thread of its own, one run at a time, looks at how far it is,
// pause and stop.

#pragma once

#include "ui/bridge/engine.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <functional>
#include <memory>

namespace snug::ui {

class TaskThread;

enum class MeasureState { Idle, Running, Pausing, Paused, Stopping, Succeeded, Failed, Stopped };

/// GUI thread only.
class MeasuringRun : public QObject
{
    Q_OBJECT

public:
    /// Asks a running one to stop and waits up to kClosingWait for it.
    ~MeasuringRun() override;

    static constexpr std::chrono::seconds kClosingWait{5};

    MeasureState state() const { return m_state; }
    /// One runs, is paused or is about to stop.
    bool busy() const;
    /// The newest look at the running one, or the last at one that is over.
    const MeasureSnapshot &snapshot() const { return m_snapshot; }
    /// True once a thread of any had to be left behind: the process should then end without tidying up.
    static bool leftThreadBehind();

    void pause();
    void resume();
    /// What was done so far is kept.
    void stop();

signals:
    void stateChanged(snug::ui::MeasureState state);
    /// Ten times a second while one runs.
    void ticked(const snug::MeasureSnapshot &snapshot);

protected:
    explicit MeasuringRun(QObject *parent);

    /// Called on the GUI thread, unless the controller is gone by then.
    using Answer = std::function<void()>;
    /// Works on the run's thread. The answer has to call end(). Not while busy().
    void begin(std::function<Answer(MeasureContext &context)> work);
    /// Work is over, the last snapshot is taken.
    void end(Outcome outcome);
    /// Asks something short on another thread; questions are answered in order. No answer where it returns none.
    void ask(std::function<Answer()> question);

private:
    struct Mailbox;

    void setState(MeasureState state);
    void tick();

    std::shared_ptr<Mailbox> m_mailbox;
    std::unique_ptr<TaskThread> m_thread;
    std::unique_ptr<TaskThread> m_questionThread;
    QTimer m_timer;

    MeasureState m_state = MeasureState::Idle;
    MeasureSnapshot m_snapshot;
    std::shared_ptr<MeasureContext> m_context; ///< of the running one; the worker keeps it alive
};

} // namespace snug::ui

Q_DECLARE_METATYPE(snug::ui::MeasureState)
