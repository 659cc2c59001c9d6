// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Top of the Run page: what runs, where it is, time left, Pause and Cancel, the overall bar and the phases.

#pragma once

#include "ui/bridge/jobcontroller.h"

#include <QWidget>

class QLabel;
class QPushButton;

namespace snug::ui {

class ElidedLabel;
class JobTimeline;
class JobTitle;
class ProgressLine;
class Stepper;

/// GUI thread only.
class RunHeader : public QWidget
{
    Q_OBJECT

public:
    explicit RunHeader(QWidget *parent = nullptr);
    void setJob(const JobSpec &spec, const Plan *plan);
    void show(const JobTimeline &timeline, JobState state, const Plan *plan);
    /// The sentence below the title of a job that is over.
    void setClosingLine(const QString &line);
    /// For the page to place.
    Stepper *stepper() const { return m_stepper; }

signals:
    void pauseRequested();
    void resumeRequested();
    void cancelRequested();
    void discardRequested();
    void againRequested();

private:
    QLayout *makeTop();
    void showButtons(JobState state);
    void showTimes(const JobTimeline &timeline, JobState state);
    QString lineFor(const JobTimeline &timeline, JobState state, const Plan *plan) const;

    JobTitle *m_title;
    ElidedLabel *m_line;
    QLabel *m_left;
    QLabel *m_elapsed;
    QPushButton *m_pause;
    QPushButton *m_resume;
    QPushButton *m_cancel;
    QPushButton *m_again;
    QPushButton *m_discard;
    ProgressLine *m_progress;
    Stepper *m_stepper;
    QString m_closingLine;
};

/// "Q4_K_M" or "Q4_K_M, Q5_K_M".
QString levelsText(const JobSpec &spec);
/// The model's name: from the plan, else the last part of its path.
QString modelText(const JobSpec &spec, const Plan *plan);

} // namespace snug::ui
