// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Layers by projections, coloured by error, filling as work proceeds.

#pragma once

#include "ui/charts/heatgrid.h"

#include <QStringList>
#include <QWidget>

#include <optional>
#include <vector>

namespace snug::ui {

/// GUI thread only. Repaints only the cells that changed.
class HeatStrip : public QWidget
{
    Q_OBJECT
public:
    explicit HeatStrip(QWidget *parent = nullptr);
    /// Clears all values. `rows` are projections, `extras` single tensors ("token_embd", "output").
    void setShape(const QStringList &rows, int layerCount, const QStringList &extras = {});
    /// Ends of the colour scale.
    void setRange(double low, double high);
    void setValue(HeatIndex index, double value);
    std::optional<double> value(HeatIndex index) const;
    /// The cell in work; nothing for none.
    void setCurrent(std::optional<HeatIndex> index);
    /// Word before the scale; "error" unless told.
    void setScaleName(const QString &name);
    HeatGrid grid() const;
    /// "blk 16, down_proj: 0.0402"; empty where there is no cell.
    QString toolTipAt(const QPoint &position) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    std::size_t slot(HeatIndex index) const;
    QString rowName(int row) const;
    void paintCell(QPainter &painter, HeatIndex index, const HeatGrid &grid) const;
    void paintLabels(QPainter &painter, const HeatGrid &grid) const;
    void paintScale(QPainter &painter, const HeatGrid &grid) const;
    QStringList m_rows, m_extras;
    int m_layerCount = 0;
    double m_low = 0, m_high = 0.1;
    std::vector<std::optional<double>> m_values;
    std::optional<HeatIndex> m_current;
    QString m_scaleName;
};

} // namespace snug::ui
