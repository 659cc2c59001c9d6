// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whether a model was tuned for conversations. No key says so; base models carry chat templates, too.

#pragma once

#include "core/formats/ggufvalue.h"

#include <string_view>

namespace snug {

/// True where its text ends with a token that ends a turn ("<|im_end|>"), or where one of its names (general.finetune,
/// general.name, `name`) has a word for it: "Instruct", "chat", "it".
bool isTunedForChat(const GgufMetadata &metadata, std::string_view name);

} // namespace snug
