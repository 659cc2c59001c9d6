// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SentencePiece unigram (T5): of all ways to write a text in tokens, the one with the best sum of scores (Viterbi).

#include "core/tokenizer/encoder.h"
#include "core/tokenizer/piecebytes.h"
#include "core/tokenizer/prefixindex.h"
#include "core/tokenizer/spacenormalizer.h"
#include "core/tokenizer/utf8.h"

#include <algorithm>
#include <limits>

namespace snug {

namespace {

// What an unknown character costs beyond the worst token. Source: SentencePiece, kUnkPenalty.
constexpr float kUnknownPenalty = 10;

class UnigramEncoder final : public Encoder
{
public:
    explicit UnigramEncoder(const TokenVocabulary &vocabulary) : m_vocabulary(vocabulary) {}

    Result<void> load()
    {
        SNUG_TRY(idsByText(m_vocabulary));
        auto normalizer = SpaceNormalizer::create(m_vocabulary);
        SNUG_TRY(normalizer);
        m_normalizer = *std::move(normalizer);
        m_bytes = ByteTokens(m_vocabulary);
        std::vector<PrefixIndex::Entry> entries;
        float worst = std::numeric_limits<float>::max();
        for (std::size_t id = 0; id < m_vocabulary.texts.size(); ++id) {
            if (m_vocabulary.types[id] != TokenType::Normal || m_vocabulary.texts[id].empty())
                continue;
            worst = std::min(worst, m_vocabulary.scores[id]);
            entries.push_back({m_vocabulary.texts[id], static_cast<std::int32_t>(id)});
        }
        m_unknownScore = entries.empty() ? 0 : worst - kUnknownPenalty;
        m_index = PrefixIndex(std::move(entries));
        return {};
    }

    void encode(std::string_view text, bool isStart, std::vector<std::int32_t> &ids) const override
    {
        const std::size_t before = ids.size();
        const std::string normalized = m_normalizer.apply(text, isStart);
        if (normalized.empty())
            return;
        const std::vector<Best> best = bestWays(normalized);
        std::vector<Step> steps;
        for (std::size_t at = normalized.size(); at > 0; at = best[at].from)
            steps.push_back({best[at].from, at - best[at].from, best[at].id});
        for (auto step = steps.rbegin(); step != steps.rend(); ++step)
            if (step->id >= 0)
                ids.push_back(step->id);
            else
                m_bytes.append(std::string_view(normalized).substr(step->begin, step->length), ids);
        m_bytes.joinUnknown(ids, before);
    }

    std::string piece(std::int32_t id) const override { return pieceBytes(m_vocabulary, id); }

private:
    // The best way to write the text up to a place: its last token (-1: an unknown character) and where that begins.
    struct Best
    {
        double score = -std::numeric_limits<double>::infinity();
        std::size_t from = 0;
        std::int32_t id = -1;
    };
    struct Step
    {
        std::size_t begin, length;
        std::int32_t id;
    };

    std::vector<Best> bestWays(std::string_view text) const
    {
        std::vector<Best> best(text.size() + 1);
        best[0].score = 0;
        for (std::size_t at = 0; at < text.size();) {
            const std::string_view rest = text.substr(at);
            const std::size_t length = firstCharacter(rest).length;
            const double score = best[at].score;
            const auto offer = [&](std::size_t size, double gain, std::int32_t id) {
                if (score + gain > best[at + size].score)
                    best[at + size] = {score + gain, at, id};
            };
            bool hasCharacter = false;
            m_index.forEachPrefix(rest, [&](std::size_t size, std::int32_t id) {
                offer(size, m_vocabulary.scores[static_cast<std::size_t>(id)], id);
                hasCharacter = hasCharacter || size == length;
            });
            if (!hasCharacter)
                offer(length, m_unknownScore, -1);
            at += length;
        }
        return best;
    }

    const TokenVocabulary &m_vocabulary;
    SpaceNormalizer m_normalizer;
    ByteTokens m_bytes;
    PrefixIndex m_index;
    double m_unknownScore = 0;
};

} // namespace

Result<std::unique_ptr<Encoder>> makeUnigramEncoder(const TokenVocabulary &vocabulary)
{
    auto encoder = std::make_unique<UnigramEncoder>(vocabulary);
    SNUG_TRY(encoder->load());
    return encoder;
}

} // namespace snug
