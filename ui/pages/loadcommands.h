// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The exact lines that load a finished file or folder in other programs.

#pragma once

#include "core/jobs/plan.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <vector>

namespace snug::ui {

/// Quoted for a POSIX shell only where it has to be.
QString shellQuoted(const QString &word);
/// `contextTokens`: longest context that fits with a q8_0 KV cache; left out when not known or none.
QString llamaCppCommand(const QString &file, std::optional<std::uint64_t> contextTokens, bool onGpu);
QString lmStudioCommand(const QString &file);
/// Makes a model of that name from the file and talks to it.
QString ollamaCommand(const QString &file);

/// One program that loads a result, with what a person should know of it; the note may be empty.
struct LoadWay
{
    QString program;
    QString command;
    QString note;
};
/// For a GGUF file. `variant` may be null: the longest context is not known then.
std::vector<LoadWay> waysToLoadFile(const QString &file, const VariantPlan *variant, bool onGpu);
/// For a folder, as its plan has them: of programs that do not refuse it.
std::vector<LoadWay> waysToLoadFolder(const VariantPlan &variant);

} // namespace snug::ui
