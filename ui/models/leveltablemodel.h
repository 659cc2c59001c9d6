// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The levels of a method with what each needs and gives. A level that cannot be made is followed by a row that says
// what would change that.

#pragma once

#include "core/jobs/plan.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace snug::ui {

enum class KvType { F16, Q8_0, Q4_0 };

/// Filled from one plan that holds every level. Ticks survive new plans. GUI thread only.
class LevelTableModel : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column {
        LevelColumn,
        BitsColumn,
        SizeColumn,
        RamColumn,
        VramColumn,
        TimeColumn,
        ContextColumn,
        VerdictColumn,
        ColumnCount
    };
    enum Role {
        KindRole = Qt::UserRole, ///< Kind
        NameRole,
        DescriptionRole,
        RecommendedRole,
        VerdictRole,      ///< Verdict of the row, as int
        CellVerdictRole,  ///< Verdict as int in the one cell that causes it, else invalid
        SizeFractionRole, ///< output size over source size
        RemedyTextRole,
        RemedyButtonRole, ///< empty when there is nothing to press
        UnitRole,         ///< of a header: its second line
    };
    enum Kind { LevelKind, RemedyKind };

    explicit LevelTableModel(QObject *parent = nullptr);

    /// A plan with one variant per level; null empties the table.
    void setPlan(std::shared_ptr<const Plan> plan);
    /// The usual levels, the recommended one and the ticked ones; or all.
    void setShowAll(bool all);
    void setKvType(KvType type);
    KvType kvType() const { return m_kvType; }
    /// Levels the plan has, shown or not.
    int levelCount() const;
    bool hidesLevels() const;

    /// Ticked levels in the order of the table. Names the plan lacks are remembered but not given.
    QStringList ticked() const;
    void setTicked(const QStringList &names);
    /// The recommended level, or empty.
    QString recommended() const;

    /// The job a remedy row's button sets; nothing for other rows.
    std::optional<JobSpec> remedySpec(int row) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

signals:
    void ticksChanged();

private:
    struct Row
    {
        const VariantPlan *variant = nullptr; ///< into m_plan
        Kind kind = LevelKind;
    };

    std::vector<Row> wantedRows() const;
    void replaceRows();
    QVariant levelData(const VariantPlan &variant, int column, int role) const;
    QVariant remedyData(const VariantPlan &variant, int role) const;
    QString cellText(const VariantPlan &variant, int column) const;
    QString unitText(int column) const;
    QString toolTip(const VariantPlan &variant, int column) const;
    std::optional<std::uint64_t> context(const VariantPlan &variant) const;

    std::shared_ptr<const Plan> m_plan;
    std::vector<Row> m_rows;
    std::set<std::string> m_ticked;
    KvType m_kvType = KvType::Q8_0;
    bool m_showAll = false;
};

} // namespace snug::ui
