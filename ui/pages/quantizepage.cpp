// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/quantizepage.h"

#include "ui/bridge/format.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/actionbar.h"
#include "ui/pages/failurecard.h"
#include "ui/pages/iconmark.h"
#include "ui/pages/layersection.h"
#include "ui/pages/levelview.h"
#include "ui/pages/memorysection.h"
#include "ui/pages/outputsection.h"
#include "ui/settings/settings.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/segmentedbox.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMessageBox>
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

/// The model in one line; a narrow window leaves out what matters least.
QString factsLine(const ModelSummary &model, bool narrow)
{
    const Hyperparameters &hyper = model.hyper;
    QStringList facts{QString::fromStdString(model.architectureName),
                      QuantizePage::tr("%1 parameters").arg(bigCountText(model.parameterCount)),
                      QString::fromStdString(model.mainType), detailedSize(model.sourceBytes)};
    if (!narrow && hyper.layerCount > 0)
        facts << QuantizePage::tr("%n layer(s)", nullptr, static_cast<int>(hyper.layerCount));
    if (!narrow && hyper.headCount > 0)
        facts << QuantizePage::tr("%1 / %2 heads").arg(hyper.headCount).arg(hyper.headCountKv);
    if (hyper.contextLength > 0)
        facts << QuantizePage::tr("context %1").arg(countText(hyper.contextLength));
    if (const double perToken = hyper.kvBytesPerToken(2); perToken > 0)
        facts << QuantizePage::tr("KV %1 per token").arg(sizeText(static_cast<std::uint64_t>(perToken), 0));
    facts.removeAll(QString());
    return facts.join(QStringLiteral("  ·  "));
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
    m_column->addWidget(makeLevelsCard());
    m_column->addWidget(makeSections());
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
    auto *column = new QVBoxLayout(heading);
    column->setContentsMargins(0, 0, 0, 0);
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
    return heading;
}

QWidget *QuantizePage::makeMethod()
{
    auto *row = new QWidget(this);
    auto *line = new QHBoxLayout(row);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace12);
    auto *methods = new SegmentedBox(row);
    methods->setObjectName(QStringLiteral("methodSegmentedBox"));
    methods->setAccessibleName(tr("Method"));
    methods->addSegment(QStringLiteral("GGUF"));
    auto *hint = new ElidedLabel(tr("One file for llama.cpp, LM Studio and Ollama."), row);
    setTextLook(hint, kBodyText, QFont::Normal, Ink::Text2);
    line->addWidget(methods);
    line->addWidget(hint, 1);
    return row;
}

QWidget *QuantizePage::makeLevelsCard()
{
    auto *card = new Card(this);
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
    m_layers = new LayerSection(card);
    m_memory = new MemorySection(card);
    m_output = new OutputSection(card);
    const auto add = [&](const QString &title, const QString &objectName, QWidget *body) {
        auto *fold = new FoldedSection(title, card);
        fold->setObjectName(objectName);
        fold->setTitleWidth(kFoldedTitleWidth);
        fold->setLineAbove(card->rows()->count() > 0);
        fold->setBody(body);
        card->rows()->addWidget(fold);
        return fold;
    };
    m_layersFold = add(tr("Layers"), QStringLiteral("layersSection"), m_layers);
    m_memoryFold = add(tr("Memory limits"), QStringLiteral("memorySection"), m_memory);
    m_outputFold = add(tr("Output"), QStringLiteral("outputSection"), m_output);
    m_memory->setLimit(m_settings->ramLimitBytes());
    return card;
}

void QuantizePage::connectParts()
{
    connect(m_controller, &JobController::planReady, this, &QuantizePage::takeAnswer);
    connect(m_controller, &JobController::stateChanged, this, &QuantizePage::refreshBar);
    connect(m_controller, &JobController::finished, this, &QuantizePage::refresh); // its files are there now
    connect(&m_replan, &QTimer::timeout, this, &QuantizePage::refresh);
    const auto later = [this] { m_replan.start(); };
    connect(m_layers, &LayerSection::changed, this, later);
    connect(m_output, &OutputSection::changed, this, later);
    connect(m_output, &OutputSection::chooseRequested, this, &QuantizePage::chooseOutputFolder);
    connect(m_memory, &MemorySection::limitChanged, this, [this](std::optional<std::uint64_t> limit) {
        m_settings->setRamLimitBytes(limit);
        m_memoryFold->setSetting(m_memory->setting());
        m_replan.start();
    });
    connect(m_levels, &LevelTableModel::ticksChanged, this, [this] {
        if (!m_firstAnswer)
            m_settings->setTickedLevels(m_levels->ticked());
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

void QuantizePage::setModel(const QString &path, const QString &outputRoot)
{
    m_spec = JobSpec();
    m_spec.model = path.toStdString();
    m_answer.reset();
    m_firstAnswer = true;
    m_levels->setPlan(nullptr);
    m_layers->take(m_spec);
    m_output->reset(QString());
    m_outputRoot = outputRoot;
    m_stack->setCurrentWidget(m_waiting);
    refreshBar();
    refresh();
}

void QuantizePage::setNarrow(bool narrow)
{
    m_narrow = narrow;
    const int margin = narrow ? kPageMarginNarrow : kPageMargin;
    m_column->setContentsMargins(margin, kSpace16, margin, kSpace24);
    m_levelView->setNarrow(narrow);
    m_bar->setNarrow(narrow);
    refreshHeading();
    refreshFooter();
    refreshBar();
}

void QuantizePage::refresh()
{
    if (m_spec.model.empty())
        return;
    PlanRequest request;
    request.spec = spec();
    for (const LevelOffer &level : m_controller->engine().levels())
        request.tableLevels.push_back(level.name);
    m_controller->requestPlan(std::move(request));
}

JobSpec QuantizePage::spec() const
{
    JobSpec spec = m_spec;
    spec.levels.clear();
    const QStringList ticked = m_levels->ticked();
    for (const QString &level : ticked)
        spec.levels.push_back(level.toStdString());
    m_layers->apply(spec);
    spec.ramLimitBytes = m_memory->limit();
    spec.output = m_output->output(static_cast<int>(ticked.size()));
    return spec;
}

void QuantizePage::setRamLimit(std::optional<std::uint64_t> limitBytes)
{
    m_memory->setLimit(limitBytes);
    m_settings->setRamLimitBytes(limitBytes);
    refresh();
}

FoldedSection *QuantizePage::section(const QString &objectName) const { return findChild<FoldedSection *>(objectName); }

void QuantizePage::takeAnswer(const std::shared_ptr<const PlanAnswer> &answer)
{
    if (answer->request.spec.model != m_spec.model)
        return;
    m_answer = answer;
    if (!answer->table) {
        takeFailure(*answer);
        return;
    }
    m_levels->setPlan(std::shared_ptr<const Plan>(answer, &*answer->table));
    m_levelView->setVramVisible(!answer->machine.memory.gpus.empty());
    if (m_firstAnswer) {
        tickAtFirst();
        m_firstAnswer = false;
        if (!m_outputRoot.isEmpty())
            m_output->setFolder(m_outputRoot + QLatin1Char('/') + QString::fromStdString(answer->table->model.name) +
                                QStringLiteral("-GGUF"));
        emit modelOpened(modelPath());
    }
    refreshHeading();
    refreshSections();
    refreshFooter();
    refreshBar();
    m_stack->setCurrentWidget(m_scroll);
}

void QuantizePage::takeFailure(const PlanAnswer &answer)
{
    m_levels->setPlan(nullptr);
    m_failure->setFailure(answer.table.error());
    m_requantize->setVisible(answer.requantizable);
    m_stack->setCurrentIndex(1);
    refreshBar();
}

/// The levels ticked last time, else the recommended one.
void QuantizePage::tickAtFirst()
{
    const auto remembered = m_settings->tickedLevels();
    if (remembered && !remembered->isEmpty())
        m_levels->setTicked(*remembered);
    if (m_levels->ticked().isEmpty() && !m_levels->recommended().isEmpty())
        m_levels->setTicked({m_levels->recommended()});
}

void QuantizePage::refreshHeading()
{
    if (!m_answer || !m_answer->table)
        return;
    const ModelSummary &model = m_answer->table->model;
    m_name->setText(QString::fromStdString(model.name));
    m_facts->setText(factsLine(model, m_narrow));
}

void QuantizePage::refreshSections()
{
    const Plan *chosen = chosenPlan();
    m_layers->setPlan(chosen);
    m_memory->setPlan(chosen, m_answer->machine.memory);
    m_output->setPlan(chosen ? chosen : &*m_answer->table, static_cast<int>(m_answer->request.spec.levels.size()));
    m_layersFold->setSetting(m_layers->setting());
    m_memoryFold->setSetting(m_memory->setting());
    m_outputFold->setSetting(m_output->setting());
}

void QuantizePage::refreshFooter()
{
    const bool all = m_settings->showAllLevels();
    m_showAll->setText(all ? tr("Show the usual levels") : tr("Show all %n level(s)", nullptr, m_levels->levelCount()));
    m_showAll->setVisible(all || m_levels->hidesLevels());
    m_footnote->setText(m_narrow ? tr("All figures are predictions.")
                                 : tr("Predicted from the model's headers for this machine. Nothing has been loaded."));
}

const Plan *QuantizePage::chosenPlan() const
{
    return m_answer && m_answer->chosen && *m_answer->chosen ? &**m_answer->chosen : nullptr;
}

QString QuantizePage::obstacle() const
{
    if (m_controller->busy())
        return tr("Another job is running.");
    if (m_answer && m_answer->chosen && !*m_answer->chosen)
        return QString::fromStdString(m_answer->chosen->error().message);
    const Plan *chosen = chosenPlan();
    if (!chosen || chosen->spec.levels != spec().levels)
        return tr("Working out what it needs…");
    for (const VariantPlan &variant : chosen->variants)
        if (variant.ram == Verdict::DoesNotFit || variant.disk == Verdict::DoesNotFit ||
            variant.vram == Verdict::DoesNotFit)
            return tr("%1 cannot be made, the table says why.").arg(QString::fromStdString(variant.level));
    return {};
}

void QuantizePage::refreshBar()
{
    const int count = static_cast<int>(m_levels->ticked().size());
    if (!m_answer || !m_answer->table) {
        m_bar->setSummary({}, {});
        m_bar->setLevels(0, /*possible=*/false);
        return;
    }
    if (count == 0) {
        m_bar->setSummary(tr("No level ticked"), tr("Tick one or more levels above."));
        m_bar->setLevels(0, /*possible=*/false);
        return;
    }
    const QString wait = obstacle();
    const Plan *chosen = chosenPlan();
    const QString levels = tr("%n level(s)", nullptr, count);
    QString first = levels;
    QString second = wait;
    if (chosen && static_cast<int>(chosen->variants.size()) == count) {
        const QString size = sizeText(chosen->outputBytes);
        first = m_narrow ? tr("%1, %2").arg(levels, size) : tr("%1, %2 to write").arg(levels, size);
        if (wait.isEmpty()) {
            second = aboutText(chosen->seconds);
            if (!m_narrow && count > 1)
                second = tr("%1, the model is read once for all").arg(second);
            if (!m_answer->existingOutputs.isEmpty())
                second = tr("replaces %n file(s)", nullptr, static_cast<int>(m_answer->existingOutputs.size()));
        }
    }
    m_bar->setSummary(first, second);
    m_bar->setLevels(count, wait.isEmpty());
}

void QuantizePage::applyRemedy(int row)
{
    const auto change = m_levels->remedySpec(row);
    if (!change)
        return;
    m_spec.threads = change->threads;
    m_spec.device = change->device;
    m_spec.allowRequantize = change->allowRequantize;
    m_layers->take(*change);
    setRamLimit(change->ramLimitBytes);
}

void QuantizePage::chooseOutputFolder()
{
    auto *dialog = new QFileDialog(this, tr("Output folder"), m_output->folder());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::Directory);
    dialog->setOption(QFileDialog::ShowDirsOnly);
    connect(dialog, &QFileDialog::fileSelected, this, [this](const QString &folder) {
        m_settings->setOutputRoot(folder);
        m_output->setFolder(folder);
    });
    dialog->open();
}

void QuantizePage::copyCommand()
{
    const JobSpec job = spec();
    if (!job.levels.empty())
        QGuiApplication::clipboard()->setText(QString::fromStdString(toCommandLine(job)));
}

void QuantizePage::start()
{
    if (m_levels->ticked().isEmpty() || !obstacle().isEmpty())
        return;
    if (m_answer->existingOutputs.isEmpty())
        emit startRequested(spec());
    else
        confirmOverwrite();
}

void QuantizePage::confirmOverwrite()
{
    const QStringList &files = m_answer->existingOutputs;
    auto *question =
        new QMessageBox(QMessageBox::NoIcon, tr("Replace files?"),
                        tr("%n file(s) with this name exist already.", nullptr, static_cast<int>(files.size())),
                        QMessageBox::Cancel, this);
    question->setObjectName(QStringLiteral("overwriteMessageBox"));
    question->setAttribute(Qt::WA_DeleteOnClose);
    QStringList shown;
    for (const QString &file : files)
        shown << homely(file);
    question->setInformativeText(shown.join(QLatin1Char('\n')));
    QPushButton *replace = question->addButton(tr("Replace"), QMessageBox::DestructiveRole);
    question->setDefaultButton(QMessageBox::Cancel);
    connect(replace, &QPushButton::clicked, this, [this] {
        JobSpec job = spec();
        job.overwrite = true;
        emit startRequested(job);
    });
    question->open();
}

} // namespace snug::ui
