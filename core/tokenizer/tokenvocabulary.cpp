// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/tokenizer/tokenvocabulary.h"

#include "core/model/modeltext.h"
#include "core/tokenizer/splitpatterns.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>

namespace snug {

namespace {

constexpr std::string_view kPrefix = "tokenizer.ggml.";
constexpr std::uint64_t kNoToken = std::numeric_limits<std::uint32_t>::max(); // some writers' way to say none

struct KindRow
{
    std::string_view name; // tokenizer.ggml.model
    VocabularyKind kind;
    int bos, eos, unknown, separator; // where the keys are absent; -1 for none
    bool addBos, addEos, addSpacePrefix;
};

// Source: defaults of the reference's loader. For byte-level BPE it takes id 11 as BOS and EOS; nobody means that.
constexpr KindRow kKinds[] = {
    {"gpt2", VocabularyKind::ByteLevelBpe, -1, -1, -1, -1, false, false, false},
    {"llama", VocabularyKind::SentencePieceBpe, 1, 2, 0, -1, true, false, true},
    {"bert", VocabularyKind::WordPiece, 101, 102, 100, 102, true, false, false},
    {"t5", VocabularyKind::Unigram, -1, 1, 2, -1, false, true, true},
};

std::string keyOf(std::string_view name) { return std::string(kPrefix) + std::string(name); }

tl::unexpected<Error> damaged(std::string_view name, std::string_view found, std::string_view expected)
{
    return fail(ErrorCode::BadInput,
                fmt::format("The tokenizer's key {}{} {}, expected {}; the file is damaged, download it again.",
                            kPrefix, name, found, expected));
}

Result<const KindRow *> kindOf(const GgufMetadata &metadata)
{
    const auto name = metadata.stringAt(keyOf("model"));
    if (!name)
        return fail(ErrorCode::Unsupported, "The model has no tokenizer (its header has no key tokenizer.ggml.model), "
                                            "expected one; use a file that has it.");
    for (const KindRow &row : kKinds)
        if (row.name == *name)
            return &row;
    return fail(ErrorCode::Unsupported,
                fmt::format("The tokenizer is of the kind \"{}\" (tokenizer.ggml.model), expected gpt2, llama, bert or "
                            "t5; Snug cannot split text for this model.",
                            printable(*name, 40)));
}

Result<void> takeTypes(TokenVocabulary &vocabulary, const GgufMetadata &metadata)
{
    vocabulary.types.assign(vocabulary.texts.size(), TokenType::Normal);
    const GgufValue *value = metadata.find(keyOf("token_type"));
    if (!value)
        return {};
    const auto numbers = value->asNumbers();
    if (!numbers || numbers->size() < vocabulary.types.size())
        return damaged("token_type", fmt::format("has {} entries", value->elementCount()),
                       fmt::format("{} numbers, one per token", vocabulary.types.size()));
    for (std::size_t id = 0; id < vocabulary.types.size(); ++id) {
        const double number = (*numbers)[id];
        if (number >= 1 && number <= 6)
            vocabulary.types[id] = static_cast<TokenType>(static_cast<std::int32_t>(number));
    }
    return {};
}

Result<void> takeScores(TokenVocabulary &vocabulary, const GgufMetadata &metadata)
{
    const GgufValue *value = metadata.find(keyOf("scores"));
    if (!value)
        return damaged("scores", "is absent", "one score per token of a SentencePiece vocabulary");
    const auto numbers = value->asNumbers();
    if (!numbers || numbers->size() < vocabulary.texts.size())
        return damaged("scores", fmt::format("has {} entries", value->elementCount()),
                       fmt::format("{} numbers, one per token", vocabulary.texts.size()));
    for (std::size_t id = 0; id < vocabulary.texts.size(); ++id) {
        vocabulary.scores.push_back(static_cast<float>((*numbers)[id]));
        if (!std::isfinite(vocabulary.scores.back()))
            return damaged("scores", fmt::format("has no finite number for token {}", id), "finite numbers");
    }
    return {};
}

// A special token's id: nothing where the key is absent and the kind has no default that exists.
Result<std::optional<std::int32_t>> specialId(const TokenVocabulary &vocabulary, const GgufMetadata &metadata,
                                              std::string_view name, int byDefault)
{
    const GgufValue *value = metadata.find(keyOf(name));
    if (!value)
        return vocabulary.has(byDefault) ? std::optional<std::int32_t>(byDefault) : std::nullopt;
    const auto id = value->asUnsigned();
    if (id == kNoToken || value->asSigned() == -1)
        return std::optional<std::int32_t>();
    if (!id || *id >= vocabulary.texts.size())
        return damaged(name, id ? fmt::format("is {}", *id) : "is no whole number",
                       fmt::format("an id below {}, the number of tokens", vocabulary.texts.size()));
    return std::optional<std::int32_t>(static_cast<std::int32_t>(*id));
}

Result<void> takeSpecials(TokenVocabulary &vocabulary, const GgufMetadata &metadata, const KindRow &row)
{
    struct Place
    {
        std::string_view name;
        std::optional<std::int32_t> *id;
        int byDefault;
    };
    const bool hasClassToken = metadata.find(keyOf("cls_token_id")) && !metadata.find(keyOf("bos_token_id"));
    const Place places[] = {
        {hasClassToken ? "cls_token_id" : "bos_token_id", &vocabulary.bos, row.bos},
        {"eos_token_id", &vocabulary.eos, row.eos},
        {"unknown_token_id", &vocabulary.unknown, row.unknown},
        {"seperator_token_id", &vocabulary.separator, row.separator}, // GGUF spells it so
    };
    for (const Place &place : places) {
        auto id = specialId(vocabulary, metadata, place.name, place.byDefault);
        SNUG_TRY(id);
        *place.id = *id;
    }
    return {};
}

bool flag(const GgufMetadata &metadata, std::string_view name, bool byDefault)
{
    const GgufValue *value = metadata.find(keyOf(name));
    return value ? value->asBool().value_or(byDefault) : byDefault;
}

void takeFlags(TokenVocabulary &vocabulary, const GgufMetadata &metadata, const KindRow &row)
{
    const SplitRule *rule = row.kind == VocabularyKind::ByteLevelBpe ? findSplitRule(vocabulary.pre) : nullptr;
    vocabulary.addBos = flag(metadata, "add_bos_token", row.addBos || (rule && rule->addBos));
    vocabulary.addEos = flag(metadata, "add_eos_token", row.addEos);
    vocabulary.addSpacePrefix = flag(metadata, "add_space_prefix", row.addSpacePrefix);
    // The reference looks at it for unigram models alone.
    vocabulary.removeExtraSpaces =
        row.kind == VocabularyKind::Unigram && flag(metadata, "remove_extra_whitespaces", false);
    vocabulary.lowercase = flag(metadata, "normalizer.lowercase", true);
    vocabulary.stripAccents = flag(metadata, "normalizer.strip_accents", vocabulary.lowercase);
}

Result<void> takeMerges(TokenVocabulary &vocabulary, const GgufMetadata &metadata)
{
    const GgufValue *value = metadata.find(keyOf("merges"));
    auto merges = value ? value->asStrings() : std::nullopt;
    if (!merges)
        return damaged("merges", value ? "is no list of texts" : "is absent", "the list of merges of a BPE tokenizer");
    vocabulary.merges = *std::move(merges);
    return {};
}

Result<void> takeCharsMap(TokenVocabulary &vocabulary, const GgufMetadata &metadata)
{
    const GgufValue *value = metadata.find(keyOf("precompiled_charsmap"));
    if (!value)
        return {};
    const auto type = value->elementType();
    if (type != GgufType::U8 && type != GgufType::I8)
        return damaged("precompiled_charsmap", "is no list of bytes", "one");
    // The elements are the last bytes of the encoding.
    const auto bytes = value->payload().last(static_cast<std::size_t>(value->elementCount()));
    vocabulary.charsMap.assign(reinterpret_cast<const char *>(bytes.data()), bytes.size());
    return {};
}

} // namespace

bool TokenVocabulary::isSpecial(std::int32_t id) const
{
    const TokenType type = types[static_cast<std::size_t>(id)];
    return type == TokenType::Control || type == TokenType::Unknown;
}

Result<TokenVocabulary> readTokenVocabulary(const GgufMetadata &metadata)
{
    auto row = kindOf(metadata);
    SNUG_TRY(row);
    TokenVocabulary vocabulary;
    vocabulary.kind = (*row)->kind;
    const GgufValue *tokens = metadata.find(keyOf("tokens"));
    auto texts = tokens ? tokens->asStrings() : std::nullopt;
    if (!texts || texts->empty() || texts->size() > std::numeric_limits<std::int32_t>::max())
        return damaged("tokens", tokens ? "is no list of texts" : "is absent", "the texts of all tokens");
    vocabulary.texts = *std::move(texts);
    SNUG_TRY(takeTypes(vocabulary, metadata));
    if (vocabulary.kind == VocabularyKind::SentencePieceBpe || vocabulary.kind == VocabularyKind::Unigram)
        SNUG_TRY(takeScores(vocabulary, metadata));
    if (vocabulary.kind == VocabularyKind::ByteLevelBpe)
        SNUG_TRY(takeMerges(vocabulary, metadata));
    if (vocabulary.kind == VocabularyKind::Unigram)
        SNUG_TRY(takeCharsMap(vocabulary, metadata));
    SNUG_TRY(takeSpecials(vocabulary, metadata, **row));
    vocabulary.pre = metadata.stringAt(keyOf("pre")).value_or("default");
    takeFlags(vocabulary, metadata, **row);
    vocabulary.modelName = metadata.stringAt("general.name").value_or("");
    return vocabulary;
}

Result<std::unordered_map<std::string_view, std::int32_t>> idsByText(const TokenVocabulary &vocabulary)
{
    std::unordered_map<std::string_view, std::int32_t> ids;
    ids.reserve(vocabulary.texts.size());
    for (std::size_t id = 0; id < vocabulary.texts.size(); ++id) {
        const std::string &text = vocabulary.texts[id];
        if (text.empty())
            continue;
        const auto [first, isNew] = ids.try_emplace(text, static_cast<std::int32_t>(id));
        if (!isNew)
            return fail(ErrorCode::BadInput,
                        fmt::format("The tokenizer has the token \"{}\" twice, with ids {} and {}, expected every text "
                                    "once; the file is damaged, download it again.",
                                    printable(text, 40), first->second, id));
    }
    return ids;
}

} // namespace snug
