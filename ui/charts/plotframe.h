// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The ground of a chart with two number axes: grid, figures, names of the axes; and where values lie on it.

#pragma once

#include "ui/charts/chartaxis.h"

#include <QPointF>
#include <QRectF>
#include <QString>

class QPainter;

namespace snug::ui {

/// Geometry and labels alone. A plain value.
struct PlotFrame
{
    QRectF plot;
    double fromX = 0, toX = 1, stepX = 1; ///< axis along the bottom
    double toY = 1, stepY = 1;            ///< axis at the left, from 0
    QString nameX;

    QPointF at(double x, double y) const;
    void paint(QPainter &painter) const;
};

/// Decimals that tell every step of an axis from the next, at most 6.
int decimalsFor(double step);

} // namespace snug::ui
