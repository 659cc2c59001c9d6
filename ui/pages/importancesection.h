// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Calibration" part of the Quantize page: the importance matrix, what it says of itself, which entries are used.

#pragma once

#include "ui/bridge/engine.h"

#include <QWidget>

#include <optional>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace snug::ui {

class FaultLabel;
class WrappedLabel;

/// Takes a dropped file, too. GUI thread only.
class ImportanceSection : public QWidget
{
    Q_OBJECT

public:
    explicit ImportanceSection(QWidget *parent = nullptr);
    /// Empty for none. Tells, so that the plan is made again.
    void setPath(const QString &path);
    QString path() const;
    /// What the plan found: the file's own words, or why it cannot be used; neither while nothing is known.
    void setFound(const std::optional<ImportanceInfo> &info, const QString &fault, const QString &entriesFault);
    /// Levels on offer that wait for a matrix.
    void setWaitingLevels(int count);
    /// Writes the choices into a spec.
    void apply(JobSpec &spec) const;
    /// Takes the choices of a spec without telling.
    void take(const JobSpec &spec);
    /// "Off. These levels do not need it."
    QString setting() const;

signals:
    void changed();
    /// The user wants a file dialog.
    void chooseRequested();

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QWidget *makeFile();
    QWidget *makeEntries();
    void refresh();
    QString infoText() const;

    QLineEdit *m_path;
    QPushButton *m_remove;
    WrappedLabel *m_info;
    FaultLabel *m_fault;
    QWidget *m_entries;
    QComboBox *m_which;
    QLineEdit *m_names;
    FaultLabel *m_entriesFault;
    std::optional<ImportanceInfo> m_found;
    int m_waiting = 0;
};

} // namespace snug::ui
