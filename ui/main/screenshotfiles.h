// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Files that pictures need and no sample brings: a model whose rows suit few types, and an importance matrix.

#pragma once

#include <QString>

#include <cstdint>
#include <utility>
#include <vector>

namespace snug::ui {

/// The header of a GGUF model with rows of 896 weights and 24 layers, behind it a hole where the weights would be: good
/// for plans, not for jobs. False when it cannot be written.
bool writeOddModel(const QString &path);

/// What other programs would keep: a model of LM Studio in `home`, one of Ollama, and one whole and one partial
/// download in the Hugging Face cache `hub`. False when something cannot be written.
bool writeKeptModels(const QString &home, const QString &ollama, const QString &hub);

/// An importance matrix (.dat) that finds every column of these tensors (name, columns) alike. False when it cannot be
/// written.
bool writeEvenImportance(const QString &path, const std::vector<std::pair<QString, std::uint64_t>> &tensors);

} // namespace snug::ui
