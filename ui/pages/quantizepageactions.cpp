// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the buttons of the Quantize page do: dialogs for a folder and a file, the command, the start and its question.

#include "ui/bridge/format.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/importancesection.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"

#include <QClipboard>
#include <QFileDialog>
#include <QGuiApplication>
#include <QMessageBox>
#include <QPushButton>

namespace snug::ui {

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

void QuantizePage::chooseImportance()
{
    const QString near = m_importance->path().isEmpty() ? m_settings->lastFolder() : m_importance->path();
    auto *dialog = new QFileDialog(this, tr("Importance matrix"), near,
                                   tr("Importance matrices (*.gguf *.dat *.imatrix);;All files (*)"));
    dialog->setObjectName(QStringLiteral("importanceFileDialog"));
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setFileMode(QFileDialog::ExistingFile);
    connect(dialog, &QFileDialog::fileSelected, this, &QuantizePage::setImportance);
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
    const int count = static_cast<int>(files.size());
    const bool folders = makesFolders(m_spec);
    auto *question = new QMessageBox(QMessageBox::NoIcon, folders ? tr("Replace folders?") : tr("Replace files?"),
                                     folders ? tr("%n folder(s) with this name exist already.", nullptr, count)
                                             : tr("%n file(s) with this name exist already.", nullptr, count),
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
