// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the name of a model says: "Mixtral-8x7B-Instruct-v0.1" is Mixtral, of size 8x7B, an Instruct finetune, v0.1.

#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace snug {

/// "" for what a name does not say.
struct NameParts
{
    std::string baseName, fineTune, version, sizeLabel;
};

/// Parts of a name without its owner, told apart as the reference's converter does. A size that is far from
/// `parameterCount` (0: not known) is a context length or the like and counts as finetune: "100B" in "llama-161M-100B".
/// A name with spaces is a sentence and says nothing; nor does one of a base name alone.
NameParts partsOfName(std::string_view name, std::uint64_t parameterCount = 0);

/// "Qwen2.5-7B-instruct" as a title: "Qwen2.5 7B Instruct". Words in lower case get capitals, others stay, as do
/// versions and sizes ("v2", "7b").
std::string titleOfName(std::string_view name);

} // namespace snug
