// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/measurecontroller.h"

#include "ui/bridge/taskthread.h"

#include <atomic>
#include <mutex>

namespace snug::ui {

namespace {

constexpr std::chrono::milliseconds kTick{100};

std::atomic<bool> s_leftThreadBehind = false;

} // namespace

CompareSpec sideBySide(const EvaluateSpec &spec)
{
    CompareSpec variants;
    variants.models = spec.models;
    variants.base = spec.base;
    variants.text = spec.text;
    variants.context = spec.context;
    variants.chunks = spec.chunks;
    variants.threads = spec.threads;
    variants.ramBytes = spec.ramBytes;
    return variants;
}

/// Where background threads leave things for the GUI thread. Outlives the controller when a thread does.
struct MeasureController::Mailbox
{
    std::mutex mutex; // guards owner
    MeasureController *owner = nullptr;

    /// Has `receive` called on the GUI thread, unless the controller is gone by then. Any thread.
    template <class Receive> void deliver(Receive receive)
    {
        std::lock_guard lock(mutex);
        if (owner)
            QMetaObject::invokeMethod(
                owner, [target = owner, receive = std::move(receive)] { receive(*target); }, Qt::QueuedConnection);
    }
};

MeasureController::MeasureController(Engine engine, QObject *parent)
    : QObject(parent), m_engine(std::move(engine)), m_mailbox(std::make_shared<Mailbox>()),
      m_thread(std::make_unique<TaskThread>()), m_headersThread(std::make_unique<TaskThread>())
{
    qRegisterMetaType<MeasureState>();
    m_mailbox->owner = this;
    connect(&m_timer, &QTimer::timeout, this, &MeasureController::tick);
}

MeasureController::~MeasureController()
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
    if (!m_headersThread->finish(std::chrono::seconds(1)) || !ended)
        s_leftThreadBehind = true;
}

bool MeasureController::leftThreadBehind() { return s_leftThreadBehind; }

bool MeasureController::busy() const
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

void MeasureController::start(const MeasureRequest &request)
{
    if (busy())
        return;
    m_request = request;
    m_snapshot = {};
    m_report.reset();
    m_context = std::make_shared<MeasureContext>();
    const quint64 id = ++m_id;
    m_thread->post([engine = m_engine, mailbox = m_mailbox, context = m_context, spec = request.spec,
                    variants = request.sideBySide, id] {
        if (variants) {
            auto report = std::make_shared<const CompareReport>(engine.compare(*variants, *context));
            mailbox->deliver([id, report](MeasureController &self) { self.takeComparison(id, report); });
            return;
        }
        auto report = std::make_shared<const EvaluateReport>(engine.evaluate(spec, *context));
        mailbox->deliver([id, report](MeasureController &self) { self.takeReport(id, report); });
    });
    m_timer.start(kTick);
    setState(MeasureState::Running);
}

void MeasureController::takeComparison(quint64 id, const std::shared_ptr<const CompareReport> &report)
{
    if (id != m_id)
        return;
    auto ofText = std::make_shared<EvaluateReport>();
    ofText->outcome = report->outcome;
    ofText->error = report->error;
    ofText->tokens = report->tokens;
    ofText->windows = report->windows;
    ofText->seconds = report->seconds;
    ofText->notes = report->notes;
    for (const ComparedModel &model : report->models) {
        if (model.base)
            ofText->base = model.measured;
        else
            ofText->models.push_back(model.measured);
    }
    emit compared(report);
    takeReport(id, ofText);
}

void MeasureController::takeReport(quint64 id, const std::shared_ptr<const EvaluateReport> &report)
{
    if (id != m_id)
        return;
    tick(); // the last figures
    m_timer.stop();
    m_context.reset();
    m_report = report;
    switch (report->outcome) {
    case Outcome::Succeeded:
        setState(MeasureState::Succeeded);
        break;
    case Outcome::Failed:
        setState(MeasureState::Failed);
        break;
    case Outcome::Cancelled:
        setState(MeasureState::Stopped);
        break;
    }
    emit finished(report);
}

void MeasureController::pause()
{
    if (m_state != MeasureState::Running)
        return;
    m_context->pause.pause();
    setState(MeasureState::Pausing);
}

void MeasureController::resume()
{
    if (m_state != MeasureState::Pausing && m_state != MeasureState::Paused)
        return;
    m_context->pause.resume();
    setState(MeasureState::Running);
}

void MeasureController::stop()
{
    if (!busy() || m_state == MeasureState::Stopping)
        return;
    m_context->stop.request();
    m_context->pause.resume();
    setState(MeasureState::Stopping);
}

void MeasureController::describe(const QString &path)
{
    m_headersThread->post([engine = m_engine, mailbox = m_mailbox, path] {
        auto summary = std::make_shared<const Result<ModelSummary>>(engine.summarize(path.toStdString()));
        mailbox->deliver([path, summary](MeasureController &self) { emit self.described(path, summary); });
    });
}

void MeasureController::setState(MeasureState state)
{
    m_state = state;
    emit stateChanged(state);
}

void MeasureController::tick()
{
    if (!m_context)
        return;
    m_snapshot = m_context->snapshot();
    if (m_state == MeasureState::Pausing && m_snapshot.paused)
        setState(MeasureState::Paused);
    emit ticked(m_snapshot);
}

} // namespace snug::ui
