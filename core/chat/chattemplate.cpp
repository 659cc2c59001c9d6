// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/chattemplate.h"

#include "core/chat/renderer.h"
#include "core/chat/templateparser.h"
#include "core/chat/valuetext.h"

#include <fmt/format.h>

namespace snug {

using namespace chat;

struct ChatTemplate::Parts
{
    Body body;
};

namespace {

using Names = std::map<std::string, Value, std::less<>>;

/// A value of JSON text that has to be an object.
Result<Value> objectFrom(std::string_view json, const std::string &what)
{
    auto value = fromJson(json, what);
    if (value && !value->mapping())
        return fail(ErrorCode::BadInput, fmt::format("{} are a JSON {}, expected an object.", what, value->typeName()));
    return value;
}

/// Reasoning has had several names; the library gives it to templates under two of them.
void nameReasoning(Mapping &message)
{
    for (const char *name : {"reasoning_content", "thinking", "reasoning"}) {
        const Value *found = message.find(name);
        if (!found || found->isNone())
            continue;
        const Value reasoning = *found;
        message.set("reasoning_content", reasoning);
        if (!message.find("thinking"))
            message.set("thinking", reasoning);
        return;
    }
}

Result<Value> messageValue(Run &run, const ChatMessage &message, std::size_t number)
{
    Mapping given;
    if (!message.fieldsJson.empty()) {
        const auto fields = objectFrom(message.fieldsJson, fmt::format("The further fields of message {}", number));
        if (!fields)
            return fields;
        given = *fields->mapping();
    }
    Mapping made;
    if (!given.find("role"))
        made.set("role", Value(message.role));
    if (message.content && !given.find("content"))
        made.set("content", Value(*message.content));
    for (const auto &[name, value] : given.entries)
        made.set(name, value);
    nameReasoning(made);
    return run.mapping(std::move(made));
}

Result<void> addOptions(Names &names, const ChatOptions &options)
{
    const std::pair<const char *, const std::optional<std::string> &> tokens[] = {
        {"bos_token", options.bosToken},
        {"eos_token", options.eosToken},
        {"unk_token", options.unknownToken},
        {"pad_token", options.paddingToken},
    };
    for (const auto &[name, text] : tokens) {
        if (text)
            names.insert_or_assign(name, Value(*text));
    }
    if (!options.variablesJson.empty()) {
        const auto variables = objectFrom(options.variablesJson, "The variables for the chat template");
        if (!variables)
            return fail(variables.error());
        for (const auto &[name, value] : variables->mapping()->entries)
            names.insert_or_assign(name, value);
    }
    names.insert_or_assign("add_generation_prompt", Value(options.addGenerationPrompt));
    names.insert_or_assign("documents", Value(None{}));
    names.insert_or_assign("tools", Value(None{}));
    if (!options.toolsJson.empty()) {
        auto tools = fromJson(options.toolsJson, "The list of tools");
        if (!tools)
            return fail(std::move(tools).error());
        if (!tools->sequence())
            return fail(ErrorCode::BadInput, "The list of tools is no JSON array.");
        names.insert_or_assign("tools", *std::move(tools));
    }
    return {};
}

} // namespace

Result<ChatTemplate> ChatTemplate::parse(std::string_view source)
{
    auto body = parseTemplate(source);
    if (!body)
        return fail(std::move(body).error());
    auto parts = std::make_shared<Parts>();
    parts->body = *std::move(body);
    return ChatTemplate(std::move(parts));
}

Result<std::string> ChatTemplate::render(const std::vector<ChatMessage> &messages, const ChatOptions &options) const
{
    Run run({}, options.now);
    Names names;
    SNUG_TRY(addOptions(names, options));
    std::vector<Value> list;
    for (const ChatMessage &message : messages) {
        auto value = messageValue(run, message, list.size() + 1);
        if (!value)
            return fail(std::move(value).error());
        list.push_back(*std::move(value));
    }
    auto conversation = run.list(std::move(list));
    if (!conversation)
        return fail(std::move(conversation).error());
    names.insert_or_assign("messages", *std::move(conversation));
    return Renderer(run, std::move(names)).render(m_parts->body);
}

Result<std::vector<ChatMessage>> chatMessagesFromJson(std::string_view json)
{
    const auto value = fromJson(json, "The conversation");
    if (!value)
        return fail(value.error());
    const auto refused = [] {
        return fail(ErrorCode::BadInput,
                    "The conversation is expected as a JSON array of messages, each an object with "
                    "a text under \"role\".");
    };
    if (!value->sequence())
        return refused();
    std::vector<ChatMessage> messages;
    for (const Value &item : value->sequence()->items) {
        const Mapping *fields = item.mapping();
        const Value *role = fields ? fields->find("role") : nullptr;
        if (!role || !role->text())
            return refused();
        ChatMessage &message = messages.emplace_back();
        message.role = *role->text();
        if (const Value *content = fields->find("content"); content && content->text())
            message.content = *content->text();
        Run run;
        auto text = toJson(run, item, {});
        if (!text)
            return fail(std::move(text).error());
        message.fieldsJson = *std::move(text);
    }
    return messages;
}

} // namespace snug
