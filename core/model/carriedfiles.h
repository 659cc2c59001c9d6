// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small files of a checkpoint folder that go along with its weights whatever becomes of these.

#pragma once

#include "core/model/exportview.h"

namespace snug {

/// Adds to `view.files` the tokenizer's files, chat templates, generation settings and licence texts of `folder`, by
/// name, and notes on what is missing or left out: a licence, generation settings, a tokenizer, the model card (it
/// describes other weights) and Python files (nobody should run code that came along unseen). Never fails: what cannot
/// be looked at counts as absent. At most 4000 entries of a folder are looked at.
void carryFiles(ExportView &view, const std::filesystem::path &folder);

} // namespace snug
