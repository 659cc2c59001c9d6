// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/imatrixdialog.h"

#include "ui/bridge/format.h"
#include "ui/pages/caption.h"
#include "ui/pages/faultlabel.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/settings/settings.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

namespace snug::ui {

namespace {

constexpr int kWindows[] = {32, 128, 512, 0};
constexpr int kDialogWidth = 560;
constexpr std::chrono::milliseconds kAskAfter{60};
const QString kOther = QStringLiteral("?"); ///< the entry that asks for a file: no path begins so

QString takesText(const ImatrixNeeds &needs, std::uint64_t length)
{
    QStringList parts{
        ImatrixDialog::tr("%n window(s) of %1 tokens", nullptr, static_cast<int>(needs.windows)).arg(countText(length)),
        ImatrixDialog::tr("%1 of RAM").arg(detailedSize(needs.ramBytes)),
        ImatrixDialog::tr("computed on the processor")};
    return parts.join(QStringLiteral("  ·  "));
}

} // namespace

ImatrixDialog::ImatrixDialog(ImatrixController *controller, Settings *settings, const ImatrixSpec &base,
                             const QString &sampleText, QWidget *parent)
    : QDialog(parent), m_controller(controller), m_settings(settings), m_base(base), m_sample(sampleText),
      m_chosenText(settings->imatrixText()), m_text(new QComboBox(this)), m_windows(new QComboBox(this)),
      m_path(new QLineEdit(this)), m_takes(new WrappedLabel(this)), m_note(new WrappedLabel(this)),
      m_fault(new FaultLabel(this))
{
    setObjectName(QStringLiteral("imatrixDialog"));
    setWindowTitle(tr("Make an importance matrix"));
    auto *title = new QLabel(windowTitle(), this);
    setTextLook(title, kBodyText, QFont::DemiBold, Ink::Text);
    auto *what = new WrappedLabel(tr("The model reads a text, and Snug notes which weights matter most for it. Best is "
                                     "a text like those the model will be used for."),
                                  this);
    setTextLook(what, kSecondText, QFont::Normal, Ink::Text2);
    m_takes->setObjectName(QStringLiteral("imatrixTakesLabel"));
    setTextLook(m_takes, kBodyText, QFont::Normal, Ink::Text);
    m_note->setObjectName(QStringLiteral("imatrixNoteLabel"));
    setTextLook(m_note, kSecondText, QFont::Normal, Ink::Text2);
    m_fault->setObjectName(QStringLiteral("imatrixFaultLabel"));
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace24, kSpace16, kSpace24, kSpace16);
    column->setSpacing(kSpace12);
    column->addWidget(title);
    column->addWidget(what);
    column->addWidget(makeFields());
    column->addWidget(m_takes);
    column->addWidget(m_fault);
    column->addWidget(m_note);
    column->addSpacing(kSpace4);
    column->addWidget(makeButtons());
    setFixedWidth(kDialogWidth);
    m_ask.setSingleShot(true);
    m_ask.setInterval(kAskAfter);
    connect(&m_ask, &QTimer::timeout, this, [this] { m_controller->look(spec()); });
    connect(m_controller, &ImatrixController::looked, this,
            [this](const ImatrixSpec &asked, const std::shared_ptr<const Result<ImatrixNeeds>> &needs) {
                takeLook(asked, *needs);
            });
    fillTexts();
    askAgain();
}

QWidget *ImatrixDialog::makeFields()
{
    auto *fields = new QWidget(this);
    m_text->setObjectName(QStringLiteral("imatrixTextComboBox"));
    m_text->setAccessibleName(tr("Text"));
    m_text->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    connect(m_text, &QComboBox::activated, this, &ImatrixDialog::chooseText);
    m_windows->setObjectName(QStringLiteral("imatrixWindowsComboBox"));
    m_windows->setAccessibleName(tr("Amount"));
    m_windows->setToolTip(tr("How much of the text is read. More takes longer and makes the matrix better."));
    for (const int windows : kWindows)
        m_windows->addItem(windows ? tr("%1 windows").arg(windows) : tr("the whole text"), windows);
    m_windows->setCurrentIndex(std::max(0, m_windows->findData(m_settings->imatrixWindows())));
    connect(m_windows, &QComboBox::activated, this, &ImatrixDialog::askAgain);
    m_path->setObjectName(QStringLiteral("imatrixPathLineEdit"));
    m_path->setAccessibleName(tr("Save as"));
    m_path->setText(homely(m_base.output));
    connect(m_path, &QLineEdit::textChanged, this, &ImatrixDialog::askAgain);
    auto *choose = makeButton(tr("Choose…"), Icon::Folder, ButtonKind::Normal, fields);
    choose->setObjectName(QStringLiteral("imatrixPlacePushButton"));
    choose->setAutoDefault(false);
    choose->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed); // as wide as the field above it
    connect(choose, &QPushButton::clicked, this, &ImatrixDialog::askForPlace);
    auto *grid = new QGridLayout(fields);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace12);
    grid->setVerticalSpacing(kSpace4);
    grid->addWidget(makeCaption(tr("Text"), fields), 0, 0);
    grid->addWidget(makeCaption(tr("Amount"), fields), 0, 1);
    grid->addWidget(m_text, 1, 0);
    grid->addWidget(m_windows, 1, 1);
    grid->setRowMinimumHeight(2, kSpace4);
    grid->addWidget(makeCaption(tr("Save as"), fields), 3, 0);
    grid->addWidget(m_path, 4, 0);
    grid->addWidget(choose, 4, 1);
    grid->setColumnStretch(0, 1);
    return fields;
}

QWidget *ImatrixDialog::makeButtons()
{
    auto *buttons = new QWidget(this);
    m_use = makeButton(tr("Use this file"), ButtonKind::Link, buttons);
    m_use->setObjectName(QStringLiteral("imatrixUsePushButton"));
    auto *cancel = makeButton(tr("Cancel"), ButtonKind::Normal, buttons);
    cancel->setObjectName(QStringLiteral("imatrixCancelPushButton"));
    m_make = makeButton(tr("Make it"), Icon::Play, ButtonKind::Primary, buttons);
    m_make->setObjectName(QStringLiteral("imatrixMakePushButton"));
    for (QPushButton *button : {m_use, cancel})
        button->setAutoDefault(false);
    m_make->setDefault(true);
    connect(cancel, &QPushButton::clicked, this, &QDialog::reject);
    connect(m_make, &QPushButton::clicked, this, &ImatrixDialog::make);
    connect(m_use, &QPushButton::clicked, this, [this] {
        emit useRequested(expandedPath(m_path->text()));
        accept();
    });
    auto *line = new QHBoxLayout(buttons);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace8);
    line->addWidget(m_use);
    line->addStretch(1);
    line->addWidget(cancel);
    line->addWidget(m_make);
    return buttons;
}

void ImatrixDialog::setHindrance(const QString &reason)
{
    m_hindrance = reason;
    refresh();
}

QString ImatrixDialog::textPath() const
{
    const QString path = m_text->currentData().toString();
    return path == kOther ? QString() : path;
}

ImatrixSpec ImatrixDialog::spec() const
{
    ImatrixSpec spec = m_base;
    spec.text = textPath().toStdString();
    spec.output = expandedPath(m_path->text()).toStdString();
    if (const auto windows = m_windows->currentData().toULongLong())
        spec.samples = windows;
    return spec;
}

/// The text used last, the one that comes with Snug, and a way to choose another one.
void ImatrixDialog::fillTexts()
{
    const QSignalBlocker quiet(m_text);
    m_text->clear();
    if (!m_sample.isEmpty())
        m_text->addItem(tr("English novels (comes with Snug)"), m_sample);
    if (!m_chosenText.isEmpty() && m_chosenText != m_sample) {
        m_text->addItem(QFileInfo(m_chosenText).fileName(), m_chosenText);
        m_text->setItemData(m_text->count() - 1, homely(m_chosenText), Qt::ToolTipRole);
    }
    if (m_text->count() == 0)
        m_text->addItem(tr("No text yet"), QString());
    m_text->addItem(tr("Choose a file…"), kOther);
    m_text->setCurrentIndex(std::max(0, m_text->findData(m_chosenText)));
}

void ImatrixDialog::chooseText(int index)
{
    const QString path = m_text->itemData(index).toString();
    if (path == kOther)
        return askForText();
    m_chosenText = path;
    askAgain();
}

void ImatrixDialog::askForText()
{
    fillTexts(); // back to what was chosen, until there is another
    auto *dialog = new QFileDialog(this, tr("Choose a text"), m_settings->lastFolder(),
                                   tr("Texts (*.txt *.raw *.md);;All files (*)"));
    dialog->setObjectName(QStringLiteral("imatrixTextFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) {
        m_settings->setLastFolder(QFileInfo(file).absolutePath());
        m_chosenText = file;
        fillTexts();
        askAgain();
    });
    dialog->open();
}

void ImatrixDialog::askForPlace()
{
    auto *dialog = new QFileDialog(this, tr("Save the importance matrix"), expandedPath(m_path->text()),
                                   tr("Importance matrices (*.gguf)"));
    dialog->setObjectName(QStringLiteral("imatrixPlaceFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(QStringLiteral("gguf"));
    dialog->setOption(QFileDialog::DontConfirmOverwrite); // the dialog says it, and offers the file
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &file) { m_path->setText(homely(file)); });
    dialog->open();
}

void ImatrixDialog::askAgain()
{
    m_needs.reset();
    refresh();
    if (!textPath().isEmpty() && !m_path->text().trimmed().isEmpty())
        m_ask.start();
}

void ImatrixDialog::takeLook(const ImatrixSpec &asked, const Result<ImatrixNeeds> &needs)
{
    const ImatrixSpec wanted = spec();
    if (asked.model != wanted.model || asked.text != wanted.text || asked.output != wanted.output ||
        asked.samples != wanted.samples)
        return;
    m_needs = needs;
    refresh();
}

void ImatrixDialog::refresh()
{
    const bool known = m_needs && *m_needs;
    const bool exists = known && (*m_needs)->outputExists;
    QString fault, missing;
    if (textPath().isEmpty())
        missing = tr("Choose a text.");
    else if (m_path->text().trimmed().isEmpty())
        missing = tr("Say where it goes.");
    else if (m_needs && !*m_needs)
        fault = windowWords(m_needs->error().message);
    m_fault->setText(fault);
    m_takes->setText(known                ? takesText(**m_needs, m_base.length)
                     : !missing.isEmpty() ? missing
                                          : tr("Working out what it needs…"));
    m_takes->setVisible(fault.isEmpty());
    QStringList notes;
    if (known && exists)
        notes << tr("A file with this name is there already. It can be used as it is, or replaced.");
    if (known && (*m_needs)->resumedWindows > 0)
        notes << tr("Goes on from %n window(s) that an earlier run has done.", nullptr,
                    static_cast<int>((*m_needs)->resumedWindows));
    if (known && (*m_needs)->foreignResume)
        notes << tr("An earlier run with another text or amount was stopped here; what it has done is thrown away.");
    if (!m_hindrance.isEmpty())
        notes << m_hindrance;
    else if (!textPath().isEmpty() && textPath() == m_sample)
        notes << tr("Levels made with it look better than they are when they are measured on the same text.");
    m_note->setText(notes.join(QLatin1Char('\n')));
    m_note->setVisible(!notes.isEmpty());
    m_use->setVisible(exists);
    m_make->setText(exists ? tr("Replace it") : tr("Make it"));
    m_make->setEnabled(known && m_hindrance.isEmpty());
    fitHeight();
}

/// As high as what is said now.
void ImatrixDialog::fitHeight()
{
    for (int pass = 0; pass < 2; ++pass) { // a sentence that comes into view gets its width first, then its height
        layout()->activate();
        setFixedHeight(layout()->minimumSize().height());
    }
}

void ImatrixDialog::showEvent(QShowEvent *event)
{
    QDialog::showEvent(event);
    fitHeight(); // sentences know their height only now
}

void ImatrixDialog::make()
{
    if (!m_make->isEnabled())
        return;
    ImatrixSpec chosen = spec();
    chosen.overwrite = (*m_needs)->outputExists;
    chosen.restart = (*m_needs)->foreignResume;
    m_settings->setImatrixSource(m_chosenText, m_windows->currentData().toInt());
    emit makeRequested(chosen);
    accept();
}

} // namespace snug::ui
