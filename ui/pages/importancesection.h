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
class ImatrixController;
class MakingPanel;
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
    /// Brings the part that shows how far a matrix is; the controller outlives it.
    void setMaking(ImatrixController *making);
    /// The model in view, which decides what is said of the matrix made last.
    void setModel(const QString &model);
    /// Whether one can be made of this model now.
    void setMakeable(bool makeable);
    /// What has to end first; empty: nothing.
    void setMakingHindrance(const QString &reason);
    /// Why none can be made of this model at all.
    void setRefusal(const std::optional<Error> &refusal);
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
    /// The user wants one made.
    void makeRequested();
    /// setting() has changed by itself.
    void settingChanged();

protected:
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    QWidget *makeFile();
    QWidget *makeEntries();
    void refresh();
    QString infoText() const;

    QLineEdit *m_path;
    QPushButton *m_remove, *m_make;
    WrappedLabel *m_info;
    MakingPanel *m_making = nullptr;
    FaultLabel *m_fault;
    QWidget *m_entries;
    QComboBox *m_which;
    QLineEdit *m_names;
    FaultLabel *m_entriesFault;
    std::optional<ImportanceInfo> m_found;
    int m_waiting = 0;
    QString m_refusal;
    bool m_makeable = false;
};

} // namespace snug::ui
