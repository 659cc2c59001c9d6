// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/sample.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>

namespace snug::ui {

namespace {

/// A folder with a checkpoint, or the first GGUF in it.
QString modelIn(const QString &folder)
{
    const QDir dir(folder);
    if (dir.exists(QStringLiteral("config.json")))
        return dir.absolutePath();
    const QStringList files = dir.entryList({QStringLiteral("*.gguf")}, QDir::Files, QDir::Name);
    return files.isEmpty() ? QString() : dir.absoluteFilePath(files.first());
}

} // namespace

QString sampleTextPath()
{
    const QString program = QCoreApplication::applicationDirPath();
    for (const QString &folder :
         {program + QStringLiteral("/../share/snug/sample"), QStringLiteral(SNUG_SOURCE_SAMPLE)})
        if (const QFileInfo text(folder + QStringLiteral("/heldout.txt")); text.isFile())
            return text.canonicalFilePath();
    return {};
}

QString sampleModelPath()
{
    const QString program = QCoreApplication::applicationDirPath();
    for (const QString &folder :
         {program + QStringLiteral("/../share/snug/sample"), QStringLiteral(SNUG_SOURCE_SAMPLE)})
        if (const QString found = modelIn(folder); !found.isEmpty())
            return QFileInfo(found).canonicalFilePath();
    return {};
}

} // namespace snug::ui
