// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/modelchat.h"

#include <fmt/format.h>

namespace snug {

namespace {

constexpr std::string_view kTemplateKey = "tokenizer.chat_template";

} // namespace

Result<std::optional<ChatTemplate>> chatTemplateOf(const GgufMetadata &metadata, std::string_view name)
{
    const auto source =
        metadata.stringAt(name.empty() ? std::string(kTemplateKey) : fmt::format("{}.{}", kTemplateKey, name));
    if (!source)
        return std::nullopt;
    auto parsed = ChatTemplate::parse(*source);
    if (!parsed)
        return fail(std::move(parsed).error());
    return *std::move(parsed);
}

Result<ChatTemplate> requiredChatTemplate(const GgufMetadata &metadata, std::string_view name)
{
    auto found = chatTemplateOf(metadata, name);
    if (!found)
        return fail(std::move(found).error());
    if (*found)
        return **std::move(found);
    if (!name.empty())
        return fail(ErrorCode::Unsupported,
                    fmt::format("The model has no chat template named '{}' ({}.{}).", name, kTemplateKey, name));
    return fail(ErrorCode::Unsupported,
                fmt::format("The model has no chat template ({}), so it is not known how a conversation looks to "
                            "it.",
                            kTemplateKey));
}

std::vector<std::string> chatTemplateNames(const GgufMetadata &metadata)
{
    const GgufValue *names = metadata.find("tokenizer.chat_templates");
    return names ? names->asStrings().value_or(std::vector<std::string>()) : std::vector<std::string>();
}

ChatOptions chatOptionsOf(const GgufMetadata &metadata)
{
    ChatOptions options;
    const GgufValue *tokens = metadata.find("tokenizer.ggml.tokens");
    const auto texts = tokens ? tokens->asStrings() : std::nullopt;
    if (!texts)
        return options;
    const std::pair<std::string_view, std::optional<std::string> &> wanted[] = {
        {"tokenizer.ggml.bos_token_id", options.bosToken},
        {"tokenizer.ggml.eos_token_id", options.eosToken},
        {"tokenizer.ggml.unknown_token_id", options.unknownToken},
        {"tokenizer.ggml.padding_token_id", options.paddingToken},
    };
    for (const auto &[key, text] : wanted) {
        if (const auto id = metadata.unsignedAt(key); id && *id < texts->size())
            text = (*texts)[*id];
    }
    return options;
}

} // namespace snug
