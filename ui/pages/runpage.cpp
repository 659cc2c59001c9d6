// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/runpage.h"

#include "ui/bridge/devicewords.h"
#include "ui/bridge/format.h"
#include "ui/pages/chartcard.h"
#include "ui/pages/failurecard.h"
#include "ui/pages/failuredetails.h"
#include "ui/pages/heatcard.h"
#include "ui/pages/logview.h"
#include "ui/pages/notecard.h"
#include "ui/pages/resultpage.h"
#include "ui/pages/runheader.h"
#include "ui/pages/tensorcard.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/stepper.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace snug::ui {

namespace {

constexpr int kBottomHeight = 244;

QScrollArea *scrolled(QWidget *content, QWidget *parent)
{
    auto *area = new QScrollArea(parent);
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    area->setWidget(content);
    return area;
}

} // namespace

RunPage::RunPage(JobController *controller, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_stack(new QStackedWidget(this)), m_result(new ResultPage(this))
{
    m_idle = makeIdle();
    m_live = scrolled(makeLive(), this);
    m_resultArea = scrolled(m_result, this);
    m_stack->addWidget(m_idle);
    m_stack->addWidget(m_live);
    m_stack->addWidget(m_resultArea);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(m_stack);
    connect(m_result, &ResultPage::openFolderRequested, this, &RunPage::openFolderRequested);
    connect(m_result, &ResultPage::compareRequested, this, &RunPage::compareRequested);
    connectController();
}

QWidget *RunPage::makeIdle()
{
    auto *idle = new QWidget(this);
    auto *heading = new QLabel(tr("Nothing is running"), idle);
    heading->setObjectName(QStringLiteral("idleLabel"));
    setTextLook(heading, kNameText, QFont::Medium, Ink::Text);
    auto *hint = new QLabel(
        tr("Pick a model, tick one or more levels and press Quantize. Progress and memory show here."), idle);
    hint->setWordWrap(true);
    hint->setAlignment(Qt::AlignCenter);
    setTextLook(hint, kBodyText, QFont::Normal, Ink::Text2);
    auto *go = makeButton(tr("Go to Quantize"), ButtonKind::Normal, idle);
    go->setObjectName(QStringLiteral("goToQuantizePushButton"));
    connect(go, &QPushButton::clicked, this, &RunPage::quantizeRequested);
    auto *column = new QVBoxLayout(idle);
    column->setSpacing(kSpace8);
    column->addStretch(2);
    column->addWidget(heading, 0, Qt::AlignHCenter);
    column->addWidget(hint);
    column->addSpacing(kSpace8);
    column->addWidget(go, 0, Qt::AlignHCenter);
    column->addStretch(3);
    return idle;
}

QWidget *RunPage::makeLive()
{
    auto *live = new QWidget(this);
    m_header = new RunHeader(live);
    m_note = new NoteCard(live);
    m_note->setObjectName(QStringLiteral("runNoteCard"));
    m_failure = new FailureCard(live);
    m_tryAgain = m_failure->addButton(tr("Try again"), /*primary=*/true);
    m_tryAgain->setObjectName(QStringLiteral("tryAgainPushButton"));
    connect(m_tryAgain, &QPushButton::clicked, this, [this] { emit againRequested(m_controller->spec()); });
    m_changeSettings = m_failure->addButton(tr("Change settings"), /*primary=*/false);
    m_changeSettings->setObjectName(QStringLiteral("changeSettingsPushButton"));
    connect(m_changeSettings, &QPushButton::clicked, this, &RunPage::quantizeRequested);
    m_details = new FailureDetails(live);
    m_details->hide();
    m_chart = new ChartCard(live);
    m_heat = new HeatCard(live);
    m_tensors = new TensorCard(live);
    m_heat->setMinimumHeight(kBottomHeight);
    m_tensors->setMinimumHeight(kBottomHeight);
    connect(m_heat, &HeatCard::scaleChanged, m_tensors, &TensorCard::setScaleEnd);
    m_log = new LogView(live);
    auto *logCard = new Card(live);
    m_logFold = new FoldedSection(tr("Log"), logCard);
    m_logFold->setObjectName(QStringLiteral("logSection"));
    m_logFold->setTitleWidth(60);
    m_logFold->setBody(m_log);
    logCard->rows()->addWidget(m_logFold);
    m_bottom = new QHBoxLayout;
    m_bottom->setSpacing(kCardGap);
    m_bottom->addWidget(m_heat, 12);
    m_bottom->addWidget(m_tensors, 13);
    m_column = new QVBoxLayout(live);
    m_column->setSpacing(kCardGap);
    m_column->addWidget(m_header);
    m_column->addWidget(m_failure);
    m_column->addWidget(m_note);
    m_column->addWidget(m_header->stepper());
    m_column->addWidget(m_chart, 3);
    m_column->addWidget(m_details);
    m_column->addLayout(m_bottom, 2);
    m_column->addWidget(logCard);
    m_column->setContentsMargins(kPageMargin, kSpace16, kPageMargin, kSpace16);
    return live;
}

void RunPage::connectController()
{
    connect(m_controller, &JobController::stateChanged, this, &RunPage::takeState);
    connect(m_controller, &JobController::jobPlanned, this, &RunPage::takePlan);
    connect(m_controller, &JobController::ticked, this, &RunPage::takeTick);
    connect(m_controller, &JobController::finished, this, &RunPage::takeReport);
    connect(m_header, &RunHeader::pauseRequested, m_controller, &JobController::pause);
    connect(m_header, &RunHeader::resumeRequested, m_controller, &JobController::resume);
    connect(m_header, &RunHeader::cancelRequested, this, &RunPage::askToCancel);
    connect(m_header, &RunHeader::discardRequested, m_controller, &JobController::reset);
    connect(m_header, &RunHeader::againRequested, this, [this] { emit againRequested(m_controller->spec()); });
}

void RunPage::setNarrow(bool narrow)
{
    const int margin = narrow ? kPageMarginNarrow : kPageMargin;
    m_column->setContentsMargins(margin, kSpace16, margin, kSpace16);
    m_result->setNarrow(narrow);
}

void RunPage::takeState(JobState state)
{
    if (state == JobState::Planning) {
        m_begun = false;
        m_timeline.clear();
        m_timeline.setEarlierPeak(m_controller->memory().process.peakResidentBytes);
        m_failure->hide();
        m_details->hide();
        m_log->reset();
        m_heat->setPlan(Plan());
        m_tensors->clear(static_cast<int>(m_controller->spec().levels.size()));
        m_header->setJob(m_controller->spec(), nullptr);
        m_stack->setCurrentWidget(m_live);
    }
    if (state == JobState::Idle)
        m_stack->setCurrentWidget(m_idle);
    else
        showNow();
    emit shareChanged(m_controller->busy() ? m_timeline.progress().fraction : -1);
}

void RunPage::takePlan(const std::shared_ptr<const Plan> &plan)
{
    m_timeline.setPlan(plan);
    m_heat->setPlan(*plan);
    m_header->setJob(m_controller->spec(), plan.get());
    m_begun = true;
    showNow();
}

void RunPage::takeTick(const JobTick &tick)
{
    m_log->append(tick.logLines);
    m_logFold->setSetting(m_log->lastLine());
    if (!m_begun)
        return;
    m_timeline.addTick(tick);
    m_heat->addEvents(tick.events);
    m_tensors->setTotal(tick.progress.tensorsTotal);
    m_tensors->addEvents(tick.events);
    showNow();
    emit shareChanged(tick.progress.fraction);
}

void RunPage::takeReport(const std::shared_ptr<const JobReport> &report)
{
    m_heat->setFinished();
    m_tensors->setFinished();
    if (report->outcome == Outcome::Succeeded) {
        m_result->setResult(*report, m_controller->jobPlan().get(), m_controller->memory(),
                            windowWords(m_timeline.progress().deviceNote));
        m_resultArea->ensureVisible(0, 0);
        m_stack->setCurrentWidget(m_resultArea);
        return;
    }
    QStringList notes{windowWords(m_timeline.progress().deviceNote)};
    for (const std::string &note : report->notes)
        notes << windowWords(note);
    notes.removeAll(QString());
    notes.removeDuplicates();
    m_note->setNotes(notes);
    m_timeline.end(report->seconds, /*failed=*/report->outcome == Outcome::Failed);
    m_header->setClosingLine(closingLine(*report));
    if (report->error) {
        const FailureDetails::Facts facts = factsOf(*report);
        m_failure->setFailure(*report->error, FailureDetails::asText(facts));
        // The same job would not fit a second time either.
        m_failure->setPrimary(report->error->code == ErrorCode::DoesNotFit ? m_changeSettings : m_tryAgain);
        m_failure->show();
        m_details->setFacts(facts);
    }
    showNow();
}

FailureDetails::Facts RunPage::factsOf(const JobReport &report) const
{
    const Error &error = *report.error;
    const MemorySnapshot memory = m_controller->memory();
    const auto held = static_cast<std::uint64_t>(m_timeline.ramPeakBytes());
    const auto predicted = static_cast<std::uint64_t>(m_timeline.ramPredictedBytes());
    const QString last = report.tensors.empty() ? QString() : QString::fromStdString(report.tensors.back().name);
    return {{tr("Kind of failure"), QString::fromLatin1(errorCodeName(error.code).data(),
                                                        static_cast<qsizetype>(errorCodeName(error.code).size()))},
            {tr("File"), homely(error.file)},
            {tr("Byte offset"), error.offset ? QString::number(*error.offset) : QString()},
            {tr("Tensor"), QString::fromStdString(error.tensor)},
            {tr("Last finished"), last},
            {tr("Device"), workedOn(report)},
            {tr("Held by Snug at most"), held == 0 ? QString() : detailedSize(held)},
            {tr("Predicted"), predicted == 0 ? QString() : detailedSize(predicted)},
            {tr("Held by other programs"), detailedSize(memory.ramOthersBytes())},
            {tr("RAM of this machine"), detailedSize(memory.ramTotalBytes())}};
}

QString RunPage::closingLine(const JobReport &report) const
{
    const QString time = clockText(report.seconds);
    const ProgressSnapshot &last = m_timeline.progress();
    if (report.outcome == Outcome::Cancelled)
        return tr("Cancelled after %1. The partial files are deleted.").arg(time);
    if (last.tensorsTotal == 0)
        return tr("Stopped after %1, before the first tensor.").arg(time);
    return tr("Stopped after %1, %2 of %3 tensors finished. The partial files are deleted.")
        .arg(time, countText(last.tensorsDone), countText(last.tensorsTotal));
}

void RunPage::showNow()
{
    const JobState state = m_controller->state();
    m_header->show(m_timeline, state, m_controller->jobPlan().get());
    // A job that failed before it began has no memory to show.
    const bool nothing = !m_begun && !m_controller->busy();
    m_chart->setVisible(!nothing);
    const QString note = windowWords(m_timeline.progress().deviceNote);
    if (m_controller->busy())
        m_note->setNotes(note.isEmpty() ? QStringList() : QStringList{note});
    const bool noTensors = !m_controller->busy() && m_timeline.progress().tensorsDone == 0;
    m_heat->setVisible(!noTensors);
    m_tensors->setVisible(!noTensors);
    m_header->stepper()->setVisible(!nothing);
    m_chart->show(m_timeline, m_controller->busy());
}

void RunPage::askToCancel()
{
    if (!m_controller->busy() || m_controller->state() == JobState::Cancelling)
        return;
    auto *question = new QMessageBox(QMessageBox::NoIcon, tr("Cancel this job?"), tr("Cancel this job?"),
                                     QMessageBox::NoButton, this);
    question->setObjectName(QStringLiteral("cancelMessageBox"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    question->setInformativeText(tr("What was done so far is thrown away and the partial files are deleted."));
    QPushButton *yes = question->addButton(tr("Cancel the job"), QMessageBox::DestructiveRole);
    QPushButton *no = question->addButton(tr("Keep going"), QMessageBox::RejectRole);
    question->setDefaultButton(no);
    connect(yes, &QPushButton::clicked, m_controller, &JobController::cancel);
    // The job may end by itself while the question stands.
    connect(m_controller, &JobController::finished, question, &QWidget::close);
    question->open();
}

} // namespace snug::ui
