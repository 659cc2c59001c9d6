// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of variants: figures bare, units in the header, ticks by CheckStateRole.

#pragma once

#include "ui/bridge/format.h"
#include "ui/models/comparison.h"

#include <QAbstractTableModel>

namespace snug::ui {

/// GUI thread only. Sorts by itself; figures that are not known come last in either order.
class CompareTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        NameColumn,
        SizeColumn,
        BitsColumn,
        PerplexityColumn,
        ChangeColumn,
        KlMeanColumn,
        Kl99Column,
        SameTopColumn,
        ContextF16Column,
        ContextQ8Column,
        ContextQ4Column,
        SpeedColumn,
        ColumnCount
    };
    enum Role {
        UnitRole = Qt::UserRole, ///< of the header: its second line
        FigureRole,              ///< double; NaN where it is not known
        BestRole,                ///< bool: none of the ticked ones is better
        MarkRole,                ///< VariantMark
        PathRole,
        SourceRole,
        NoRoomRole ///< bool: no context at all fits
    };

    explicit CompareTableModel(QObject *parent = nullptr);
    /// Null for nothing. Rows of the same paths change in place.
    void setGroup(const VariantGroup *group);
    const std::vector<CompareRow> &rows() const { return m_rows; }
    const CompareRow &rowAt(int row) const { return m_rows[static_cast<std::size_t>(row)]; }
    /// By path, whatever the order of the rows.
    int markOf(const QString &path) const;
    int sortColumn() const { return m_sortColumn; }
    Qt::SortOrder sortOrder() const { return m_sortOrder; }
    /// For settings and exports: "kl_mean".
    static QString columnName(int column);
    static double figure(const CompareRow &row, int column);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role = Qt::DisplayRole) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    void sort(int column, Qt::SortOrder order) override;

signals:
    void shownChanged(const QString &path, bool shown);

private:
    void arrange(std::vector<CompareRow> &rows) const;
    QString cellText(const CompareRow &row, int column) const;
    bool isBest(const CompareRow &row, int column) const;

    std::vector<CompareRow> m_rows;
    QStringList m_marks; ///< paths of what is no source, in the order they came
    SizeUnit m_unit;
    int m_sortColumn = -1; ///< as they came
    Qt::SortOrder m_sortOrder = Qt::AscendingOrder;
};

} // namespace snug::ui
