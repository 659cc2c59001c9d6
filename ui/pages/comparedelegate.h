// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Draws the cells of the comparison: check, mark and name; figures; the best of a column semibold.

#pragma once

#include <QStyledItemDelegate>

namespace snug::ui {

/// GUI thread only.
class CompareDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

    static constexpr int kNameLeft = 70; ///< where names begin

protected:
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

private:
    void paintName(QPainter &painter, const QRectF &row, const QModelIndex &index, bool focused) const;
};

} // namespace snug::ui
