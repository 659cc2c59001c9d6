// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Text files as people have them, and their tokens cut into windows of one length, as calibration and measurements
// read them.

#pragma once

#include "core/base/result.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

/// Most bytes of a text that is held in memory with its tokens: some 200 times the test split of WikiText-2.
inline constexpr std::uint64_t kMostTextBytes = 256ull * 1024 * 1024;

/// The text of a UTF-8 file, whole. A byte order mark is dropped; line ends and a last newline stay as they are.
/// (llama.cpp's programs drop one last newline of a file; it can change only the last token.)
/// Errors: Io when it cannot be read; BadInput, with the offset, for an empty file, one larger than `mostBytes`, one
/// that is not text, one cut within a character, and other encodings: UTF-16, UTF-32, Latin-1 and Windows-1252 are
/// named and the message says how to convert them. Threads: any.
Result<std::string> readUtf8File(const std::filesystem::path &path, std::uint64_t mostBytes = kMostTextBytes);

/// The same rules for bytes that are in memory: `what` names them in messages. Gives the text without its mark.
Result<std::string_view> checkText(std::string_view bytes, std::string_view what);

/// How many whole windows of `length` tokens a text has; what is left over at its end is not used, as in llama.cpp.
/// Errors: Usage when `length` is zero; BadInput when there is not one window: the message tells both figures, and
/// `what` names the text.
Result<std::uint64_t> countWindows(std::uint64_t tokenCount, std::uint64_t length, std::string_view what);

/// The ids that go into a model for one window: a copy of tokens[begin, begin + length), the first one replaced by
/// `beginMark` if there is one. llama.cpp does so in every window where the vocabulary adds a begin-of-text token
/// (tools/perplexity, tools/imatrix). begin + length must not pass the end.
std::vector<std::int32_t> windowTokens(std::span<const std::int32_t> tokens, std::uint64_t begin, std::size_t length,
                                       std::optional<std::int32_t> beginMark);

} // namespace snug
