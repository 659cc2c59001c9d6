// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Run tab: nothing yet, a job at work (or paused, failed, cancelled), or its result.

#pragma once

#include "ui/bridge/jobcontroller.h"
#include "ui/models/jobtimeline.h"
#include "ui/pages/failuredetails.h"

#include <QWidget>

#include <memory>

class QBoxLayout;
class QPushButton;
class QScrollArea;
class QStackedWidget;
class QVBoxLayout;

namespace snug::ui {

class ChartCard;
class FailureCard;
class FoldedSection;
class HeatCard;
class LogView;
class NoteCard;
class ResultPage;
class RunHeader;
class TensorCard;

/// GUI thread only.
class RunPage : public QWidget
{
    Q_OBJECT

public:
    explicit RunPage(JobController *controller, QWidget *parent = nullptr);
    void setNarrow(bool narrow);
    ResultPage *result() const { return m_result; }
    /// Asks before a job's work is thrown away.
    void askToCancel();

signals:
    void quantizeRequested();
    void againRequested(const snug::JobSpec &spec);
    void openFolderRequested(const QString &file);
    void compareRequested(const QString &source);
    /// For the tab: share done, or below 0 when nothing runs.
    void shareChanged(double share);

private:
    QWidget *makeIdle();
    QWidget *makeLive();
    void connectController();
    void takeState(JobState state);
    void takePlan(const std::shared_ptr<const Plan> &plan);
    void takeTick(const JobTick &tick);
    void takeReport(const std::shared_ptr<const JobReport> &report);
    void showNow();
    FailureDetails::Facts factsOf(const JobReport &report) const;
    QString closingLine(const JobReport &report) const;

    JobController *m_controller;
    JobTimeline m_timeline;
    QStackedWidget *m_stack;
    QWidget *m_idle = nullptr;
    QScrollArea *m_live = nullptr;
    QScrollArea *m_resultArea = nullptr;
    QVBoxLayout *m_column = nullptr;
    QBoxLayout *m_bottom = nullptr;
    RunHeader *m_header = nullptr;
    FailureCard *m_failure = nullptr;
    QPushButton *m_tryAgain = nullptr;
    QPushButton *m_changeSettings = nullptr;
    FailureDetails *m_details = nullptr;
    NoteCard *m_note = nullptr;
    ChartCard *m_chart = nullptr;
    HeatCard *m_heat = nullptr;
    TensorCard *m_tensors = nullptr;
    FoldedSection *m_logFold = nullptr;
    LogView *m_log = nullptr;
    ResultPage *m_result;
    bool m_begun = false; ///< the present job's parts are set up
};

} // namespace snug::ui
