// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One stacked chart of memory over time. Two of them, one above the other, share a time axis and a left margin.

#pragma once

#include "ui/charts/memoryseries.h"

#include <QWidget>

namespace snug::ui {

/// GUI thread only. setSeries() on a hidden chart costs a copy and no painting.
class MemoryChart : public QWidget
{
    Q_OBJECT
public:
    explicit MemoryChart(const QString &title, QWidget *parent = nullptr);
    void setSeries(MemorySeries series);
    const MemorySeries &series() const { return m_series; }
    /// Phase names above the plot: on for the upper chart.
    void setPhaseNamesVisible(bool visible);
    /// Times below the plot: on for the lower chart.
    void setTimeAxisVisible(bool visible);
    /// Where values are drawn, without head and axis.
    QRectF plotRect() const;
    /// What screen readers say: now, peak, limit.
    QString summary() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    QString m_title;
    MemorySeries m_series;
    bool m_phaseNames = true;
    bool m_timeAxis = true;
};

} // namespace snug::ui
