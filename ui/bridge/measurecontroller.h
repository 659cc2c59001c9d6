// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs measurements on a thread of their own, one at a time, and tells the window how far they are.

#pragma once

#include "ui/bridge/engine.h"

#include <QObject>
#include <QStringList>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>

namespace snug::ui {

class TaskThread;

enum class MeasureState { Idle, Running, Pausing, Paused, Stopping, Succeeded, Failed, Stopped };

struct MeasureRequest
{
    EvaluateSpec spec;
    QStringList titles; ///< how the models are called, in the order of the report: the base first
    /// Side by side, with contexts and errors of layers, instead of `spec` (whose text, models and base are the same).
    std::optional<CompareSpec> sideBySide;
};
/// The same models and text side by side.
CompareSpec sideBySide(const EvaluateSpec &spec);

/// GUI thread only.
class MeasureController : public QObject
{
    Q_OBJECT

public:
    explicit MeasureController(Engine engine, QObject *parent = nullptr);
    /// Asks a running measurement to stop and waits up to kClosingWait for it.
    ~MeasureController() override;

    static constexpr std::chrono::seconds kClosingWait{5};

    MeasureState state() const { return m_state; }
    /// A measurement runs, is paused or is about to stop.
    bool busy() const;
    /// The present or last one.
    const MeasureRequest &request() const { return m_request; }
    /// The newest look at the running one, or the last at one that is over.
    const MeasureSnapshot &snapshot() const { return m_snapshot; }
    std::shared_ptr<const EvaluateReport> report() const { return m_report; }
    /// True once a thread had to be left behind: the process should then end without tidying up.
    static bool leftThreadBehind();

    /// Ignored while busy().
    void start(const MeasureRequest &request);
    void pause();
    void resume();
    void stop();
    /// Reads a model's headers; answered by described().
    void describe(const QString &path);

signals:
    void stateChanged(snug::ui::MeasureState state);
    /// Ten times a second while one runs.
    void ticked(const snug::MeasureSnapshot &snapshot);
    /// Before finished(), of what ran side by side.
    void compared(std::shared_ptr<const snug::CompareReport> report);
    /// What was measured up to a stop is in the report of a stopped one. Of a run side by side it is what compared()
    /// told of the text.
    void finished(std::shared_ptr<const snug::EvaluateReport> report);
    void described(const QString &path, std::shared_ptr<const snug::Result<snug::ModelSummary>> summary);

private:
    struct Mailbox;

    void setState(MeasureState state);
    void takeComparison(quint64 id, const std::shared_ptr<const CompareReport> &report);
    void takeReport(quint64 id, const std::shared_ptr<const EvaluateReport> &report);
    void tick();

    Engine m_engine;
    std::shared_ptr<Mailbox> m_mailbox;
    std::unique_ptr<TaskThread> m_thread;
    std::unique_ptr<TaskThread> m_headersThread;
    QTimer m_timer;

    MeasureState m_state = MeasureState::Idle;
    MeasureRequest m_request;
    MeasureSnapshot m_snapshot;
    quint64 m_id = 0;
    std::shared_ptr<MeasureContext> m_context; ///< of the running one; the worker keeps it alive
    std::shared_ptr<const EvaluateReport> m_report;
};

} // namespace snug::ui

Q_DECLARE_METATYPE(snug::ui::MeasureState)
