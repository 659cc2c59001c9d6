// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where the cells of a heat strip lie: layers from left to right, projections from top to bottom, single tensors below.

#pragma once

#include <QPointF>
#include <QRectF>

#include <optional>

namespace snug::ui {

struct HeatIndex
{
    int row = 0;   ///< projections first, then the extra rows
    int layer = 0; ///< 0 in extra rows

    bool operator==(const HeatIndex &) const = default;
};

/// Geometry alone. A plain value.
struct HeatGrid
{
    int rowCount = 0;
    int layerCount = 0;
    int extraCount = 0; ///< rows of one cell each
    QRectF area;        ///< all rows, extra ones included

    int allRows() const { return rowCount + extraCount; }
    bool contains(HeatIndex index) const;
    double rowHeight() const;
    double columnWidth() const;
    /// With the gap to its neighbours taken off; empty when the index is outside.
    QRectF cell(HeatIndex index) const;
    std::optional<HeatIndex> at(const QPointF &point) const;
    /// Every how many layers one is numbered, so that numbers keep `labelWidth` apart.
    int labelStep(double labelWidth) const;
};

} // namespace snug::ui
