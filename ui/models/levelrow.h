// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the level table reads out of one planned level, and the units its columns share.

#pragma once

#include "core/jobs/plan.h"
#include "ui/bridge/format.h"

#include <QList>
#include <QString>

namespace snug::ui {

/// What a program that could run a level says to it, as a mark below the level.
struct ReaderMark
{
    enum class Kind { Fast, Works, Refuses };
    Kind kind = Kind::Works;
    QString reader; ///< "vLLM"
    QString word;   ///< "fast"
    QString why;    ///< its sentence, and what would make it better
};
/// None for levels that are not made, and for files.
QList<ReaderMark> readerMarks(const VariantPlan &variant);
/// "vLLM: fast, transformers: works", or empty.
QString readersText(const VariantPlan &variant);
/// Why the programs that refuse a level do so, or empty.
QString refusalsText(const VariantPlan &variant);
/// All that the programs say, one a line, or empty.
QString readersDetail(const VariantPlan &variant);

/// One of the few levels that most people choose from; all others are one press away.
bool usual(const VariantPlan &variant);
/// "Recommended" and "does not fit" in one row would contradict each other.
bool praised(const VariantPlan &variant);
inline bool usable(const VariantPlan &variant) { return variant.refusal.empty(); }
/// Refused for want of an importance matrix.
bool wantsImportance(const VariantPlan &variant);
/// Made, it is not quite what its name says; of a level that is not made there is more to say.
inline bool warned(const VariantPlan &variant) { return usable(variant) && !variant.fallbackNote.empty(); }
/// Nothing is known of a level that cannot even be worked out.
inline bool figuresKnown(const VariantPlan &variant) { return variant.outputBytes > 0; }

/// Why a level cannot be made and what would change that, or empty.
QString noteText(const VariantPlan &variant);
/// Two sentences as one text; either may be empty.
QString joined(const QString &first, const QString &second);

/// The heading of a column of LevelTableModel.
QString columnTitle(int column);
std::uint64_t vramPeakBytes(const VariantPlan &variant);
/// The column of LevelTableModel whose figure decides the row's verdict, or -1 when nothing is wrong or known.
int decidingColumn(const VariantPlan &variant);

/// Units that suit the largest figure of a column; of an empty plan where it is null.
SizeUnit sizeUnit(const Plan *plan);
SizeUnit ramUnit(const Plan *plan);
SizeUnit vramUnit(const Plan *plan);

} // namespace snug::ui
