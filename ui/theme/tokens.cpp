// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The two schemes, and the arithmetic of contrast.

#include "ui/theme/tokens.h"

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {

Tokens makeLight()
{
    Tokens t;
    // clang-format off
    t.window = "#F5F4F1";      t.side = "#EFEEEA";       t.surface = "#FFFFFF";    t.raised = "#FFFFFF";
    t.segment = "#FFFFFF";     t.hover = "#F0EFEB";      t.line = "#E4E2DD";       t.strongLine = "#CFCDC6";
    t.track = "#E3E1DC";       t.others = "#96948D";     t.checkBorder = "#85837C";
    t.text = "#1B1B19";        t.text2 = "#575650";      t.text3 = "#6B6A64";
    t.accent = "#2B55C9";      t.onAccent = "#FFFFFF";   t.tint = "#EDF1FC";       t.tintLine = "#B9C8F3";
    t.chosen = "#E1E7F8";      t.headroom = "#C3CFF2";
    t.fits = "#1A7446";        t.tight = "#855400";      t.doesNotFit = "#B3261E";
    t.failureCard = "#FDF3F2";
    t.tokenMark = "#FCE3A4";   t.tokenInk = "#3D2A00";
    t.otherPrograms = "#D6D4CE"; t.phaseBand = "#F3F2EE"; t.plotLine = "#E4E2DD";  t.sourceVariant = "#2E2E2B";
    t.components = {"#9F9E9B", "#2E3F94", "#8ED0F2", "#F2B93F", "#801F33", "#27895A", "#8B58B9"};
    t.variants = {"#4F7FE8", "#D0661F", "#106342", "#AF409D"};
    t.heat = {"#EEF2FC", "#B7C8F2", "#6F90DF", "#2F57BE", "#14296B"};
    // clang-format on
    t.failureLine = mixed(t.doesNotFit, t.line, 0.45);
    return t;
}

Tokens makeDark()
{
    Tokens t;
    t.dark = true;
    // clang-format off
    t.window = "#17181A";      t.side = "#1B1C1F";       t.surface = "#1F2124";    t.raised = "#282A2E";
    t.segment = "#3A3D44";     t.hover = "#26282C";      t.line = "#2E3035";       t.strongLine = "#43464C";
    t.track = "#33363B";       t.others = "#7F8288";     t.checkBorder = "#8A8C91";
    t.text = "#ECECE9";        t.text2 = "#B0B1B0";      t.text3 = "#94969A";
    t.accent = "#8FB0FF";      t.onAccent = "#0E1530";   t.tint = "#232A3B";       t.tintLine = "#3D4C74";
    t.chosen = "#232A3B";      t.headroom = "#3A4768";
    t.fits = "#62CF94";        t.tight = "#E8B95A";      t.doesNotFit = "#FF8F85";
    t.failureCard = "#2A2223";
    t.tokenMark = "#5A4714";   t.tokenInk = "#FFE6A8";
    t.otherPrograms = "#4B4E54"; t.phaseBand = "#26282D"; t.plotLine = "#2E3035";  t.sourceVariant = "#E5E5E2";
    t.components = {"#85827C", "#4E69C0", "#9EE3F7", "#F2CE4E", "#B02A30", "#5DBB8F", "#B98AF0"};
    t.variants = {"#6E8CF2", "#E18A0C", "#63C2B0", "#B8628E"};
    t.heat = {"#262C3A", "#344672", "#4C6DBE", "#86A9F7", "#DCE7FF"};
    // clang-format on
    t.failureLine = mixed(t.doesNotFit, t.line, 0.45);
    return t;
}

double linear(double channel)
{
    return channel <= 0.04045 ? channel / 12.92 : std::pow((channel + 0.055) / 1.055, 2.4);
}

double luminance(const QColor &color)
{
    return 0.2126 * linear(color.redF()) + 0.7152 * linear(color.greenF()) + 0.0722 * linear(color.blueF());
}

} // namespace

QColor Tokens::verdict(Verdict which) const
{
    switch (which) {
    case Verdict::Fits:
        return fits;
    case Verdict::Tight:
        return tight;
    case Verdict::DoesNotFit:
        return doesNotFit;
    case Verdict::Unknown:
        break;
    }
    return text2;
}

QColor Tokens::heatAt(double share) const
{
    const double place = std::clamp(std::isfinite(share) ? share : 1.0, 0.0, 1.0) * double(heat.size() - 1);
    const auto stop = std::min<std::size_t>(std::size_t(place), heat.size() - 2);
    return mixed(heat[stop + 1], heat[stop], place - double(stop));
}

const Tokens &lightTokens()
{
    static const Tokens tokens = makeLight();
    return tokens;
}

const Tokens &darkTokens()
{
    static const Tokens tokens = makeDark();
    return tokens;
}

Tokens withHighContrast(Tokens tokens)
{
    tokens.line = tokens.strongLine = tokens.checkBorder = tokens.text3;
    tokens.tintLine = tokens.accent;
    return tokens;
}

double contrastRatio(const QColor &one, const QColor &other)
{
    const double a = luminance(one), b = luminance(other);
    return (std::max(a, b) + 0.05) / (std::min(a, b) + 0.05);
}

QColor mixed(const QColor &over, const QColor &under, double share)
{
    const auto mix = [share](float top, float bottom) { return float(top * share + bottom * (1 - share)); };
    return QColor::fromRgbF(mix(over.redF(), under.redF()), mix(over.greenF(), under.greenF()),
                            mix(over.blueF(), under.blueF()));
}

} // namespace snug::ui
