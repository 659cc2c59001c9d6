// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/model/specialtokens.h"

#include "core/model/json.h"

#include <algorithm>
#include <cctype>

namespace snug {

namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

constexpr std::uint64_t kMaxTemplateBytes = 4u << 20;

struct SpecialName
{
    std::string_view name;   // in the checkpoint's files
    std::string_view idKey;  // in GGUF
    std::string_view addKey; // in GGUF; empty where it has none
};

// clang-format off
constexpr SpecialName kSpecials[] = {
    {"bos",  "tokenizer.ggml.bos_token_id",       "tokenizer.ggml.add_bos_token"},
    {"eos",  "tokenizer.ggml.eos_token_id",       "tokenizer.ggml.add_eos_token"},
    {"unk",  "tokenizer.ggml.unknown_token_id",   ""},
    {"sep",  "tokenizer.ggml.seperator_token_id", "tokenizer.ggml.add_sep_token"}, // GGUF spells it so
    {"pad",  "tokenizer.ggml.padding_token_id",   ""},
    {"mask", "tokenizer.ggml.mask_token_id",      ""},
};
// clang-format on

// "bos_token": a text, or an object with one.
std::optional<std::string> tokenText(const JsonTree &config, std::string_view name)
{
    const Json &entry = member(config, std::string(name) + "_token");
    return entry.is_object() ? asText(member(entry, "content")) : asText(entry);
}

std::optional<std::uint32_t> idOfText(const std::string &text, const Vocabulary &vocabulary,
                                      const JsonTree &tokenizerJson)
{
    if (const Json &added = member(tokenizerJson, "added_tokens"); added.is_array())
        for (const Json &token : added)
            if (asText(member(token, "content")) == text)
                if (const auto id = asUnsigned(member(token, "id")); id && *id < vocabulary.tokens.size())
                    return static_cast<std::uint32_t>(*id);
    const auto found = std::ranges::find(vocabulary.tokens, text);
    if (found == vocabulary.tokens.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(found - vocabulary.tokens.begin());
}

std::optional<std::uint32_t> idOfKey(const JsonTree &config, std::string_view name, std::size_t size, bool takeLists)
{
    const Json &entry = member(config, std::string(name) + "_token_id");
    const Json &value = takeLists && entry.is_array() && !entry.empty() ? entry[0] : entry;
    const auto id = asUnsigned(value);
    return id && *id < size ? std::optional(static_cast<std::uint32_t>(*id)) : std::nullopt;
}

std::optional<std::uint32_t> findId(std::string_view name, const Vocabulary &vocabulary, const TokenizerFolder &folder,
                                    const JsonTree &tokenizerJson)
{
    if (const auto text = tokenText(folder.tokenizerConfig, name))
        if (const auto id = idOfText(*text, vocabulary, tokenizerJson))
            return id;
    const std::size_t size = vocabulary.tokens.size();
    for (const bool takeLists : {false, true})
        for (const JsonTree *config : {&folder.config, &folder.generationConfig})
            if (const auto id = idOfKey(*config, name, size, takeLists))
                return id;
    return std::nullopt;
}

// The special token at one end of a "TemplateProcessing" post-processor, or "".
std::string templateEnd(const Json &single, bool first)
{
    if (!single.is_array() || single.size() < 2)
        return {};
    return asText(member(member(first ? single.front() : single.back(), "SpecialToken"), "id")).value_or("");
}

// Whether the post-processor of tokenizer.json puts a token before or behind a text; nothing where it does not say.
std::optional<bool> addedByTemplate(std::string_view name, const JsonTree &tokenizerJson,
                                    const JsonTree &tokenizerConfig)
{
    if (name != "bos" && name != "eos")
        return std::nullopt;
    const Json &post = member(tokenizerJson, "post_processor");
    const Json &list = member(post, "processors");
    const Json processors = list.is_array() ? list : Json::array({post});
    for (const Json &processor : processors) {
        if (asText(member(processor, "type")) != "TemplateProcessing")
            continue;
        const std::string token = templateEnd(member(processor, "single"), name == "bos");
        if (!token.empty())
            return member(tokenizerConfig, std::string(name) + "_token").is_null() ||
                   token == tokenText(tokenizerConfig, name);
    }
    return std::nullopt;
}

void addFlags(GgufMetadata &keys, const TokenizerFolder &folder, const JsonTree &tokenizerJson)
{
    for (const SpecialName &special : kSpecials) {
        if (special.addKey.empty())
            continue;
        auto flag = asBool(member(folder.tokenizerConfig, "add_" + std::string(special.name) + "_token"));
        if (!flag)
            flag = addedByTemplate(special.name, tokenizerJson, folder.tokenizerConfig);
        if (flag)
            keys.append(std::string(special.addKey), GgufValue::boolean(*flag));
    }
}

// A list of named templates: each under its own key, "default" under the plain one.
void addNamedTemplates(GgufMetadata &keys, const Json &list)
{
    std::vector<std::string> names;
    std::optional<std::string> plain;
    for (const Json &entry : list) {
        std::string name = asText(member(entry, "name")).value_or("");
        const auto text = asText(member(entry, "template"));
        std::ranges::replace_if(
            name, [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
        if (name.empty() || name.size() > 64 || !text)
            continue;
        if (name == "default")
            plain = text;
        else if (std::ranges::find(names, name) == names.end()) {
            keys.append("tokenizer.chat_template." + name, GgufValue::string(*text));
            names.push_back(std::move(name));
        }
    }
    if (!names.empty())
        keys.append("tokenizer.chat_templates", GgufValue::strings(names));
    if (plain)
        keys.append("tokenizer.chat_template", GgufValue::string(*plain));
}

void addChatTemplate(GgufMetadata &keys, const TokenizerFolder &folder)
{
    const Json &inConfig = member(folder.tokenizerConfig, "chat_template");
    if (inConfig.is_array())
        return addNamedTemplates(keys, inConfig);
    std::optional<std::string> text = asText(inConfig);
    std::error_code error;
    if (!text && fs::exists(folder.path / "chat_template.jinja", error)) {
        if (auto file = readTextFile(folder.path / "chat_template.jinja", kMaxTemplateBytes))
            text = *std::move(file);
    } else if (!text) {
        if (const auto json = readOptionalJsonObject(folder.path / "chat_template.json", kMaxTemplateBytes))
            text = asText(member(*json, "chat_template"));
    }
    if (text)
        keys.append("tokenizer.chat_template", GgufValue::string(*text));
}

} // namespace

void addSpecialTokens(GgufMetadata &keys, const Vocabulary &vocabulary, const TokenizerFolder &folder,
                      const JsonTree &tokenizerJson)
{
    for (const SpecialName &special : kSpecials)
        if (const auto id = findId(special.name, vocabulary, folder, tokenizerJson))
            keys.append(std::string(special.idKey), GgufValue::u32(*id));
    addFlags(keys, folder, tokenizerJson);
    addChatTemplate(keys, folder);
}

} // namespace snug
