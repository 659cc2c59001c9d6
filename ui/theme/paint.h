// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small things that widgets, delegates and the style all draw, drawn once here.

#pragma once

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

#include <QRectF>
#include <QString>

class QPainter;
class QWidget;

namespace snug::ui {

/// A rounded box whose one-pixel border lies inside `rect`, on half pixels.
void paintBox(QPainter &painter, const QRectF &rect, double radius, const QColor &fill, const QColor &border);
/// A one-pixel line along the top of `rect`.
void paintHairline(QPainter &painter, const QRectF &rect, const QColor &color);
/// A 16 px check box centred in `rect`.
void paintCheck(QPainter &painter, const QRectF &rect, Qt::CheckState state, bool enabled = true);
/// The 2 px ring 2 px outside `rect`.
void paintFocusRing(QPainter &painter, const QRectF &rect, double radius);
/// A pill with text: outlined (a mark such as "Recommended") or filled with the accent (a count).
void paintPill(QPainter &painter, const QRectF &rect, const QString &text, bool filled);
/// Width and height that paintPill() wants.
QSizeF pillSize(const QString &text, bool filled);
/// Verdict icon and word, left-aligned and centred in height.
void paintVerdict(QPainter &painter, const QRectF &rect, Verdict verdict, const QString &word, bool enabled = true);
/// The bar of a table cell: `share` (0 to 1) of a track, 6 px high, centred in height.
void paintSizeBar(QPainter &painter, const QRectF &rect, double share);
/// Text in one line, elided to the width of `rect`.
void paintText(QPainter &painter, const QRectF &rect, const QString &text, const QFont &font, const QColor &color,
               Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter, Qt::TextElideMode elide = Qt::ElideRight);
/// The word for a verdict: "Fits", "Tight", "Does not fit", "Cannot estimate".
QString verdictWord(Verdict verdict);

/// Sets size, weight and ink of a widget's text at once.
void setTextLook(QWidget *widget, int pixelSize, QFont::Weight weight, Ink ink);

} // namespace snug::ui
