// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/imatrixcontroller.h"

#include "ui/bridge/taskthread.h"

#include <atomic>
#include <mutex>

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
struct ImatrixController::Mailbox
{
    std::mutex mutex; // guards owner
    ImatrixController *owner = nullptr;
    std::atomic<quint64> newestLook = 0;

    /// Has `receive` called on the GUI thread, unless the controller is gone by then. Any thread.
    template <class Receive> void deliver(Receive receive)
    {
        std::lock_guard lock(mutex);
        if (owner)
            QMetaObject::invokeMethod(
                owner, [target = owner, receive = std::move(receive)] { receive(*target); }, Qt::QueuedConnection);
    }
};

ImatrixController::ImatrixController(Engine engine, QObject *parent)
    : QObject(parent), m_engine(std::move(engine)), m_mailbox(std::make_shared<Mailbox>()),
      m_thread(std::make_unique<TaskThread>()), m_lookThread(std::make_unique<TaskThread>())
{
    m_mailbox->owner = this;
    connect(&m_timer, &QTimer::timeout, this, &ImatrixController::tick);
}

ImatrixController::~ImatrixController()
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
    if (!m_lookThread->finish(std::chrono::seconds(1)) || !ended)
        s_leftThreadBehind = true;
}

bool ImatrixController::leftThreadBehind() { return s_leftThreadBehind; }

bool ImatrixController::busy() const { return m_context != nullptr; }

void ImatrixController::examine(const QString &model)
{
    m_lookThread->post([engine = m_engine, mailbox = m_mailbox, model] {
        ImatrixSpec spec;
        spec.model = model.toStdString();
        auto needs = std::make_shared<const Result<ImatrixNeeds>>(engine.lookAtImatrix(spec));
        mailbox->deliver([model, needs](ImatrixController &self) { emit self.examined(model, needs); });
    });
}

void ImatrixController::look(const ImatrixSpec &spec)
{
    const quint64 id = ++m_mailbox->newestLook;
    m_lookThread->post([engine = m_engine, mailbox = m_mailbox, spec, id] {
        if (id != mailbox->newestLook)
            return; // a long text is not read for nothing
        auto needs = std::make_shared<const Result<ImatrixNeeds>>(engine.lookAtImatrix(spec));
        mailbox->deliver([spec, needs, id](ImatrixController &self) {
            if (id == self.m_mailbox->newestLook)
                emit self.looked(spec, needs);
        });
    });
}

void ImatrixController::start(const ImatrixSpec &spec)
{
    if (busy())
        return;
    m_spec = spec;
    m_snapshot = {};
    m_report.reset();
    m_context = std::make_shared<MeasureContext>();
    m_thread->post([engine = m_engine, mailbox = m_mailbox, context = m_context, spec, id = ++m_id] {
        auto report = std::make_shared<const ImatrixReport>(engine.makeImatrix(spec, *context));
        mailbox->deliver([id, report](ImatrixController &self) { self.takeReport(id, report); });
    });
    m_timer.start(kTick);
    setState(MeasureState::Running);
}

void ImatrixController::takeReport(quint64 id, const std::shared_ptr<const ImatrixReport> &report)
{
    if (id != m_id)
        return;
    tick(); // the last figures
    m_timer.stop();
    m_context.reset();
    m_report = report;
    setState(stateOf(report->outcome));
    emit finished(report);
}

void ImatrixController::pause()
{
    if (m_state != MeasureState::Running)
        return;
    m_context->pause.pause();
    setState(MeasureState::Pausing);
}

void ImatrixController::resume()
{
    if (m_state != MeasureState::Pausing && m_state != MeasureState::Paused)
        return;
    m_context->pause.resume();
    setState(MeasureState::Running);
}

void ImatrixController::stop()
{
    if (!busy() || m_state == MeasureState::Stopping)
        return;
    m_context->stop.request();
    m_context->pause.resume();
    setState(MeasureState::Stopping);
}

void ImatrixController::setState(MeasureState state)
{
    m_state = state;
    emit stateChanged(state);
}

void ImatrixController::tick()
{
    if (!m_context)
        return;
    m_snapshot = m_context->snapshot();
    if (m_state == MeasureState::Pausing && m_snapshot.paused)
        setState(MeasureState::Paused);
    emit ticked(m_snapshot);
}

} // namespace snug::ui
