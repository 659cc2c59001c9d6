// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/measurepanel.h"

#include "ui/bridge/format.h"
#include "ui/models/measurewords.h"
#include "ui/pages/caption.h"
#include "ui/pages/failurecard.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/settings/settings.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elidedlabel.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QStackedWidget>
#include <QVBoxLayout>

#include <cmath>

namespace snug::ui {

namespace {

constexpr int kContexts[] = {256, 512, 1024, 2048, 4096};
constexpr int kWindows[] = {8, 32, 128, 0};
constexpr int kTextWidth = 190;
const QString kOther = QStringLiteral("?"); ///< the entry that asks for a file: no path begins so

void choose(QComboBox *box, const QVariant &data)
{
    const QSignalBlocker quiet(box);
    box->setCurrentIndex(std::max(0, box->findData(data)));
}

QVBoxLayout *captioned(const QString &caption, QComboBox *box)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(2);
    QLabel *label = makeCaption(caption, box->parentWidget());
    label->setBuddy(box);
    box->setAccessibleName(caption);
    column->addWidget(label);
    column->addWidget(box);
    return column;
}

} // namespace

MeasurePanel::MeasurePanel(MeasureController *controller, Settings *settings, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_settings(settings), m_card(new Card(this)),
      m_failure(new FailureCard(this))
{
    setObjectName(QStringLiteral("measurePanel"));
    m_options = makeOptions();
    m_progress = makeProgress();
    auto *inside = new QVBoxLayout(m_card);
    inside->setContentsMargins(kSpace16, kSpace12, kSpace16, kSpace12);
    inside->addWidget(m_options);
    inside->addWidget(m_progress);
    m_failure->setObjectName(QStringLiteral("measureFailureCard"));
    m_failure->hide();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kCardGap);
    column->addWidget(m_card);
    column->addWidget(m_failure);
    connect(m_controller, &MeasureController::stateChanged, this, &MeasurePanel::refreshState);
    connect(m_controller, &MeasureController::ticked, this, &MeasurePanel::refreshTick);
    connect(m_controller, &MeasureController::finished, this,
            [this](const std::shared_ptr<const EvaluateReport> &report) { takeReport(*report); });
    fillTexts();
    refreshState();
}

QWidget *MeasurePanel::makeOptions()
{
    auto *options = new QWidget(m_card);
    auto *title = new QLabel(tr("Measure"), options);
    setTextLook(title, kBodyText, QFont::DemiBold, Ink::Text);
    auto *hint =
        new ElidedLabel(tr("how well the text is predicted, and how far each level strays from its source"), options);
    setTextLook(hint, kSecondText, QFont::Normal, Ink::Text2);
    m_text = new QComboBox(options);
    m_text->setObjectName(QStringLiteral("measureTextComboBox"));
    m_text->setMinimumWidth(kTextWidth);
    m_text->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_text, &QComboBox::activated, this, &MeasurePanel::chooseText);
    m_context = new QComboBox(options);
    m_context->setObjectName(QStringLiteral("measureContextComboBox"));
    m_context->setToolTip(tr("Tokens the model reads at once. Figures are comparable only with the same number."));
    for (const int context : kContexts)
        m_context->addItem(tr("%1 tokens").arg(countText(static_cast<std::uint64_t>(context))), context);
    m_windows = new QComboBox(options);
    m_windows->setObjectName(QStringLiteral("measureWindowsComboBox"));
    m_windows->setToolTip(tr("How much of the text is read. More takes longer and makes the error smaller."));
    for (const int windows : kWindows)
        m_windows->addItem(windows ? tr("%1 windows").arg(windows) : tr("the whole text"), windows);
    choose(m_context, m_settings->measureContext());
    choose(m_windows, m_settings->measureWindows());
    for (QComboBox *box : {m_context, m_windows})
        connect(box, &QComboBox::activated, this, [this] {
            m_settings->setMeasureSize(m_context->currentData().toInt(), m_windows->currentData().toInt());
            refreshFailure();
        });
    m_start = makeButton(tr("Measure"), Icon::Play, ButtonKind::Normal, options);
    m_start->setObjectName(QStringLiteral("measurePushButton"));
    connect(m_start, &QPushButton::clicked, this, &MeasurePanel::measure);
    m_note = new WrappedLabel(options);
    m_note->setObjectName(QStringLiteral("measureNoteLabel"));
    setTextLook(m_note, kSecondText, QFont::Normal, Ink::Text2);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(kSpace8);
    heading->addWidget(title);
    heading->addWidget(hint, 1);
    auto *line = new QHBoxLayout;
    line->setSpacing(kSpace12);
    line->addLayout(captioned(tr("Text"), m_text), 3);
    line->addLayout(captioned(tr("Context"), m_context), 2);
    line->addLayout(captioned(tr("Amount"), m_windows), 2);
    line->addStretch(2);
    line->addWidget(m_start, 0, Qt::AlignBottom);
    auto *column = new QVBoxLayout(options);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addLayout(heading);
    column->addLayout(line);
    column->addWidget(m_note);
    return options;
}

QWidget *MeasurePanel::makeProgress()
{
    auto *progress = new QWidget(m_card);
    m_title = new QLabel(progress);
    m_title->setObjectName(QStringLiteral("measureStateLabel"));
    setTextLook(m_title, kBodyText, QFont::DemiBold, Ink::Text);
    m_left = new ElidedLabel(progress);
    m_left->setObjectName(QStringLiteral("measureTimeLabel"));
    setTextLook(m_left, kSecondText, QFont::Normal, Ink::Text2);
    m_pause = makeButton(tr("Pause"), Icon::Pause, ButtonKind::Normal, progress);
    m_pause->setObjectName(QStringLiteral("measurePausePushButton"));
    connect(m_pause, &QPushButton::clicked, this, [this] {
        if (m_controller->state() == MeasureState::Running)
            m_controller->pause();
        else
            m_controller->resume();
    });
    m_stop = makeButton(tr("Stop"), Icon::Cancel, ButtonKind::Normal, progress);
    m_stop->setObjectName(QStringLiteral("measureStopPushButton"));
    m_stop->setToolTip(tr("Ends here; what was measured so far stays."));
    connect(m_stop, &QPushButton::clicked, m_controller, &MeasureController::stop);
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
        auto *column = new QVBoxLayout;
        column->setSpacing(kSpace4);
        column->addWidget(words);
        column->addWidget(bar);
        return column;
    };
    auto *lines = new QHBoxLayout;
    lines->setSpacing(kSpace24);
    lines->addLayout(line(m_windowWords, m_windowLine, "measureWindowsLabel"), 1);
    lines->addLayout(line(m_layerWords, m_layerLine, "measureLayersLabel"), 1);
    m_liveBox = new QWidget(progress);
    m_live = new QGridLayout(m_liveBox);
    m_live->setContentsMargins(0, kSpace4, 0, 0);
    m_live->setHorizontalSpacing(kSpace24);
    m_live->setVerticalSpacing(kSpace4);
    const QStringList heads{tr("So far"), tr("Perplexity"), tr("KL mean"), tr("Same first choice")};
    for (int i = 0; i < heads.size(); ++i)
        m_live->addWidget(makeCaption(heads[i], m_liveBox), 0, i,
                          i == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
    m_live->setColumnStretch(4, 1);
    auto *column = new QVBoxLayout(progress);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addLayout(heading);
    column->addLayout(lines);
    column->addWidget(m_liveBox);
    return progress;
}

void MeasurePanel::showEvent(QShowEvent *event)
{
    fillTexts();
    choose(m_context, m_settings->measureContext());
    choose(m_windows, m_settings->measureWindows());
    refreshFailure();
    QWidget::showEvent(event);
}

void MeasurePanel::setSampleText(const QString &path)
{
    m_sample = path;
    fillTexts();
}

void MeasurePanel::setSubject(std::function<MeasureRequest()> subject) { m_subject = std::move(subject); }

void MeasurePanel::setHindrance(const QString &reason)
{
    m_hindrance = reason;
    refreshButton();
}

void MeasurePanel::setNarrow(bool narrow) { m_text->setMinimumWidth(narrow ? kTextWidth * 2 / 3 : kTextWidth); }

QString MeasurePanel::textPath() const
{
    const QString path = m_text->currentData().toString();
    return path == kOther ? QString() : path;
}

QString MeasurePanel::textTitle(const std::string &path) const
{
    const QString file = QString::fromStdString(path);
    return file == m_sample ? tr("English novels (comes with Snug)") : QFileInfo(file).fileName();
}

/// The text that comes with Snug, those used before, and a way to choose another one.
void MeasurePanel::fillTexts()
{
    const QSignalBlocker quiet(m_text);
    m_text->clear();
    if (!m_sample.isEmpty())
        m_text->addItem(textTitle(m_sample.toStdString()), m_sample);
    for (const QString &path : m_settings->measureTexts()) {
        m_text->addItem(textTitle(path.toStdString()), path);
        m_text->setItemData(m_text->count() - 1, homely(path), Qt::ToolTipRole);
    }
    if (m_text->count() == 0)
        m_text->addItem(tr("No text yet"), QString());
    m_text->addItem(tr("Choose a file…"), kOther);
    choose(m_text, m_settings->measureText().isEmpty() ? m_sample : m_settings->measureText());
    refreshButton();
}

void MeasurePanel::chooseText(int index)
{
    const QString path = m_text->itemData(index).toString();
    if (path == kOther)
        return askForText();
    m_settings->setMeasureText(path == m_sample ? QString() : path);
    refreshButton();
    refreshFailure();
}

void MeasurePanel::askForText()
{
    fillTexts(); // back to what was chosen, until there is another
    auto *dialog = new QFileDialog(this, tr("Choose a text"), m_settings->lastFolder(),
                                   tr("Texts (*.txt *.raw *.md);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_settings->setLastFolder(QFileInfo(file).absolutePath());
        m_settings->setMeasureText(file);
        fillTexts();
        refreshFailure();
    });
    dialog->open();
}

void MeasurePanel::measure()
{
    if (!m_start->isEnabled() || m_controller->busy() || !m_subject)
        return;
    MeasureRequest request = m_subject();
    if (request.spec.models.empty())
        return;
    request.spec.text = textPath().toStdString();
    request.spec.context = m_context->currentData().toULongLong();
    if (const auto windows = m_windows->currentData().toULongLong())
        request.spec.chunks = windows;
    request.spec.ramBytes = m_settings->ramLimitBytes();
    if (request.sideBySide)
        request.sideBySide = sideBySide(request.spec); // of this text
    m_own = true;
    m_controller->start(request);
}

void MeasurePanel::refreshState()
{
    const bool busy = m_controller->busy();
    if (busy && m_options->isVisibleTo(m_card) && !m_controller->request().spec.text.empty()) { // begins
        m_error.reset();
        m_measured.clear();
        refreshFailure();
    }
    if (!busy)
        fillTexts();
    m_options->setVisible(!busy);
    m_progress->setVisible(busy);
    const bool held = m_controller->state() == MeasureState::Pausing || m_controller->state() == MeasureState::Paused;
    m_pause->setText(held ? tr("Resume") : tr("Pause"));
    m_pause->setIcon(icon(held ? Icon::Play : Icon::Pause));
    for (QPushButton *button : {m_pause, m_stop})
        button->setEnabled(m_controller->state() != MeasureState::Stopping);
    refreshButton();
    if (busy)
        refreshTick();
}

void MeasurePanel::refreshButton()
{
    const QString reason = !m_hindrance.isEmpty() ? m_hindrance
                           : textPath().isEmpty() ? tr("Choose a text.")
                                                  : QString();
    m_start->setEnabled(reason.isEmpty());
    m_note->setText(reason.isEmpty() ? m_measured : reason);
    m_note->setVisible(!m_note->text().isEmpty());
}

void MeasurePanel::refreshTick()
{
    if (!m_controller->busy())
        return;
    const MeasureSnapshot &now = m_controller->snapshot();
    m_title->setText(measureStateText(m_controller->state(), now));
    m_left->setText(measureTimeText(now));
    m_windowWords->setText(measureWindowsText(now));
    m_windowLine->setShare(now.partsTotal ? now.fraction : -1);
    m_layerWords->setText(measureLayersText(now, m_controller->request().titles));
    m_layerLine->setShare(now.layers ? static_cast<double>(now.layer) / static_cast<double>(now.layers) : -1);
    refreshLive();
}

void MeasurePanel::refreshLive()
{
    const MeasureSnapshot &now = m_controller->snapshot();
    const QStringList &titles = m_controller->request().titles;
    while (m_liveRows.size() < now.running.size()) {
        std::array<QLabel *, 4> row{};
        for (int i = 0; i < 4; ++i) {
            auto *label = new QLabel(m_liveBox);
            label->setTextFormat(Qt::PlainText);
            setTextLook(label, kBodyText, i == 0 ? QFont::Medium : QFont::Normal, Ink::Text);
            m_live->addWidget(label, static_cast<int>(m_liveRows.size()) + 1, i,
                              i == 0 ? Qt::AlignLeft | Qt::AlignVCenter : Qt::AlignRight | Qt::AlignVCenter);
            row[static_cast<std::size_t>(i)] = label;
        }
        m_liveRows.push_back(row);
    }
    bool any = false;
    for (std::size_t i = 0; i < m_liveRows.size(); ++i) {
        const bool known = i < now.running.size() && !std::isnan(now.running[i].perplexity);
        any = any || known;
        for (QLabel *label : m_liveRows[i])
            label->setVisible(known);
        if (!known)
            continue;
        const RunningFigures &running = now.running[i];
        m_liveRows[i][0]->setText(titles.value(static_cast<int>(i)));
        m_liveRows[i][1]->setText(withError(running.perplexity, running.perplexityError, 3));
        m_liveRows[i][2]->setText(std::isnan(running.klMean) ? QString()
                                                             : withError(running.klMean, running.klMeanError, 5));
        m_liveRows[i][3]->setText(std::isnan(running.sameTop) ? QString() : sharePercent(running.sameTop));
    }
    m_liveBox->setVisible(any);
}

void MeasurePanel::takeReport(const EvaluateReport &report)
{
    const MeasureRequest &request = m_controller->request();
    if (request.spec.text.empty())
        return; // answers to a prompt: nothing of the text has changed
    m_error = m_own ? report.error : std::nullopt;
    m_own = false;
    m_measured = report.error ? QString() : measuredText(report, request.spec, textTitle(request.spec.text));
    refreshFailure();
    refreshButton();
}

/// A failure stands below the form it came from, and goes once another text or size is chosen.
void MeasurePanel::refreshFailure()
{
    const EvaluateSpec &failed = m_controller->request().spec;
    if (m_error &&
        (failed.text != textPath().toStdString() || failed.context != m_context->currentData().toULongLong() ||
         failed.chunks.value_or(0) != m_windows->currentData().toULongLong()))
        m_error.reset();
    m_failure->setVisible(m_error.has_value());
    if (!m_error)
        return;
    m_failure->setFailure(*m_error);
    m_failure->setHeading(tr("Nothing could be measured"));
    if (m_error->code == ErrorCode::BadInput)
        m_failure->setAdvice({}); // mostly of the text, not of the model
}

} // namespace snug::ui
