// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The card with the table of variants: sorts by a press on a column, hides columns, keeps them within its width.

#pragma once

#include "ui/widgets/card.h"

#include <QSet>

class QMenu;
class QTableView;

namespace snug::ui {

class CompareTableModel;
class Settings;
class TwoLineHeader;

/// GUI thread only. Settings outlive it.
class CompareTable : public Card
{
    Q_OBJECT

public:
    CompareTable(Settings *settings, QWidget *parent = nullptr);
    CompareTableModel *model() const { return m_model; }
    /// Columns to show and what to sort by; for a button.
    QMenu *columnsMenu() const { return m_columns; }
    /// By the same column the other way round.
    void sortBy(int column);
    /// Columns in view now, in order.
    QList<int> visibleColumns() const;

signals:
    void removeRequested(const QString &path);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setupTable();
    void setupMenu();
    void layoutColumns();
    void joinCells();
    void fitHeight();

    Settings *m_settings;
    CompareTableModel *m_model;
    QTableView *m_table;
    TwoLineHeader *m_header;
    QMenu *m_columns;
    QSet<int> m_hidden; ///< by the person
};

} // namespace snug::ui
