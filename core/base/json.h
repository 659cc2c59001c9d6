// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Untrusted JSON text to a tree, with limits. For .cpp files only: no public header may include this one, so that the
// JSON library stays out of what others see.

#pragma once

#include "core/base/result.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string_view>

namespace snug {

/// What a text may ask of us at most. The defaults hold the largest tokenizer and weight headers in use with room.
struct JsonLimits
{
    std::size_t textBytes = 256 * 1024 * 1024;
    std::size_t valueCount = 16'000'000; ///< a value takes 16 bytes and up, whatever its text took
    int depth = 64;
    bool uniqueKeys = false; ///< refuse an object that names a key twice; else the last one counts, as elsewhere
};

/// Parses one JSON text (RFC 8259; a UTF-8 byte order mark is skipped). `what` names it in messages:
/// "/models/x/config.json". Refused: bad UTF-8, lone surrogates, zero bytes, comments, anything behind the value,
/// numbers too large for a double, and whatever passes the limits. Integers that do not fit 64 bits become doubles.
/// Errors: BadInput, with the byte offset within the text where it is damaged; the error's `file` is left to the caller
/// (Error::inFile).
Result<nlohmann::json> parseJson(std::string_view text, std::string_view what, const JsonLimits &limits = {});

} // namespace snug
