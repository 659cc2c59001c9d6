// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The widget around MemoryPainter.

#include "ui/charts/memorychart.h"

#include "ui/charts/memorypainter.h"
#include "ui/theme/numbers.h"

#include <QPainter>

namespace snug::ui {

MemoryChart::MemoryChart(const QString &title, QWidget *parent) : QWidget(parent), m_title(title)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("%1 over time").arg(title));
}

void MemoryChart::setSeries(MemorySeries series)
{
    m_series = std::move(series);
    if (!isVisible())
        return; // painted, and described, when shown
    setAccessibleDescription(summary());
    update();
}

void MemoryChart::setPhaseNamesVisible(bool visible)
{
    m_phaseNames = visible;
    update();
}

void MemoryChart::setTimeAxisVisible(bool visible)
{
    m_timeAxis = visible;
    update();
}

QRectF MemoryChart::plotRect() const
{
    const double foot = m_timeAxis ? kPlotFootWithTimes : kPlotFoot;
    return {kPlotLeft, kPlotHead, std::max(1.0, width() - kPlotLeft), std::max(1.0, height() - kPlotHead - foot)};
}

QString MemoryChart::summary() const
{
    QStringList parts;
    if (!m_series.samples.empty())
        parts << tr("now %1").arg(sizeText(std::uint64_t(m_series.samples.back().oursBytes()), 2));
    double peak = 0;
    for (const PeakMark &mark : m_series.peaks)
        peak = std::max(peak, mark.bytes);
    if (peak > 0)
        parts << tr("peak %1").arg(sizeText(std::uint64_t(peak), 2));
    if (!m_series.limitText.isEmpty())
        parts << m_series.limitText;
    if (!m_series.stoppedText.isEmpty())
        parts << m_series.stoppedText;
    return parts.join(QStringLiteral(", "));
}

QSize MemoryChart::sizeHint() const { return {600, 150}; }

QSize MemoryChart::minimumSizeHint() const { return {200, 80}; }

void MemoryChart::showEvent(QShowEvent *event)
{
    setAccessibleDescription(summary());
    QWidget::showEvent(event);
}

void MemoryChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    MemoryPainter chart(painter, m_series, plotRect());
    chart.paintBands(m_phaseNames);
    chart.paintGrid(m_timeAxis);
    chart.paintStack();
    chart.paintLines();
    chart.paintMarks();
    chart.paintTitle(m_title);
}

} // namespace snug::ui
