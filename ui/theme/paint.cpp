// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The shared strokes: boxes, hairlines, checks, pills, verdicts, bars, text.

#include "ui/theme/paint.h"

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <QWidget>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
struct Verdicts
{
    Q_DECLARE_TR_FUNCTIONS(Verdicts)
};

constexpr double kPillHeight = 19, kFilledPillHeight = 16;
constexpr double kPillPadding = 7, kFilledPillPadding = 4;

QFont pillFont(bool filled)
{
    return filled ? sansFont(kUnitText, QFont::DemiBold) : sansFont(kUnitText, QFont::Medium);
}
} // namespace

void paintBox(QPainter &painter, const QRectF &rect, double radius, const QColor &fill, const QColor &border)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(border.isValid() ? QPen(border, 1) : QPen(Qt::NoPen));
    painter.setBrush(fill.isValid() ? QBrush(fill) : QBrush(Qt::NoBrush));
    const double inset = border.isValid() ? 0.5 : 0;
    painter.drawRoundedRect(rect.adjusted(inset, inset, -inset, -inset), radius - inset, radius - inset);
    painter.restore();
}

void paintHairline(QPainter &painter, const QRectF &rect, const QColor &color)
{
    painter.fillRect(QRectF(rect.x(), rect.y(), rect.width(), 1), color);
}

void paintCheck(QPainter &painter, const QRectF &rect, Qt::CheckState state, bool enabled)
{
    const Tokens &t = tokens();
    const QPointF corner(std::round(rect.center().x() - kCheckSize / 2.0),
                         std::round(rect.center().y() - kCheckSize / 2.0));
    const QRectF box(corner, QSizeF(kCheckSize, kCheckSize));
    if (state == Qt::Unchecked) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(enabled ? t.checkBorder : t.strongLine, 1.3));
        painter.setBrush(enabled ? t.raised : t.window);
        painter.drawRoundedRect(box.adjusted(0.65, 0.65, -0.65, -0.65), kCheckRadius - 0.65, kCheckRadius - 0.65);
        painter.restore();
        return;
    }
    paintBox(painter, box, kCheckRadius, enabled ? t.accent : t.text3, {});
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(enabled ? t.onAccent : t.surface, 1.8, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
    if (state == Qt::PartiallyChecked)
        painter.drawLine(box.topLeft() + QPointF(4.5, 8), box.topLeft() + QPointF(11.5, 8));
    else
        painter.drawPolyline(QPolygonF({box.topLeft() + QPointF(4.2, 8.3), box.topLeft() + QPointF(6.9, 10.9),
                                        box.topLeft() + QPointF(11.8, 5.4)}));
    painter.restore();
}

void paintFocusRing(QPainter &painter, const QRectF &rect, double radius)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(tokens().accent, 2));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(rect.adjusted(-3, -3, 3, 3), radius + 3, radius + 3);
    painter.restore();
}

QSizeF pillSize(const QString &text, bool filled)
{
    const double width = QFontMetricsF(pillFont(filled)).horizontalAdvance(text);
    return {std::ceil(width + 2 * (filled ? kFilledPillPadding : kPillPadding)),
            filled ? kFilledPillHeight : kPillHeight};
}

void paintPill(QPainter &painter, const QRectF &rect, const QString &text, bool filled)
{
    const Tokens &t = tokens();
    const QSizeF size = pillSize(text, filled);
    const QRectF pill(rect.x(), std::round(rect.center().y() - size.height() / 2), std::min(size.width(), rect.width()),
                      size.height());
    if (filled)
        paintBox(painter, pill, pill.height() / 2, t.accent, {});
    else
        paintBox(painter, pill, pill.height() / 2, t.surface, t.tintLine);
    paintText(painter, pill.adjusted(2, 0, -2, 0), text, pillFont(filled), filled ? t.onAccent : t.accent,
              Qt::AlignCenter);
}

void paintVerdict(QPainter &painter, const QRectF &rect, Verdict verdict, const QString &word, bool enabled)
{
    const QColor color = enabled ? tokens().verdict(verdict) : tokens().text3;
    constexpr double kSide = 16, kGap = 7;
    const double top = std::round(rect.center().y() - kSide / 2);
    paintIcon(painter, QRectF(rect.x(), top, kSide, kSide), verdictIcon(verdict), color);
    paintText(painter, rect.adjusted(kSide + kGap, 0, 0, 0), word, sansFont(kBodyText, QFont::Medium), color);
}

void paintSizeBar(QPainter &painter, const QRectF &rect, double share)
{
    constexpr double kHeight = 6;
    const QRectF track(rect.x(), std::round(rect.center().y() - kHeight / 2), rect.width(), kHeight);
    paintBox(painter, track, kHeight / 2, tokens().track, {});
    QPainterPath clip;
    clip.addRoundedRect(track, kHeight / 2, kHeight / 2);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    QRectF filled = track;
    filled.setWidth(track.width() * std::clamp(share, 0.0, 1.0));
    QPainterPath bar;
    bar.addRoundedRect(filled, kHeight / 2, kHeight / 2);
    painter.fillPath(bar.intersected(clip), tokens().checkBorder);
    painter.restore();
}

void paintText(QPainter &painter, const QRectF &rect, const QString &text, const QFont &font, const QColor &color,
               Qt::Alignment alignment, Qt::TextElideMode elide)
{
    painter.setFont(font);
    painter.setPen(color);
    const QString shown =
        elide == Qt::ElideNone ? text : QFontMetricsF(font).elidedText(text, elide, rect.width() + 0.5);
    painter.drawText(rect, int(alignment) | Qt::TextSingleLine | Qt::TextDontClip, shown);
}

QString verdictWord(Verdict verdict)
{
    switch (verdict) {
    case Verdict::Fits:
        return Verdicts::tr("Fits");
    case Verdict::Tight:
        return Verdicts::tr("Tight");
    case Verdict::DoesNotFit:
        return Verdicts::tr("Does not fit");
    case Verdict::Unknown:
        break;
    }
    return Verdicts::tr("Cannot estimate");
}

void setTextLook(QWidget *widget, int pixelSize, QFont::Weight weight, Ink ink)
{
    widget->setFont(sansFont(pixelSize, weight));
    setInk(widget, ink);
}

} // namespace snug::ui
