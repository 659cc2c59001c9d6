// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tensors finished so far, oldest first, and the one in work.

#pragma once

#include "core/jobs/report.h"

#include <QAbstractTableModel>
#include <QString>

#include <vector>

namespace snug::ui {

/// GUI thread only.
class TensorTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        NameColumn,
        LevelColumn,
        ShapeColumn,
        FromColumn,
        ToColumn,
        BitsColumn,
        TimeColumn,
        ErrorColumn,
        ColumnCount
    };
    enum Role {
        ErrorRole = Qt::UserRole, ///< relative error as double; invalid for copied tensors and the one in work
        WorkingRole,              ///< true for the one in work
    };

    explicit TensorTableModel(QObject *parent = nullptr);

    void clear();
    /// The tensor now in work; it becomes a row of its own at the end. Empty for none.
    void setWorking(const QString &name);
    /// Adds finished tensors in one step; one of them named as the tensor in work ends that row.
    void append(const std::vector<TensorReport> &tensors);
    int finishedCount() const { return static_cast<int>(m_tensors.size()); }

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QVariant workingData(int column, int role) const;
    QString cellText(const TensorReport &tensor, int column) const;

    std::vector<TensorReport> m_tensors;
    QString m_working;
};

} // namespace snug::ui
