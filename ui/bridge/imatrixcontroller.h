// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Makes importance matrices on a thread of their own, one at a time, and looks beforehand at what one will take.

#pragma once

#include "ui/bridge/measurecontroller.h"

#include <QObject>
#include <QTimer>

#include <memory>

namespace snug::ui {

/// GUI thread only.
class ImatrixController : public QObject
{
    Q_OBJECT

public:
    explicit ImatrixController(Engine engine, QObject *parent = nullptr);
    /// Asks a running one to stop and waits up to kClosingWait for it.
    ~ImatrixController() override;

    static constexpr std::chrono::seconds kClosingWait{5};

    MeasureState state() const { return m_state; }
    /// One is made, is paused or is about to stop.
    bool busy() const;
    /// Of the present or last one; empty model before the first one.
    const ImatrixSpec &spec() const { return m_spec; }
    /// The newest look at the running one, or the last at one that is over.
    const MeasureSnapshot &snapshot() const { return m_snapshot; }
    /// Of the last one; null while one is made and before the first one.
    std::shared_ptr<const ImatrixReport> report() const { return m_report; }
    /// True once a thread had to be left behind: the process should then end without tidying up.
    static bool leftThreadBehind();

    /// Whether one can be made of a model, from its headers; answered by examined().
    void examine(const QString &model);
    /// What making one will take; answered by looked(). An earlier question that is unanswered is dropped.
    void look(const ImatrixSpec &spec);
    /// Ignored while busy(). What a run before it left at the same place is gone on from.
    void start(const ImatrixSpec &spec);
    void pause();
    void resume();
    /// What was done so far is kept for the next start().
    void stop();

signals:
    void examined(const QString &model, std::shared_ptr<const snug::Result<snug::ImatrixNeeds>> needs);
    void looked(const snug::ImatrixSpec &spec, std::shared_ptr<const snug::Result<snug::ImatrixNeeds>> needs);
    void stateChanged(snug::ui::MeasureState state);
    /// Ten times a second while one is made.
    void ticked(const snug::MeasureSnapshot &snapshot);
    void finished(std::shared_ptr<const snug::ImatrixReport> report);

private:
    struct Mailbox;

    void takeReport(quint64 id, const std::shared_ptr<const ImatrixReport> &report);
    void setState(MeasureState state);
    void tick();

    Engine m_engine;
    std::shared_ptr<Mailbox> m_mailbox;
    std::unique_ptr<TaskThread> m_thread;
    std::unique_ptr<TaskThread> m_lookThread;
    QTimer m_timer;

    MeasureState m_state = MeasureState::Idle;
    ImatrixSpec m_spec;
    MeasureSnapshot m_snapshot;
    quint64 m_id = 0;
    std::shared_ptr<MeasureContext> m_context; ///< of the running one; the worker keeps it alive
    std::shared_ptr<const ImatrixReport> m_report;
};

} // namespace snug::ui
