// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Text to token ids with a model's own tokenizer, for people and scripts.

#pragma once

#include "core/base/result.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

struct TokenizeRequest
{
    std::string model;         ///< as inspect() takes it, or a SentencePiece file (tokenizer.model)
    std::string text;          ///< any bytes
    bool addBos = true;        ///< what the model puts around a text: BOS, EOS
    bool parseSpecial = false; ///< control tokens in the text count as such
};

struct Tokenization
{
    std::vector<std::int32_t> ids;
    std::vector<std::string> pieces; ///< the bytes each id stands for
};

/// Errors: those of openModel() and Tokenizer.
Result<Tokenization> tokenize(const TokenizeRequest &request);

/// {"ids":[…],"pieces":[…]}. Bytes of a piece that are no UTF-8 become U+FFFD.
std::string toJson(const Tokenization &tokenization);

} // namespace snug
