// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Title and figure above a bar of three shades.

#include "ui/widgets/meterbar.h"

#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>

namespace snug::ui {

namespace {
constexpr double kTextHeight = 16, kBarTop = 22, kBarHeight = 6, kTickReach = 3, kTickWidth = 1.5;
constexpr double kTextGap = 8;
} // namespace

MeterBar::MeterBar(const QString &title, QWidget *parent) : QWidget(parent), m_title(title)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    describe();
}

void MeterBar::setTitle(const QString &title)
{
    m_title = title;
    describe();
    update();
}

void MeterBar::setValues(const MeterValues &values)
{
    if (values == m_values)
        return;
    m_values = values;
    describe();
    update();
}

QString MeterBar::figureText(bool shortForm) const
{
    if (m_values.totalBytes == 0)
        return tr("not known");
    const std::uint64_t used = std::min(m_values.totalBytes, m_values.oursBytes + m_values.othersBytes);
    const QString text = shortForm ? tr("%1 of %2") : tr("%1 of %2 GiB");
    return text.arg(gibNumber(used), gibNumber(m_values.totalBytes));
}

void MeterBar::describe()
{
    setAccessibleName(m_title);
    setAccessibleDescription(figureText());
    if (m_values.totalBytes == 0) {
        setToolTip(tr("Not known yet."));
        return;
    }
    const std::uint64_t used = std::min(m_values.totalBytes, m_values.oursBytes + m_values.othersBytes);
    QString tip =
        tr("Snug: %1\nOther programs: %2\nFree: %3")
            .arg(sizeText(m_values.oursBytes), sizeText(m_values.othersBytes), sizeText(m_values.totalBytes - used));
    if (m_values.budgetBytes)
        tip += QLatin1Char('\n') + tr("The tick is what Snug may take: %1").arg(sizeText(*m_values.budgetBytes));
    setToolTip(tip);
}

QSize MeterBar::sizeHint() const { return {200, 32}; }

QSize MeterBar::minimumSizeHint() const { return {90, 32}; }

void MeterBar::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens &t = tokens();
    const QFont titleFont = sansFont(kSecondText, QFont::DemiBold), figureFont = sansFont(kSecondText);
    const QRectF line(0, 0, width(), kTextHeight);

    const double titleWidth = QFontMetricsF(titleFont).horizontalAdvance(m_title);
    QString figure = figureText();
    if (titleWidth + kTextGap + QFontMetricsF(figureFont).horizontalAdvance(figure) > width())
        figure = figureText(/*shortForm=*/true);
    const double figureWidth = QFontMetricsF(figureFont).horizontalAdvance(figure);
    paintText(painter, line, figure, figureFont, t.text2, Qt::AlignRight | Qt::AlignVCenter);
    paintText(painter, line.adjusted(0, 0, -figureWidth - kTextGap, 0), m_title, titleFont, t.text,
              Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);

    const QRectF bar(0, kBarTop, width(), kBarHeight);
    QPainterPath round;
    round.addRoundedRect(bar, kBarHeight / 2, kBarHeight / 2);
    painter.fillPath(round, t.track);
    if (m_values.totalBytes == 0)
        return;
    const double scale = width() / double(m_values.totalBytes);
    const double ours = std::min(double(width()), double(m_values.oursBytes) * scale);
    const double others = std::min(width() - ours, double(m_values.othersBytes) * scale);
    const auto part = [&](double from, double to, const QColor &color) {
        QPainterPath cut;
        cut.addRect(QRectF(from, bar.y(), to - from, bar.height()));
        painter.fillPath(round.intersected(cut), color);
    };
    part(ours > 0 ? ours + 1 : 0, ours + others, t.others);
    part(0, ours, t.accent);
    if (m_values.budgetBytes) {
        const double at = std::clamp(double(*m_values.budgetBytes) * scale, 0.0, width() - kTickWidth);
        painter.fillRect(QRectF(at, bar.y() - kTickReach, kTickWidth, kBarHeight + 2 * kTickReach), t.text);
    }
}

} // namespace snug::ui
