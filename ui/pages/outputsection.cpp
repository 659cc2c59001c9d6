// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/outputsection.h"

#include "core/base/sizes.h"
#include "ui/bridge/format.h"
#include "ui/pages/caption.h"
#include "ui/pages/entrylist.h"
#include "ui/pages/faultlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QComboBox>
#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <filesystem>

namespace snug::ui {

namespace {

/// What the list of files offers, as its data.
enum Files { kOneFile, kAsSource, kTwoGb, kFourGb, kOwnSize };
/// Decimal, as sticks and services count.
constexpr std::uint64_t kGb = 1'000'000'000;

/// What a box needs beside its text.
constexpr int kBoxRoom = 48;

/// Free space to the tenth only where a tenth matters.
QString freeText(std::uint64_t freeBytes) { return sizeText(freeBytes, freeBytes >= 100ull << 30 ? 0 : 1); }

int fileCount(const Plan &plan)
{
    std::size_t count = 0;
    for (const VariantPlan &variant : plan.variants)
        count += variant.outputFiles.size();
    return static_cast<int>(count);
}

} // namespace

OutputSection::OutputSection(QWidget *parent)
    : QWidget(parent), m_folder(new QLineEdit(this)), m_name(new QLineEdit(this)),
      m_nameCaption(makeCaption(tr("File name"), this)), m_free(makeCaption(QString(), this)),
      m_files(new QComboBox(this)), m_ownSize(new QLineEdit(this)), m_filesFault(new FaultLabel(this)),
      m_valuesCaption(makeCaption(tr("Header values to change, as KEY=TYPE:VALUE (int, float, bool or str)"), this)),
      m_values(new EntryList(QStringLiteral("headerValue"),
                             {tr("Header value"), QStringLiteral("general.name=str:My model"), tr("Add a value")},
                             this))
{
    setupFields();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, kSpace16, kSpace4);
    column->setSpacing(kSpace12);
    column->addWidget(makePlace());
    column->addWidget(makeFiles());
    column->addWidget(m_valuesCaption);
    column->addWidget(m_values);
    refreshFiles();
}

QWidget *OutputSection::makePlace()
{
    auto *place = new QWidget(this);
    auto *choose = makeButton(tr("Choose…"), Icon::Folder, ButtonKind::Normal, place);
    choose->setObjectName(QStringLiteral("chooseOutputPushButton"));
    connect(choose, &QPushButton::clicked, this, &OutputSection::chooseRequested);
    auto *grid = new QGridLayout(place);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(kSpace8);
    grid->setVerticalSpacing(kSpace4);
    grid->addWidget(makeCaption(tr("Folder"), place), 0, 0);
    grid->addWidget(m_nameCaption, 0, 2);
    grid->addWidget(m_folder, 1, 0);
    grid->addWidget(choose, 1, 1);
    grid->addWidget(m_name, 1, 2);
    grid->addWidget(m_free, 2, 0, 1, 3);
    grid->setColumnStretch(0, 3);
    grid->setColumnStretch(2, 2);
    return place;
}

QWidget *OutputSection::makeFiles()
{
    auto *files = new QWidget(this);
    fillFiles();
    m_files->setSizeAdjustPolicy(QComboBox::AdjustToContents); // the source's own split comes and goes
    m_files->setMinimumWidth(QFontMetrics(m_files->font()).horizontalAdvance(m_files->itemText(3)) + kBoxRoom);
    auto *line = new QHBoxLayout;
    line->setSpacing(kSpace8);
    line->addWidget(m_files);
    line->addWidget(m_ownSize);
    line->addStretch(1);
    auto *column = new QVBoxLayout(files);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace4);
    column->addWidget(makeCaption(tr("Files of a level"), files));
    column->addLayout(line);
    column->addWidget(m_filesFault);
    return files;
}

/// Folders are always cut into files of some size, and know nothing of how the source was cut.
void OutputSection::fillFiles()
{
    const QSignalBlocker quiet(m_files);
    m_files->clear();
    m_files->addItem(m_makesFolders ? tr("Files of 5 GB at most") : tr("One file"), kOneFile);
    m_files->addItem(tr("Files of 2 GB at most"), kTwoGb);
    m_files->addItem(tr("Files of 4 GB at most"), kFourGb);
    m_files->addItem(tr("Files of another size"), kOwnSize);
}

void OutputSection::setMakesFolders(bool folders)
{
    if (folders == m_makesFolders)
        return;
    const QVariant files = m_files->currentData();
    m_makesFolders = folders;
    fillFiles();
    const QSignalBlocker quiet(m_files);
    m_files->setCurrentIndex(std::max(0, m_files->findData(files)));
    refreshFiles();
    m_name->clear(); // "model.gguf" is no name for a folder
    m_nameCaption->setText(folders ? tr("Name of the model's folder") : tr("File name"));
    m_name->setAccessibleName(folders ? tr("Name of the model's folder") : tr("Output file name"));
    m_valuesCaption->setVisible(!folders);
    m_values->setVisible(!folders);
}

void OutputSection::setupFields()
{
    m_folder->setObjectName(QStringLiteral("outputFolderLineEdit"));
    m_folder->setAccessibleName(tr("Output folder"));
    m_name->setObjectName(QStringLiteral("outputNameLineEdit"));
    m_name->setAccessibleName(tr("Output file name"));
    connect(m_folder, &QLineEdit::editingFinished, this, &OutputSection::changed);
    connect(m_name, &QLineEdit::editingFinished, this, &OutputSection::changed);
    m_files->setObjectName(QStringLiteral("filesComboBox"));
    m_files->setAccessibleName(tr("Files of a level"));
    m_ownSize->setObjectName(QStringLiteral("fileSizeLineEdit"));
    m_ownSize->setAccessibleName(tr("Size of a file at most"));
    m_ownSize->setPlaceholderText(tr("Such as 1.5 GB"));
    m_ownSize->setFixedWidth(130);
    m_filesFault->setObjectName(QStringLiteral("filesFaultLabel"));
    const auto filesChanged = [this] {
        refreshFiles();
        emit changed();
    };
    connect(m_files, &QComboBox::currentIndexChanged, this, filesChanged);
    connect(m_ownSize, &QLineEdit::editingFinished, this, filesChanged);
    connect(m_values, &EntryList::changed, this, &OutputSection::changed);
}

void OutputSection::reset(const QString &folder)
{
    m_folder->setText(homely(folder));
    m_name->clear();
    take({});
    setPlan(nullptr, 0);
}

void OutputSection::setFolder(const QString &folder)
{
    m_folder->setText(homely(folder));
    emit changed();
}

QString OutputSection::folder() const
{
    const QString typed = expandedPath(m_folder->text());
    return typed.isEmpty() ? m_plannedFolder : typed;
}

QString OutputSection::typedFolder() const { return expandedPath(m_folder->text()); }

std::string OutputSection::output(int levelCount) const
{
    const QString typedFolder = expandedPath(m_folder->text());
    const QString typedName = levelCount == 1 ? m_name->text().trimmed() : QString();
    if (typedFolder.isEmpty() && typedName.isEmpty())
        return {};
    QString path = folder();
    if (path.isEmpty())
        return {}; // a name alone has to wait until the plan says where
    if (!path.endsWith(QLatin1Char('/')))
        path += QLatin1Char('/');
    return (path + typedName).toStdString();
}

void OutputSection::setPlan(const Plan *plan, int levelCount)
{
    m_plannedFolder.clear();
    m_plannedName.clear();
    m_freeBytes = 0;
    m_levelCount = levelCount;
    if (plan && !plan->variants.empty()) {
        const std::filesystem::path path = plan->variants.front().outputPath;
        m_plannedFolder = QString::fromStdString(path.parent_path().string());
        m_plannedName = QString::fromStdString(path.filename().string());
        m_freeBytes = plan->diskFreeBytes;
    }
    if (plan && !m_makesFolders)
        offerSourceSplit(plan->model.fileCount);
    refreshHints(plan);
}

void OutputSection::offerSourceSplit(std::size_t fileCount)
{
    const int at = m_files->findData(kAsSource);
    const QString text = tr("As many as the source has (%1)").arg(fileCount);
    if (fileCount > 1 && at < 0)
        m_files->insertItem(1, text, kAsSource);
    else if (fileCount > 1)
        m_files->setItemText(at, text);
    else if (at >= 0)
        m_files->removeItem(at);
}

std::optional<std::uint64_t> OutputSection::ownSize() const
{
    QString text = m_ownSize->text().trimmed();
    text.replace(QLatin1Char(','), QLatin1Char('.')); // as many people write it
    const auto size = parseBytes(text.toStdString());
    return size && *size > 0 ? size : std::nullopt;
}

void OutputSection::refreshFiles()
{
    m_ownSize->setVisible(m_files->currentData() == kOwnSize);
    m_filesFault->setText(mistake());
}

QString OutputSection::mistake() const
{
    const QString typed = m_ownSize->text().trimmed();
    if (m_files->currentData() != kOwnSize || typed.isEmpty() || ownSize())
        return {};
    return tr("“%1” is no size. Write it like 900 MB or 1.5 GB.").arg(typed);
}

void OutputSection::apply(JobSpec &spec) const
{
    const int files = m_files->currentData().toInt();
    spec.keepSplit = files == kAsSource;
    spec.splitSizeBytes.reset();
    if (files == kTwoGb || files == kFourGb)
        spec.splitSizeBytes = (files == kTwoGb ? 2 : 4) * kGb;
    else if (files == kOwnSize)
        spec.splitSizeBytes = ownSize();
    spec.overrideKv.clear();
    if (m_makesFolders)
        return; // kept for the next file
    for (const EntryList::Entry &value : m_values->entries())
        spec.overrideKv.push_back(value.text.toStdString());
}

void OutputSection::take(const JobSpec &spec)
{
    const QSignalBlocker filesBlocker(m_files);
    const QSignalBlocker sizeBlocker(m_ownSize);
    int files = kOneFile;
    if (spec.keepSplit)
        files = kAsSource;
    else if (spec.splitSizeBytes)
        files = *spec.splitSizeBytes == 2 * kGb ? kTwoGb : *spec.splitSizeBytes == 4 * kGb ? kFourGb : kOwnSize;
    if (spec.keepSplit && m_files->findData(kAsSource) < 0)
        offerSourceSplit(2); // the plan will say how many
    m_files->setCurrentIndex(std::max(0, m_files->findData(files)));
    if (files != kOwnSize)
        m_ownSize->clear();
    else if (ownSize() != spec.splitSizeBytes)
        m_ownSize->setText(QString::number(*spec.splitSizeBytes));
    std::vector<EntryList::Entry> values;
    for (const std::string &value : spec.overrideKv)
        values.push_back({QString::fromStdString(value), {}});
    m_values->setEntries(values);
    setFaults({});
    refreshFiles();
}

void OutputSection::setFaults(const std::vector<SettingFault> &faults)
{
    QString files;
    std::map<std::size_t, QString> values;
    for (const SettingFault &fault : faults)
        if (fault.setting == Setting::Files)
            files = windowWords(fault.error.message);
        else if (fault.setting == Setting::OverrideKv)
            values.emplace(fault.entry, windowWords(fault.error.message));
    refreshFiles();
    if (!files.isEmpty())
        m_filesFault->setText(files);
    m_values->setFaults(values);
}

void OutputSection::refreshHints(const Plan *plan)
{
    m_folder->setPlaceholderText(homely(m_plannedFolder));
    m_name->setEnabled(m_levelCount == 1);
    if (m_levelCount > 1 && plan) {
        const QString name = QString::fromStdString(plan->model.name);
        m_name->setPlaceholderText(m_makesFolders ? tr("%1-LEVEL").arg(name) : tr("%1-LEVEL.gguf").arg(name));
    } else {
        m_name->setPlaceholderText(m_levelCount == 1 ? m_plannedName : QString());
    }
    if (!plan)
        m_free->clear();
    else if (m_levelCount == 0)
        m_free->setText(tr("%1 free").arg(freeText(m_freeBytes)));
    else if (const int files = fileCount(*plan); files > m_levelCount)
        m_free->setText(tr("%1 to write in %n file(s), %2 free", nullptr, files)
                            .arg(sizeText(plan->outputBytes), freeText(m_freeBytes)));
    else
        m_free->setText(tr("%1 to write, %2 free").arg(sizeText(plan->outputBytes), freeText(m_freeBytes)));
}

QString OutputSection::setting() const
{
    QString text = tr("Beside the model");
    if (!folder().isEmpty())
        text = m_freeBytes == 0 ? homely(folder()) : tr("%1, %2 free").arg(homely(folder()), freeText(m_freeBytes));
    switch (m_files->currentData().toInt()) {
    case kAsSource:
        return tr("%1, as many files as the source").arg(text);
    case kTwoGb:
        return tr("%1, files of 2 GB").arg(text);
    case kFourGb:
        return tr("%1, files of 4 GB").arg(text);
    case kOwnSize:
        return ownSize() ? tr("%1, files of %2").arg(text, m_ownSize->text().trimmed()) : text;
    default:
        return text;
    }
}

} // namespace snug::ui
