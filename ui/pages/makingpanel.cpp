// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/makingpanel.h"

#include "ui/bridge/format.h"
#include "ui/models/measurewords.h"
#include "ui/pages/faultlabel.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/elidedlabel.h"

#include <QFileInfo>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace snug::ui {

MakingPanel::MakingPanel(ImatrixController *controller, QWidget *parent) : QWidget(parent), m_controller(controller)
{
    setObjectName(QStringLiteral("makingPanel"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, kSpace4, 0, kSpace4);
    column->setSpacing(kSpace8);
    m_progress = makeProgress();
    m_end = makeEnd();
    column->addWidget(m_progress);
    column->addWidget(m_end);
    connect(m_controller, &ImatrixController::stateChanged, this, &MakingPanel::refreshState);
    connect(m_controller, &ImatrixController::ticked, this, &MakingPanel::refreshTick);
    connect(m_controller, &ImatrixController::finished, this, &MakingPanel::refreshEnd);
    refreshState();
}

QWidget *MakingPanel::makeProgress()
{
    auto *progress = new QWidget(this);
    m_title = new QLabel(progress);
    m_title->setObjectName(QStringLiteral("makingStateLabel"));
    m_title->setTextFormat(Qt::PlainText);
    setTextLook(m_title, kBodyText, QFont::DemiBold, Ink::Text);
    m_left = new ElidedLabel(progress);
    m_left->setObjectName(QStringLiteral("makingTimeLabel"));
    setTextLook(m_left, kSecondText, QFont::Normal, Ink::Text2);
    m_pause = makeButton(tr("Pause"), Icon::Pause, ButtonKind::Normal, progress);
    m_pause->setObjectName(QStringLiteral("makingPausePushButton"));
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (m_controller->state() == MeasureState::Running)
            m_controller->pause();
        else
            m_controller->resume();
    });
    m_stop = makeButton(tr("Stop"), Icon::Cancel, ButtonKind::Normal, progress);
    m_stop->setObjectName(QStringLiteral("makingStopPushButton"));
    m_stop->setToolTip(tr("Ends here; what was done so far is kept, and it can go on from there later."));
    connect(m_stop, &QPushButton::clicked, m_controller, &ImatrixController::stop);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(kSpace8);
    heading->addWidget(m_title);
    heading->addWidget(m_left, 1);
    heading->addWidget(m_pause);
    heading->addWidget(m_stop);
    const auto line = [&](ElidedLabel *&words, ProgressLine *&bar, const char *name) {
        words = new ElidedLabel(progress);
        words->setObjectName(QLatin1String(name));
        setTextLook(words, kSecondText, QFont::Normal, Ink::Text2);
        bar = new ProgressLine(progress);
        auto *lineColumn = new QVBoxLayout;
        lineColumn->setSpacing(kSpace4);
        lineColumn->addWidget(words);
        lineColumn->addWidget(bar);
        return lineColumn;
    };
    auto *lines = new QHBoxLayout;
    lines->setSpacing(kSpace24);
    lines->addLayout(line(m_windowWords, m_windowLine, "makingWindowsLabel"), 1);
    lines->addLayout(line(m_layerWords, m_layerLine, "makingLayersLabel"), 1);
    auto *column = new QVBoxLayout(progress);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addLayout(heading);
    column->addLayout(lines);
    return progress;
}

QWidget *MakingPanel::makeEnd()
{
    auto *end = new QWidget(this);
    m_note = new WrappedLabel(end);
    m_note->setObjectName(QStringLiteral("makingNoteLabel"));
    setTextLook(m_note, kSecondText, QFont::Normal, Ink::Text2);
    m_fault = new FaultLabel(end);
    m_fault->setObjectName(QStringLiteral("makingFaultLabel"));
    m_goOn = makeButton(tr("Go on"), Icon::Play, ButtonKind::Normal, end);
    m_goOn->setObjectName(QStringLiteral("makingGoOnPushButton"));
    connect(m_goOn, &QPushButton::clicked, this, &MakingPanel::goOn);
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addWidget(m_note);
    words->addWidget(m_fault);
    auto *line = new QHBoxLayout(end);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace8);
    line->addLayout(words, 1);
    line->addWidget(m_goOn, 0, Qt::AlignVCenter);
    return end;
}

void MakingPanel::setModel(const QString &model)
{
    m_model = model;
    refreshState();
}

void MakingPanel::setHindrance(const QString &reason)
{
    m_hindrance = reason;
    m_goOn->setEnabled(reason.isEmpty());
    m_goOn->setToolTip(reason);
    refreshEnd();
}

QString MakingPanel::setting() const
{
    if (!m_controller->busy())
        return {};
    const MeasureSnapshot &now = m_controller->snapshot();
    return now.partsTotal ? tr("Being made, %1").arg(percentText(now.fraction)) : tr("Being made");
}

void MakingPanel::goOn()
{
    ImatrixSpec spec = m_controller->spec();
    spec.restart = false; // what was begun anew goes on, too
    m_controller->start(spec);
}

void MakingPanel::refreshState()
{
    const bool busy = m_controller->busy();
    m_progress->setVisible(busy);
    const MeasureState state = m_controller->state();
    const bool held = state == MeasureState::Pausing || state == MeasureState::Paused;
    m_pause->setText(held ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(icon(held ? Icon::Play : Icon::Pause));
    for (QPushButton *button : {m_pause, m_stop})
        button->setEnabled(state != MeasureState::Stopping);
    if (busy)
        refreshTick();
    refreshEnd();
}

void MakingPanel::refreshTick()
{
    if (!m_controller->busy())
        return;
    const MeasureSnapshot &now = m_controller->snapshot();
    const QString model = QString::fromStdString(m_controller->spec().model);
    m_title->setText(
        makingStateText(m_controller->state(), now, model == m_model ? QString() : QFileInfo(model).fileName()));
    m_left->setText(measureTimeText(now));
    m_windowWords->setText(measureWindowsText(now));
    m_windowLine->setShare(now.partsTotal ? now.fraction : -1);
    m_layerWords->setText(makingLayersText(now));
    m_layerLine->setShare(now.layers ? static_cast<double>(now.layer) / static_cast<double>(now.layers) : -1);
    emit settingChanged();
}

void MakingPanel::refreshEnd()
{
    const auto report = m_controller->report();
    const bool ours = report && QString::fromStdString(m_controller->spec().model) == m_model;
    QString note, fault;
    if (ours && report->error)
        fault = tr("It could not be made. %1").arg(windowWords(report->error->message));
    else if (ours && report->outcome == Outcome::Cancelled)
        note = stoppedMakingText(*report, m_controller->snapshot()) + QLatin1Char(' ') + m_hindrance;
    m_note->setText(note);
    m_note->setVisible(!note.isEmpty());
    m_fault->setText(fault);
    m_goOn->setVisible(ours && report->outcome == Outcome::Cancelled);
    m_end->setVisible(!note.isEmpty() || !fault.isEmpty());
    setVisible(m_controller->busy() || !m_end->isHidden());
    emit settingChanged();
}

} // namespace snug::ui
