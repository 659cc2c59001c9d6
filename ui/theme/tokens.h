// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every colour of the program, light and dark, by what it is for. Nothing else in ui names a colour.

#pragma once

#include "core/jobs/plan.h"
#include "core/memory/ledger.h"

#include <QColor>

#include <array>

namespace snug::ui {

/// Colours of one scheme. A plain value.
struct Tokens
{
    bool dark = false;
    QColor window, side, surface, raised, segment, hover;
    QColor line, strongLine, track, others, checkBorder;
    QColor text, text2, text3;
    QColor accent, onAccent, tint, tintLine, chosen, headroom;
    QColor fits, tight, doesNotFit;
    QColor failureCard, failureLine;
    QColor tokenMark, tokenInk;
    QColor otherPrograms; ///< memory of other programs in the failure chart
    QColor phaseBand, plotLine;
    QColor sourceVariant;
    std::array<QColor, kComponentCount> components; ///< in the order of Component
    std::array<QColor, 4> variants;                 ///< square, diamond, triangle, down-triangle
    std::array<QColor, 5> heat;                     ///< low to high

    QColor component(Component which) const { return components[static_cast<std::size_t>(which)]; }
    /// Colour of a verdict's icon and word; text2 where there is none.
    QColor verdict(Verdict which) const;
    /// Colour on the heat scale; `share` is cut to 0 to 1.
    QColor heatAt(double share) const;
};

const Tokens &lightTokens();
const Tokens &darkTokens();
/// The same with control borders and hairlines strong enough for people who ask for high contrast.
Tokens withHighContrast(Tokens tokens);

/// Contrast of two opaque colours as WCAG 2 computes it, 1 to 21.
double contrastRatio(const QColor &one, const QColor &other);
/// `share` of `over` on `under`, opaque.
QColor mixed(const QColor &over, const QColor &under, double share);

} // namespace snug::ui
