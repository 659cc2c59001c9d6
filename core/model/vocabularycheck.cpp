// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/vocabularycheck.h"

#include "core/model/json.h"
#include "core/model/modeltext.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <unordered_map>
#include <unordered_set>

namespace snug {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::size_t kShownBytes = 60;
// Published models leave out fewer than one id in twenty; of small vocabularies nothing is known.
constexpr std::size_t kUsualGaps = 20, kSmallGap = 1000;

std::size_t unusedCount(const Vocabulary &vocabulary)
{
    return static_cast<std::size_t>(std::ranges::count(vocabulary.types, static_cast<std::int32_t>(TokenType::Unused)));
}

std::string shown(const Json &value)
{
    return printable(value.dump(-1, ' ', false, Json::error_handler_t::replace), kShownBytes);
}

// `fault` says what is found and what is expected, with the file as its subject.
tl::unexpected<Error> damaged(const fs::path &path, std::string_view fault)
{
    return fail(ErrorCode::BadInput,
                fmt::format("{} {}; the file is damaged, download it again.", path.filename().string(), fault),
                path.string());
}

tl::unexpected<Error> sharedId(const fs::path &path, std::string_view one, std::string_view other, std::uint64_t id)
{
    return damaged(path,
                   fmt::format("gives the tokens \"{}\" and \"{}\" the same id {}, expected one token for each id",
                               printable(one, kShownBytes), printable(other, kShownBytes), id));
}

Result<void> checkIds(const TokenizerJson &json, std::uint32_t size)
{
    std::vector<const std::string *> byId(size);
    for (const auto &[token, id] : json.vocab) {
        if (id >= size)
            continue;
        if (byId[id] && *byId[id] != token)
            return sharedId(json.vocabPath, *byId[id], token, id);
        byId[id] = &token;
    }
    return {};
}

Result<void> checkMerges(const TokenizerJson &json)
{
    std::unordered_set<std::string> tokens;
    tokens.reserve(json.vocab.size());
    for (const auto &[token, id] : json.vocab)
        tokens.insert(encodeSpaces(token)); // as merges have them
    for (const std::string &merge : json.merges) {
        const std::size_t space = merge.find(' ');
        const std::string left = merge.substr(0, space), right = merge.substr(space + 1);
        for (const std::string &part : {left, right, left + right})
            if (!tokens.contains(part))
                return damaged(json.mergesPath,
                               fmt::format("merges \"{}\" and \"{}\", but \"{}\" is not in the vocabulary, expected "
                                           "both parts and the merged text to be tokens",
                                           printable(left, kShownBytes), printable(right, kShownBytes),
                                           printable(part, kShownBytes)));
    }
    return {};
}

Result<void> checkAdded(const TokenizerJson &json, std::uint32_t size)
{
    const Json &list = member(json.rest, "added_tokens");
    if (list.is_null())
        return {};
    if (!list.is_array())
        return damaged(json.addedPath, fmt::format("has added_tokens {}, expected a list", shown(list)));
    std::unordered_map<std::uint64_t, std::string> byId;
    for (const Json &entry : list) {
        auto text = asText(member(entry, "content"));
        if (!text)
            return damaged(json.addedPath, fmt::format("has the added token {}, expected one with a text as its "
                                                       "content",
                                                       shown(entry)));
        const auto id = asUnsigned(member(entry, "id"));
        if (!id || *id > std::numeric_limits<std::int32_t>::max())
            return damaged(json.addedPath,
                           fmt::format("has the added token \"{}\" with id {}, expected a whole number below {} "
                                       "(vocab_size in config.json)",
                                       printable(*text, kShownBytes), shown(member(entry, "id")), size));
        const auto [first, isNew] = byId.try_emplace(*id, *text);
        if (!isNew && first->second != *text)
            return sharedId(json.addedPath, first->second, *text, *id);
    }
    return {};
}

} // namespace

Result<void> checkTokenizer(const TokenizerJson &json, std::uint32_t size)
{
    if (json.vocab.empty())
        return damaged(json.vocabPath, fmt::format("has no tokens in its vocabulary, expected up to {} (vocab_size in "
                                                   "config.json)",
                                                   size));
    SNUG_TRY(checkIds(json, size));
    SNUG_TRY(checkMerges(json));
    return checkAdded(json, size);
}

Result<void> checkCoverage(const Vocabulary &vocabulary, const fs::path &path)
{
    const std::size_t size = vocabulary.types.size(), unused = unusedCount(vocabulary);
    if (unused <= size / 2)
        return {};
    return fail(ErrorCode::BadInput,
                fmt::format("{} has tokens for {} of {} ids (vocab_size in config.json), expected at least half; the "
                            "files do not belong together, or one is damaged: download them again.",
                            path.filename().string(), size - unused, size),
                path.string());
}

Result<void> checkUnique(const Vocabulary &vocabulary, const fs::path &path)
{
    std::unordered_map<std::string_view, std::size_t> ids;
    ids.reserve(vocabulary.tokens.size());
    for (std::size_t id = 0; id < vocabulary.tokens.size(); ++id) {
        const std::string &token = vocabulary.tokens[id];
        const auto [first, isNew] = ids.try_emplace(token, id);
        if (!isNew && !token.empty()) // programs name empty ones themselves
            return fail(ErrorCode::BadInput,
                        fmt::format("{} or a file beside it gives the token \"{}\" the ids {} and {}, expected one id "
                                    "for each token, since programs do not load it otherwise; download the tokenizer's "
                                    "files again.",
                                    path.filename().string(), printable(token, kShownBytes), first->second, id),
                        path.string());
    }
    return {};
}

std::string noteOfGaps(const Vocabulary &vocabulary, const fs::path &path)
{
    const std::size_t size = vocabulary.types.size(), unused = unusedCount(vocabulary);
    if (unused <= std::max(size / kUsualGaps, kSmallGap))
        return {};
    return fmt::format(
        "{} has tokens for {} of {} ids (vocab_size in config.json); check that the tokenizer is of this "
        "model.",
        path.filename().string(), size - unused, size);
}

} // namespace snug
