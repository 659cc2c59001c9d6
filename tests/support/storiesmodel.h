// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// stories260K of the shared data as a whole checkpoint: its tokenizer comes in another form and is rewritten here.

#pragma once

#include <filesystem>
#include <string>

namespace snug::test {

/// Where its parts are; asked before it is written.
inline constexpr const char *kStories = "models/stories260K";

/// Writes config.json, model.safetensors, tokenizer.model and tokenizer_config.json. Fails the process loudly when it
/// cannot.
void writeStoriesModel(const std::filesystem::path &folder);

/// The text it is known for, without blanks around it.
std::string knownStory();

} // namespace snug::test
