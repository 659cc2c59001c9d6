// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/format.h"

#include "core/model/catalog.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>
#include <QDir>
#include <QStringList>

#include <array>
#include <utility>

namespace snug::ui {

namespace {

constexpr double kKiB = 1024.0;

struct Format
{
    Q_DECLARE_TR_FUNCTIONS(snug::ui::Format)
};

int decimalsFor(double value) { return value >= 99.95 ? 0 : value >= 9.995 ? 1 : 2; }

} // namespace

SizeUnit unitFor(std::uint64_t largestBytes)
{
    constexpr double kMiB = kKiB * kKiB;
    const auto largest = static_cast<double>(largestBytes);
    if (largest >= 0.5 * kMiB * kKiB) // where the charts change over, too
        return {kMiB * kKiB, QStringLiteral("GiB")};
    if (largest >= 0.1 * kMiB || largestBytes == 0)
        return {kMiB, QStringLiteral("MiB")};
    return {kKiB, QStringLiteral("KiB")};
}

QString inUnit(std::uint64_t sizeBytes, const SizeUnit &unit, int decimals)
{
    return decimalText(static_cast<double>(sizeBytes) / unit.bytes, decimals);
}

QString detailedSize(std::uint64_t sizeBytes)
{
    const SizeUnit unit = unitFor(sizeBytes);
    const bool large = unit.bytes > kKiB * kKiB;
    return inUnit(sizeBytes, unit, large ? 2 : decimalsFor(static_cast<double>(sizeBytes) / unit.bytes)) +
           QChar(QChar::Nbsp) + unit.name;
}

QString bigCountText(std::uint64_t count)
{
    const auto value = static_cast<double>(count);
    if (value >= 999.5e6)
        return decimalText(value / 1e9, decimalsFor(value / 1e9)) + QStringLiteral(" B");
    if (value >= 999.5e3)
        return decimalText(value / 1e6, decimalsFor(value / 1e6)) + QStringLiteral(" M");
    if (value >= 999.5)
        return decimalText(value / 1e3, decimalsFor(value / 1e3)) + QStringLiteral(" K");
    return countText(count);
}

QString homely(const QString &path)
{
    const QString home = QDir::homePath();
    if (home.size() > 1 && (path == home || path.startsWith(home + QLatin1Char('/'))))
        return QLatin1Char('~') + path.mid(home.size());
    return path;
}

QString homely(const std::string &path) { return homely(QString::fromStdString(path)); }

QString expandedPath(const QString &typed)
{
    const QString text = typed.trimmed();
    if (text == QLatin1String("~") || text.startsWith(QLatin1String("~/")))
        return QDir::homePath() + text.mid(1);
    return text;
}

QString placeText(const std::string &name)
{
    if (name == kHuggingFacePlace)
        return Format::tr("Hugging Face cache");
    if (name == kLmStudioPlace)
        return Format::tr("LM Studio");
    return name == kOllamaPlace ? Format::tr("Ollama") : homely(name);
}

QString phaseText(Phase phase)
{
    switch (phase) {
    case Phase::Load:
        return Format::tr("Load");
    case Phase::Quantize:
        return Format::tr("Quantize");
    case Phase::Save:
        break;
    }
    return Format::tr("Save");
}

QString windowWords(const std::string &message)
{
    // Options are named for the command line; in the window the control beside the text is what is meant.
    // clang-format off
    static constexpr std::array<std::pair<const char *, const char *>, 8> kWords{{
        {" of --tensor-type is not a regular expression", " cannot be read"},
        {" of --tensor-type", ""},
        {" (without --no-fallback)", ""},
        {" (--allow-requantize)", ""},
        {"Give a larger --split-size.", "Give a larger size."},
        {"--prune-layers names ", "The layers to leave out name "},
        {"--prune-layers ", "Leaving out layers "},
        {"--override-kv is given ", "A header value is given as "},
    }};
    // clang-format on
    QString text = QString::fromStdString(message);
    for (const auto &[option, words] : kWords)
        text.replace(QLatin1String(option), QLatin1String(words));
    return text;
}

QString failureHeading(const Error &error)
{
    switch (error.code) {
    case ErrorCode::Internal:
        return Format::tr("Something went wrong inside Snug.");
    case ErrorCode::Usage:
        return Format::tr("These settings do not work.");
    case ErrorCode::BadInput:
        return Format::tr("The model could not be read.");
    case ErrorCode::Unsupported:
        return Format::tr("Snug cannot work with this model.");
    case ErrorCode::DoesNotFit:
        return Format::tr("It does not fit.");
    case ErrorCode::Io:
        break;
    }
    return Format::tr("Reading or writing failed.");
}

QString failureAdvice(const Error &error)
{
    switch (error.code) {
    case ErrorCode::Internal:
        return Format::tr("Copy the details and send them to the authors.");
    case ErrorCode::BadInput:
        return Format::tr("Get the model again, its files look damaged.");
    case ErrorCode::Io:
        return Format::tr("Check the disk and its permissions, or choose another output folder.");
    case ErrorCode::DoesNotFit: // whether RAM or disk, and which setting helps, only the message knows
    case ErrorCode::Usage:
    case ErrorCode::Unsupported:
        break;
    }
    return {};
}

QString failureDetails(const Error &error)
{
    QStringList lines{QString::fromStdString(error.message)};
    lines << QStringLiteral("code: %1")
                 .arg(QLatin1String(errorCodeName(error.code).data(), errorCodeName(error.code).size()));
    if (!error.file.empty())
        lines << QStringLiteral("file: %1").arg(QString::fromStdString(error.file));
    if (error.offset)
        lines << QStringLiteral("offset: %1").arg(*error.offset);
    if (!error.tensor.empty())
        lines << QStringLiteral("tensor: %1").arg(QString::fromStdString(error.tensor));
    return lines.join(QLatin1Char('\n'));
}

} // namespace snug::ui
