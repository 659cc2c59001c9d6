// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// WordPiece (BERT): text is lowercased and rid of accents, split at blanks and punctuation, and each word is written in
// the longest tokens from its start. GGUF marks the start of words ("▁the", "s") where BERT marks the rest ("##s").

#include "core/tokenizer/encoder.h"
#include "core/tokenizer/prefixindex.h"
#include "core/tokenizer/utf8.h"

#include <utf8proc.h>

namespace snug {

namespace {

// Source: the CJK blocks of BERT's tokenizer, as the Hugging Face tokenizers library has them.
bool isChinese(char32_t code)
{
    constexpr std::pair<char32_t, char32_t> kBlocks[] = {{0x4E00, 0x9FFF},   {0x3400, 0x4DBF},   {0x20000, 0x2A6DF},
                                                         {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF},
                                                         {0xF900, 0xFAFF},   {0x2F800, 0x2FA1F}};
    for (const auto &[first, last] : kBlocks)
        if (code >= first && code <= last)
            return true;
    return false;
}

bool isBlank(char32_t code)
{
    const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
    return (code >= 9 && code <= 13) || code == 0x85 || category == UTF8PROC_CATEGORY_ZS ||
           category == UTF8PROC_CATEGORY_ZL || category == UTF8PROC_CATEGORY_ZP;
}

// Left out: zero, control and format characters, what is no character.
bool isDropped(char32_t code)
{
    const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
    return code == 0 || code == 0xFFFD || category == UTF8PROC_CATEGORY_CC || category == UTF8PROC_CATEGORY_CF ||
           category == UTF8PROC_CATEGORY_CO || category == UTF8PROC_CATEGORY_CN;
}

bool isPunctuation(char32_t code)
{
    const bool ascii = (code >= 33 && code <= 47) || (code >= 58 && code <= 64) || (code >= 91 && code <= 96) ||
                       (code >= 123 && code <= 126);
    const utf8proc_category_t category = utf8proc_category(static_cast<utf8proc_int32_t>(code));
    return ascii || (category >= UTF8PROC_CATEGORY_PC && category <= UTF8PROC_CATEGORY_PO);
}

class WordPieceEncoder final : public Encoder
{
public:
    explicit WordPieceEncoder(const TokenVocabulary &vocabulary) : m_vocabulary(vocabulary) {}

    Result<void> load()
    {
        SNUG_TRY(idsByText(m_vocabulary));
        std::vector<PrefixIndex::Entry> entries;
        for (std::size_t id = 0; id < m_vocabulary.texts.size(); ++id)
            if (!m_vocabulary.texts[id].empty())
                entries.push_back({m_vocabulary.texts[id], static_cast<std::int32_t>(id)});
        m_index = PrefixIndex(std::move(entries));
        return {};
    }

    void encode(std::string_view text, bool, std::vector<std::int32_t> &ids) const override
    {
        std::string word(kSpaceMark);
        const auto finish = [&] {
            if (word.size() > kSpaceMark.size())
                encodeWord(word, ids);
            word = kSpaceMark;
        };
        forEachCharacter(text, [&](char32_t code) {
            if (isBlank(code))
                return finish();
            if (isDropped(code))
                return;
            const bool isAlone = isPunctuation(code) || isChinese(code);
            if (isAlone)
                finish();
            appendUtf8(word, code);
            if (isAlone)
                finish();
        });
        finish();
    }

    std::string piece(std::int32_t id) const override
    {
        return replaced(m_vocabulary.texts[static_cast<std::size_t>(id)], kSpaceMark, " ");
    }

private:
    // Characters as the vocabulary wants them: decomposed and without accents, in lower case.
    template <class Visit> void forEachCharacter(std::string_view text, Visit visit) const
    {
        const auto visitLowered = [&](utf8proc_int32_t code) {
            if (m_vocabulary.stripAccents && utf8proc_category(code) == UTF8PROC_CATEGORY_MN)
                return;
            visit(static_cast<char32_t>(m_vocabulary.lowercase ? utf8proc_tolower(code) : code));
        };
        while (!text.empty()) {
            const Utf8Character next = firstCharacter(text);
            text.remove_prefix(next.length);
            const auto code = static_cast<utf8proc_int32_t>(next.code);
            // The longest canonical decomposition has four characters. Their order matters not: accents go.
            utf8proc_int32_t parts[8] = {code};
            utf8proc_ssize_t count = 1;
            if (m_vocabulary.stripAccents) {
                int lastClass = 0;
                count = utf8proc_decompose_char(code, parts, 8, UTF8PROC_DECOMPOSE, &lastClass);
            }
            for (utf8proc_ssize_t i = 0; i < count && i < 8; ++i)
                visitLowered(parts[i]);
        }
    }

    // All of a word or nothing of it: a rest without a token makes the whole word unknown.
    void encodeWord(std::string_view word, std::vector<std::int32_t> &ids) const
    {
        const std::size_t before = ids.size();
        while (!word.empty()) {
            std::size_t longest = 0;
            std::int32_t id = -1;
            m_index.forEachPrefix(word, [&](std::size_t length, std::int32_t token) {
                longest = length;
                id = token;
            });
            if (longest == 0) {
                ids.resize(before);
                if (m_vocabulary.unknown)
                    ids.push_back(*m_vocabulary.unknown);
                return;
            }
            ids.push_back(id);
            word.remove_prefix(longest);
        }
    }

    const TokenVocabulary &m_vocabulary;
    PrefixIndex m_index;
};

} // namespace

Result<std::unique_ptr<Encoder>> makeWordPieceEncoder(const TokenVocabulary &vocabulary)
{
    auto encoder = std::make_unique<WordPieceEncoder>(vocabulary);
    SNUG_TRY(encoder->load());
    return encoder;
}

} // namespace snug
