// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The arithmetic of cells.

#include "ui/charts/heatgrid.h"

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
constexpr double kNarrowestExtra = 13; // a single tensor's cell stays wide enough to point at

double gapOf(double pitch) { return pitch >= 8 ? 2 : pitch >= 4 ? 1 : 0; }
} // namespace

bool HeatGrid::contains(HeatIndex index) const
{
    if (index.row < 0 || index.layer < 0)
        return false;
    return index.row < rowCount ? index.layer < layerCount : index.row < allRows() && index.layer == 0;
}

double HeatGrid::rowHeight() const { return allRows() > 0 ? area.height() / allRows() : 0; }

double HeatGrid::columnWidth() const { return layerCount > 0 ? area.width() / layerCount : 0; }

QRectF HeatGrid::cell(HeatIndex index) const
{
    if (!contains(index))
        return {};
    const bool extra = index.row >= rowCount;
    const double pitch = extra ? std::max(columnWidth(), kNarrowestExtra) : columnWidth();
    const double left = std::round(area.x() + index.layer * pitch),
                 right = std::round(area.x() + (index.layer + 1) * pitch);
    const double top = std::round(area.y() + index.row * rowHeight());
    const double bottom = std::round(area.y() + (index.row + 1) * rowHeight());
    return {left, top, right - left - gapOf(pitch), bottom - top - gapOf(rowHeight())};
}

std::optional<HeatIndex> HeatGrid::at(const QPointF &point) const
{
    if (!(rowHeight() > 0) || point.x() < area.x() || point.y() < area.y())
        return std::nullopt;
    HeatIndex index;
    index.row = int((point.y() - area.y()) / rowHeight());
    const double pitch = index.row >= rowCount ? std::max(columnWidth(), kNarrowestExtra) : columnWidth();
    if (!(pitch > 0))
        return std::nullopt;
    index.layer = int((point.x() - area.x()) / pitch);
    return contains(index) ? std::optional(index) : std::nullopt;
}

int HeatGrid::labelStep(double labelWidth) const
{
    int step = 1;
    while (step < layerCount && step * columnWidth() < labelWidth)
        step *= 2;
    return step;
}

} // namespace snug::ui
