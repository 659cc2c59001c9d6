// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tensors of one planned level, with the types they get; each can be given another one.

#pragma once

#include "core/jobs/plan.h"
#include "ui/models/tensorpattern.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <map>
#include <memory>
#include <string>
#include <vector>

namespace snug::ui {

/// Overrides are kept by name, over plans and levels: they hold for every level of the job. GUI thread only.
class OverrideTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { NameColumn, ShapeColumn, FromColumn, TypeColumn, BitsColumn, SizeColumn, ColumnCount };
    enum Role {
        OverriddenRole = Qt::UserRole, ///< the type was set here
        InsteadRole,                   ///< of an overridden tensor: the type the level gives it, where that is known
        FallbackRole,                  ///< another type stands in for the one asked for
        EditableRole,                  ///< its type can be changed
        RowLengthRole,                 ///< weights in a row, as quint64
    };

    explicit OverrideTableModel(QObject *parent = nullptr);

    /// The level to show, and the same planned without overrides (null where there are none). Both null: no rows. They
    /// are copied.
    void setVariant(const VariantPlan *variant, const VariantPlan *plain);

    /// Gives these tensors another type; an empty one takes the override back. Unknown and fixed tensors are passed
    /// over.
    void setType(const QStringList &names, const QString &type);
    void clearOverrides();
    int overrideCount() const { return static_cast<int>(m_overrides.size()); }
    /// Entries for JobSpec::tensorTypes, by name.
    std::vector<std::string> entries() const;
    /// Takes the entries that mean one tensor each and gives back the others. Tells nobody.
    std::vector<TensorTypeEntry> take(const std::vector<std::string> &tensorTypes);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void overridesChanged();

private:
    struct Row
    {
        TensorPlan tensor;
        QString plainType; ///< without overrides
    };

    const std::string *overrideOf(const Row &row) const;
    QString typeText(const Row &row) const;
    QString cellText(const Row &row, int column) const;
    QString sizeCell(std::uint64_t sizeBytes) const;
    QString toolTip(const Row &row) const;
    void refreshAll();

    std::vector<Row> m_rows;
    std::map<std::string, std::string> m_overrides; ///< tensor name to type
    std::map<std::string, std::string> m_planned;   ///< the overrides the rows were planned with
    std::uint64_t m_largestBytes = 0;
};

} // namespace snug::ui
