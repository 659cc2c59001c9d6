// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/outputsection.h"

#include "ui/bridge/format.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QDir>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>

#include <filesystem>

namespace snug::ui {

namespace {

/// Free space to the tenth only where a tenth matters.
QString freeText(std::uint64_t freeBytes) { return sizeText(freeBytes, freeBytes >= 100ull << 30 ? 0 : 1); }

/// A typed ~ is the home folder, as everywhere else.
QString expanded(const QString &typed)
{
    const QString text = typed.trimmed();
    if (text == QLatin1String("~") || text.startsWith(QLatin1String("~/")))
        return QDir::homePath() + text.mid(1);
    return text;
}

QLabel *caption(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTextLook(label, kSecondText, QFont::Normal, Ink::Text2);
    return label;
}

} // namespace

OutputSection::OutputSection(QWidget *parent)
    : QWidget(parent), m_folder(new QLineEdit(this)), m_name(new QLineEdit(this)), m_free(caption(QString(), this))
{
    setupFields();
    auto *choose = makeButton(tr("Choose…"), Icon::Folder, ButtonKind::Normal, this);
    choose->setObjectName(QStringLiteral("chooseOutputPushButton"));
    connect(choose, &QPushButton::clicked, this, &OutputSection::chooseRequested);
    auto *grid = new QGridLayout(this);
    grid->setContentsMargins(0, 0, kSpace16, kSpace4);
    grid->setHorizontalSpacing(kSpace8);
    grid->setVerticalSpacing(kSpace4);
    grid->addWidget(caption(tr("Folder"), this), 0, 0);
    grid->addWidget(caption(tr("File name"), this), 0, 2);
    grid->addWidget(m_folder, 1, 0);
    grid->addWidget(choose, 1, 1);
    grid->addWidget(m_name, 1, 2);
    grid->addWidget(m_free, 2, 0, 1, 3);
    grid->setColumnStretch(0, 3);
    grid->setColumnStretch(2, 2);
}

void OutputSection::setupFields()
{
    m_folder->setObjectName(QStringLiteral("outputFolderLineEdit"));
    m_folder->setAccessibleName(tr("Output folder"));
    m_name->setObjectName(QStringLiteral("outputNameLineEdit"));
    m_name->setAccessibleName(tr("Output file name"));
    connect(m_folder, &QLineEdit::editingFinished, this, &OutputSection::changed);
    connect(m_name, &QLineEdit::editingFinished, this, &OutputSection::changed);
}

void OutputSection::reset(const QString &folder)
{
    m_folder->setText(homely(folder));
    m_name->clear();
    setPlan(nullptr, 0);
}

void OutputSection::setFolder(const QString &folder)
{
    m_folder->setText(homely(folder));
    emit changed();
}

QString OutputSection::folder() const
{
    const QString typed = expanded(m_folder->text());
    return typed.isEmpty() ? m_plannedFolder : typed;
}

std::string OutputSection::output(int levelCount) const
{
    const QString typedFolder = expanded(m_folder->text());
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
    refreshHints(plan);
}

void OutputSection::refreshHints(const Plan *plan)
{
    m_folder->setPlaceholderText(homely(m_plannedFolder));
    m_name->setEnabled(m_levelCount == 1);
    if (m_levelCount > 1 && plan) {
        const QString name = QString::fromStdString(plan->model.name);
        m_name->setPlaceholderText(tr("%1-LEVEL.gguf").arg(name));
    } else {
        m_name->setPlaceholderText(m_levelCount == 1 ? m_plannedName : QString());
    }
    if (!plan)
        m_free->clear();
    else if (m_levelCount == 0)
        m_free->setText(tr("%1 free").arg(freeText(m_freeBytes)));
    else
        m_free->setText(tr("%1 to write, %2 free").arg(sizeText(plan->outputBytes), freeText(m_freeBytes)));
}

QString OutputSection::setting() const
{
    if (folder().isEmpty())
        return tr("Beside the model");
    return m_freeBytes == 0 ? homely(folder()) : tr("%1, %2 free").arg(homely(folder()), freeText(m_freeBytes));
}

} // namespace snug::ui
