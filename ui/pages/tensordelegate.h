// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints the rows of the tensor table: name first, a swatch of the heat scale beside the error, the row in work tinted.

#pragma once

#include <QStyledItemDelegate>

namespace snug::ui {

/// GUI thread only.
class TensorDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void setScaleEnd(double end) { m_scaleEnd = end; }
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    double m_scaleEnd = 0.004;
};

} // namespace snug::ui
