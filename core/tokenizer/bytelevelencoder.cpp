// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Byte-level BPE (GPT-2 and its kin): text is split into words, each word's bytes are merged by rank.

#include "core/model/modeltext.h"
#include "core/tokenizer/bytealphabet.h"
#include "core/tokenizer/encoder.h"
#include "core/tokenizer/merging.h"
#include "core/tokenizer/splitpatterns.h"
#include "core/tokenizer/wordcache.h"
#include "core/tokenizer/wordsplitter.h"

#include <fmt/format.h>

#include <array>

namespace snug {

namespace {

using Ids = std::unordered_map<std::string_view, std::int32_t>;

constexpr std::uint64_t pairKey(std::int32_t left, std::int32_t right)
{
    return std::uint64_t(static_cast<std::uint32_t>(left)) << 32 | static_cast<std::uint32_t>(right);
}

struct PairHash
{
    std::size_t operator()(std::uint64_t key) const
    {
        key = (key ^ key >> 31) * 0x9E3779B97F4A7C15ULL;
        return key ^ key >> 29;
    }
};

using Merges = std::unordered_map<std::uint64_t, Merge, PairHash>;

tl::unexpected<Error> damagedMerge(std::size_t rank, std::string_view text, std::string_view fault)
{
    return fail(ErrorCode::BadInput,
                fmt::format("Merge {} of the tokenizer is \"{}\", {}; the file is damaged, download it again.", rank,
                            printable(text, 60), fault));
}

// "left right". The texts of tokens have no spaces, but a part may be one itself: the first byte parts nothing.
Result<void> addMerge(Merges &merges, std::size_t rank, std::string_view text, const Ids &ids)
{
    const std::size_t space = text.find(' ', 1);
    if (space == std::string_view::npos || space + 1 >= text.size())
        return damagedMerge(rank, text, "expected two texts with a space between them");
    const std::string_view left = text.substr(0, space), right = text.substr(space + 1);
    const std::string joined = std::string(left) + std::string(right);
    const auto find = [&ids](std::string_view part) { return ids.find(part); };
    const auto first = find(left), second = find(right), both = find(joined);
    for (const auto &[found, part] :
         {std::pair(first, left), std::pair(second, right), std::pair(both, std::string_view(joined))})
        if (found == ids.end())
            return damagedMerge(rank, text,
                                fmt::format("but \"{}\" is no token, expected both parts and the merged text to be "
                                            "tokens",
                                            printable(part, 60)));
    merges.try_emplace(pairKey(first->second, second->second), Merge{static_cast<std::uint32_t>(rank), both->second});
    return {};
}

class ByteLevelEncoder final : public Encoder
{
public:
    ByteLevelEncoder(const TokenVocabulary &vocabulary, WordSplitter splitter, bool wholeWords)
        : m_vocabulary(vocabulary), m_splitter(std::move(splitter)), m_wholeWords(wholeWords)
    {
    }

    Result<void> load()
    {
        const auto ids = idsByText(m_vocabulary);
        SNUG_TRY(ids);
        for (int byte = 0; byte < 256; ++byte) {
            const auto found = ids->find(letterOfByte(static_cast<std::uint8_t>(byte)));
            m_bytes[static_cast<std::size_t>(byte)] = found == ids->end() ? -1 : found->second;
        }
        m_merges.reserve(m_vocabulary.merges.size());
        for (std::size_t rank = 0; rank < m_vocabulary.merges.size(); ++rank)
            SNUG_TRY(addMerge(m_merges, rank, m_vocabulary.merges[rank], *ids));
        takePieces();
        return {};
    }

    void encode(std::string_view text, bool, std::vector<std::int32_t> &ids) const override
    {
        std::vector<std::string_view> words;
        m_splitter.split(text, words);
        WordCache cache;
        Merging merging;
        const auto encodeNew = [&](std::string_view word, std::vector<std::int32_t> &into) {
            for (; word.size() > kMostSymbols; word.remove_prefix(kMostSymbols))
                encodeWord(word.substr(0, kMostSymbols), merging, into);
            encodeWord(word, merging, into);
        };
        for (const std::string_view word : words)
            cache.take(word, ids, encodeNew);
    }

    std::string piece(std::int32_t id) const override { return m_pieces[static_cast<std::size_t>(id)]; }

private:
    void takePieces()
    {
        m_pieces.reserve(m_vocabulary.texts.size());
        for (const std::string &text : m_vocabulary.texts)
            m_pieces.push_back(bytesOfLetters(text));
        if (!m_wholeWords)
            return;
        for (std::size_t id = 0; id < m_pieces.size(); ++id)
            if (m_vocabulary.types[id] == TokenType::Normal)
                m_words.try_emplace(m_pieces[id], static_cast<std::int32_t>(id));
    }

    void encodeWord(std::string_view word, Merging &merging, std::vector<std::int32_t> &ids) const
    {
        if (m_wholeWords)
            if (const auto found = m_words.find(word); found != m_words.end())
                return ids.push_back(found->second);
        merging.clear();
        for (std::uint32_t i = 0; i < word.size(); ++i)
            merging.add(i, 1, m_bytes[static_cast<unsigned char>(word[i])]);
        merging.run([this](const MergeSymbol &left, const MergeSymbol &right, Merge &merge) {
            const auto found = m_merges.find(pairKey(left.id, right.id));
            if (found == m_merges.end())
                return false;
            merge = found->second;
            return true;
        });
        merging.forEach([&](const MergeSymbol &symbol) {
            if (symbol.id >= 0)
                ids.push_back(symbol.id);
            else if (m_vocabulary.unknown) // a byte that the vocabulary has no token for
                ids.push_back(*m_vocabulary.unknown);
        });
    }

    const TokenVocabulary &m_vocabulary;
    WordSplitter m_splitter;
    bool m_wholeWords;
    std::array<std::int32_t, 256> m_bytes{};
    Merges m_merges;
    std::vector<std::string> m_pieces;                          // bytes by id
    std::unordered_map<std::string_view, std::int32_t> m_words; // into m_pieces
};

} // namespace

Result<std::unique_ptr<Encoder>> makeByteLevelEncoder(const TokenVocabulary &vocabulary)
{
    const SplitRule *rule = findSplitRule(vocabulary.pre);
    if (!rule)
        return fail(
            ErrorCode::Unsupported,
            fmt::format("The tokenizer splits text by the rule \"{}\" (tokenizer.ggml.pre), which Snug does not "
                        "know; use a model of another family.",
                        printable(vocabulary.pre, 40)));
    auto splitter = WordSplitter::create(rule->patterns);
    SNUG_TRY(splitter);
    auto encoder = std::make_unique<ByteLevelEncoder>(vocabulary, *std::move(splitter), rule->wholeWords);
    SNUG_TRY(encoder->load());
    return encoder;
}

} // namespace snug
