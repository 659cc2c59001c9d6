// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/tokenizerfiles.h"

#include "core/model/bytelevelvocabulary.h"
#include "core/model/ggufconfig.h"
#include "core/model/modeltext.h"
#include "core/model/tokenizerwriter.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <cmath>
#include <unordered_set>

namespace snug {

using OrderedJson = nlohmann::ordered_json;

namespace {

constexpr const char *kTemplate = "tokenizer.chat_template";

tl::unexpected<Error> damaged(std::string_view key, std::string_view fault)
{
    return fail(ErrorCode::BadInput, fmt::format("tokenizer.ggml.{} {}; the file is damaged.", key, fault));
}

bool flagAt(const GgufMetadata &metadata, std::string_view name, bool otherwise)
{
    const GgufValue *value = metadata.find(fmt::format("tokenizer.ggml.{}", name));
    return value ? value->asBool().value_or(otherwise) : otherwise;
}

// A list with a number for each token; empty where the key is absent.
Result<std::vector<double>> numbersAt(const GgufMetadata &metadata, const char *name, std::size_t count)
{
    const GgufValue *value = metadata.find(fmt::format("tokenizer.ggml.{}", name));
    if (!value)
        return std::vector<double>();
    auto numbers = value->asNumbers();
    if (!numbers || numbers->size() != count)
        return damaged(
            name, fmt::format("has {} entries, expected a number for each of {} tokens", value->elementCount(), count));
    return *std::move(numbers);
}

Result<void> readTexts(HeaderTokenizer &tokenizer, const GgufMetadata &metadata)
{
    const GgufValue *tokens = metadata.find("tokenizer.ggml.tokens");
    auto texts = tokens ? tokens->asStrings() : std::nullopt;
    if (!texts || texts->empty())
        return damaged("tokens", "is no list of texts, expected those of all tokens");
    std::unordered_set<std::string_view> seen;
    for (const std::string &text : *texts) {
        try {
            (void)nlohmann::json(text).dump();
        } catch (const nlohmann::json::exception &) {
            return damaged("tokens", fmt::format("has the text \"{}\", expected UTF-8", printable(text, 40)));
        }
        if (!text.empty() && !seen.insert(text).second)
            return damaged("tokens", fmt::format("has \"{}\" twice, expected every text once", printable(text, 40)));
    }
    tokenizer.vocabulary.tokens = *std::move(texts);
    return {};
}

Result<void> readLists(HeaderTokenizer &tokenizer, const GgufMetadata &metadata)
{
    Vocabulary &vocabulary = tokenizer.vocabulary;
    const std::size_t count = vocabulary.tokens.size();
    const auto types = numbersAt(metadata, "token_type", count);
    SNUG_TRY(types);
    vocabulary.types.assign(count, static_cast<std::int32_t>(TokenType::Normal));
    for (std::size_t id = 0; id < types->size(); ++id)
        if ((*types)[id] >= 1 && (*types)[id] <= 6)
            vocabulary.types[id] = static_cast<std::int32_t>((*types)[id]);
    const auto scores = numbersAt(metadata, "scores", count);
    SNUG_TRY(scores);
    for (const double score : *scores) {
        if (!std::isfinite(score))
            return damaged("scores", "holds a number that is not finite");
        vocabulary.scores.push_back(static_cast<float>(score));
    }
    if (!tokenizer.byteLevel)
        return scores->empty() ? damaged("scores", "is absent, expected a score for each token") : Result<void>();
    const GgufValue *merges = metadata.find("tokenizer.ggml.merges");
    auto list = merges ? merges->asStrings() : std::nullopt;
    if (!list)
        return damaged("merges", "is absent or no list of texts, expected the merges of a BPE tokenizer");
    const std::unordered_set<std::string_view> texts(vocabulary.tokens.begin(), vocabulary.tokens.end());
    for (const std::string &merge : *list) {
        const std::size_t space = merge.find(' ', 1);
        const bool parts = space != std::string::npos && texts.contains(std::string_view(merge).substr(0, space)) &&
                           texts.contains(std::string_view(merge).substr(space + 1)) &&
                           texts.contains(merge.substr(0, space) + merge.substr(space + 1));
        if (!parts)
            return damaged("merges",
                           fmt::format("has \"{}\", expected two tokens that make a third", printable(merge, 60)));
    }
    vocabulary.merges = *std::move(list);
    return {};
}

// Ids that a SentencePiece vocabulary has where the keys are silent. Source: defaults of the reference's loader.
void readSpecials(HeaderTokenizer &tokenizer, const GgufMetadata &metadata)
{
    const auto id = [&](const char *name, std::uint32_t otherwise) {
        const auto said = tokenIdAt(metadata, name);
        const bool silent = !metadata.find(fmt::format("tokenizer.ggml.{}_token_id", name));
        const bool usual = !tokenizer.byteLevel && silent && otherwise < tokenizer.vocabulary.tokens.size();
        return usual ? std::optional(otherwise) : said;
    };
    tokenizer.bos = id("bos", 1);
    tokenizer.eos = id("eos", 2);
    tokenizer.unknown = id("unknown", 0);
    tokenizer.padding = tokenIdAt(metadata, "padding");
    const bool bosByRule = takesWholeWords(tokenizer.pre); // the same families
    tokenizer.addBos = flagAt(metadata, "add_bos_token", !tokenizer.byteLevel || bosByRule);
    tokenizer.addEos = flagAt(metadata, "add_eos_token", false);
    tokenizer.addSpacePrefix = !tokenizer.byteLevel && flagAt(metadata, "add_space_prefix", true);
}

Result<HeaderTokenizer> readTokenizer(const GgufMetadata &metadata)
{
    const auto kind = metadata.stringAt("tokenizer.ggml.model");
    if (!kind)
        return fail(ErrorCode::Unsupported, "The file has no tokenizer (no key tokenizer.ggml.model), which a "
                                            "checkpoint needs; choose a file that has one.");
    HeaderTokenizer tokenizer;
    tokenizer.byteLevel = *kind == "gpt2";
    if (!tokenizer.byteLevel && *kind != "llama")
        return fail(ErrorCode::Unsupported,
                    fmt::format("The tokenizer is of the kind \"{}\" (tokenizer.ggml.model), expected gpt2 or llama; "
                                "choose the checkpoint folder the file was made from.",
                                printable(*kind, 40)));
    tokenizer.pre = metadata.stringAt("tokenizer.ggml.pre").value_or("default");
    SNUG_TRY(readTexts(tokenizer, metadata));
    SNUG_TRY(readLists(tokenizer, metadata));
    readSpecials(tokenizer, metadata);
    return tokenizer;
}

// One template as a text, several as a list with names.
OrderedJson chatTemplates(const GgufMetadata &metadata)
{
    const auto plain = metadata.stringAt(kTemplate);
    const GgufValue *list = metadata.find("tokenizer.chat_templates");
    const auto names = list ? list->asStrings() : std::nullopt;
    if (!names)
        return plain ? OrderedJson(*plain) : OrderedJson(nullptr);
    OrderedJson all = OrderedJson::array();
    if (plain)
        all.push_back({{"name", "default"}, {"template", *plain}});
    for (const std::string &name : *names)
        if (const auto text = metadata.stringAt(fmt::format("{}.{}", kTemplate, name)))
            all.push_back({{"name", name}, {"template", *text}});
    return all;
}

std::string tokenizerConfig(const HeaderTokenizer &tokenizer, const Model &model)
{
    OrderedJson config = {{"tokenizer_class", "PreTrainedTokenizerFast"},
                          {"clean_up_tokenization_spaces", false},
                          {"add_bos_token", tokenizer.addBos},
                          {"add_eos_token", tokenizer.addEos}};
    for (const auto &[name, id] :
         {std::pair("bos_token", tokenizer.bos), std::pair("eos_token", tokenizer.eos),
          std::pair("unk_token", tokenizer.unknown), std::pair("pad_token", tokenizer.padding)})
        if (id)
            config[name] = tokenizer.textOf(id);
    if (!tokenizer.byteLevel && model.metadata.find("tokenizer.ggml.add_space_prefix"))
        config["add_prefix_space"] = tokenizer.addSpacePrefix;
    if (model.hyper.contextLength > 0)
        config["model_max_length"] = model.hyper.contextLength;
    if (OrderedJson templates = chatTemplates(model.metadata); !templates.empty())
        config["chat_template"] = std::move(templates);
    return config.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

} // namespace

Result<void> addTokenizerFiles(ExportView &view, const Model &model)
{
    const std::string file = model.path.string();
    const auto tokenizer = readTokenizer(model.metadata);
    if (!tokenizer)
        return fail(Error(tokenizer.error()).inFile(file));
    if (tokenizer->vocabulary.tokens.size() > view.model.hyper.vocabularySize)
        return fail(ErrorCode::BadInput,
                    fmt::format("tokenizer.ggml.tokens has {} texts, expected {} at most, as token_embd.weight has "
                                "rows; the file is damaged.",
                                tokenizer->vocabulary.tokens.size(), view.model.hyper.vocabularySize),
                    file);
    auto json = tokenizerJsonOf(*tokenizer);
    if (!json)
        return fail(std::move(json).error().inFile(file));
    view.files.push_back({"tokenizer.json", {}, *std::move(json)});
    view.files.push_back({"tokenizer_config.json", {}, tokenizerConfig(*tokenizer, model)});
    if (!tokenizer->byteLevel && !hasOrder(tokenizer->vocabulary))
        view.notes.push_back("The file gives all tokens the same score, so the order of merges follows token ids; some "
                             "text may be split differently than by the model's own tokenizer.");
    if (!model.metadata.find(kTemplate))
        view.notes.push_back("The file has no chat template, so tokenizer_config.json has none.");
    return {};
}

} // namespace snug
