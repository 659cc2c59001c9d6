// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The tensors of a level in the "Layers" part of the Quantize page: find some, choose them, give them another type.

#pragma once

#include "core/jobs/offer.h"
#include "ui/models/overridetablemodel.h"

#include <QWidget>

class QComboBox;
class QMenu;
class QPushButton;
class QSortFilterProxyModel;
class QTableView;

namespace snug::ui {

class ElidedLabel;
class SearchField;

/// Return, a double click and the menu key open the types for the chosen rows, Delete takes their overrides back.
/// GUI thread only.
class OverrideTable : public QWidget
{
    Q_OBJECT

public:
    explicit OverrideTable(QWidget *parent = nullptr);
    OverrideTableModel *model() const { return m_model; }
    /// Types to choose from, largest first.
    void setTypes(std::vector<TensorTypeOffer> types) { m_types = std::move(types); }
    /// The ticked levels made together, and the same without any override; null where there is none.
    void setPlan(const Plan *plan, const Plan *plain);
    /// The types for the rows chosen now; those whose blocks do not divide the rows are off. Owned by the table.
    QMenu *typeMenu();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setupTable();
    QWidget *makeHead();
    QWidget *makeFoot();
    void refreshLevels();
    void refreshVariant();
    void refreshFoot();
    void layoutColumns();
    QString chosenText() const;
    QStringList chosenNames() const;
    std::vector<std::uint64_t> chosenRowLengths() const;
    void showTypes();

    OverrideTableModel *m_model;
    QSortFilterProxyModel *m_found;
    QTableView *m_table;
    SearchField *m_filter;
    QComboBox *m_levels;
    QPushButton *m_change;
    QPushButton *m_reset;
    QPushButton *m_resetAll;
    ElidedLabel *m_chosen;
    ElidedLabel *m_total;
    QMenu *m_menu = nullptr;
    std::vector<TensorTypeOffer> m_types;
    std::vector<VariantPlan> m_variants; ///< of the last plan
    std::vector<VariantPlan> m_plain;    ///< the same without overrides, or none
};

} // namespace snug::ui
