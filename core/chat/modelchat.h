// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a model says of conversations: its chat template and the texts of its special tokens, from the keys of a GGUF
// (which the checkpoint reader makes of a folder's files, too).

#pragma once

#include "core/base/result.h"
#include "core/chat/chattemplate.h"
#include "core/formats/ggufvalue.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// The template under tokenizer.chat_template, or that of a name ("tool_use") where the model has several. Nothing
/// where it has none. Errors: those of ChatTemplate::parse().
Result<std::optional<ChatTemplate>> chatTemplateOf(const GgufMetadata &metadata, std::string_view name = {});
/// The same for those who cannot go on without. Errors: Unsupported where the model has none: nothing is guessed.
Result<ChatTemplate> requiredChatTemplate(const GgufMetadata &metadata, std::string_view name = {});
/// Names of further templates, as tokenizer.chat_templates lists them.
std::vector<std::string> chatTemplateNames(const GgufMetadata &metadata);

/// Options with the texts of the special tokens the vocabulary names; all else is as by default.
ChatOptions chatOptionsOf(const GgufMetadata &metadata);

} // namespace snug
