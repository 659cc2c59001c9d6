// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/levelrow.h"

#include "ui/models/leveltablemodel.h"

#include <algorithm>
#include <array>
#include <string_view>

namespace snug::ui {

namespace {

/// What most people choose from; all others are one press away.
constexpr std::array<std::string_view, 7> kUsual{"Q3_K_M", "IQ4_XS", "Q4_K_M", "Q5_K_S", "Q5_K_M", "Q6_K", "Q8_0"};

template <class Figure> std::uint64_t largest(const Plan *plan, Figure figure)
{
    std::uint64_t most = 0;
    if (plan)
        for (const VariantPlan &variant : plan->variants)
            most = std::max<std::uint64_t>(most, figure(variant));
    return most;
}

QString remedyText(const VariantPlan &variant) // of a level that does not fit
{
    return joined(QString::fromStdString(variant.verdictReason),
                  variant.remedies.empty() ? QString() : QString::fromStdString(variant.remedies.front().sentence));
}

} // namespace

bool usual(const VariantPlan &variant)
{
    return std::find(kUsual.begin(), kUsual.end(), variant.level) != kUsual.end();
}

std::uint64_t vramPeakBytes(const VariantPlan &variant)
{
    std::uint64_t peak = 0;
    for (const PhasePlan &phase : variant.phases)
        peak = std::max(peak, phase.vramPeakBytes);
    return peak;
}

int decidingColumn(const VariantPlan &variant)
{
    if (variant.verdict != Verdict::Tight && variant.verdict != Verdict::DoesNotFit)
        return -1;
    if (variant.ram == variant.verdict)
        return LevelTableModel::RamColumn;
    if (variant.vram == variant.verdict)
        return LevelTableModel::VramColumn;
    if (variant.disk == variant.verdict)
        return LevelTableModel::SizeColumn;
    return LevelTableModel::ContextColumn;
}

QString joined(const QString &first, const QString &second)
{
    return first.isEmpty() || second.isEmpty() ? first + second : first + QLatin1Char(' ') + second;
}

bool praised(const VariantPlan &variant) { return variant.recommended && variant.verdict != Verdict::DoesNotFit; }

bool wantsImportance(const VariantPlan &variant) { return !usable(variant) && variant.needsImportance; }

QString noteText(const VariantPlan &variant)
{
    if (wantsImportance(variant))
        return LevelTableModel::tr(
            "Such levels need an importance matrix: a file that tells which weights matter most.");
    if (!usable(variant))
        return windowWords(variant.refusal);
    return variant.verdict == Verdict::DoesNotFit ? remedyText(variant) : QString();
}

SizeUnit sizeUnit(const Plan *plan)
{
    return unitFor(largest(plan, [](const VariantPlan &variant) { return variant.outputBytes; }));
}

SizeUnit ramUnit(const Plan *plan)
{
    return unitFor(largest(plan, [](const VariantPlan &variant) { return variant.ramPeakBytes(); }));
}

SizeUnit vramUnit(const Plan *plan)
{
    const std::uint64_t most = largest(plan, vramPeakBytes);
    return most == 0 ? ramUnit(plan) : unitFor(most); // work on the processor: a column of zeros in the unit beside it
}

} // namespace snug::ui
