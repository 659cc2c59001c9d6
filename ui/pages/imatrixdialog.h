// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Asks what an importance matrix is to be made from and where it goes, and says beforehand what that will take.

#pragma once

#include "ui/bridge/imatrixcontroller.h"

#include <QDialog>
#include <QTimer>

class QComboBox;
class QLineEdit;
class QPushButton;

namespace snug::ui {

class FaultLabel;
class Settings;
class WrappedLabel;

/// Does not block. GUI thread only; controller and settings outlive it.
class ImatrixDialog : public QDialog
{
    Q_OBJECT

public:
    /// `base`: model, output, window length, threads and RAM; text and amount are chosen here. `sampleText`: what comes
    /// with Snug; empty: none.
    ImatrixDialog(ImatrixController *controller, Settings *settings, const ImatrixSpec &base, const QString &sampleText,
                  QWidget *parent = nullptr);
    /// Why nothing can be made now; empty: it can.
    void setHindrance(const QString &reason);
    /// What the button would make.
    ImatrixSpec spec() const;

signals:
    void makeRequested(const snug::ImatrixSpec &spec);
    /// The file that is there already is to be used.
    void useRequested(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeFields();
    QWidget *makeButtons();
    void fillTexts();
    void chooseText(int index);
    void askForText();
    void askForPlace();
    /// Asks anew what it takes, after a moment.
    void askAgain();
    void takeLook(const ImatrixSpec &spec, const Result<ImatrixNeeds> &needs);
    void refresh();
    void fitHeight();
    void make();
    QString textPath() const;

    ImatrixController *m_controller;
    Settings *m_settings;
    ImatrixSpec m_base;
    QString m_sample, m_chosenText, m_hindrance;
    std::optional<Result<ImatrixNeeds>> m_needs; ///< nothing while it is worked out
    QTimer m_ask;

    QComboBox *m_text, *m_windows;
    QLineEdit *m_path;
    WrappedLabel *m_takes, *m_note;
    FaultLabel *m_fault;
    QPushButton *m_use = nullptr, *m_make = nullptr;
};

} // namespace snug::ui
