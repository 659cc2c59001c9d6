// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints the model list: group rows with a count, models in two lines with an accent bar on the chosen one.

#pragma once

#include <QStyledItemDelegate>

namespace snug::ui {

/// GUI thread only.
class ModelDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintGroup(QPainter &painter, const QRectF &row, const QModelIndex &index) const;
    void paintModel(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
};

} // namespace snug::ui
