// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Output" part of the Quantize page: folder, name of the file or of the model's folder, free space, how many
// files, header values.

#pragma once

#include "ui/bridge/planning.h"

#include <QWidget>

class QComboBox;
class QLabel;
class QLineEdit;

namespace snug::ui {

class EntryList;
class FaultLabel;

/// An empty folder means Snug's own choice, which the plan tells. GUI thread only.
class OutputSection : public QWidget
{
    Q_OBJECT

public:
    explicit OutputSection(QWidget *parent = nullptr);
    /// Forgets what was set for an earlier model; empty for Snug's own choice.
    void reset(const QString &folder);
    /// Whether each level becomes a folder; such a folder has no header values.
    void setMakesFolders(bool folders);
    /// `plan` says where files would go; null when nothing is known yet. `levelCount` levels are ticked.
    void setPlan(const Plan *plan, int levelCount);
    /// What JobSpec::output takes.
    std::string output(int levelCount) const;
    QString folder() const;
    /// What stands in the field; empty for Snug's own choice.
    QString typedFolder() const;
    /// Writes into a spec how the file is split and which header values are changed.
    void apply(JobSpec &spec) const;
    /// Takes these choices of a spec without telling.
    void take(const JobSpec &spec);
    /// Shows each fault where its setting is; others are passed over.
    void setFaults(const std::vector<SettingFault> &faults);
    /// What is wrong with what was typed, or empty.
    QString mistake() const;
    /// "~/Models/Qwen2.5-7B-Instruct-GGUF, 211 GiB free"
    QString setting() const;

signals:
    void changed();
    /// The user wants a file dialog for the folder.
    void chooseRequested();

public slots:
    void setFolder(const QString &folder);

private:
    void setupFields();
    QWidget *makePlace();
    QWidget *makeFiles();
    void refreshHints(const Plan *plan);
    void refreshFiles();
    void fillFiles();
    void offerSourceSplit(std::size_t fileCount);
    std::optional<std::uint64_t> ownSize() const;

    QLineEdit *m_folder;
    QLineEdit *m_name;
    QLabel *m_nameCaption;
    QLabel *m_free;
    QComboBox *m_files;
    QLineEdit *m_ownSize;
    FaultLabel *m_filesFault;
    QLabel *m_valuesCaption;
    EntryList *m_values;
    QString m_plannedFolder;
    QString m_plannedName;
    std::uint64_t m_freeBytes = 0;
    int m_levelCount = 0;
    bool m_makesFolders = false;
};

} // namespace snug::ui
