// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/spacenormalizer.h"

#include "core/tokenizer/utf8.h"

namespace snug {

namespace {

/// Runs of spaces become one, those at the ends go.
std::string withoutExtraSpaces(std::string_view text)
{
    std::string result;
    for (const char c : text)
        if (c != ' ' || (!result.empty() && result.back() != ' '))
            result += c;
    if (result.ends_with(' '))
        result.pop_back();
    return result;
}

} // namespace

Result<SpaceNormalizer> SpaceNormalizer::create(const TokenVocabulary &vocabulary)
{
    auto rules = CharsMap::create(vocabulary.charsMap);
    SNUG_TRY(rules);
    SpaceNormalizer normalizer;
    normalizer.m_rules = *std::move(rules);
    normalizer.m_hasRules = !vocabulary.charsMap.empty();
    normalizer.m_addsPrefix = vocabulary.addSpacePrefix;
    normalizer.m_removesExtraSpaces = vocabulary.removeExtraSpaces;
    return normalizer;
}

std::string SpaceNormalizer::applyRules(std::string_view text) const
{
    std::string result;
    result.reserve(text.size());
    while (!text.empty()) {
        const CharsMap::Prefix next = m_rules.prefix(text);
        result += next.becomes;
        text.remove_prefix(next.length);
    }
    return result;
}

std::string SpaceNormalizer::apply(std::string_view text, bool isStart) const
{
    std::string ruled;
    if (m_hasRules)
        text = ruled = applyRules(text);
    std::string spaced;
    if (m_removesExtraSpaces)
        text = spaced = withoutExtraSpaces(text);
    if (text.empty())
        return {};
    return std::string(m_addsPrefix && isStart ? kSpaceMark : "") + replaced(text, " ", kSpaceMark);
}

} // namespace snug
