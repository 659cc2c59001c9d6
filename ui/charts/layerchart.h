// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Error of every layer, one line a variant.

#pragma once

#include "ui/charts/plotframe.h"
#include "ui/charts/variantmark.h"

#include <QWidget>

#include <vector>

namespace snug::ui {

struct LayerLine
{
    std::vector<double> errors; ///< by layer; NaN leaves a gap
    QString label;
    VariantMark mark = 0;
};

/// GUI thread only. Names stand at the ends of the lines, moved apart where they would meet.
class LayerChart : public QWidget
{
    Q_OBJECT
public:
    explicit LayerChart(QWidget *parent = nullptr);
    void setLines(std::vector<LayerLine> lines);

    QSize sizeHint() const override { return {420, 220}; }
    QSize minimumSizeHint() const override { return {200, 160}; }

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    PlotFrame frame() const;
    double labelWidth() const;
    void paintLine(QPainter &painter, const PlotFrame &frame, const LayerLine &line) const;
    void paintNames(QPainter &painter, const PlotFrame &frame) const;

    std::vector<LayerLine> m_lines;
};

} // namespace snug::ui
