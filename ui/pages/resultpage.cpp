// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/resultpage.h"

#include "ui/bridge/devicewords.h"
#include "ui/bridge/format.h"
#include "ui/models/comparison.h"
#include "ui/models/measurewords.h"
#include "ui/pages/jobtitle.h"
#include "ui/pages/loadbox.h"
#include "ui/pages/measuredtable.h"
#include "ui/pages/measurepanel.h"
#include "ui/pages/notecard.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/keyfigure.h"
#include "ui/widgets/verdictlabel.h"

#include <QFileInfo>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <utility>

namespace snug::ui {

namespace {

const VariantPlan *variantOf(const Plan *plan, const std::string &level)
{
    if (plan)
        for (const VariantPlan &variant : plan->variants)
            if (variant.level == level)
                return &variant;
    return nullptr;
}

QString sourceType(const Plan *plan)
{
    return plan ? QString::fromStdString(plan->model.mainType) : ResultPage::tr("Source");
}

/// "3.3×", however the sizes stand; below one and a half more digits say more.
QString ratioText(std::uint64_t sourceBytes, std::uint64_t outputBytes)
{
    const auto more = static_cast<double>(std::max(sourceBytes, outputBytes));
    const auto less = static_cast<double>(std::max<std::uint64_t>(1, std::min(sourceBytes, outputBytes)));
    return decimalText(more / less, more / less < 1.5 ? 2 : 1) + QStringLiteral("×");
}

QLabel *label(const QString &text, int size, QFont::Weight weight, Ink ink, QWidget *parent)
{
    auto *made = new QLabel(text, parent);
    setTextLook(made, size, weight, ink);
    return made;
}

/// Whether a level is a folder, of which the report has the files with weights.
bool isFolder(const OutputReport &output) { return output.path.ends_with(".safetensors"); }

/// Where a level went: its folder, its file, or the first of several and how many more.
QString pathText(const JobReport &report, const OutputReport &output)
{
    if (isFolder(output))
        return homely(QFileInfo(QString::fromStdString(output.path)).path());
    const auto files = std::ranges::count(report.outputs, output.level, &OutputReport::level);
    const QString first = homely(output.path);
    return files < 2 ? first
                     : ResultPage::tr("%1 and %n more file(s)", nullptr, static_cast<int>(files) - 1).arg(first);
}

/// None for a folder of which no plan says who reads it.
std::vector<LoadWay> waysToLoad(const OutputReport &output, const VariantPlan *variant, const MemorySnapshot &memory)
{
    if (!isFolder(output))
        return waysToLoadFile(QString::fromStdString(output.path), variant, !memory.gpus.empty());
    return variant ? waysToLoadFolder(*variant) : std::vector<LoadWay>();
}

} // namespace

ResultPage::ResultPage(QWidget *parent) : QWidget(parent), m_column(new QVBoxLayout(this))
{
    setObjectName(QStringLiteral("resultPage"));
    m_column->setContentsMargins(0, 0, 0, 0);
}

void ResultPage::setNarrow(bool narrow)
{
    m_narrow = narrow;
    const int margin = narrow ? kPageMarginNarrow : kPageMargin;
    if (m_content)
        m_content->layout()->setContentsMargins(margin, kSpace16, margin, kSpace24);
    if (m_measure)
        m_measure->setNarrow(narrow);
    if (m_pair)
        m_pair->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void ResultPage::setResult(const JobReport &files, const Plan *plan, const MemorySnapshot &memory,
                           const QString &deviceNote)
{
    m_report = byLevel(files);
    m_hasPlan = plan != nullptr;
    m_plan = plan ? *plan : Plan();
    m_source = plan ? QString::fromStdString(plan->spec.model) : QString();
    const JobReport &report = m_report;
    delete m_content;
    m_pair = nullptr;
    m_measure = nullptr;
    m_figuresLine = nullptr;
    m_folds.clear();
    m_content = new QWidget(this);
    auto *column = new QVBoxLayout(m_content);
    column->setSpacing(kCardGap);
    if (!report.outputs.empty()) {
        const OutputReport &first = report.outputs.front();
        const VariantPlan *variant = variantOf(plan, first.level);
        column->addWidget(makeHeader(report, pathText(files, first)));
        auto *card = new NoteCard(m_content);
        card->setObjectName(QStringLiteral("resultNoteCard"));
        column->addWidget(card);
        card->setNotes(deviceNote.isEmpty() ? QStringList() : QStringList{deviceNote});
        auto *smaller = makeSmallerCard(report, first, variant);
        if (auto *bars = smaller->findChild<CompareBars *>())
            bars->setBars(
                {{sourceType(plan), inUnit(report.sourceBytes, unitFor(report.sourceBytes), 2),
                  static_cast<double>(report.sourceBytes), /*ours=*/false},
                 {QString::fromStdString(first.level), inUnit(first.sizeBytes, unitFor(report.sourceBytes), 2),
                  static_cast<double>(first.sizeBytes), /*ours=*/true}});
        column->addWidget(smaller);
        if (QWidget *measure = makeMeasurePanel())
            column->addWidget(measure);
        m_pair = new QHBoxLayout;
        m_pair->setSpacing(kCardGap);
        m_pair->addWidget(makeMeasuredCard(report, plan), 7);
        if (QWidget *load = makeLoadCard(first, variant, memory))
            m_pair->addWidget(load, isFolder(first) ? 7 : 5); // Python has long lines
        column->addLayout(m_pair);
        for (std::size_t i = 1; i < report.outputs.size(); ++i)
            column->addWidget(makeLevelFold(report.outputs[i], variantOf(plan, report.outputs[i].level), memory,
                                            pathText(files, report.outputs[i])));
        if (QWidget *notes = makeNotes(report, deviceNote))
            column->addWidget(notes);
    }
    column->addStretch();
    m_column->addWidget(m_content);
    refreshFigures();
    setNarrow(m_narrow);
}

void ResultPage::setMeasuring(const MeasureParts &parts)
{
    m_parts = parts;
    connect(parts.comparison, &Comparison::changed, this, &ResultPage::refreshFigures);
}

void ResultPage::setMeasureHindrance(const QString &reason)
{
    m_hindrance = reason;
    if (m_measure)
        m_measure->setHindrance(reason);
}

/// Null where nothing can be measured: without the parts for it, or without a plan that tells the source.
QWidget *ResultPage::makeMeasurePanel()
{
    if (!m_parts.controller || m_source.isEmpty())
        return nullptr;
    m_measure = new MeasurePanel(m_parts.controller, m_parts.settings, m_content);
    m_measure->setSampleText(m_parts.sampleText);
    m_measure->setHindrance(m_hindrance);
    m_measure->setSubject([this] {
        MeasureRequest request;
        const VariantGroup *model = m_parts.comparison->model(m_source);
        if (!model)
            return request;
        VariantGroup levels = *model; // of this job alone, and its source
        std::erase_if(levels.variants, [this](const CompareRow &variant) {
            return !variant.source && std::ranges::none_of(m_report.outputs, [&](const OutputReport &output) {
                return variantPath(output) == variant.path;
            });
        });
        for (CompareRow &variant : levels.variants)
            variant.shown = true;
        return requestFor(levels);
    });
    return m_measure;
}

void ResultPage::refreshFigures()
{
    if (!m_figuresLine || m_report.outputs.empty())
        return;
    const OutputReport &first = m_report.outputs.front();
    delete m_figures;
    m_figures = makeMeasuredFigures(first);
    if (!m_figures)
        m_figures = makeFigures(m_report, first, variantOf(m_hasPlan ? &m_plan : nullptr, first.level));
    m_figuresLine->addWidget(m_figures, 5);
    for (const OutputReport &output : m_report.outputs)
        if (const auto fold = m_folds.find(output.level); fold != m_folds.end())
            fold->second->setSetting(levelWords(output));
}

QWidget *ResultPage::makeHeader(const JobReport &report, const QString &where)
{
    const QString file = QString::fromStdString(report.outputs.front().path);
    auto *header = new QWidget(m_content);
    auto *title = new JobTitle(header);
    title->setTitle(QString::fromStdString(report.modelName), QString::fromStdString(report.outputs.front().level));
    title->setFinished(tr("Finished"));
    auto *path = new ElidedLabel(where, header);
    path->setObjectName(QStringLiteral("resultPathLabel"));
    path->setElideMode(Qt::ElideMiddle);
    setTextLook(path, kSecondText, QFont::Normal, Ink::Text2);
    auto *words = new QVBoxLayout;
    words->setSpacing(kSpace4);
    words->addWidget(title);
    words->addWidget(path);
    const bool measured = m_parts.controller && !m_source.isEmpty();
    auto *open =
        makeButton(tr("Open folder"), Icon::Folder, measured ? ButtonKind::Normal : ButtonKind::Primary, header);
    open->setObjectName(QStringLiteral("openFolderPushButton"));
    connect(open, &QPushButton::clicked, this, [this, file] { emit openFolderRequested(file); });
    auto *line = new QHBoxLayout(header);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace16);
    line->addLayout(words, 1);
    line->addWidget(open);
    if (measured) {
        auto *compare = makeButton(tr("Compare"), Icon::Compare, ButtonKind::Primary, header);
        compare->setObjectName(QStringLiteral("comparePushButton"));
        connect(compare, &QPushButton::clicked, this, [this] { emit compareRequested(m_source); });
        line->addSpacing(kSpace8 - kSpace16);
        line->addWidget(compare);
    }
    return header;
}

QWidget *ResultPage::makeSmallerCard(const JobReport &report, const OutputReport &output, const VariantPlan *variant)
{
    auto *card = new Card(m_content);
    auto *figure =
        label(ratioText(report.sourceBytes, output.sizeBytes), kFigureText, QFont::DemiBold, Ink::Text, card);
    figure->setObjectName(QStringLiteral("ratioLabel"));
    auto *words = new QVBoxLayout;
    words->setSpacing(0);
    words->addStretch();
    words->addWidget(label(output.sizeBytes <= report.sourceBytes ? tr("smaller") : tr("larger"), kBodyText,
                           QFont::DemiBold, Ink::Text, card));
    words->addWidget(label(tr("%1 is now %2").arg(detailedSize(report.sourceBytes), detailedSize(output.sizeBytes)),
                           kBodyText, QFont::Normal, Ink::Text2, card));
    words->addStretch();
    auto *top = new QHBoxLayout;
    top->setSpacing(kSpace16);
    top->addWidget(figure);
    top->addLayout(words);
    top->addStretch();
    auto *left = new QVBoxLayout;
    left->setSpacing(kSpace16);
    left->addLayout(top);
    left->addWidget(new CompareBars(card));
    left->addStretch();
    auto *line = new QHBoxLayout(card);
    line->setContentsMargins(20, kSpace16, 20, kSpace16);
    line->setSpacing(kSpace32);
    line->addLayout(left, 6);
    m_figuresLine = line;
    m_figures = makeFigures(report, output, variant);
    line->addWidget(m_figures, 5);
    return card;
}

QWidget *ResultPage::makeFigures(const JobReport &report, const OutputReport &output, const VariantPlan *variant)
{
    auto *figures = new QWidget(m_content);
    auto *grid = new QGridLayout(figures);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace24);
    grid->setVerticalSpacing(kSpace16);
    auto *bits = new KeyFigure(tr("Bits per weight"), figures);
    bits->setFigure(decimalText(output.bitsPerWeight, 2));
    bits->setNote(tr("source %1").arg(decimalText(report.sourceBitsPerWeight, 2)));
    grid->addWidget(bits, 0, 0);
    auto *time = new KeyFigure(tr("Time"), figures);
    time->setFigure(report.seconds < 0.5 ? QStringLiteral("<0:01") : clockText(report.seconds));
    time->setNote(report.outputs.size() > 1
                      ? tr("for %n level(s) together", nullptr, static_cast<int>(report.outputs.size()))
                      : tr("min:s"));
    grid->addWidget(time, 0, 1);
    if (const auto error = overallError(report, output.level)) {
        auto *figure = new KeyFigure(tr("Relative error"), figures);
        figure->setObjectName(QStringLiteral("errorKeyFigure"));
        figure->setFigure(decimalText(*error, 4));
        figure->setNote(tr("of the weights, measured"));
        grid->addWidget(figure, 1, 0);
    }
    if (variant && variant->context.q8_0.value_or(0) > 0) {
        auto *context = new KeyFigure(tr("Context"), figures);
        context->setFigure(countText(*variant->context.q8_0));
        context->setNote(tr("tokens in %1, predicted").arg(shortCardName(variant->context.device)));
        grid->addWidget(context, 1, 1);
    }
    return figures;
}

/// Quality in place of the figures of the job, as soon as it is known; null before.
QWidget *ResultPage::makeMeasuredFigures(const OutputReport &output)
{
    const MeasuredFigures *measured = m_parts.comparison ? m_parts.comparison->figuresOf(variantPath(output)) : nullptr;
    if (!measured)
        return nullptr;
    auto *figures = new QWidget(m_content);
    auto *grid = new QGridLayout(figures);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace24);
    grid->setVerticalSpacing(kSpace16);
    const auto add = [&](int row, int column, const QString &name, const QString &value, const QString &note,
                         const char *object) {
        auto *figure = new KeyFigure(name, figures);
        figure->setObjectName(QLatin1String(object));
        figure->setFigure(value);
        figure->setNote(note);
        grid->addWidget(figure, row, column);
    };
    add(0, 0, tr("Bits per weight"), decimalText(output.bitsPerWeight, 2),
        tr("source %1").arg(decimalText(m_report.sourceBitsPerWeight, 2)), "bitsKeyFigure");
    const bool compared = !std::isnan(measured->klMean);
    add(0, 1, tr("Perplexity"), withError(measured->perplexity, measured->perplexityError, 3),
        compared ? tr("%1 on source %2").arg(changeText(measured->change), decimalText(measured->basePerplexity, 3))
                 : tr("of %1 tokens").arg(countText(measured->tokens)),
        "perplexityKeyFigure");
    if (!compared)
        return figures;
    add(1, 0, tr("Same first choice"), sharePercent(measured->sameTop),
        tr("of %1 tokens").arg(countText(measured->tokens)), "sameTopKeyFigure");
    add(1, 1, tr("KL divergence"), decimalText(measured->klMean, 4),
        tr("mean, 99 % below %1").arg(decimalText(measured->kl99, 4)), "klKeyFigure");
    return figures;
}

QString ResultPage::levelWords(const OutputReport &output) const
{
    const bool smaller = output.sizeBytes <= m_report.sourceBytes;
    const QString size = (smaller ? tr("%1, %2 smaller, %3 bits per weight") : tr("%1, %2 larger, %3 bits per weight"))
                             .arg(detailedSize(output.sizeBytes), ratioText(m_report.sourceBytes, output.sizeBytes),
                                  decimalText(output.bitsPerWeight, 2));
    const MeasuredFigures *measured = m_parts.comparison ? m_parts.comparison->figuresOf(variantPath(output)) : nullptr;
    if (!measured)
        return size;
    return std::isnan(measured->klMean)
               ? tr("%1, perplexity %2").arg(size, decimalText(measured->perplexity, 3))
               : tr("%1, perplexity changed by %2, KL %3")
                     .arg(size, changeText(measured->change), decimalText(measured->klMean, 4));
}

QWidget *ResultPage::makeMeasuredCard(const JobReport &report, const Plan *plan)
{
    auto *card = new Card(m_content);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(kSpace16, kSpace12, kSpace16, kSpace12);
    column->setSpacing(kSpace8);
    auto *device = new ElidedLabel(onDevice(report), card);
    device->setObjectName(QStringLiteral("resultDeviceLabel"));
    device->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setTextLook(device, kSecondText, QFont::Normal, Ink::Text2);
    auto *heading = new QHBoxLayout;
    heading->setSpacing(kSpace16);
    heading->addWidget(label(tr("Predicted and measured"), kBodyText, QFont::DemiBold, Ink::Text, card));
    heading->addWidget(device, 1);
    column->addLayout(heading);
    column->addWidget(new MeasuredTable(report, plan, card));
    column->addStretch();
    return card;
}

QWidget *ResultPage::makeLoadCard(const OutputReport &output, const VariantPlan *variant, const MemorySnapshot &memory)
{
    auto ways = waysToLoad(output, variant, memory);
    if (ways.empty())
        return nullptr;
    auto *card = new Card(m_content);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(kSpace16, kSpace12, kSpace16, kSpace12);
    column->addWidget(new LoadBox(std::move(ways), QStringLiteral("load"), card));
    column->addStretch();
    return card;
}

QWidget *ResultPage::makeLevelFold(const OutputReport &output, const VariantPlan *variant, const MemorySnapshot &memory,
                                   const QString &where)
{
    auto *card = new Card(m_content);
    const QString file = QString::fromStdString(output.path);
    auto *fold = new FoldedSection(QString::fromStdString(output.level), card);
    fold->setObjectName(QStringLiteral("levelSection_") + QString::fromStdString(output.level));
    fold->setTitleWidth(80);
    fold->setSetting(levelWords(output));
    m_folds[output.level] = fold;
    auto *end = new VerdictLabel(card);
    end->setVerdict(Verdict::Fits, tr("Finished"));
    fold->setLeading(end);
    auto *open = makeButton(tr("Open folder"), Icon::Folder, ButtonKind::Flat, card);
    connect(open, &QPushButton::clicked, this, [this, file] { emit openFolderRequested(file); });
    fold->setTrailing(open);
    auto *body = new QWidget(card);
    auto *column = new QVBoxLayout(body);
    column->setContentsMargins(0, 0, kSpace16, kSpace12);
    column->setSpacing(kSpace8);
    auto *path = new ElidedLabel(where, body);
    path->setElideMode(Qt::ElideMiddle);
    setTextLook(path, kSecondText, QFont::Normal, Ink::Text2);
    column->addWidget(path);
    if (auto ways = waysToLoad(output, variant, memory); !ways.empty())
        column->addWidget(new LoadBox(std::move(ways), QStringLiteral("loadLevel"), body));
    fold->setBody(body);
    card->rows()->addWidget(fold);
    return card;
}

/// All notes but the one that stands at the top; null when that leaves none.
QWidget *ResultPage::makeNotes(const JobReport &report, const QString &deviceNote)
{
    QStringList lines;
    if (!report.deviceReason.empty())
        lines << windowWords(report.deviceReason);
    for (const std::string &note : report.notes)
        if (const QString line = windowWords(note); line != deviceNote)
            lines << line;
    if (lines.isEmpty())
        return nullptr;
    auto *notes = new WrappedLabel(lines.join(QLatin1Char('\n')), m_content);
    notes->setObjectName(QStringLiteral("notesLabel"));
    setTextLook(notes, kSecondText, QFont::Normal, Ink::Text2);
    return notes;
}

} // namespace snug::ui
