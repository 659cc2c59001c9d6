// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Layers" part of the Quantize page: what each ticked level does to which tensors, and the few things that may be
// set differently.

#pragma once

#include "core/jobs/plan.h"

#include <QWidget>

class QCheckBox;
class QComboBox;
class QGridLayout;

namespace snug::ui {

/// GUI thread only.
class LayerSection : public QWidget
{
    Q_OBJECT

public:
    explicit LayerSection(QWidget *parent = nullptr);
    /// The ticked levels made together; null when none is ticked.
    void setPlan(const Plan *plan);
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
    void refreshSetting(const Plan *plan);

    QComboBox *m_head;
    QComboBox *m_embedding;
    QCheckBox *m_pure;
    QGridLayout *m_levels;
    QString m_setting;
};

} // namespace snug::ui
