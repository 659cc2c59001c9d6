// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/charts/variantmark.h"

#include "ui/theme/theme.h"
#include "ui/theme/tokens.h"

#include <QPainter>
#include <QPolygonF>

namespace snug::ui {

namespace {

constexpr int kShapes = 4;

bool comesAgain(VariantMark mark) { return mark >= kShapes; }

QPolygonF shapeOf(int shape, const QPointF &c, double r)
{
    switch (shape) {
    case 0:
        return QRectF(c.x() - r * 0.85, c.y() - r * 0.85, r * 1.7, r * 1.7);
    case 1:
        return QPolygonF({{c.x(), c.y() - r * 1.15},
                          {c.x() + r * 1.15, c.y()},
                          {c.x(), c.y() + r * 1.15},
                          {c.x() - r * 1.15, c.y()}});
    case 2:
        return QPolygonF(
            {{c.x(), c.y() - r}, {c.x() + r * 1.1, c.y() + r * 0.85}, {c.x() - r * 1.1, c.y() + r * 0.85}});
    default:
        return QPolygonF(
            {{c.x(), c.y() + r}, {c.x() + r * 1.1, c.y() - r * 0.85}, {c.x() - r * 1.1, c.y() - r * 0.85}});
    }
}

} // namespace

QColor variantColor(VariantMark mark)
{
    const Tokens &colors = tokens();
    return mark < 0 ? colors.sourceVariant : colors.variants[static_cast<std::size_t>(mark % kShapes)];
}

QPen variantPen(VariantMark mark, double width)
{
    QPen pen(variantColor(mark), width);
    pen.setJoinStyle(Qt::RoundJoin);
    if (comesAgain(mark))
        pen.setDashPattern({4, 3});
    return pen;
}

void paintVariantMark(QPainter &painter, const QPointF &centre, double size, VariantMark mark)
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QColor color = variantColor(mark);
    const double radius = size / 2;
    painter.setPen(comesAgain(mark) ? QPen(color, 1.6) : QPen(Qt::NoPen));
    painter.setBrush(comesAgain(mark) ? QBrush(tokens().surface) : QBrush(color));
    if (mark < 0)
        painter.drawEllipse(centre, radius * 0.95, radius * 0.95);
    else
        painter.drawPolygon(shapeOf(mark % kShapes, centre, comesAgain(mark) ? radius * 0.85 : radius));
    painter.restore();
}

} // namespace snug::ui
