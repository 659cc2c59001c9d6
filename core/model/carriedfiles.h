// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small files of a checkpoint folder that go along with its weights whatever becomes of these.

#pragma once

#include "core/model/exportview.h"

#include <string_view>

namespace snug {

/// The folder of a checkpoint that holds its chat templates beside the usual one, as NAME.jinja.
inline constexpr std::string_view kTemplates = "additional_chat_templates";

/// True for names of licences, notices and terms of use, in whatever case: "LICENSE.txt", "NOTICE", "USE_POLICY.md";
/// not for Python files.
bool isLicenceText(std::string_view name);

/// Adds to `view.files` the tokenizer's files, chat templates, generation settings and licence texts of `folder`, by
/// name, and notes on what is missing or left out: a licence, generation settings, a tokenizer, the model card (it
/// describes other weights) and Python files (nobody should run code that came along unseen). Never fails: what cannot
/// be looked at counts as absent. At most 4000 entries of a folder are looked at.
void carryFiles(ExportView &view, const std::filesystem::path &folder);

} // namespace snug
