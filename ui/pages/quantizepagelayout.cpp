// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How the Quantize page is put together; what it does is in quantizepage.cpp.

#include "ui/models/leveltablemodel.h"
#include "ui/pages/actionbar.h"
#include "ui/pages/failurecard.h"
#include "ui/pages/foldersection.h"
#include "ui/pages/iconmark.h"
#include "ui/pages/importancesection.h"
#include "ui/pages/layersection.h"
#include "ui/pages/levelview.h"
#include "ui/pages/memorysection.h"
#include "ui/pages/methodpicker.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/quantizepage.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/settings/settings.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/foldedsection.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace snug::ui {

namespace {

constexpr std::chrono::milliseconds kReplanAfter{60};

KvType kvTypeFrom(const QString &name)
{
    return name == QLatin1String("f16") ? KvType::F16 : name == QLatin1String("q4_0") ? KvType::Q4_0 : KvType::Q8_0;
}

} // namespace

QuantizePage::QuantizePage(JobController *controller, Settings *settings, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_settings(settings), m_stack(new QStackedWidget(this)),
      m_levels(new LevelTableModel(this))
{
    m_replan.setSingleShot(true);
    m_replan.setInterval(kReplanAfter);
    setupContent();
    connectParts();
    showMethod();
    refreshBar();
}

void QuantizePage::setupContent()
{
    m_waiting = new QLabel(tr("Reading the model's headers…"), this);
    m_waiting->setAlignment(Qt::AlignCenter);
    setTextLook(m_waiting, kBodyText, QFont::Normal, Ink::Text2);
    auto *failurePage = new QWidget(this);
    auto *failureColumn = new QVBoxLayout(failurePage);
    failureColumn->setContentsMargins(kPageMargin, kSpace24, kPageMargin, kSpace24);
    m_failure = new FailureCard(failurePage);
    m_requantize = m_failure->addButton(tr("Requantize anyway"), /*primary=*/false);
    m_requantize->setObjectName(QStringLiteral("requantizePushButton"));
    failureColumn->addWidget(m_failure);
    failureColumn->addStretch();
    auto *content = new QWidget(this);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(kPageMargin, kSpace16, kPageMargin, kSpace24);
    m_column->setSpacing(kCardGap);
    m_column->addWidget(makeHeading());
    m_column->addWidget(makeMethod());
    m_column->addWidget(makeRefusal());
    m_levelsCard = makeLevelsCard();
    m_sectionsCard = makeSections();
    m_column->addWidget(m_levelsCard);
    m_column->addWidget(m_sectionsCard);
    m_column->addWidget(makeNotes());
    m_column->addStretch();
    m_scroll = new QScrollArea(this);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setWidgetResizable(true);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setWidget(content);
    m_stack->addWidget(m_waiting);
    m_stack->addWidget(failurePage);
    m_stack->addWidget(m_scroll);
    m_bar = new ActionBar(this);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    page->addWidget(m_stack, 1);
    page->addWidget(m_bar);
}

QWidget *QuantizePage::makeHeading()
{
    auto *heading = new QWidget(this);
    auto *column = new QVBoxLayout;
    column->setSpacing(2);
    m_name = new ElidedLabel(heading);
    m_name->setObjectName(QStringLiteral("modelNameLabel"));
    m_name->setElideMode(Qt::ElideMiddle);
    setTextLook(m_name, kNameText, QFont::Medium, Ink::Text);
    m_facts = new ElidedLabel(heading);
    m_facts->setObjectName(QStringLiteral("modelFactsLabel"));
    setTextLook(m_facts, kBodyText, QFont::Normal, Ink::Text2);
    column->addWidget(m_name);
    column->addWidget(m_facts);
    auto *measure = makeButton(tr("Measure"), Icon::Compare, ButtonKind::Flat, heading);
    measure->setObjectName(QStringLiteral("measureModelPushButton"));
    measure->setToolTip(tr("Measures it on a text, on the Compare page (Ctrl+M)"));
    connect(measure, &QPushButton::clicked, this, [this] { emit measureRequested(modelPath()); });
    auto *line = new QHBoxLayout(heading);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace16);
    line->addLayout(column, 1);
    line->addWidget(measure, 0, Qt::AlignTop);
    return heading;
}

QWidget *QuantizePage::makeMethod()
{
    m_method = new MethodPicker(m_controller->engine().methods(), this);
    m_method->setChoice(m_settings->method().toStdString(), m_settings->format().toStdString());
    m_spec.method = m_method->method();
    m_spec.format = m_method->format();
    return m_method;
}

/// In place of the levels, where the method has nothing to do with the model.
QWidget *QuantizePage::makeRefusal()
{
    m_refusal = new FailureCard(this);
    m_refusal->setObjectName(QStringLiteral("methodRefusalCard"));
    auto *other = m_refusal->addButton(tr("Make a GGUF file instead"), /*primary=*/false);
    other->setObjectName(QStringLiteral("useGgufPushButton"));
    connect(other, &QPushButton::clicked, this, &QuantizePage::useGguf);
    m_refusal->hide();
    return m_refusal;
}

QWidget *QuantizePage::makeLevelsCard()
{
    auto *card = new Card(this);
    m_levels->setOffers(m_controller->engine().levels(m_spec.method, m_spec.format));
    m_levels->setShowAll(m_settings->showAllLevels());
    m_levels->setKvType(kvTypeFrom(m_settings->kvType()));
    m_levelView = new LevelView(m_levels, card);
    auto *footer = new QWidget(card);
    auto *line = new QHBoxLayout(footer);
    line->setContentsMargins(kSpace16, kSpace8, kSpace16, kSpace8);
    line->setSpacing(kSpace8);
    m_showAll = makeButton(QString(), ButtonKind::Link, footer);
    m_showAll->setObjectName(QStringLiteral("showAllPushButton"));
    m_footnote = new ElidedLabel(footer);
    m_footnote->setObjectName(QStringLiteral("footnoteLabel"));
    m_footnote->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setTextLook(m_footnote, kSecondText, QFont::Normal, Ink::Text2);
    line->addWidget(m_showAll);
    line->addStretch(1);
    line->addWidget(new IconMark(Icon::Info, Ink::Text2, 14, footer));
    line->addWidget(m_footnote);
    card->rows()->addWidget(m_levelView);
    card->rows()->addWidget(footer);
    return card;
}

QWidget *QuantizePage::makeSections()
{
    auto *card = new Card(this);
    m_folder = new FolderSection(card);
    m_importance = new ImportanceSection(card);
    m_layers = new LayerSection(card);
    m_layers->setTypes(m_controller->engine().tensorTypes());
    m_memory = new MemorySection(card);
    m_output = new OutputSection(card);
    const auto add = [&](const QString &title, const QString &objectName, QWidget *body) {
        auto *fold = new FoldedSection(title, card);
        fold->setObjectName(objectName);
        fold->setTitleWidth(kFoldedTitleWidth);
        fold->setLineAbove(card->rows()->count() > 1); // of the first two one is shown
        fold->setBody(body);
        card->rows()->addWidget(fold);
        return fold;
    };
    m_folderFold = add(tr("Options"), QStringLiteral("folderSection"), m_folder);
    m_importanceFold = add(tr("Calibration"), QStringLiteral("calibrationSection"), m_importance);
    m_layersFold = add(tr("Layers"), QStringLiteral("layersSection"), m_layers);
    m_memoryFold = add(tr("Memory limits"), QStringLiteral("memorySection"), m_memory);
    m_outputFold = add(tr("Output"), QStringLiteral("outputSection"), m_output);
    m_memory->setLimit(m_settings->ramLimitBytes());
    m_memory->setVramLimit(m_settings->vramLimitBytes());
    return card;
}

/// What the settings do not do for this model, below them.
QWidget *QuantizePage::makeNotes()
{
    m_notes = new QWidget(this);
    m_notesText = new WrappedLabel(m_notes);
    m_notesText->setObjectName(QStringLiteral("planNotesLabel"));
    setTextLook(m_notesText, kSecondText, QFont::Normal, Ink::Text2);
    auto *line = new QHBoxLayout(m_notes);
    line->setContentsMargins(kSpace16, 0, kSpace16, 0);
    line->setSpacing(kSpace8);
    line->addWidget(new IconMark(Icon::Info, Ink::Text2, 14, m_notes), 0, Qt::AlignTop);
    line->addWidget(m_notesText, 1);
    m_notes->hide();
    return m_notes;
}

void QuantizePage::connectParts()
{
    connect(m_controller, &JobController::planReady, this, &QuantizePage::takeAnswer);
    connect(m_controller, &JobController::stateChanged, this, &QuantizePage::refreshBar);
    connect(m_controller, &JobController::finished, this, &QuantizePage::refresh); // its files are there now
    connect(&m_replan, &QTimer::timeout, this, &QuantizePage::refresh);
    const auto later = [this] {
        refreshBar(); // what was planned is no longer what is asked for
        m_replan.start();
    };
    connect(m_method, &MethodPicker::changed, this, &QuantizePage::takeMethod);
    connect(m_folder, &FolderSection::changed, this, later);
    connect(m_importance, &ImportanceSection::changed, this, later);
    connect(m_importance, &ImportanceSection::chooseRequested, this, &QuantizePage::chooseImportance);
    connect(m_layers, &LayerSection::changed, this, later);
    connect(m_output, &OutputSection::changed, this, later);
    connect(m_output, &OutputSection::chooseRequested, this, &QuantizePage::chooseOutputFolder);
    connect(m_memory, &MemorySection::limitChanged, this, [this] {
        m_settings->setRamLimitBytes(m_memory->limit());
        if (card()) // what cannot be seen is kept as it was
            m_settings->setVramLimitBytes(m_memory->vramLimit());
        m_memoryFold->setSetting(m_memory->setting());
        m_replan.start();
    });
    connect(m_levels, &LevelTableModel::ticksChanged, this, [this] {
        if (!m_firstTicks)
            m_settings->setTickedLevels(m_levels->ticked(), QString::fromStdString(m_spec.method),
                                        QString::fromStdString(m_spec.format));
        refreshBar();
        m_replan.start();
    });
    connect(m_levels, &LevelTableModel::headerDataChanged, this, [this] {
        const KvType type = m_levels->kvType();
        m_settings->setKvType(type == KvType::F16    ? QStringLiteral("f16")
                              : type == KvType::Q4_0 ? QStringLiteral("q4_0")
                                                     : QStringLiteral("q8_0"));
    });
    connect(m_levelView, &LevelView::remedyPressed, this, &QuantizePage::applyRemedy);
    connect(m_levelView, &LevelView::makePressed, this, &QuantizePage::askToMake);
    connect(m_showAll, &QPushButton::clicked, this, [this] {
        m_settings->setShowAllLevels(!m_settings->showAllLevels());
        m_levels->setShowAll(m_settings->showAllLevels());
        refreshFooter();
    });
    connect(m_requantize, &QPushButton::clicked, this, [this] {
        m_spec.allowRequantize = true;
        m_stack->setCurrentWidget(m_waiting);
        refresh();
    });
    connect(m_bar, &ActionBar::copyRequested, this, &QuantizePage::copyCommand);
    connect(m_bar, &ActionBar::startRequested, this, &QuantizePage::start);
}

} // namespace snug::ui
