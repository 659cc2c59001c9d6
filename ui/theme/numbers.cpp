// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Formats numbers with the default locale.

#include "ui/theme/numbers.h"

#include <QCoreApplication>
#include <QLocale>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
constexpr double kKib = 1024, kMib = 1024 * kKib, kGib = 1024 * kMib;

struct Numbers
{
    Q_DECLARE_TR_FUNCTIONS(Numbers)
};

QString twoDigits(long long number) { return QStringLiteral("%1").arg(number, 2, 10, QLatin1Char('0')); }
} // namespace

QString gibNumber(std::uint64_t sizeBytes, int decimals) { return decimalText(double(sizeBytes) / kGib, decimals); }

QString sizeText(std::uint64_t sizeBytes, int decimals)
{
    const double bytes = double(sizeBytes);
    if (bytes >= 0.1 * kGib)
        return Numbers::tr("%1 GiB").arg(gibNumber(sizeBytes, decimals));
    if (bytes >= kMib)
        return Numbers::tr("%1 MiB").arg(QLocale().toString(std::llround(bytes / kMib)));
    if (bytes >= kKib)
        return Numbers::tr("%1 KiB").arg(QLocale().toString(std::llround(bytes / kKib)));
    return Numbers::tr("%1 B").arg(QLocale().toString(qulonglong(sizeBytes)));
}

QString clockText(double seconds)
{
    const long long whole = std::llround(std::max(0.0, seconds));
    const long long hours = whole / 3600, minutes = whole / 60 % 60;
    if (hours > 0)
        return QStringLiteral("%1:%2:%3").arg(hours).arg(twoDigits(minutes), twoDigits(whole % 60));
    return QStringLiteral("%1:%2").arg(minutes).arg(twoDigits(whole % 60));
}

QString aboutText(double seconds)
{
    seconds = std::max(0.0, seconds);
    if (seconds < 0.5)
        return Numbers::tr("under 1 s");
    if (seconds < 9.5) // as exact as clockText(), which may stand beside it
        return Numbers::tr("about %1 s").arg(std::llround(seconds));
    if (seconds < 57.5) // would round up to a minute
        return Numbers::tr("about %1 s").arg(5 * std::llround(seconds / 5));
    const long long minutes = std::max(1LL, std::llround(seconds / 60));
    if (minutes < 60)
        return Numbers::tr("about %1 min").arg(minutes);
    if (minutes % 60 == 0)
        return Numbers::tr("about %1 h").arg(minutes / 60);
    return Numbers::tr("about %1 h %2 min").arg(minutes / 60).arg(minutes % 60);
}

QString countText(std::uint64_t count) { return QLocale().toString(qulonglong(count)); }

QString decimalText(double value, int decimals) { return QLocale().toString(value, 'f', decimals); }

QString percentText(double share)
{
    return Numbers::tr("%1 %").arg(QLocale().toString(int(std::lround(std::clamp(share, 0.0, 1.0) * 100))));
}

} // namespace snug::ui
