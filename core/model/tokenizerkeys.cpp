// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/tokenizerkeys.h"

#include "core/formats/missingfile.h"
#include "core/model/bytelevelvocabulary.h"
#include "core/model/json.h"
#include "core/model/sentencepiecevocabulary.h"
#include "core/model/specialtokens.h"
#include "core/model/tokenizerjson.h"
#include "core/model/vocabularycheck.h"

#include <fmt/format.h>

#include <algorithm>

namespace snug {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

bool isThere(const fs::path &path)
{
    std::error_code error;
    return fs::exists(path, error);
}

// Programs stop at a vocabulary that has a text twice, and gaps are the sign of a tokenizer of another model.
Result<void> checkVocabulary(TokenizerKeys &keys, const Vocabulary &vocabulary, const fs::path &path)
{
    SNUG_TRY(checkCoverage(vocabulary, path));
    SNUG_TRY(checkUnique(vocabulary, path));
    if (std::string note = noteOfGaps(vocabulary, path); !note.empty())
        keys.notes.push_back(std::move(note));
    return {};
}

void addVocabulary(GgufMetadata &keys, const Vocabulary &vocabulary, std::string_view model, std::string_view pre)
{
    keys.append("tokenizer.ggml.model", GgufValue::string(model));
    keys.append("tokenizer.ggml.pre", GgufValue::string(pre));
    keys.append("tokenizer.ggml.tokens", GgufValue::strings(vocabulary.tokens));
    if (!vocabulary.scores.empty())
        keys.append("tokenizer.ggml.scores", GgufValue::f32s(vocabulary.scores));
    keys.append("tokenizer.ggml.token_type", GgufValue::i32s(vocabulary.types));
    if (!vocabulary.merges.empty())
        keys.append("tokenizer.ggml.merges", GgufValue::strings(vocabulary.merges));
}

// Vocabulary sizes by which the reference knows two families that need more keys than their files give.
constexpr std::uint32_t kCodeLlamaSize = 32016;
constexpr std::uint32_t kSmallGraniteSize = 49152;

void addFamilyKeys(GgufMetadata &keys, std::uint32_t vocabularySize)
{
    if (vocabularySize == kCodeLlamaSize) {
        keys.set("tokenizer.ggml.prefix_token_id", GgufValue::u32(32007));
        keys.set("tokenizer.ggml.suffix_token_id", GgufValue::u32(32008));
        keys.set("tokenizer.ggml.middle_token_id", GgufValue::u32(32009));
        keys.set("tokenizer.ggml.eot_token_id", GgufValue::u32(32010));
    }
    if (vocabularySize == kSmallGraniteSize)
        keys.set("tokenizer.ggml.add_bos_token", GgufValue::boolean(false));
}

// The three ways to a vocabulary; each adds its keys to `keys`.
Result<void> fromSentencePiece(TokenizerKeys &keys, const TokenizerFolder &folder, std::uint32_t size)
{
    auto vocabulary = readSentencePieceVocabulary(folder, size);
    if (!vocabulary)
        return fail(std::move(vocabulary).error());
    SNUG_TRY(checkVocabulary(keys, *vocabulary, folder.path / "tokenizer.model"));
    addVocabulary(keys.metadata, *vocabulary, "llama", "default");
    // Some folders have both forms; the newer one may say more about special tokens.
    JsonTree extra;
    if (isThere(folder.path / "tokenizer.json")) {
        auto json = readTokenizerJson(folder.path / "tokenizer.json");
        if (!json)
            return fail(std::move(json).error());
        extra = std::move(json->rest);
    }
    addSpecialTokens(keys.metadata, *vocabulary, folder, extra);
    return {};
}

Result<void> fromTokenizerJson(TokenizerKeys &keys, const TokenizerFolder &folder, std::uint32_t size)
{
    auto json = readTokenizerJson(folder.path / "tokenizer.json");
    if (!json)
        return fail(std::move(json).error());
    const Json &model = member(json->rest, "model");
    const std::string type = asText(member(model, "type")).value_or("BPE");
    if (type != "BPE") {
        keys.missing = fmt::format("The tokenizer in tokenizer.json is of the kind {}, expected BPE; it cannot be "
                                   "converted.",
                                   type);
        return {};
    }
    const bool byteFallback = asBool(member(model, "byte_fallback")).value_or(false);
    const PreTokenizer pre = byteFallback ? PreTokenizer{"default", true} : recognizePreTokenizer(*json);
    auto vocabulary =
        byteFallback ? byteFallbackVocabulary(*json, folder, size) : byteLevelVocabulary(*json, folder, size);
    if (!vocabulary)
        return fail(std::move(vocabulary).error());
    SNUG_TRY(checkVocabulary(keys, *vocabulary, json->vocabPath));
    if (!pre.known)
        keys.notes.push_back("The way tokenizer.json splits text into words is not known to Snug; the output says "
                             "\"default\", and programs may split some text differently.");
    addVocabulary(keys.metadata, *vocabulary, byteFallback ? "llama" : "gpt2", pre.name);
    addSpecialTokens(keys.metadata, *vocabulary, folder, json->rest);
    return {};
}

Result<void> fromVocabAndMerges(TokenizerKeys &keys, const TokenizerFolder &folder, std::uint32_t size)
{
    auto json = readVocabAndMerges(folder.path);
    if (!json)
        return fail(std::move(json).error());
    const PreTokenizer pre =
        preTokenizerWithoutJson(asText(member(folder.tokenizerConfig, "tokenizer_class")).value_or(""),
                                asText(member(folder.config, "model_type")).value_or(""));
    auto vocabulary = byteLevelVocabulary(*json, folder, size);
    if (!vocabulary)
        return fail(std::move(vocabulary).error());
    SNUG_TRY(checkVocabulary(keys, *vocabulary, json->vocabPath));
    if (!pre.known)
        keys.notes.push_back("There is no tokenizer.json, nor a class or model type known to Snug, that says how text "
                             "is split into words; the output says "
                             "\"default\", and programs may split some text differently.");
    addVocabulary(keys.metadata, *vocabulary, "gpt2", pre.name);
    addSpecialTokens(keys.metadata, *vocabulary, folder, json->rest);
    return {};
}

Result<TokenizerFolder> openTokenizerFolder(const fs::path &path, const JsonTree &config)
{
    auto tokenizerConfig = readOptionalJsonObject(path / "tokenizer_config.json");
    if (!tokenizerConfig)
        return fail(std::move(tokenizerConfig).error());
    auto generationConfig = readOptionalJsonObject(path / "generation_config.json");
    // Damaged ones are common and harmless: only token ids are taken from it.
    return TokenizerFolder{path, config, *std::move(tokenizerConfig),
                           generationConfig ? *std::move(generationConfig) : JsonTree()};
}

} // namespace

Vocabulary Vocabulary::padded(std::uint32_t size)
{
    Vocabulary vocabulary;
    vocabulary.types.assign(size, static_cast<std::int32_t>(TokenType::Unused));
    vocabulary.tokens.resize(size);
    return vocabulary;
}

void Vocabulary::put(std::uint32_t id, std::string token, TokenType type)
{
    tokens[id] = std::move(token);
    types[id] = static_cast<std::int32_t>(type);
}

bool looksLikeControl(std::string_view token)
{
    constexpr std::string_view kNames[] = {"<pad>", "<mask>", "<2mass>", "[@BOS@]"};
    // The second pair has the full-width bar U+FF5C.
    return std::ranges::find(kNames, token) != std::end(kNames) || (token.starts_with("<|") && token.ends_with("|>")) ||
           (token.starts_with("<\xEF\xBD\x9C") && token.ends_with("\xEF\xBD\x9C>")) ||
           (token.starts_with("<unused") && token.ends_with(">"));
}

std::string missingTokenizer(const fs::path &folder)
{
    if (isThere(folder / "tokenizer.model") || isThere(folder / "tokenizer.json") ||
        (isThere(folder / "vocab.json") && isThere(folder / "merges.txt")))
        return {};
    for (const char *name : {"tokenizer.model", "tokenizer.json", "vocab.json", "merges.txt"})
        if (const std::string trace = traceOfMissing(folder / name); !trace.empty())
            return fmt::format("The file {} {}.", name, trace);
    return "The folder has no tokenizer (tokenizer.model, tokenizer.json, or vocab.json with merges.txt), without "
           "which no GGUF can be made; download it too.";
}

Result<TokenizerKeys> readTokenizerKeys(const fs::path &path, const JsonTree &config, std::uint32_t vocabularySize)
{
    auto folder = openTokenizerFolder(path, config);
    if (!folder)
        return fail(std::move(folder).error());
    TokenizerKeys keys;
    if (const auto prefix = asBool(member(folder->tokenizerConfig, "add_prefix_space")))
        keys.metadata.append("tokenizer.ggml.add_space_prefix", GgufValue::boolean(*prefix));
    if (isThere(path / "tokenizer.model"))
        SNUG_TRY(fromSentencePiece(keys, *folder, vocabularySize));
    else if (isThere(path / "tokenizer.json"))
        SNUG_TRY(fromTokenizerJson(keys, *folder, vocabularySize));
    else if (keys.missing = missingTokenizer(path); keys.missing.empty())
        SNUG_TRY(fromVocabAndMerges(keys, *folder, vocabularySize));
    if (!keys.missing.empty())
        keys.metadata = {};
    else
        addFamilyKeys(keys.metadata, vocabularySize);
    return keys;
}

} // namespace snug
