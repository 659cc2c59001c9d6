// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/specialmatcher.h"

#include <algorithm>
#include <cctype>

namespace snug {

namespace {

constexpr std::string_view kBlanks = " \t\n\v\f\r";

bool isPhi3(std::string_view modelName)
{
    std::string name(modelName);
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
    return name.find("phi-3") != std::string::npos || name.find("phi3") != std::string::npos;
}

std::string_view withoutBlanksBefore(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
    return text;
}

std::string_view withoutBlanksBehind(std::string_view text)
{
    return text.substr(0, text.find_last_not_of(kBlanks) + 1);
}

} // namespace

// GGUF has no place for what tokens do to the blanks beside them; which do is known by name. Source: the reference.
SpecialMatcher::SpecialMatcher(const TokenVocabulary &vocabulary)
{
    const bool phi3 = isPhi3(vocabulary.modelName);
    const bool jinaMask = vocabulary.pre.starts_with("jina-v2-");
    std::vector<PrefixIndex::Entry> entries;
    for (std::size_t i = 0; i < vocabulary.texts.size(); ++i) {
        const auto id = static_cast<std::int32_t>(i);
        const std::string &text = vocabulary.texts[i];
        const bool isUserDefined = vocabulary.types[i] == TokenType::UserDefined;
        if (text.empty() || !(isUserDefined || vocabulary.isSpecial(id)))
            continue;
        const bool isPlain = text == "<unk>" || text == "<s>" || text == "<|endoftext|>";
        entries.push_back({text, static_cast<std::int32_t>(m_tokens.size())});
        m_tokens.push_back({id, isUserDefined, jinaMask && text == "<mask>", phi3 && !isPlain});
    }
    m_index = PrefixIndex(std::move(entries));
}

const SpecialMatcher::Token *SpecialMatcher::longestAt(std::string_view text, bool parseSpecial,
                                                       std::size_t &length) const
{
    const Token *longest = nullptr;
    m_index.forEachPrefix(text, [&](std::size_t tokenLength, std::int32_t index) {
        const Token &token = m_tokens[static_cast<std::size_t>(index)];
        if (!parseSpecial && !token.isUserDefined)
            return;
        longest = &token;
        length = tokenLength;
    });
    return longest;
}

void SpecialMatcher::split(std::string_view text, bool parseSpecial, std::vector<TextPart> &parts) const
{
    std::size_t done = 0, at = 0;
    while (at < text.size()) {
        std::size_t length = 0;
        const Token *token = longestAt(text.substr(at), parseSpecial, length);
        if (!token) {
            ++at;
            continue;
        }
        std::string_view before = text.substr(done, at - done);
        if (token->stripsLeft)
            before = withoutBlanksBehind(before);
        if (!before.empty())
            parts.push_back({before, -1});
        parts.push_back({text.substr(at, length), token->id});
        at += length;
        if (token->stripsRight)
            at = text.size() - withoutBlanksBefore(text.substr(at)).size();
        done = at;
    }
    if (done < text.size())
        parts.push_back({text.substr(done), -1});
}

} // namespace snug
