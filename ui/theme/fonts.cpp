// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Loads the fonts built into the program.

#include "ui/theme/fonts.h"

#include <QDir>
#include <QFontDatabase>

void snugInitResources() { Q_INIT_RESOURCE(snug); }

namespace snug::ui {

void loadFonts()
{
    static const bool loaded = [] {
        snugInitResources();
        const QDir folder(QStringLiteral(":/snug/fonts"));
        for (const QString &file : folder.entryList(QDir::Files))
            QFontDatabase::addApplicationFont(folder.filePath(file));
        return true;
    }();
    Q_UNUSED(loaded);
}

QFont sansFont(int pixelSize, QFont::Weight weight)
{
    // The later families are for the scripts that the first one does not have.
    QFont font(
        QStringList{QStringLiteral("Snug Sans"), QStringLiteral("Noto Sans CJK SC"), QStringLiteral("Noto Sans")});
    font.setStyleHint(QFont::SansSerif);
    font.setPixelSize(pixelSize);
    font.setWeight(weight);
    return font;
}

QFont monoFont(int pixelSize)
{
    QFont font(QStringList{QStringLiteral("Snug Mono"), QStringLiteral("Noto Sans Mono CJK SC")});
    font.setStyleHint(QFont::Monospace);
    font.setFixedPitch(true);
    font.setPixelSize(pixelSize);
    return font;
}

} // namespace snug::ui
