// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Output" part of the Quantize page: folder, file name, free space.

#pragma once

#include "core/jobs/plan.h"

#include <QWidget>

class QLabel;
class QLineEdit;

namespace snug::ui {

/// An empty folder means Snug's own choice, which the plan tells. GUI thread only.
class OutputSection : public QWidget
{
    Q_OBJECT

public:
    explicit OutputSection(QWidget *parent = nullptr);
    /// Forgets what was set for an earlier model; empty for Snug's own choice.
    void reset(const QString &folder);
    /// `plan` says where files would go; null when nothing is known yet. `levelCount` levels are ticked.
    void setPlan(const Plan *plan, int levelCount);
    /// What JobSpec::output takes.
    std::string output(int levelCount) const;
    QString folder() const;
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
    void refreshHints(const Plan *plan);

    QLineEdit *m_folder;
    QLineEdit *m_name;
    QLabel *m_free;
    QString m_plannedFolder;
    QString m_plannedName;
    std::uint64_t m_freeBytes = 0;
    int m_levelCount = 0;
};

} // namespace snug::ui
