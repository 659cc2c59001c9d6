// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SentencePiece BPE (Llama 2 and its kin): characters are merged by the score of what they make; what is no token is
// written in byte tokens.

#include "core/tokenizer/encoder.h"
#include "core/tokenizer/merging.h"
#include "core/tokenizer/piecebytes.h"
#include "core/tokenizer/spacenormalizer.h"
#include "core/tokenizer/utf8.h"
#include "core/tokenizer/wordcache.h"

#include <algorithm>
#include <functional>

namespace snug {

namespace {

class SentencePieceEncoder final : public Encoder
{
public:
    explicit SentencePieceEncoder(const TokenVocabulary &vocabulary) : m_vocabulary(vocabulary) {}

    Result<void> load()
    {
        auto ids = idsByText(m_vocabulary);
        SNUG_TRY(ids);
        auto normalizer = SpaceNormalizer::create(m_vocabulary);
        SNUG_TRY(normalizer);
        m_normalizer = *std::move(normalizer);
        m_bytes = ByteTokens(m_vocabulary);
        m_pieces = *std::move(ids);
        // Only these are made by merging, as in SentencePiece.
        std::erase_if(m_pieces, [this](const auto &piece) {
            const TokenType type = m_vocabulary.types[static_cast<std::size_t>(piece.second)];
            return type != TokenType::Normal && type != TokenType::UserDefined;
        });
        rankScores();
        m_marksBeginWords = std::ranges::none_of(m_pieces, [](const auto &piece) { return hasInnerMark(piece.first); });
        return {};
    }

    void encode(std::string_view text, bool isStart, std::vector<std::int32_t> &ids) const override
    {
        const std::size_t before = ids.size();
        const std::string normalized = m_normalizer.apply(text, isStart);
        std::string_view rest = normalized;
        WordCache cache;
        Merging merging;
        const auto encodeNew = [&](std::string_view word, std::vector<std::int32_t> &into) {
            encodeWord(word, merging, into);
        };
        while (!rest.empty()) {
            const std::size_t length = wordLength(rest);
            cache.take(rest.substr(0, length), ids, encodeNew);
            rest.remove_prefix(length);
        }
        m_bytes.joinUnknown(ids, before);
    }

    std::string piece(std::int32_t id) const override { return pieceBytes(m_vocabulary, id); }

private:
    // A mark of a space behind another character: "a▁b", ".▁".
    static bool hasInnerMark(std::string_view piece)
    {
        while (piece.starts_with(kSpaceMark))
            piece.remove_prefix(kSpaceMark.size());
        return piece.find(kSpaceMark) != std::string_view::npos;
    }

    // Ranks in the order of falling scores. Equal scores have one rank: of these the leftmost pair goes first.
    void rankScores()
    {
        std::vector<float> scores = m_vocabulary.scores;
        std::ranges::sort(scores, std::greater<>());
        scores.erase(std::unique(scores.begin(), scores.end()), scores.end());
        m_ranks.reserve(m_vocabulary.scores.size());
        for (const float score : m_vocabulary.scores)
            m_ranks.push_back(
                static_cast<std::uint32_t>(std::ranges::lower_bound(scores, score, std::greater<>()) - scores.begin()));
    }

    // Where no token has a mark inside, nothing merges across the start of a run of marks, so the text can be cut there
    // and words that come again need no second look.
    std::size_t wordLength(std::string_view text) const
    {
        if (!m_marksBeginWords)
            return std::min(text.size(), kMostSymbols);
        std::size_t at = 0;
        while (text.substr(at).starts_with(kSpaceMark))
            at += kSpaceMark.size();
        return std::min({text.find(kSpaceMark, at), text.size(), kMostSymbols});
    }

    void encodeWord(std::string_view word, Merging &merging, std::vector<std::int32_t> &ids) const
    {
        merging.clear();
        for (std::size_t at = 0; at < word.size();) {
            const std::size_t length = firstCharacter(word.substr(at)).length;
            const auto found = m_pieces.find(word.substr(at, length));
            merging.add(static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(length),
                        found == m_pieces.end() ? -1 : found->second);
            at += length;
        }
        merging.run([&](const MergeSymbol &left, const MergeSymbol &right, Merge &merge) {
            const auto found = m_pieces.find(word.substr(left.begin, left.size + right.size));
            if (found == m_pieces.end())
                return false;
            merge = {m_ranks[static_cast<std::size_t>(found->second)], found->second};
            return true;
        });
        merging.forEach([&](const MergeSymbol &symbol) {
            if (symbol.id >= 0)
                ids.push_back(symbol.id);
            else
                m_bytes.append(word.substr(symbol.begin, symbol.size), ids);
        });
    }

    const TokenVocabulary &m_vocabulary;
    SpaceNormalizer m_normalizer;
    ByteTokens m_bytes;
    std::unordered_map<std::string_view, std::int32_t> m_pieces; // into the vocabulary
    std::vector<std::uint32_t> m_ranks;                          // by id
    bool m_marksBeginWords = false;
};

} // namespace

Result<std::unique_ptr<Encoder>> makeSentencePieceEncoder(const TokenVocabulary &vocabulary)
{
    auto encoder = std::make_unique<SentencePieceEncoder>(vocabulary);
    SNUG_TRY(encoder->load());
    return encoder;
}

} // namespace snug
