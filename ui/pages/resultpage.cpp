// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/resultpage.h"

#include "ui/bridge/devicewords.h"
#include "ui/bridge/format.h"
#include "ui/pages/jobtitle.h"
#include "ui/pages/loadbox.h"
#include "ui/pages/measuredtable.h"
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

JobReport byLevel(JobReport report)
{
    std::vector<OutputReport> levels;
    for (const OutputReport &file : report.outputs) {
        const auto known = std::ranges::find(levels, file.level, &OutputReport::level);
        if (known == levels.end())
            levels.push_back(file);
        else
            known->sizeBytes += file.sizeBytes;
    }
    report.outputs = std::move(levels);
    return report;
}

std::optional<double> overallError(const JobReport &report, const std::string &level)
{
    double squares = 0;
    double weights = 0;
    for (const TensorReport &tensor : report.tensors) {
        if (tensor.level != level || tensor.copied)
            continue;
        double count = 1;
        for (const std::uint64_t length : tensor.shape)
            count *= static_cast<double>(length);
        squares += count * tensor.relativeError * tensor.relativeError;
        weights += count;
    }
    return weights > 0 ? std::optional<double>(std::sqrt(squares / weights)) : std::nullopt;
}

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
    if (m_pair)
        m_pair->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
}

void ResultPage::setResult(const JobReport &files, const Plan *plan, const MemorySnapshot &memory,
                           const QString &deviceNote)
{
    const JobReport report = byLevel(files);
    delete m_content;
    m_pair = nullptr;
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
        m_pair = new QHBoxLayout;
        m_pair->setSpacing(kCardGap);
        m_pair->addWidget(makeMeasuredCard(report, plan), 7);
        if (QWidget *load = makeLoadCard(first, variant, memory))
            m_pair->addWidget(load, isFolder(first) ? 7 : 5); // Python has long lines
        column->addLayout(m_pair);
        for (std::size_t i = 1; i < report.outputs.size(); ++i)
            column->addWidget(makeLevelFold(report, report.outputs[i], variantOf(plan, report.outputs[i].level), memory,
                                            pathText(files, report.outputs[i])));
        if (QWidget *notes = makeNotes(report, deviceNote))
            column->addWidget(notes);
    }
    column->addStretch();
    m_column->addWidget(m_content);
    setNarrow(m_narrow);
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
    auto *open = makeButton(tr("Open folder"), Icon::Folder, ButtonKind::Primary, header);
    open->setObjectName(QStringLiteral("openFolderPushButton"));
    connect(open, &QPushButton::clicked, this, [this, file] { emit openFolderRequested(file); });
    auto *line = new QHBoxLayout(header);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace16);
    line->addLayout(words, 1);
    line->addWidget(open);
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
    line->addWidget(makeFigures(report, output, variant), 5);
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

QWidget *ResultPage::makeLevelFold(const JobReport &report, const OutputReport &output, const VariantPlan *variant,
                                   const MemorySnapshot &memory, const QString &where)
{
    auto *card = new Card(m_content);
    const QString file = QString::fromStdString(output.path);
    auto *fold = new FoldedSection(QString::fromStdString(output.level), card);
    fold->setObjectName(QStringLiteral("levelSection_") + QString::fromStdString(output.level));
    fold->setTitleWidth(80);
    const bool smaller = output.sizeBytes <= report.sourceBytes;
    fold->setSetting((smaller ? tr("%1, %2 smaller, %3 bits per weight") : tr("%1, %2 larger, %3 bits per weight"))
                         .arg(detailedSize(output.sizeBytes), ratioText(report.sourceBytes, output.sizeBytes),
                              decimalText(output.bitsPerWeight, 2)));
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
