// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/comparepage.h"

#include "ui/bridge/format.h"
#include "ui/charts/layerchart.h"
#include "ui/charts/scatterchart.h"
#include "ui/models/comparetablemodel.h"
#include "ui/models/comparison.h"
#include "ui/pages/answerscard.h"
#include "ui/pages/comparetable.h"
#include "ui/pages/measurepanel.h"
#include "ui/pages/notecard.h"
#include "ui/settings/settings.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/widgets/elidedlabel.h"

#include <QBuffer>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGuiApplication>
#include <QLabel>
#include <QMenu>
#include <QPixmap>
#include <QPushButton>
#include <QSaveFile>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QStackedWidget>

#include <algorithm>
#include <cmath>

namespace snug::ui {

ComparePage::ComparePage(MeasureController *controller, Comparison *comparison, Settings *settings, QWidget *parent)
    : QWidget(parent), m_controller(controller), m_comparison(comparison), m_settings(settings),
      m_stack(new QStackedWidget(this))
{
    setObjectName(QStringLiteral("comparePage"));
    setupLayout();
    setupMenus();
    connectParts();
    refresh();
}

void ComparePage::connectParts()
{
    connect(m_comparison, &Comparison::changed, this, [this](const QString &source) {
        if (m_source.isEmpty())
            m_source = source;
        refresh();
    });
    connect(m_table->model(), &CompareTableModel::shownChanged, this,
            [this](const QString &path, bool shown) { m_comparison->setShown(m_source, path, shown); });
    connect(m_table->model(), &QAbstractItemModel::layoutChanged, this, &ComparePage::refreshAnswersButton);
    connect(m_table, &CompareTable::removeRequested, this,
            [this](const QString &path) { m_comparison->removeVariant(m_source, path); });
    connect(m_models, &QComboBox::activated, this, [this](int index) { show(m_models->itemData(index).toString()); });
    connect(m_controller, &MeasureController::described, this,
            [this](const QString &path, const std::shared_ptr<const Result<ModelSummary>> &summary) {
                takeSummary(path, *summary);
            });
    connect(m_controller, &MeasureController::compared, this,
            [this](const std::shared_ptr<const CompareReport> &report) { takeAnswers(*report); });
    connect(m_controller, &MeasureController::stateChanged, this, &ComparePage::refreshAnswersButton);
    connect(m_controller, &MeasureController::ticked, this, &ComparePage::showWriting);
    connect(m_answers, &AnswersCard::runRequested, this, &ComparePage::answer);
    m_measure->setSubject([this] {
        MeasureRequest request;
        if (const VariantGroup *shown = group())
            request = requestFor(*shown);
        if (!request.spec.models.empty())
            request.sideBySide = sideBySide(request.spec);
        return request;
    });
}

const VariantGroup *ComparePage::group() const { return m_comparison->model(m_source); }

void ComparePage::setSampleText(const QString &path) { m_measure->setSampleText(path); }

void ComparePage::setHindrance(const QString &reason)
{
    m_hindrance = reason;
    refresh();
}

void ComparePage::setNarrow(bool narrow)
{
    const int margin = narrow ? kPageMarginNarrow : kPageMargin;
    m_column->setContentsMargins(margin, kSpace16, margin, kSpace24);
    m_charts->setDirection(narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
    m_measure->setNarrow(narrow);
}

void ComparePage::show(const QString &source)
{
    if (source != m_source) {
        m_answers->setAnswers({});
        m_note->setNotes({});
        m_asked.clear();
    }
    m_source = source;
    if (!group()) {
        setIdle(tr("Reading the model's headers…"), homely(source));
        m_controller->describe(source);
    }
    refresh();
}

void ComparePage::takeSummary(const QString &path, const Result<ModelSummary> &summary)
{
    const bool asked = m_asked.removeAll(path) > 0;
    if (!asked && path != m_source)
        return;
    if (!summary && !asked)
        return setIdle(failureHeading(summary.error()), windowWords(summary.error().message));
    if (!summary)
        return tell(windowWords(summary.error().message));
    if (asked)
        m_comparison->addVariant(m_source, path, *summary);
    else
        m_comparison->addSource(path, *summary);
}

void ComparePage::refresh()
{
    const VariantGroup *shown = group();
    m_stack->setCurrentIndex(shown ? 1 : 0);
    m_table->model()->setGroup(shown);
    if (!shown)
        return;
    const QSignalBlocker quiet(m_models);
    m_models->clear();
    for (const VariantGroup &one : m_comparison->models())
        m_models->addItem(one.name, one.source);
    m_models->setCurrentIndex(m_models->findData(m_source));
    m_models->setVisible(m_models->count() > 1);
    m_name->setText(shown->name);
    m_facts->setText(
        !shown->measuredOn
            ? tr("Not measured yet.")
            : tr("Measured on %n window(s) of %1 tokens of %2.", nullptr, static_cast<int>(shown->measuredOn->windows))
                  .arg(countText(shown->measuredOn->context), m_measure->textTitle(shown->measuredOn->text)));
    const bool any = std::ranges::any_of(shown->variants, &CompareRow::shown);
    m_measure->setHindrance(!m_hindrance.isEmpty() ? m_hindrance : any ? QString() : tr("Tick a variant."));
    m_export->setEnabled(any);
    refreshCharts(*shown);
    refreshAnswersButton();
}

void ComparePage::refreshCharts(const VariantGroup &shown)
{
    std::vector<ScatterPoint> points;
    std::vector<LayerLine> lines;
    std::uint64_t largest = 0;
    for (const CompareRow &row : shown.variants)
        if (row.shown && !row.source)
            largest = std::max(largest, row.sizeBytes);
    const SizeUnit unit = unitFor(largest);
    for (const CompareRow &row : shown.variants) {
        const VariantMark mark = m_table->model()->markOf(row.path);
        if (!row.shown || row.source)
            continue;
        if (row.figures && !std::isnan(row.figures->klMean))
            points.push_back({static_cast<double>(row.sizeBytes) / unit.bytes, row.figures->klMean, row.title, mark});
        lines.push_back({row.layerErrors, row.title, mark});
    }
    m_scatterStack->setCurrentIndex(points.empty() ? 0 : 1);
    m_scatter->setPoints(std::move(points), tr("size, %1").arg(unit.name));
    const bool known = std::ranges::any_of(lines, [](const LayerLine &line) { return !line.errors.empty(); });
    m_layerStack->setCurrentIndex(known ? 1 : 0);
    m_layers->setLines(std::move(lines));
}

void ComparePage::refreshAnswersButton()
{
    const VariantGroup *shown = group();
    const auto ticked = shown ? std::ranges::count_if(shown->variants, &CompareRow::shown) : 0;
    m_answers->setHindrance(!m_hindrance.isEmpty() ? m_hindrance
                            : m_controller->busy() ? tr("Wait until the measurement has ended.")
                            : ticked < 2           ? tr("Tick two to four variants: they answer side by side.")
                            : ticked > AnswersCard::kMostColumns
                                ? tr("Tick at most four variants: they answer side by side.")
                                : QString());
}

void ComparePage::answer()
{
    const VariantGroup *shown = group();
    if (!shown || m_controller->busy() || m_answers->prompt().isEmpty())
        return;
    MeasureRequest request = requestFor(*shown);
    CompareSpec spec;
    spec.models = request.spec.models;
    spec.base = request.spec.base;
    spec.layerErrors = false;
    spec.prompt = m_answers->prompt().toStdString();
    m_answers->fillIn(spec);
    spec.ramBytes = m_settings->ramLimitBytes();
    m_answering.clear();
    if (!spec.base.empty())
        m_answering << QString::fromStdString(spec.base);
    for (const std::string &path : spec.models)
        m_answering << QString::fromStdString(path);
    request.sideBySide = std::move(spec);
    m_answers->setFailure({});
    m_controller->start(request);
}

/// The answers as far as they are written.
void ComparePage::showWriting()
{
    const VariantGroup *shown = group();
    const std::vector<std::string> &written = m_controller->snapshot().answers;
    if (m_answering.isEmpty() || !shown || written.empty())
        return;
    std::vector<AnswerColumn> columns;
    for (qsizetype i = 0; i < m_answering.size(); ++i) {
        AnswerColumn column;
        if (const CompareRow *row = shown->find(m_answering[i]))
            column.title = row->title;
        column.mark = m_table->model()->markOf(m_answering[i]);
        column.writing = true;
        if (static_cast<std::size_t>(i) < written.size())
            column.answer.text = written[static_cast<std::size_t>(i)];
        columns.push_back(std::move(column));
    }
    m_answers->setAnswers(std::move(columns));
}

void ComparePage::takeAnswers(const CompareReport &report)
{
    if (m_answering.isEmpty())
        return;
    m_answering.clear();
    if (report.error)
        m_answers->setFailure(windowWords(report.error->message));
    const VariantGroup *shown = group();
    std::vector<AnswerColumn> columns;
    for (const ComparedModel &model : report.models) {
        const QString path = QString::fromStdString(model.measured.path);
        const CompareRow *row = shown ? shown->find(path) : nullptr;
        if (row && model.answer)
            columns.push_back({row->title, m_table->model()->markOf(path), *model.answer, false});
    }
    m_answers->setAnswers(std::move(columns));
}

void ComparePage::tell(const QString &sentence) { m_note->setNotes({sentence}); }

void ComparePage::chooseFiles()
{
    auto *dialog = new QFileDialog(this, tr("Add variants"), m_settings->lastFolder(),
                                   tr("Models (*.gguf *.safetensors config.json);;All files (*)"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFiles);
    connect(dialog, &QFileDialog::filesSelected, this, &ComparePage::addFiles);
    dialog->open();
}

void ComparePage::addFiles(const QStringList &files)
{
    m_note->setNotes({});
    for (const QString &file : files) {
        const QFileInfo info(file);
        // A checkpoint is its folder, whichever of its files was pressed.
        const bool folder =
            info.suffix() == QLatin1String("safetensors") || info.fileName() == QLatin1String("config.json");
        const QString path = folder ? info.absolutePath() : info.absoluteFilePath();
        m_settings->setLastFolder(info.absolutePath());
        m_asked << path;
        m_controller->describe(path);
    }
}

CompareReport ComparePage::exported() const
{
    CompareReport report;
    report.outcome = Outcome::Succeeded;
    const VariantGroup *shown = group();
    if (!shown)
        return report;
    for (const CompareRow &row : m_table->model()->rows())
        if (row.shown)
            report.models.push_back(asCompared(row));
    markFront(report.models);
    if (shown->measuredOn) {
        report.windows = shown->measuredOn->windows;
        for (const CompareRow &row : shown->variants)
            if (row.figures)
                report.tokens = std::max(report.tokens, row.figures->tokens);
    }
    for (ComparedModel &model : report.models)
        for (const AnswerColumn &column : m_answers->answers())
            if (const CompareRow *row = shown->find(QString::fromStdString(model.measured.path));
                row && row->title == column.title && !column.writing)
                model.answer = column.answer;
    return report;
}

QPixmap ComparePage::picture() const { return m_content->grab(); }

void ComparePage::save(const QString &title, const QString &filter, const QString &suffix,
                       const std::function<QByteArray()> &bytes)
{
    auto *dialog = new QFileDialog(this, title, m_settings->lastFolder(), filter);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->selectFile(m_name->text() + QLatin1Char('.') + suffix);
    connect(dialog, &QFileDialog::fileSelected, this, [this, bytes](const QString &path) {
        m_settings->setLastFolder(QFileInfo(path).absolutePath());
        QSaveFile file(path);
        const QByteArray all = bytes();
        if (!file.open(QIODevice::WriteOnly) || file.write(all) != all.size() || !file.commit())
            tell(tr("%1 could not be written: %2").arg(homely(path), file.errorString()));
        else
            m_note->setNotes({});
    });
    dialog->open();
}

void ComparePage::setupMenus()
{
    auto *add = new QMenu(m_add);
    add->addAction(tr("Files…"), this, &ComparePage::chooseFiles);
    add->addAction(tr("Make levels…"), this, &ComparePage::quantizeRequested);
    m_add->setMenu(add);
    m_columns->setMenu(m_table->columnsMenu());
    auto *out = new QMenu(m_export);
    out->addAction(tr("Copy as Markdown"), this,
                   [this] { QGuiApplication::clipboard()->setText(QString::fromStdString(toMarkdown(exported()))); });
    out->addSeparator();
    out->addAction(tr("CSV…"), this, [this] {
        save(tr("Save the table"), tr("Tables (*.csv)"), QStringLiteral("csv"),
             [this] { return QByteArray::fromStdString(toCsv(exported())); });
    });
    out->addAction(tr("Markdown…"), this, [this] {
        save(tr("Save the table"), tr("Markdown (*.md)"), QStringLiteral("md"),
             [this] { return QByteArray::fromStdString(toMarkdown(exported())); });
    });
    out->addAction(tr("Picture…"), this, [this] {
        save(tr("Save the page as a picture"), tr("Pictures (*.png)"), QStringLiteral("png"), [this] {
            QByteArray bytes;
            QBuffer buffer(&bytes);
            buffer.open(QIODevice::WriteOnly);
            picture().save(&buffer, "PNG");
            return bytes;
        });
    });
    m_export->setMenu(out);
}

} // namespace snug::ui
