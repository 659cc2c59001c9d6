// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/measurewords.h"

#include "ui/bridge/format.h"
#include "ui/theme/numbers.h"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {

constexpr int kMostDecimals = 9;

struct MeasureWords
{
    Q_DECLARE_TR_FUNCTIONS(MeasureWords)
};

std::uint64_t windowsIn(const EvaluateReport &report)
{
    std::uint64_t windows = report.base ? report.base->perplexity.windows : 0;
    for (const EvaluatedModel &model : report.models)
        windows = std::max(windows, model.perplexity.windows);
    return windows;
}

} // namespace

QString withError(double value, double error, int decimals)
{
    if (!std::isfinite(error) || error <= 0)
        return decimalText(value, decimals);
    const int digits = std::clamp(1 - static_cast<int>(std::floor(std::log10(error))), 0, kMostDecimals);
    return decimalText(value, digits) + QStringLiteral(" ± ") + decimalText(error, digits);
}

QString sharePercent(double share) { return MeasureWords::tr("%1 %", "a share").arg(decimalText(share * 100, 1)); }

QString changeText(double share)
{
    const double percent = share * 100;
    const int decimals = std::abs(percent) < 10 ? 1 : 0;
    const QString figure = decimalText(std::abs(percent), decimals);
    const QString sign = figure == decimalText(0, decimals) ? QString()
                         : percent < 0                      ? QStringLiteral("−")
                                                            : QStringLiteral("+");
    return MeasureWords::tr("%1 %", "a share").arg(sign + figure);
}

QString measureStateText(MeasureState state, const MeasureSnapshot &now)
{
    switch (state) {
    case MeasureState::Pausing:
        return MeasureWords::tr("Pausing…");
    case MeasureState::Paused:
        return MeasureWords::tr("Paused");
    case MeasureState::Stopping:
        return MeasureWords::tr("Stopping…");
    default:
        break;
    }
    switch (now.phase) {
    case MeasurePhase::Open:
        return MeasureWords::tr("Reading the models…");
    case MeasurePhase::Weights:
        return MeasureWords::tr("Comparing weights");
    case MeasurePhase::Answers:
        return MeasureWords::tr("Answering the prompt");
    default:
        return MeasureWords::tr("Measuring");
    }
}

QString measureTimeText(const MeasureSnapshot &now)
{
    if (now.phase != MeasurePhase::Text)
        return {};
    if (now.secondsLeft < 0 || now.fraction <= 0)
        return MeasureWords::tr("time left not known yet");
    if (now.tokensPerSecond <= 0)
        return MeasureWords::tr("%1 left").arg(aboutText(now.secondsLeft));
    return MeasureWords::tr("%1 left, %2 tokens per second")
        .arg(aboutText(now.secondsLeft), countText(static_cast<std::uint64_t>(std::llround(now.tokensPerSecond))));
}

QString measureWindowsText(const MeasureSnapshot &now)
{
    if (now.partsTotal == 0)
        return MeasureWords::tr("Windows");
    if (now.phase == MeasurePhase::Weights)
        return MeasureWords::tr("%1 of %2 tensors done").arg(countText(now.partsDone), countText(now.partsTotal));
    if (now.phase == MeasurePhase::Answers)
        return MeasureWords::tr("%1 of %2 tokens written").arg(countText(now.partsDone), countText(now.partsTotal));
    return MeasureWords::tr("%1 of %2 windows done").arg(countText(now.partsDone), countText(now.partsTotal));
}

QString measureLayersText(const MeasureSnapshot &now, const QStringList &titles)
{
    if (now.layers == 0)
        return MeasureWords::tr("Layers");
    const QString title = titles.value(static_cast<int>(now.model));
    return MeasureWords::tr("Layer %1 of %2, %3").arg(countText(now.layer), countText(now.layers), title);
}

QString makingStateText(MeasureState state, const MeasureSnapshot &now, const QString &ofModel)
{
    if (state == MeasureState::Pausing || state == MeasureState::Paused || state == MeasureState::Stopping)
        return measureStateText(state, now);
    if (!ofModel.isEmpty())
        return MeasureWords::tr("Making an importance matrix of %1").arg(ofModel);
    return now.phase == MeasurePhase::Open ? MeasureWords::tr("Reading the model and the text…")
                                           : MeasureWords::tr("Making an importance matrix");
}

QString makingLayersText(const MeasureSnapshot &now)
{
    if (now.layers == 0)
        return MeasureWords::tr("Layers");
    return MeasureWords::tr("Layer %1 of %2").arg(countText(now.layer), countText(now.layers));
}

QString stoppedMakingText(const ImatrixReport &report, const MeasureSnapshot &last)
{
    if (report.windows == 0)
        return MeasureWords::tr("Stopped before the first windows were through.");
    return MeasureWords::tr("Stopped after %1 of %2 windows. What is done is kept, and it can go on from there.")
        .arg(countText(report.windows), countText(last.partsTotal));
}

QString measuredText(const EvaluateReport &report, const EvaluateSpec &spec, const QString &text)
{
    const std::uint64_t windows = windowsIn(report);
    if (windows == 0)
        return MeasureWords::tr("Stopped before anything was measured.");
    QStringList lines{
        MeasureWords::tr("Measured on %n window(s) of %1 tokens of %2 in %3.", nullptr, static_cast<int>(windows))
            .arg(countText(spec.context), text, clockText(report.seconds))};
    if (report.outcome == Outcome::Cancelled)
        lines.front() += QLatin1Char(' ') + MeasureWords::tr("It was stopped before the end of the text.");
    for (const std::string &note : report.notes)
        lines << windowWords(note);
    return lines.join(QLatin1Char('\n'));
}

} // namespace snug::ui
