// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/charts/plotframe.h"

#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/theme/tokens.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {

constexpr double kLabelGap = 8, kLabelHeight = 14, kLabelWidth = 70, kMostLabels = 1000;

double shareOf(double part, double whole)
{
    const double share = part / whole;
    return std::isfinite(share) ? std::clamp(share, 0.0, 1.0) : 0;
}

} // namespace

int decimalsFor(double step)
{
    int decimals = 0;
    for (double scaled = step; decimals < 6 && std::abs(scaled - std::round(scaled)) > 1e-6 * scaled; scaled *= 10)
        ++decimals;
    return decimals;
}

QPointF PlotFrame::at(double x, double y) const
{
    return {plot.left() + shareOf(x - fromX, toX - fromX) * plot.width(),
            plot.bottom() - shareOf(y, toY) * plot.height()};
}

void PlotFrame::paint(QPainter &painter) const
{
    const Tokens &colors = tokens();
    const QFont font = sansFont(kUnitText);
    const int decimalsY = decimalsFor(stepY), decimalsX = decimalsFor(stepX);
    if (stepY > 0)
        for (int i = 0; i * stepY <= toY * (1 + 1e-9) && i < kMostLabels; ++i) {
            const double y = std::round(at(fromX, i * stepY).y());
            paintHairline(painter, QRectF(plot.left(), y, plot.width(), 1), colors.plotLine);
            paintText(painter,
                      QRectF(plot.left() - kLabelWidth - kLabelGap, y - kLabelHeight / 2, kLabelWidth, kLabelHeight),
                      decimalText(i * stepY, decimalsY), font, colors.text2, Qt::AlignRight | Qt::AlignVCenter);
        }
    if (stepX > 0)
        for (int i = 0; i < kMostLabels; ++i) {
            const double value = std::ceil(fromX / stepX - 1e-9) * stepX + i * stepX;
            if (value > toX * (1 + 1e-9))
                break;
            const double x = at(value, 0).x();
            paintText(painter, QRectF(x - kLabelWidth / 2, plot.bottom() + 4, kLabelWidth, kLabelHeight),
                      decimalText(value, decimalsX), font, colors.text2, Qt::AlignCenter);
        }
    paintText(painter, QRectF(plot.left(), plot.bottom() + 4 + kLabelHeight, plot.width(), kLabelHeight), nameX, font,
              colors.text2, Qt::AlignCenter);
}

} // namespace snug::ui
