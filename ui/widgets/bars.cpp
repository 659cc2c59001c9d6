// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints the bars.

#include "ui/widgets/bars.h"

#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
constexpr double kProgressHeight = 6, kPredictedHeight = 8, kPredictedTick = 22;
constexpr double kCompareHeight = 22, kCompareGap = 10, kComparePadding = 10, kCompareRadius = 5;

/// A bar with round ends, `share` of it filled.
void paintFilled(QPainter &painter, const QRectF &track, double share, const QColor &ground, const QColor &fill)
{
    painter.setRenderHint(QPainter::Antialiasing);
    const double radius = track.height() / 2;
    QPainterPath whole, part;
    whole.addRoundedRect(track, radius, radius);
    painter.fillPath(whole, ground);
    if (!(share > 0))
        return;
    part.addRoundedRect(QRectF(track.topLeft(), QSizeF(track.width() * std::min(share, 1.0), track.height())), radius,
                        radius);
    painter.fillPath(part.intersected(whole), fill);
}
} // namespace

ProgressLine::ProgressLine(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Progress"));
}

void ProgressLine::setShare(double share)
{
    if (share == m_share)
        return;
    m_share = share;
    setAccessibleDescription(share < 0 ? tr("not known") : tr("%1 %").arg(int(share * 100)));
    update();
}

QSize ProgressLine::sizeHint() const { return {200, int(kProgressHeight)}; }

QSize ProgressLine::minimumSizeHint() const { return {40, int(kProgressHeight)}; }

void ProgressLine::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintFilled(painter, rect(), m_share, tokens().track, tokens().accent);
}

PredictedBar::PredictedBar(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Predicted and measured"));
}

void PredictedBar::setValues(double predicted, double measured)
{
    m_predicted = predicted;
    m_measured = measured;
    update();
}

QSize PredictedBar::sizeHint() const { return {216, int(kPredictedTick)}; }

QSize PredictedBar::minimumSizeHint() const { return {60, int(kPredictedTick)}; }

void PredictedBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens();
    const QRectF track(0, (height() - kPredictedHeight) / 2, width(), kPredictedHeight);
    const double end = std::max(m_predicted, m_measured) / 0.89; // a little room behind the longer one
    paintFilled(painter, track, end > 0 ? m_measured / end : 0, t.track, t.accent);
    if (!(end > 0) || m_predicted < 0)
        return;
    const double x = std::round(width() * m_predicted / end);
    QPen pen(t.text, 1.5);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({2, 1.2});
    painter.setPen(pen);
    painter.drawLine(QPointF(x, (height() - kPredictedTick) / 2), QPointF(x, (height() + kPredictedTick) / 2));
}

SizeBar::SizeBar(QWidget *parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void SizeBar::setShare(double share)
{
    m_share = share;
    update();
}

QSize SizeBar::sizeHint() const { return {56, 6}; }

void SizeBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintSizeBar(painter, rect(), m_share);
}

CompareBars::CompareBars(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void CompareBars::setBars(std::vector<Bar> bars)
{
    m_bars = std::move(bars);
    QStringList spoken;
    for (const Bar &bar : m_bars)
        spoken << bar.label + QLatin1Char(' ') + bar.figure;
    setAccessibleName(spoken.join(QStringLiteral(", ")));
    updateGeometry();
    update();
}

QSize CompareBars::sizeHint() const
{
    const int count = int(m_bars.size());
    return {300, std::max(0, int(count * (kCompareHeight + kCompareGap) - kCompareGap))};
}

QSize CompareBars::minimumSizeHint() const { return {120, sizeHint().height()}; }

void CompareBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens();
    const QFont labelFont = sansFont(kSecondText, QFont::Medium);
    double figureWidth = 0, largest = 0;
    for (const Bar &bar : m_bars) {
        figureWidth =
            std::max(figureWidth, QFontMetricsF(sansFont(kSecondText, QFont::DemiBold)).horizontalAdvance(bar.figure));
        largest = std::max(largest, bar.value);
    }
    const double room = width() - figureWidth - kComparePadding;
    double y = 0;
    for (const Bar &bar : m_bars) {
        const QRectF area(0, y, largest > 0 ? std::max(4.0, room * bar.value / largest) : 4, kCompareHeight);
        paintBox(painter, area, kCompareRadius, bar.ours ? t.accent : t.strongLine, {});
        const double labelWidth = QFontMetricsF(labelFont).horizontalAdvance(bar.label);
        const bool inside = labelWidth + 2 * kComparePadding <= area.width();
        double x = area.right() + kComparePadding;
        if (inside) {
            paintText(painter, area.adjusted(kComparePadding, 0, 0, 0), bar.label, labelFont,
                      bar.ours ? t.onAccent : t.text);
        } else {
            paintText(painter, QRectF(x, y, labelWidth + 1, kCompareHeight), bar.label, labelFont, t.text2);
            x += labelWidth + 8;
        }
        paintText(painter, QRectF(x, y, width() - x, kCompareHeight), bar.figure,
                  sansFont(kSecondText, bar.ours ? QFont::DemiBold : QFont::Normal), t.text,
                  Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideNone);
        y += kCompareHeight + kCompareGap;
    }
}

} // namespace snug::ui
