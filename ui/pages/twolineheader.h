// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A table header in two lines: the name of a column, and below it the unit its bare numbers are in.

#pragma once

#include <QHeaderView>

namespace snug::ui {

/// Reads the second line from one role of the model's header. GUI thread only.
class TwoLineHeader : public QHeaderView
{
    Q_OBJECT

public:
    explicit TwoLineHeader(int unitRole, QWidget *parent = nullptr);
    /// This column opens a menu when pressed and shows a chevron behind its unit; -1 for none.
    void setMenuSection(int section);
    /// Columns sort when pressed; this one does now. Its name carries the accent and a chevron.
    void setSorting(int section, Qt::SortOrder order);
    /// Columns without a second line in narrow windows.
    void setPlainSections(const QList<int> &sections);
    /// Space before the text of left-aligned columns behind the first.
    void setIndent(int indent);
    /// Space behind the text of right-aligned columns.
    void setRightPadding(int padding);
    /// Least width at which both lines of a column show whole.
    int neededWidth(int section) const;

signals:
    void menuRequested(const QPoint &globalPosition);
    /// Only after setSorting().
    void sortRequested(int section);

protected:
    QSize sizeHint() const override;
    void paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const override;
    void mouseReleaseEvent(QMouseEvent *event) override;

private:
    QString unit(int section) const;
    QRect textRect(const QRect &rect, int section) const;

    int m_unitRole;
    int m_menuSection = -1;
    bool m_sorting = false;
    int m_sortSection = -1;
    Qt::SortOrder m_order = Qt::AscendingOrder;
    int m_indent;
    int m_rightPadding = 0;
    QList<int> m_plainSections;
};

} // namespace snug::ui
