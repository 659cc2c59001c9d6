// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// From a prompt to the tokens that a model goes on behind.

#pragma once

#include "core/jobs/generate.h"
#include "core/tokenizer/tokenizer.h"

namespace snug {

struct PromptIds
{
    std::vector<std::int32_t> ids;
    bool chat = false;
    std::vector<std::string> notes;
};

/// Errors: Unsupported and BadInput for a chat template that is missing, not understood, or refuses the conversation;
/// Usage for a system text without one.
Result<PromptIds> promptIds(const GenerateSpec &spec, const Model &model, const Tokenizer &tokenizer);

} // namespace snug
