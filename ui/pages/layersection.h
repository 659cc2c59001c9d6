// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Layers" part of the Quantize page: what each ticked level does to which tensors, and what may be set
// differently: output head and embedding, single tensors, patterns, layers to leave out.

#pragma once

#include "core/jobs/offer.h"
#include "ui/bridge/planning.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLineEdit;

namespace snug::ui {

class EntryList;
class FaultLabel;
class OverrideTable;

/// GUI thread only.
class LayerSection : public QWidget
{
    Q_OBJECT

public:
    explicit LayerSection(QWidget *parent = nullptr);
    /// Types that can be chosen, largest first.
    void setTypes(const std::vector<TensorTypeOffer> &types);
    /// The ticked levels made together, null when none is ticked; and the same without tensor types, null where there
    /// are none.
    void setPlan(const Plan *plan, const Plan *withoutOverrides);
    /// Shows each fault where its setting is; others are passed over.
    void setFaults(const std::vector<SettingFault> &faults);
    /// Writes the choices into a spec.
    void apply(JobSpec &spec) const;
    /// Takes the choices of a spec without telling.
    void take(const JobSpec &spec);
    /// "As each level says, output head Q6_K"
    QString setting() const { return m_setting; }

signals:
    void changed();

private:
    QWidget *makeChoices();
    QWidget *makeSwitches();
    QWidget *makeShares();
    QWidget *makePatterns();
    void connectParts();
    void refreshSetting(const Plan *plan);
    void fillTypes(QComboBox *box, bool asInSource) const;

    QComboBox *m_head;
    QComboBox *m_embedding;
    QLineEdit *m_prune;
    QCheckBox *m_pure;
    QCheckBox *m_noFallback;
    FaultLabel *m_choicesFault;
    QGridLayout *m_levels;
    OverrideTable *m_overrides;
    FaultLabel *m_overridesFault;
    EntryList *m_patterns;
    std::vector<TensorTypeOffer> m_types;
    QString m_setting;
};

} // namespace snug::ui
