// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The levels of a method with what each needs and gives: the usual ones in one list, or all of them in groups by bits
// with a sentence each. A level that cannot be made is followed by a row that says what would change that.

#pragma once

#include "core/jobs/offer.h"
#include "core/jobs/plan.h"

#include <QAbstractTableModel>
#include <QStringList>

#include <map>
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
        RemedyMakeRole,   ///< a second button, to have what is missing made; empty when that cannot be
        UnitRole,         ///< of a header: its second line
        SecondLineRole,   ///< a sentence below the figures, over the whole width of the row; or empty
        WarningRole,      ///< the second line is about something the level does not do as its name says
        UsableRole,       ///< the level can be made as things are set
        ReadersRole,      ///< QList<ReaderMark>: what the programs that could run the level say to it
    };
    enum Kind { LevelKind, RemedyKind, GroupKind };

    explicit LevelTableModel(QObject *parent = nullptr);

    /// What is known of the levels without a model: groups, sentences, which need an importance matrix.
    void setOffers(const std::vector<LevelOffer> &offers);
    /// A plan with one variant per level; null empties the table. A variant of 0 bytes is a level of which no figure is
    /// known.
    void setPlan(std::shared_ptr<const Plan> plan);
    /// Another method's levels are shown next: without a plan and without ticks.
    void begin(const std::vector<LevelOffer> &offers);
    /// The usual levels, the recommended one and the ticked ones, by their bits; or all, in groups.
    void setShowAll(bool all);
    /// Rows of levels that wait for an importance matrix offer to make one.
    void setMakesImportance(bool makes);
    void setKvType(KvType type);
    KvType kvType() const { return m_kvType; }
    /// Levels the plan has, shown or not.
    int levelCount() const;
    bool hidesLevels() const;

    /// Ticked levels in the order of the table. Levels the plan lacks or cannot make are remembered but not given.
    QStringList ticked() const;
    void setTicked(const QStringList &names);
    /// The recommended level, or empty.
    QString recommended() const;

    /// The job a remedy row's button sets; nothing for other rows.
    std::optional<JobSpec> remedySpec(int row) const;
    /// The remedy of this row is to pick an importance matrix.
    bool remedyIsImportance(int row) const;
    /// Levels that wait for an importance matrix.
    int waitingForImportance() const;

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
        const VariantPlan *variant = nullptr; ///< into m_plan; of a group none
        Kind kind = LevelKind;
        int group = 0; ///< bits, of a group
    };

    void sortGroups(std::vector<const VariantPlan *> &variants) const;
    std::vector<const VariantPlan *> wantedVariants() const;
    const VariantPlan *refusedAlike(const VariantPlan &variant) const;
    std::vector<Row> wantedRows() const;
    void replaceRows();
    const LevelOffer *offer(const VariantPlan &variant) const;
    bool shownAtFirst(const VariantPlan &variant) const;
    int group(const VariantPlan &variant) const;
    QVariant groupData(int bits, int role) const;
    QVariant levelData(const VariantPlan &variant, int column, int role) const;
    QVariant remedyData(const VariantPlan &variant, int role) const;
    QString secondLine(const VariantPlan &variant) const;
    QString spokenText(const VariantPlan &variant, int column) const;
    QString cellText(const VariantPlan &variant, int column) const;
    QString figureText(const VariantPlan &variant, int column) const;
    QString unitText(int column) const;
    QString toolTip(const VariantPlan &variant, int column) const;
    std::optional<std::uint64_t> context(const VariantPlan &variant) const;

    std::map<std::string, LevelOffer> m_offers;
    std::map<std::string, int> m_offerRanks; ///< smallest level first
    std::shared_ptr<const Plan> m_plan;
    std::vector<Row> m_rows;
    std::set<std::string> m_ticked;
    KvType m_kvType = KvType::Q8_0;
    bool m_showAll = false;
    bool m_makesImportance = false;
};

} // namespace snug::ui
