// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The exact lines that load a finished file in other programs.

#pragma once

#include <QString>

#include <cstdint>
#include <optional>

namespace snug::ui {

/// Quoted for a POSIX shell only where it has to be.
QString shellQuoted(const QString &word);
/// `contextTokens`: longest context that fits with a q8_0 KV cache; left out when not known or none.
QString llamaCppCommand(const QString &file, std::optional<std::uint64_t> contextTokens, bool onGpu);
QString lmStudioCommand(const QString &file);
/// Makes a model of that name from the file and talks to it.
QString ollamaCommand(const QString &file);

} // namespace snug::ui
