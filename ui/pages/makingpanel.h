// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How far an importance matrix is that is being made, and how the last one ended where that needs a word.

#pragma once

#include "ui/bridge/imatrixcontroller.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace snug::ui {

class ElidedLabel;
class FaultLabel;
class ProgressLine;
class WrappedLabel;

/// Hidden, and without room of its own, while there is nothing to say. GUI thread only; the controller outlives it.
class MakingPanel : public QWidget
{
    Q_OBJECT

public:
    explicit MakingPanel(ImatrixController *controller, QWidget *parent = nullptr);
    /// The model in view: how the making of another one's ended is not told.
    void setModel(const QString &model);
    /// Why nothing can be made now; empty: it can.
    void setHindrance(const QString &reason);
    /// "Being made, 34 %", or empty while none is made.
    QString setting() const;

signals:
    void settingChanged();

private:
    QWidget *makeProgress();
    QWidget *makeEnd();
    void refreshState();
    void refreshTick();
    void refreshEnd();
    void goOn();

    ImatrixController *m_controller;
    QString m_model, m_hindrance;
    QWidget *m_progress = nullptr, *m_end = nullptr;
    QLabel *m_title = nullptr;
    ElidedLabel *m_left = nullptr, *m_windowWords = nullptr, *m_layerWords = nullptr;
    ProgressLine *m_windowLine = nullptr, *m_layerLine = nullptr;
    QPushButton *m_pause = nullptr, *m_stop = nullptr, *m_goOn = nullptr;
    WrappedLabel *m_note = nullptr;
    FaultLabel *m_fault = nullptr;
};

} // namespace snug::ui
