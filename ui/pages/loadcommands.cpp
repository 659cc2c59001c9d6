// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/loadcommands.h"

#include <QFileInfo>
#include <QRegularExpression>

namespace snug::ui {

QString shellQuoted(const QString &word)
{
    static const QRegularExpression plain(QStringLiteral("^[A-Za-z0-9_@%+=:,./-]+$"));
    if (plain.match(word).hasMatch())
        return word;
    QString inner = word;
    inner.replace(QLatin1Char('\''), QStringLiteral("'\\''"));
    return QLatin1Char('\'') + inner + QLatin1Char('\'');
}

QString llamaCppCommand(const QString &file, std::optional<std::uint64_t> contextTokens, bool onGpu)
{
    QStringList lines{QStringLiteral("llama-server"), QStringLiteral("-m ") + shellQuoted(file)};
    QString last;
    if (onGpu)
        last = QStringLiteral("-ngl 99 ");
    if (contextTokens.value_or(0) > 0)
        last += QStringLiteral("-c %1").arg(*contextTokens);
    if (!last.trimmed().isEmpty())
        lines << last.trimmed();
    if (contextTokens.value_or(0) > 0)
        lines << QStringLiteral("-ctk q8_0 -ctv q8_0");
    return lines.join(QStringLiteral(" \\\n  "));
}

QString lmStudioCommand(const QString &file) { return QStringLiteral("lms import ") + shellQuoted(file); }

QString ollamaCommand(const QString &file)
{
    QString name = QFileInfo(file).completeBaseName().toLower();
    static const QRegularExpression odd(QStringLiteral("[^a-z0-9._-]+"));
    name.replace(odd, QStringLiteral("-"));
    const QString from = shellQuoted(QStringLiteral("FROM ") + file);
    return QStringLiteral("echo %1 > Modelfile\nollama create %2 -f Modelfile\nollama run %2").arg(from, name);
}

} // namespace snug::ui
