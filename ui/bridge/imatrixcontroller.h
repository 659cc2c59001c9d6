// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Makes importance matrices on a thread of their own, one at a time, and looks beforehand at what one will take.

#pragma once

#include "ui/bridge/measuringrun.h"

#include <atomic>

namespace snug::ui {

/// GUI thread only. What a stopped run has done is gone on from by the next start() at the same place.
class ImatrixController : public MeasuringRun
{
    Q_OBJECT

public:
    explicit ImatrixController(Engine engine, QObject *parent = nullptr);

    /// Of the present or last one; empty model before the first one.
    const ImatrixSpec &spec() const { return m_spec; }
    /// Of the last one; null while one is made and before the first one.
    std::shared_ptr<const ImatrixReport> report() const { return m_report; }

    /// Whether one can be made of a model, from its headers; answered by examined().
    void examine(const QString &model);
    /// What making one will take; answered by looked(). An earlier question that is unanswered is dropped.
    void look(const ImatrixSpec &spec);
    /// Ignored while busy(). What a run before it left at the same place is gone on from.
    void start(const ImatrixSpec &spec);

signals:
    void examined(const QString &model, std::shared_ptr<const snug::Result<snug::ImatrixNeeds>> needs);
    void looked(const snug::ImatrixSpec &spec, std::shared_ptr<const snug::Result<snug::ImatrixNeeds>> needs);
    void finished(std::shared_ptr<const snug::ImatrixReport> report);

private:
    Engine m_engine;
    ImatrixSpec m_spec;
    std::shared_ptr<const ImatrixReport> m_report;
    std::shared_ptr<std::atomic<quint64>> m_newestLook; ///< questions that are older need no answer
};

} // namespace snug::ui
