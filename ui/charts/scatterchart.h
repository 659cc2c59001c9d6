// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Size against loss of several variants, with the line on which nothing is both smaller and closer.

#pragma once

#include "ui/charts/plotframe.h"
#include "ui/charts/variantmark.h"

#include <QWidget>

#include <vector>

namespace snug::ui {

struct ScatterPoint
{
    double x = 0, y = 0; ///< size in the unit of the axis; loss
    QString label;
    VariantMark mark = 0;
};

/// Places of the points on the front, by x: no other is smaller and has no more loss, or has less loss and is no
/// larger. Points that are not finite are on none.
std::vector<std::size_t> paretoFront(const std::vector<ScatterPoint> &points);

/// GUI thread only. Shows, takes no input but the pointer: a point's figures are its tooltip.
class ScatterChart : public QWidget
{
    Q_OBJECT
public:
    explicit ScatterChart(QWidget *parent = nullptr);
    /// `nameX` stands below the axis: "size, GiB".
    void setPoints(std::vector<ScatterPoint> points, const QString &nameX);
    /// Where a point is drawn, for tests.
    QPointF pointAt(std::size_t point) const;

    QSize sizeHint() const override { return {420, 220}; }
    QSize minimumSizeHint() const override { return {200, 160}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    PlotFrame frame() const;
    QPolygonF frontLine(const PlotFrame &frame) const;
    void paintFront(QPainter &painter, const PlotFrame &frame) const;
    void paintLabels(QPainter &painter, const PlotFrame &frame) const;
    QString words(const ScatterPoint &point) const;

    std::vector<ScatterPoint> m_points;
    std::vector<std::size_t> m_front;
    QString m_nameX;
};

} // namespace snug::ui
