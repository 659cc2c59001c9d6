// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Plain lines and one picture for the stack: a fraction of what a chart library needs, and every detail in hand.

#include "ui/charts/memorypainter.h"

#include "ui/charts/memorystack.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPolygonF>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
constexpr double kTickSpacing = 18, kMostTicks = 6, kTimeSpacing = 80;
constexpr double kTagHeight = 17, kTagPadding = 5, kTagRadius = 4;
constexpr double kDiamond = 4.5;

/// 0 to 1; 0 for what is no number, which the rasterizer could not draw.
double shareOf(double part, double whole)
{
    const double share = part / whole;
    return share > 0 ? std::min(share, 1.0) : 0;
}

QPen dottedPen(const QColor &color)
{
    QPen pen(color, 1.5);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({1.4, 1.7});
    return pen;
}
} // namespace

double largestBytes(const MemorySeries &series)
{
    double largest = series.limitBytes.value_or(0);
    for (const MemorySample &sample : series.samples)
        largest = std::max(largest, sample.totalBytes());
    for (const PredictedStep &step : series.predicted)
        largest = std::max(largest, step.bytes);
    for (const PeakMark &peak : series.peaks)
        largest = std::max(largest, peak.bytes);
    return largest;
}

double endSeconds(const MemorySeries &series)
{
    double end = std::max({series.endSeconds, series.nowSeconds.value_or(0), series.stoppedSeconds.value_or(0)});
    if (!series.samples.empty())
        end = std::max(end, series.samples.back().seconds);
    return end > 0 ? end : 1;
}

MemoryPainter::MemoryPainter(QPainter &painter, const MemorySeries &series, const QRectF &plot)
    : m_painter(painter), m_series(series), m_plot(plot), m_unit(memoryUnit(largestBytes(series))),
      m_values(valueTicks(largestBytes(series) / m_unit.bytes,
                          int(std::clamp(plot.height() / kTickSpacing, 1.0, kMostTicks)))),
      m_times(timeTicks(ui::endSeconds(series), int(std::clamp(plot.width() / kTimeSpacing, 1.0, 12.0))))
{
    m_painter.setRenderHint(QPainter::Antialiasing);
}

double MemoryPainter::x(double seconds) const { return m_plot.x() + shareOf(seconds, m_times.end) * m_plot.width(); }

double MemoryPainter::y(double bytes) const
{
    return m_plot.bottom() - shareOf(bytes / m_unit.bytes, m_values.end) * m_plot.height();
}

void MemoryPainter::paintBands(bool names)
{
    const Tokens &t = tokens();
    const QFont font = sansFont(kUnitText, QFont::Medium);
    const QFontMetricsF metrics(font);
    for (std::size_t i = 1; i < m_series.phases.size(); i += 2) {
        const double from = std::round(x(m_series.phases[i].fromSeconds)),
                     to = std::round(x(m_series.phases[i].toSeconds));
        m_painter.fillRect(QRectF(from, m_plot.y() - kPlotHead, to - from, m_plot.height() + kPlotHead), t.phaseBand);
    }
    double free = m_plot.x() - 4; // where the next name may begin
    for (const PhaseBand &band : m_series.phases) {
        if (!names || band.name.isEmpty())
            continue;
        const double from = x(band.fromSeconds), to = x(band.toSeconds);
        const double room = std::max(to - from - 4, 60.0);
        const QString name = metrics.elidedText(band.name, Qt::ElideRight, room);
        const double width = metrics.horizontalAdvance(name);
        const double left = std::max(free, std::min((from + to - width) / 2, m_plot.right() - width));
        if (left + width > m_plot.right() + 1)
            continue;
        paintText(m_painter, QRectF(left, m_plot.y() - kPlotHead, width + 1, kPlotHead - 4), name, font, t.text2,
                  Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideNone);
        free = left + width + kSpace8;
    }
}

void MemoryPainter::paintGrid(bool times)
{
    const Tokens &t = tokens();
    const QFont font = sansFont(kUnitText);
    int decimals = 0;
    for (double step = m_values.step; decimals < 3 && std::abs(step - std::round(step)) > 1e-6; step *= 10)
        ++decimals;
    const std::vector<double> ticks = m_values.values();
    for (const double tick : ticks) {
        const double at = std::round(y(tick * m_unit.bytes));
        m_painter.fillRect(QRectF(m_plot.x(), at, m_plot.width(), 1), t.plotLine);
        QString label = decimalText(tick, decimals);
        if (tick == ticks.back())
            label += QLatin1Char(' ') + m_unit.name;
        paintText(m_painter, QRectF(0, at - 8, m_plot.x() - 7, 17), label, font, t.text2,
                  Qt::AlignRight | Qt::AlignVCenter, Qt::ElideNone);
    }
    if (!times)
        return;
    const QFontMetricsF metrics(font);
    for (const double tick : m_times.values()) {
        const QString label = clockText(tick);
        const double width = metrics.horizontalAdvance(label);
        const double left = std::min(x(tick) - width / 2, m_plot.right() - width + 2);
        paintText(m_painter, QRectF(left, m_plot.bottom() + 5, width + 1, 16), label, font, t.text2,
                  Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideNone);
    }
}

double MemoryPainter::endOfSamples() const
{
    const double last = m_series.samples.back().seconds;
    return std::max(last, m_series.stoppedSeconds.value_or(m_series.nowSeconds.value_or(last)));
}

void MemoryPainter::paintStack()
{
    if (m_series.samples.empty())
        return;
    const Tokens &t = tokens();
    StackSpec spec{m_series.samples, m_times.end, endOfSamples(), m_values.end * m_unit.bytes, {}};
    std::transform(t.components.begin(), t.components.end(), spec.colors.begin(),
                   [](const QColor &color) { return color.rgb(); });
    spec.colors.back() = t.otherPrograms.rgb();
    const double ratio = m_painter.device()->devicePixelRatioF();
    QImage image = ui::paintStack(spec, (m_plot.size() * ratio).toSize());
    image.setDevicePixelRatio(ratio);
    m_painter.drawImage(m_plot.topLeft(), image);
}

void MemoryPainter::paintPredicted()
{
    QPolygonF line;
    for (const PredictedStep &step : m_series.predicted) {
        const double from = x(step.fromSeconds), to = x(step.toSeconds), at = y(step.bytes);
        line << QPointF(from, at) << QPointF(to, at);
    }
    m_painter.setBrush(Qt::NoBrush);
    m_painter.setPen(dottedPen(tokens().text));
    m_painter.drawPolyline(line);
}

void MemoryPainter::paintLimit()
{
    if (!m_series.limitBytes)
        return;
    const Tokens &t = tokens();
    const QColor color = m_series.limitHit ? t.doesNotFit : t.text;
    const double at = std::round(y(*m_series.limitBytes) * 2) / 2;
    m_painter.fillRect(QRectF(m_plot.x(), at - 0.75, m_plot.width(), 1.5), color);
    const bool roomBelow = m_plot.bottom() - at > kTagHeight + 6;
    const double width = QFontMetricsF(sansFont(kUnitText, QFont::DemiBold)).horizontalAdvance(m_series.limitText);
    paintTag({m_plot.right() - width / 2 - kTagPadding - 3, at + (roomBelow ? 11.5 : -11.5)}, m_series.limitText,
             color);
}

void MemoryPainter::paintLines()
{
    const Tokens &t = tokens();
    paintPredicted();
    if (m_series.nowSeconds && !m_series.stoppedSeconds)
        m_painter.fillRect(QRectF(std::round(x(*m_series.nowSeconds)), m_plot.y(), 1, m_plot.height()), t.text);
    paintLimit();
    if (!m_series.stoppedSeconds)
        return;
    const double at = std::round(x(*m_series.stoppedSeconds));
    m_painter.fillRect(QRectF(at - 0.75, m_plot.y(), 1.5, m_plot.height()), t.doesNotFit);
    const double reach =
        QFontMetricsF(sansFont(kUnitText, QFont::DemiBold)).horizontalAdvance(m_series.stoppedText) / 2 + kTagPadding +
        4;
    const bool right = at + 2 * reach < m_plot.right();
    paintTag({right ? at + reach : at - reach, m_plot.y() + m_plot.height() * 0.4}, m_series.stoppedText, t.doesNotFit);
}

void MemoryPainter::paintTag(const QPointF &at, const QString &text, const QColor &color)
{
    if (text.isEmpty())
        return;
    const QFont font = sansFont(kUnitText, QFont::DemiBold);
    const double width = QFontMetricsF(font).horizontalAdvance(text) + 2 * kTagPadding;
    QRectF box(std::round(at.x() - width / 2), std::round(at.y() - kTagHeight / 2), std::ceil(width), kTagHeight);
    box.moveLeft(std::clamp(box.x(), m_plot.x() + 2, std::max(m_plot.x() + 2, m_plot.right() - 2 - box.width())));
    QColor ground = tokens().surface;
    ground.setAlphaF(0.88f);
    paintBox(m_painter, box, kTagRadius, ground, {});
    paintText(m_painter, box, text, font, color, Qt::AlignCenter, Qt::ElideNone);
}

void MemoryPainter::paintDiamond(const QPointF &at)
{
    const QPolygonF shape(
        {at + QPointF(0, -kDiamond), at + QPointF(kDiamond, 0), at + QPointF(0, kDiamond), at + QPointF(-kDiamond, 0)});
    m_painter.setPen(QPen(tokens().surface, 2.5, Qt::SolidLine, Qt::RoundCap, Qt::MiterJoin));
    m_painter.setBrush(tokens().text);
    m_painter.drawPolygon(shape);
    m_painter.setPen(Qt::NoPen);
    m_painter.drawPolygon(shape);
}

void MemoryPainter::paintMarks()
{
    const PeakMark *highest = nullptr;
    for (const PeakMark &peak : m_series.peaks) {
        paintDiamond({x(peak.atSeconds), y(peak.bytes)});
        if (!highest || peak.bytes > highest->bytes)
            highest = &peak;
    }
    if (!highest)
        return;
    const QPointF at(x(highest->atSeconds), y(highest->bytes));
    const bool roomAbove = at.y() - m_plot.y() > kTagHeight + 4;
    paintTag(at + QPointF(0, roomAbove ? -15 : 15), decimalText(highest->bytes / m_unit.bytes, m_unit.decimals),
             tokens().text);
}

void MemoryPainter::paintTitle(const QString &title)
{
    paintText(m_painter, QRectF(0, m_plot.y() - kPlotHead, kPlotLeft - 4, kPlotHead - 4), title,
              sansFont(kSecondText, QFont::DemiBold), tokens().text);
}

} // namespace snug::ui
