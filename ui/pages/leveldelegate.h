// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints the rows of the level table: check, name and pill; size bar; bare numbers; verdict; below them a sentence over
// the whole width; and the headings of groups.

#pragma once

#include <QList>
#include <QStyledItemDelegate>

namespace snug::ui {

struct ReaderMark;

/// GUI thread only.
class LevelDelegate : public QStyledItemDelegate
{
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Space before the verdict.
    static int verdictIndent(bool narrow);
    /// Narrow tables show no description, no size bar, and a star in place of the pill.
    void setNarrow(bool narrow) { m_narrow = narrow; }
    /// Width of the table: what is said below a level takes as many lines as it needs there.
    void setTableWidth(int width) { m_tableWidth = width; }

    void paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    QSize sizeHint(const QStyleOptionViewItem &option, const QModelIndex &index) const override;
    /// The sentence of the mark under the pointer, else the cell's own.
    bool helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                   const QModelIndex &index) override;

protected:
    bool editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                     const QModelIndex &index) override;

private:
    void paintLevel(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                    const QList<ReaderMark> &marks) const;
    void paintFigure(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const;
    void paintSecondLine(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                         const QList<ReaderMark> &marks) const;
    void paintReaders(QPainter &painter, const QStyleOptionViewItem &option, const QList<ReaderMark> &marks) const;

    int remedyHeight(const QModelIndex &index) const;
    int readersHeight(const QModelIndex &index, const QList<ReaderMark> &marks) const;
    int secondLineHeight(const QModelIndex &index) const;
    QRectF secondLineRect(const QModelIndex &index) const;

    bool m_narrow = false;
    int m_tableWidth = 0;
};

} // namespace snug::ui
