// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/runheader.h"

#include "ui/bridge/devicewords.h"
#include "ui/bridge/format.h"
#include "ui/models/jobtimeline.h"
#include "ui/pages/jobtitle.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/stepper.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace snug::ui {

namespace {

bool over(JobState state)
{
    return state == JobState::Succeeded || state == JobState::Failed || state == JobState::Cancelled;
}

QPushButton *named(QPushButton *button, const char *name)
{
    button->setObjectName(QLatin1String(name));
    return button;
}

} // namespace

QString levelsText(const JobSpec &spec)
{
    QStringList levels;
    for (const std::string &level : spec.levels)
        levels << QString::fromStdString(level);
    return levels.join(QStringLiteral(", "));
}

QString modelText(const JobSpec &spec, const Plan *plan)
{
    return plan ? QString::fromStdString(plan->model.name) : QFileInfo(QString::fromStdString(spec.model)).fileName();
}

RunHeader::RunHeader(QWidget *parent)
    : QWidget(parent), m_title(new JobTitle(this)), m_line(new ElidedLabel(this)), m_left(new QLabel(this)),
      m_elapsed(new QLabel(this)),
      m_pause(named(makeButton(tr("Pause"), Icon::Pause, ButtonKind::Normal, this), "pausePushButton")),
      m_resume(named(makeButton(tr("Resume"), Icon::Play, ButtonKind::Primary, this), "resumePushButton")),
      m_cancel(named(makeButton(tr("Cancel"), ButtonKind::Normal, this), "cancelPushButton")),
      m_again(named(makeButton(tr("Run again"), ButtonKind::Primary, this), "againPushButton")),
      m_discard(named(makeButton(tr("Close"), ButtonKind::Normal, this), "discardPushButton")),
      m_progress(new ProgressLine(this)), m_stepper(new Stepper(this))
{
    m_line->setObjectName(QStringLiteral("jobLineLabel"));
    setTextLook(m_line, kSecondText, QFont::Normal, Ink::Text2);
    m_left->setObjectName(QStringLiteral("timeLeftLabel"));
    setTextLook(m_left, kTitleText, QFont::DemiBold, Ink::Text);
    m_elapsed->setObjectName(QStringLiteral("elapsedLabel"));
    setTextLook(m_elapsed, kSecondText, QFont::Normal, Ink::Text2);
    m_pause->setToolTip(tr("Pause or resume (Ctrl+P)"));
    m_progress->setObjectName(QStringLiteral("overallProgressLine"));
    m_stepper->setObjectName(QStringLiteral("phaseStepper"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace12);
    column->addLayout(makeTop());
    column->addWidget(m_progress);
    connect(m_pause, &QPushButton::clicked, this, &RunHeader::pauseRequested);
    connect(m_resume, &QPushButton::clicked, this, &RunHeader::resumeRequested);
    connect(m_cancel, &QPushButton::clicked, this, &RunHeader::cancelRequested);
    connect(m_again, &QPushButton::clicked, this, &RunHeader::againRequested);
    connect(m_discard, &QPushButton::clicked, this, &RunHeader::discardRequested);
}

QLayout *RunHeader::makeTop()
{
    auto *words = new QVBoxLayout;
    words->setSpacing(kSpace4);
    words->addWidget(m_title);
    words->addWidget(m_line);
    auto *times = new QVBoxLayout;
    times->setSpacing(kSpace4);
    times->addWidget(m_left, 0, Qt::AlignRight);
    times->addWidget(m_elapsed, 0, Qt::AlignRight);
    auto *line = new QHBoxLayout;
    line->setSpacing(kSpace8);
    line->addLayout(words, 1);
    line->addLayout(times);
    line->addSpacing(kSpace12);
    for (QPushButton *button : {m_pause, m_resume, m_again, m_discard, m_cancel})
        line->addWidget(button);
    return line;
}

void RunHeader::setJob(const JobSpec &spec, const Plan *plan)
{
    m_closingLine.clear();
    m_title->setTitle(modelText(spec, plan), levelsText(spec));
}

void RunHeader::setClosingLine(const QString &line) { m_closingLine = line; }

void RunHeader::show(const JobTimeline &timeline, JobState state, const Plan *plan)
{
    m_line->setText(lineFor(timeline, state, plan));
    showTimes(timeline, state);
    showButtons(state);
    m_progress->setVisible(!over(state));
    m_progress->setShare(state == JobState::Planning ? -1 : timeline.progress().fraction);
    m_stepper->setSteps(timeline.steps(state));
}

void RunHeader::showTimes(const JobTimeline &timeline, JobState state)
{
    const ProgressSnapshot &now = timeline.progress();
    m_left->setVisible(!over(state));
    m_elapsed->setVisible(!over(state));
    if (state == JobState::Paused)
        m_left->setText(tr("Paused"));
    else if (state == JobState::Pausing)
        m_left->setText(tr("Pausing…"));
    else if (state == JobState::Cancelling)
        m_left->setText(tr("Cancelling…"));
    else if (now.secondsLeft >= 0)
        m_left->setText(tr("%1 left").arg(aboutText(now.secondsLeft)));
    else
        m_left->setText(state == JobState::Planning ? tr("Reading headers…") : tr("Starting…"));
    m_elapsed->setText(tr("%1 of about %2").arg(clockText(now.seconds), clockText(timeline.endSeconds())));
}

void RunHeader::showButtons(JobState state)
{
    const bool live = !over(state);
    const bool paused = state == JobState::Paused;
    m_pause->setVisible(live && !paused);
    m_pause->setEnabled(state == JobState::Running);
    m_resume->setVisible(paused);
    m_cancel->setVisible(live);
    m_cancel->setEnabled(state != JobState::Cancelling);
    m_again->setVisible(state == JobState::Cancelled);
    m_discard->setVisible(state == JobState::Failed || state == JobState::Cancelled);
}

QString RunHeader::lineFor(const JobTimeline &timeline, JobState state, const Plan *plan) const
{
    if (!m_closingLine.isEmpty())
        return m_closingLine;
    if (state == JobState::Paused)
        return tr("Nothing is computed while paused; memory in use is kept.");
    const ProgressSnapshot &now = timeline.progress();
    QStringList parts;
    if (!now.device.empty())
        parts << workedOn(now);
    if (now.currentLayer >= 0 && plan && plan->model.hyper.layerCount > 0)
        parts << tr("Layer %1 of %2").arg(now.currentLayer + 1).arg(plan->model.hyper.layerCount);
    if (!now.currentTensor.empty())
        parts << QString::fromStdString(now.currentTensor);
    if (now.weightsPerSecond > 0)
        parts << tr("%1 weights/s").arg(bigCountText(static_cast<std::uint64_t>(now.weightsPerSecond)));
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace snug::ui
