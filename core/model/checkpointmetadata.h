// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The keys a GGUF of a checkpoint carries, apart from the tokenizer's.

#pragma once

#include "core/model/checkpointconfig.h"

namespace snug {

/// Appends general.* and ARCHITECTURE.* keys to model.metadata, in the order and types the reference's converter
/// writes them, by the rules of config.family, which must not be null. Needs a finished inventory. The licence comes
/// from the front matter of README.md where there is one. Notes scaling types GGUF cannot carry. Source:
/// convert_hf_to_gguf of the reference, v0.5.0.
void addCheckpointMetadata(Model &model, const CheckpointConfig &config);

/// "7.6B", "135M", "260K": two digits at least, as the reference labels sizes.
std::string sizeLabel(std::uint64_t parameterCount);

/// "Qwen2.5-7B-instruct" as a title: "Qwen2.5 7B Instruct". Words in lower case get a capital, others stay.
std::string titleOfName(std::string_view name);

/// Value of a key in the front matter of a model card ("license: mit"), or "".
std::string modelCardValue(const std::filesystem::path &readme, std::string_view key);

} // namespace snug
