// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Measuring: on which text, how much of it, how far it is and what is known so far. The same part stands on the result
// and on the Compare page, and both show the one measurement there can be.

#pragma once

#include "ui/bridge/measurecontroller.h"

#include <QWidget>

#include <functional>
#include <optional>

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;
class QStackedWidget;

namespace snug::ui {

class Card;
class ElidedLabel;
class FailureCard;
class ProgressLine;
class Settings;
class WrappedLabel;

/// GUI thread only. Controller and settings outlive it.
class MeasurePanel : public QWidget
{
    Q_OBJECT

public:
    MeasurePanel(MeasureController *controller, Settings *settings, QWidget *parent = nullptr);
    /// The text that comes with Snug; empty: none.
    void setSampleText(const QString &path);
    /// What the button measures, asked when it is pressed; text and size are filled in here.
    void setSubject(std::function<MeasureRequest()> subject);
    /// Why nothing can be measured now; empty: it can.
    void setHindrance(const QString &reason);
    void setNarrow(bool narrow);
    /// How a text is called.
    QString textTitle(const std::string &path) const;
    /// Measures as the button does.
    void measure();

protected:
    /// The other panel may have chosen meanwhile.
    void showEvent(QShowEvent *event) override;

private:
    QWidget *makeOptions();
    QWidget *makeProgress();
    void fillTexts();
    void chooseText(int index);
    void askForText();
    void refreshState();
    void refreshButton();
    void refreshTick();
    void refreshLive();
    void refreshFailure();
    void takeReport(const EvaluateReport &report);
    QString textPath() const;

    MeasureController *m_controller;
    Settings *m_settings;
    QString m_sample, m_hindrance;
    QString m_measured;           ///< what the last measurement was made on
    std::optional<Error> m_error; ///< of the last measurement, if it began here
    bool m_own = false;           ///< the present one began here
    std::function<MeasureRequest()> m_subject;
    Card *m_card;
    QStackedWidget *m_stack = nullptr;
    QWidget *m_options = nullptr, *m_progress = nullptr;
    QComboBox *m_text = nullptr, *m_context = nullptr, *m_windows = nullptr;
    QPushButton *m_start = nullptr, *m_pause = nullptr, *m_stop = nullptr;
    WrappedLabel *m_note = nullptr;
    QLabel *m_title = nullptr;
    ElidedLabel *m_left = nullptr, *m_windowWords = nullptr, *m_layerWords = nullptr;
    ProgressLine *m_windowLine = nullptr, *m_layerLine = nullptr;
    QGridLayout *m_live = nullptr;
    QWidget *m_liveBox = nullptr;
    std::vector<std::array<QLabel *, 4>> m_liveRows;
    FailureCard *m_failure;
};

} // namespace snug::ui
