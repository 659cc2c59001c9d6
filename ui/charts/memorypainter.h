// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Draws one memory chart: bands, grid, stack, lines, marks, labels. Used by MemoryChart alone.

#pragma once

#include "ui/charts/chartaxis.h"
#include "ui/charts/memoryseries.h"

#include <QRectF>

class QColor;
class QPainter;

namespace snug::ui {

/// Distances that charts above each other share.
constexpr double kPlotLeft = 58, kPlotHead = 20, kPlotFoot = 8, kPlotFootWithTimes = 26;

/// One painting; borrows its arguments.
class MemoryPainter
{
public:
    MemoryPainter(QPainter &painter, const MemorySeries &series, const QRectF &plot);

    void paintBands(bool names);
    void paintGrid(bool times);
    void paintStack();
    void paintLines();
    void paintMarks();
    void paintTitle(const QString &title);

private:
    double x(double seconds) const;
    double y(double bytes) const;
    double endOfSamples() const;
    /// A text on a ground of its own, kept inside the plot; `at` is its middle.
    void paintTag(const QPointF &at, const QString &text, const QColor &color);
    void paintPredicted();
    void paintLimit();
    void paintDiamond(const QPointF &at);
    QPainter &m_painter;
    const MemorySeries &m_series;
    QRectF m_plot;
    MemoryUnit m_unit;
    AxisTicks m_values, m_times;
};

/// The largest value the chart must hold, and the end of its time axis.
double largestBytes(const MemorySeries &series);
double endSeconds(const MemorySeries &series);

} // namespace snug::ui
