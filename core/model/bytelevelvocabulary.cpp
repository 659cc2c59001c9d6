// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/bytelevelvocabulary.h"

#include "core/model/json.h"
#include "core/model/modeltext.h"
#include "core/model/vocabularycheck.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <unordered_map>

namespace snug {

using Json = nlohmann::json;

namespace {

struct AddedToken
{
    std::uint32_t id;
    std::string text;
    bool special;
    std::filesystem::path path; // where it stands
};

void takeAdded(std::vector<AddedToken> &tokens, const Json &id, const Json &entry, const std::filesystem::path &path)
{
    const auto number = asUnsigned(id);
    auto text = asText(member(entry, "content"));
    if (number && *number <= std::numeric_limits<std::int32_t>::max() && text)
        tokens.push_back({static_cast<std::uint32_t>(*number), *std::move(text),
                          asBool(member(entry, "special")).value_or(false), path});
}

// Added tokens of tokenizer.json, then those of tokenizer_config.json, which count more.
std::vector<AddedToken> addedTokens(const TokenizerJson &json, const TokenizerFolder &folder)
{
    std::vector<AddedToken> tokens;
    if (const Json &list = member(json.rest, "added_tokens"); list.is_array())
        for (const Json &entry : list)
            takeAdded(tokens, member(entry, "id"), entry, json.addedPath);
    if (const Json &decoder = member(folder.tokenizerConfig, "added_tokens_decoder"); decoder.is_object())
        for (const auto &[key, entry] : decoder.items()) {
            std::uint32_t id = 0;
            const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), id);
            if (error == std::errc() && end == key.data() + key.size())
                takeAdded(tokens, Json(id), entry, folder.path / "tokenizer_config.json");
        }
    return tokens;
}

tl::unexpected<Error> beyondVocabulary(const std::filesystem::path &path, std::string_view token, std::uint32_t id,
                                       std::uint32_t size)
{
    return fail(ErrorCode::BadInput,
                fmt::format("{} has the token \"{}\" with id {}, but vocab_size in config.json is {}; the files do not "
                            "belong together, download them again.",
                            path.filename().string(), printable(token, 60), id, size),
                path.string());
}

void replaceAll(std::string &text, std::string_view from, std::string_view to)
{
    for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at + to.size()))
        text.replace(at, from.size(), to);
}

Result<void> putAdded(Vocabulary &vocabulary, const TokenizerJson &json, const TokenizerFolder &folder)
{
    const auto size = static_cast<std::uint32_t>(vocabulary.tokens.size());
    for (AddedToken &token : addedTokens(json, folder)) {
        if (token.id >= size)
            return beyondVocabulary(token.path, token.text, token.id, size);
        const bool control = token.special || looksLikeControl(token.text);
        if (!control)
            replaceAll(token.text, "\xE2\x96\x81", " "); // user-defined tokens carry plain spaces
        vocabulary.put(token.id, std::move(token.text), control ? TokenType::Control : TokenType::UserDefined);
    }
    return {};
}

void fillGaps(Vocabulary &vocabulary)
{
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id)
        if (vocabulary.types[id] == static_cast<std::int32_t>(TokenType::Unused) && vocabulary.tokens[id].empty())
            vocabulary.tokens[id] = fmt::format("[PAD{}]", id);
}

bool isByteToken(std::string_view token)
{
    const auto isHex = [](char c) {
        return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'F') || (c >= 'a' && c <= 'f');
    };
    return token.size() == 6 && token.starts_with("<0x") && token.ends_with('>') && isHex(token[3]) && isHex(token[4]);
}

// Position of each merged text in the order of merges, counting each text once.
std::unordered_map<std::string, std::size_t> mergeRanks(const std::vector<std::string> &merges)
{
    std::unordered_map<std::string, std::size_t> ranks;
    ranks.reserve(merges.size());
    for (const std::string &merge : merges) {
        const std::size_t space = merge.find(' ', 1);
        if (space == std::string::npos)
            continue;
        ranks.try_emplace(merge.substr(0, space) + merge.substr(space + 1), ranks.size());
    }
    return ranks;
}

// A vocabulary of single bytes needs no merges.
constexpr std::size_t kByteTokens = 256;

} // namespace

Result<Vocabulary> byteLevelVocabulary(TokenizerJson &json, const TokenizerFolder &folder, std::uint32_t size)
{
    SNUG_TRY(checkTokenizer(json, size));
    if (json.merges.empty() && json.vocab.size() > kByteTokens)
        return fail(ErrorCode::BadInput,
                    fmt::format("{} has no merges, which a byte-level vocabulary needs: without them no program loads "
                                "the result. Get the tokenizer's files again.",
                                json.mergesPath.filename().string()),
                    json.mergesPath.string());
    Vocabulary vocabulary = Vocabulary::padded(size);
    for (auto &[token, id] : json.vocab) {
        if (id >= size)
            return beyondVocabulary(json.vocabPath, token, id, size);
        vocabulary.put(id, std::move(token), TokenType::Normal);
    }
    json.vocab.clear();
    SNUG_TRY(putAdded(vocabulary, json, folder));
    fillGaps(vocabulary);
    vocabulary.merges = std::move(json.merges);
    return vocabulary;
}

Result<Vocabulary> byteFallbackVocabulary(TokenizerJson &json, const TokenizerFolder &folder, std::uint32_t size)
{
    constexpr float kAddedScore = -1000.0F; // what the reference gives tokens that no merge makes
    SNUG_TRY(checkTokenizer(json, size));
    Vocabulary vocabulary = Vocabulary::padded(size);
    vocabulary.scores.assign(size, kAddedScore);
    const auto ranks = mergeRanks(json.merges);
    for (auto &[token, id] : json.vocab) {
        if (id >= size)
            return beyondVocabulary(json.vocabPath, token, id, size);
        const bool isByte = isByteToken(token);
        const auto rank = ranks.find(token);
        const std::size_t order = rank != ranks.end() ? rank->second + 1 : ranks.size() + 1;
        vocabulary.scores[id] = isByte ? 0.0F : -static_cast<float>(order);
        vocabulary.put(id, std::move(token), isByte ? TokenType::Byte : TokenType::Normal);
    }
    json.vocab.clear();
    SNUG_TRY(putAdded(vocabulary, json, folder));
    fillGaps(vocabulary);
    for (std::size_t id = 0; id < size; ++id)
        if (vocabulary.types[id] == static_cast<std::int32_t>(TokenType::Control) ||
            vocabulary.types[id] == static_cast<std::int32_t>(TokenType::UserDefined))
            vocabulary.scores[id] = kAddedScore;
    return vocabulary;
}

} // namespace snug
