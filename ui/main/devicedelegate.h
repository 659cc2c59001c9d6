// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints the rows of the device menu: a title, a grey line or two below it, and a tick at the one in force.

#pragma once

#include <QStyledItemDelegate>

namespace snug::ui {

/// GUI thread only.
class DeviceDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    static constexpr int kWidth = 400; ///< of the menu; texts wrap within it

    using QStyledItemDelegate::QStyledItemDelegate;
    /// The row with the tick.
    void setChosenRow(int row) { m_chosenRow = row; }
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;

private:
    int m_chosenRow = 0;
};

} // namespace snug::ui
