// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How a variant is told from the others, the same in table, charts and answers: by colour and by shape.

#pragma once

#include <QColor>
#include <QPen>
#include <QRectF>

class QPainter;

namespace snug::ui {

/// Place of a variant: kSourceMark, or 0 and up for the others. Shapes and colours come again after four, with dashed
/// lines.
using VariantMark = int;
constexpr VariantMark kSourceMark = -1;

QColor variantColor(VariantMark mark);
/// For lines of a chart.
QPen variantPen(VariantMark mark, double width);
/// Disc, square, diamond, triangle or down-triangle of about `size` pixels; hollow where the shape comes again.
void paintVariantMark(QPainter &painter, const QPointF &centre, double size, VariantMark mark);

} // namespace snug::ui
