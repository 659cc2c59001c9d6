// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/levelrow.h"

#include "ui/bridge/devicewords.h"
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

/// "vLLM: fast"
QString saidBy(const QString &reader, const QString &what)
{
    return LevelTableModel::tr("%1: %2", "a program and what it says to a level").arg(reader, what);
}

/// Many sentences begin with the program's name.
QString withName(const ReaderMark &mark)
{
    return mark.why.startsWith(mark.reader) ? mark.why : saidBy(mark.reader, mark.why);
}

QString remedyText(const VariantPlan &variant) // of a level that does not fit
{
    return joined(QString::fromStdString(variant.verdictReason),
                  variant.remedies.empty() ? QString() : QString::fromStdString(variant.remedies.front().sentence));
}

} // namespace

QList<ReaderMark> readerMarks(const VariantPlan &variant)
{
    QList<ReaderMark> marks;
    if (!usable(variant))
        return marks;
    for (const ReaderPlan &reader : variant.readers) {
        const auto kind = reader.verdict == "fast"      ? ReaderMark::Kind::Fast
                          : reader.verdict == "refuses" ? ReaderMark::Kind::Refuses
                                                        : ReaderMark::Kind::Works;
        marks.append({kind, QString::fromStdString(reader.reader), readerWord(reader), readerSentence(reader)});
    }
    return marks;
}

QString readersText(const VariantPlan &variant)
{
    QStringList texts;
    for (const ReaderMark &mark : readerMarks(variant))
        texts << saidBy(mark.reader, mark.word);
    return texts.join(QStringLiteral(", "));
}

QString refusalsText(const VariantPlan &variant)
{
    QString text;
    for (const ReaderMark &mark : readerMarks(variant))
        if (mark.kind == ReaderMark::Kind::Refuses)
            text = joined(text, withName(mark));
    return text;
}

QString readersDetail(const VariantPlan &variant)
{
    QStringList lines;
    for (const ReaderMark &mark : readerMarks(variant))
        lines << joined(saidBy(mark.reader, mark.word) + QLatin1Char('.'), mark.why);
    return lines.join(QLatin1Char('\n'));
}

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

QString columnTitle(int column)
{
    switch (column) {
    case LevelTableModel::LevelColumn:
        return LevelTableModel::tr("Level");
    case LevelTableModel::BitsColumn:
        return LevelTableModel::tr("Bits");
    case LevelTableModel::SizeColumn:
        return LevelTableModel::tr("Size");
    case LevelTableModel::RamColumn:
        return LevelTableModel::tr("RAM");
    case LevelTableModel::VramColumn:
        return LevelTableModel::tr("VRAM");
    case LevelTableModel::TimeColumn:
        return LevelTableModel::tr("Time");
    case LevelTableModel::ContextColumn:
        return LevelTableModel::tr("Context");
    default:
        return LevelTableModel::tr("Verdict");
    }
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
    if (!usable(variant)) {
        const QString why = windowWords(variant.refusal);
        return why.endsWith(QLatin1Char('.')) ? why : asSentence(why);
    }
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
