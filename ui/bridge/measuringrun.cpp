// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/measuringrun.h"

#include "ui/bridge/taskthread.h"

#include <atomic>
#include <mutex>
#include <utility>

namespace snug::ui {

namespace {

constexpr std::chrono::milliseconds kTick{100};

std::atomic<bool> s_leftThreadBehind = false;

MeasureState stateOf(Outcome outcome)
{
    switch (outcome) {
    case Outcome::Succeeded:
        return MeasureState::Succeeded;
    case Outcome::Cancelled:
        return MeasureState::Stopped;
    case Outcome::Failed:
        break;
    }
    return MeasureState::Failed;
}

} // namespace

/// Where background threads leave things for the GUI thread. Outlives the controller when a thread does.
struct MeasuringRun::Mailbox
{
    std::mutex mutex; // guards owner
    MeasuringRun *owner = nullptr;

    /// Any thread.
    void deliver(std::function<void(MeasuringRun &)> receive)
    {
        std::lock_guard lock(mutex);
        if (owner)
            QMetaObject::invokeMethod(
                owner, [target = owner, receive = std::move(receive)] { receive(*target); }, Qt::QueuedConnection);
    }
};

MeasuringRun::MeasuringRun(QObject *parent)
    : QObject(parent), m_mailbox(std::make_shared<Mailbox>()), m_thread(std::make_unique<TaskThread>()),
      m_questionThread(std::make_unique<TaskThread>())
{
    qRegisterMetaType<MeasureState>();
    m_mailbox->owner = this;
    connect(&m_timer, &QTimer::timeout, this, &MeasuringRun::tick);
}

MeasuringRun::~MeasuringRun()
{
    {
        std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->owner = nullptr;
    }
    if (m_context) {
        m_context->stop.request();
        m_context->pause.resume();
    }
    const bool ended = m_thread->finish(kClosingWait);
    if (!m_questionThread->finish(std::chrono::seconds(1)) || !ended)
        s_leftThreadBehind = true;
}

bool MeasuringRun::leftThreadBehind() { return s_leftThreadBehind; }

bool MeasuringRun::busy() const
{
    switch (m_state) {
    case MeasureState::Running:
    case MeasureState::Pausing:
    case MeasureState::Paused:
    case MeasureState::Stopping:
        return true;
    case MeasureState::Idle:
    case MeasureState::Succeeded:
    case MeasureState::Failed:
    case MeasureState::Stopped:
        break;
    }
    return false;
}

void MeasuringRun::begin(std::function<Answer(MeasureContext &)> work)
{
    m_snapshot = {};
    m_context = std::make_shared<MeasureContext>();
    m_thread->post([mailbox = m_mailbox, context = m_context, work = std::move(work)] {
        mailbox->deliver([answer = work(*context)](MeasuringRun &self) {
            self.tick(); // the last figures
            self.m_timer.stop();
            self.m_context.reset();
            answer();
        });
    });
    m_timer.start(kTick);
    setState(MeasureState::Running);
}

void MeasuringRun::end(Outcome outcome) { setState(stateOf(outcome)); }

void MeasuringRun::ask(std::function<Answer()> question)
{
    m_questionThread->post([mailbox = m_mailbox, question = std::move(question)] {
        if (Answer answer = question())
            mailbox->deliver([answer = std::move(answer)](MeasuringRun &) { answer(); });
    });
}

void MeasuringRun::pause()
{
    if (m_state != MeasureState::Running)
        return;
    m_context->pause.pause();
    setState(MeasureState::Pausing);
}

void MeasuringRun::resume()
{
    if (m_state != MeasureState::Pausing && m_state != MeasureState::Paused)
        return;
    m_context->pause.resume();
    setState(MeasureState::Running);
}

void MeasuringRun::stop()
{
    if (!m_context || m_state == MeasureState::Stopping)
        return;
    m_context->stop.request();
    m_context->pause.resume();
    setState(MeasureState::Stopping);
}

void MeasuringRun::setState(MeasureState state)
{
    m_state = state;
    emit stateChanged(state);
}

void MeasuringRun::tick()
{
    if (!m_context)
        return;
    m_snapshot = m_context->snapshot();
    if (m_state == MeasureState::Pausing && m_snapshot.paused)
        setState(MeasureState::Paused);
    emit ticked(m_snapshot);
}

} // namespace snug::ui
