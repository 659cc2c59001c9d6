// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints the rows of the table of overrides: what was set by hand stands out, with what it replaces beside it.

#pragma once

#include <QStyledItemDelegate>

namespace snug::ui {

/// GUI thread only.
class OverrideDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kRowHeight = 26;

    using QStyledItemDelegate::QStyledItemDelegate;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    void paintType(QPainter &painter, const QRectF &cell, const QModelIndex &index) const;
};

} // namespace snug::ui
