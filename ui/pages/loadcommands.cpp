// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/loadcommands.h"

#include "ui/bridge/format.h"

#include <QCoreApplication>
#include <QFileInfo>
#include <QRegularExpression>

namespace snug::ui {

namespace {

class Load
{
    Q_DECLARE_TR_FUNCTIONS(snug::ui::Load)
};

} // namespace

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

std::vector<LoadWay> waysToLoadFile(const QString &file, const VariantPlan *variant, bool onGpu)
{
    const std::optional<std::uint64_t> context = variant ? variant->context.q8_0 : std::nullopt;
    const QString longest = context.value_or(0) == 0 ? QString()
                            : onGpu ? Load::tr("Longest context that fits this GPU with a q8_0 KV cache.")
                                    : Load::tr("Longest context that fits the free RAM with a q8_0 KV cache.");
    return {{QStringLiteral("llama.cpp"), llamaCppCommand(file, context, onGpu), longest},
            {QStringLiteral("LM Studio"), lmStudioCommand(file), Load::tr("Copies the file into LM Studio's folder.")},
            {QStringLiteral("Ollama"), ollamaCommand(file), Load::tr("Writes a Modelfile in the present folder.")}};
}

std::vector<LoadWay> waysToLoadFolder(const VariantPlan &variant)
{
    std::vector<LoadWay> ways;
    for (const ReaderPlan &reader : variant.readers)
        if (!reader.command.empty())
            ways.push_back({QString::fromStdString(reader.reader), QString::fromStdString(reader.command).trimmed(),
                            readerSentence(reader)});
    return ways;
}

} // namespace snug::ui
