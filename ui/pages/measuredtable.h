// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Predicted against measured, one row per figure: a bar, both figures, and how far off.

#pragma once

#include "core/jobs/plan.h"
#include "core/jobs/report.h"

#include <QWidget>

class QGridLayout;

namespace snug::ui {

/// Made once from a report. `plan` may be null. GUI thread only.
class MeasuredTable : public QWidget
{
    Q_OBJECT

public:
    MeasuredTable(const JobReport &report, const Plan *plan, QWidget *parent);

    /// "exact", "−5 %"; empty when either is not known.
    static QString offBy(double predicted, double measured);
    /// The same for times in seconds; of a job of less than a second a share would say nothing.
    static QString timeOffBy(double predicted, double measured);

private:
    void addRow(const QString &name, double predicted, double measured, const QString &predictedText,
                const QString &measuredText);
    void setOffBy(const QString &text);
    void addSizes(const QString &name, std::uint64_t predicted, std::uint64_t measured);

    QGridLayout *m_grid;
    int m_row = 0;
};

} // namespace snug::ui
