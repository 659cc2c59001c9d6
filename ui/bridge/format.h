// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What pages and models say in the person's language beyond plain numbers (those are in ui/theme/numbers.h): units of
// columns, counts of parameters, paths, phases, and failures as sentences. GUI thread.

#pragma once

#include "core/base/error.h"
#include "core/jobs/plan.h"

#include <QString>

#include <cstdint>
#include <string>

namespace snug::ui {

/// The unit a column or an axis of sizes is written in.
struct SizeUnit
{
    double bytes = 1;
    QString name; ///< "GiB"
};
/// GiB from half a GiB on, else MiB, or KiB below a tenth of a MiB.
SizeUnit unitFor(std::uint64_t largestBytes);
/// The bare number: "4.36".
QString inUnit(std::uint64_t sizeBytes, const SizeUnit &unit, int decimals);
/// "14.19 GiB", "3.41 MiB", "11.0 MiB": for sizes that are results.
QString detailedSize(std::uint64_t sizeBytes);
/// "7.62 B", "135 M": three significant digits.
QString bigCountText(std::uint64_t count);
/// The home folder written as ~.
QString homely(const QString &path);
QString homely(const std::string &path);
/// The other way round, for paths that were typed.
QString expandedPath(const QString &typed);

/// The name of a place with models: translated where Snug knows it, else a folder, with the home folder written as ~.
QString placeText(const std::string &name);

/// "Load", "Quantize", "Save".
QString phaseText(Phase phase);
/// A level's few words or its sentence, translated where Snug knows them: "4-bit, mixed".
QString levelWords(const std::string &english);
/// A method's title or sentence, translated where Snug knows it.
QString methodWords(const std::string &english);
/// A format of folders as a choice, "GPTQ layout", and what it is, or empty.
QString formatTitle(const std::string &format);
QString formatSentence(const std::string &format);
/// "fast", "works" or "refuses".
QString readerWord(const ReaderPlan &reader);
/// What a program says to a level, and what would make it better.
QString readerSentence(const ReaderPlan &reader);

/// The heading of a failure: one short sentence for its kind.
QString failureHeading(const Error &error);
/// What a person can do about this kind of failure, or empty where the message says it all.
QString failureAdvice(const Error &error);
/// A sentence of core as the window shows it: without the names of command-line options.
QString windowWords(const std::string &message);
/// Everything known, for copying.
QString failureDetails(const Error &error);

} // namespace snug::ui
