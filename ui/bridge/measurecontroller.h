// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Runs measurements on a thread of their own, one at a time, and tells the window how far they are.

#pragma once

#include "ui/bridge/measuringrun.h"

#include <QStringList>

#include <optional>

namespace snug::ui {

struct MeasureRequest
{
    EvaluateSpec spec;
    QStringList titles; ///< how the models are called, in the order of the report: the base first
    /// Side by side, with contexts and errors of layers, instead of `spec` (whose text, models and base are the same).
    std::optional<CompareSpec> sideBySide;
};
/// The same models and text side by side.
CompareSpec sideBySide(const EvaluateSpec &spec);

/// GUI thread only. What was measured up to a stop is in the report.
class MeasureController : public MeasuringRun
{
    Q_OBJECT

public:
    explicit MeasureController(Engine engine, QObject *parent = nullptr);

    /// The present or last one.
    const MeasureRequest &request() const { return m_request; }
    std::shared_ptr<const EvaluateReport> report() const { return m_report; }

    /// Ignored while busy().
    void start(const MeasureRequest &request);
    /// Reads a model's headers; answered by described().
    void describe(const QString &path);

signals:
    /// Before finished(), of what ran side by side.
    void compared(std::shared_ptr<const snug::CompareReport> report);
    /// Of a run side by side it is what compared() told of the text.
    void finished(std::shared_ptr<const snug::EvaluateReport> report);
    void described(const QString &path, std::shared_ptr<const snug::Result<snug::ModelSummary>> summary);

private:
    void takeReport(const std::shared_ptr<const EvaluateReport> &report);

    Engine m_engine;
    MeasureRequest m_request;
    std::shared_ptr<const EvaluateReport> m_report;
};

} // namespace snug::ui
