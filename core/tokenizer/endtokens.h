// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which tokens end a text.

#pragma once

#include "core/formats/ggufvalue.h"

#include <cstdint>
#include <vector>

namespace snug {

/// Ids, rising: those under tokenizer.ggml.eos_token_id, eot_token_id and eom_token_id, and control tokens whose text
/// is known to end a turn ("<|im_end|>", "<|eot_id|>"), since many files name only one of them. Ids beyond the
/// vocabulary are left out.
std::vector<std::int32_t> endTokens(const GgufMetadata &metadata);

} // namespace snug
