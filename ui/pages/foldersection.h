// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Options" part of the Quantize page for methods that make folders: how codes and scales are chosen, and which
// modules stay as they are.

#pragma once

#include "ui/bridge/planning.h"

#include <QWidget>

class QComboBox;

namespace snug::ui {

class EntryList;

/// GUI thread only.
class FolderSection : public QWidget
{
    Q_OBJECT

public:
    explicit FolderSection(QWidget *parent = nullptr);
    /// Shows what this method has; what others have is not written into a spec.
    void setMethod(const std::string &method);
    /// Writes the choices into a spec.
    void apply(JobSpec &spec) const;
    /// Takes the choices of a spec without telling.
    void take(const JobSpec &spec);
    /// Shows each fault where its setting is; others are passed over.
    void setFaults(const std::vector<SettingFault> &faults);
    /// "Symmetric codes, searched scales"
    QString setting() const;

signals:
    void changed();

private:
    QWidget *makeChoices();
    QComboBox *makeChoice(const char *objectName, const QString &accessibleName);

    QWidget *m_integers; ///< what only codes of integers have
    QWidget *m_blocks;   ///< what only bitsandbytes has
    QComboBox *m_symmetry = nullptr;
    QComboBox *m_scales = nullptr;
    QComboBox *m_blockSize = nullptr;
    EntryList *m_ignore;
    std::string m_method;
};

} // namespace snug::ui
