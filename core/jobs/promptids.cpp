// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/jobs/promptids.h"

#include "core/chat/chattuning.h"
#include "core/chat/modelchat.h"

#include <fmt/format.h>

#include <ctime>

namespace snug {

namespace {

constexpr const char *kTemplateKey = "tokenizer.chat_template";

/// What templates print as today's date.
std::chrono::sys_seconds wallClock()
{
    const std::time_t now = std::time(nullptr);
    std::tm local = {};
    const long offset = localtime_r(&now, &local) ? local.tm_gmtoff : 0;
    return std::chrono::sys_seconds(std::chrono::seconds(now + offset));
}

Error withAdvice(Error error, const Model &model)
{
    // What a template says itself when it refuses a conversation may end anyhow.
    const char *stop =
        error.message.ends_with('.') || error.message.ends_with('!') || error.message.ends_with('?') ? "" : ".";
    error.message = fmt::format("The chat template of {} cannot be used: {}{} Give the prompt as it is (--raw).",
                                model.name, error.message, stop);
    error.inFile(model.path.string());
    return error;
}

Result<std::string> conversation(const GenerateSpec &spec, const Model &model, const Tokenizer &tokenizer)
{
    auto chat = requiredChatTemplate(model.metadata);
    if (!chat)
        return fail(withAdvice(std::move(chat).error(), model));
    std::vector<ChatMessage> messages;
    if (!spec.system.empty())
        messages.push_back({"system", spec.system});
    messages.push_back({"user", spec.prompt});
    ChatOptions options = chatOptionsOf(model.metadata);
    // Vocabularies of some kinds have these without a key that says so.
    if (!options.bosToken && tokenizer.bos())
        options.bosToken = tokenizer.piece(*tokenizer.bos());
    if (!options.eosToken && tokenizer.eos())
        options.eosToken = tokenizer.piece(*tokenizer.eos());
    options.now = wallClock();
    auto text = chat->render(messages, options);
    if (!text)
        return fail(withAdvice(std::move(text).error(), model));
    if (text->empty())
        return fail(
            withAdvice({ErrorCode::BadInput, "It gives no text for this conversation.", {}, std::nullopt, {}}, model));
    return text;
}

/// Whether the template is to be used. What was decided against what might be expected becomes a note.
bool usesTemplate(const GenerateSpec &spec, const Model &model, std::vector<std::string> &notes)
{
    if (spec.chat != ChatUse::Auto)
        return spec.chat == ChatUse::Always;
    if (!model.metadata.find(kTemplateKey))
        return false;
    if (isTunedForChat(model.metadata, model.name))
        return true;
    notes.push_back(fmt::format("{} has a chat template, but nothing says that it was tuned for conversations, so the "
                                "prompt is given as it is. --chat uses the template.",
                                model.name));
    return false;
}

} // namespace

Result<PromptIds> promptIds(const GenerateSpec &spec, const Model &model, const Tokenizer &tokenizer)
{
    PromptIds prompt;
    prompt.chat = usesTemplate(spec, model, prompt.notes);
    if (prompt.chat) {
        const auto text = conversation(spec, model, tokenizer);
        SNUG_TRY(text);
        prompt.ids = tokenizer.encode(*text, {.addBos = false, .parseSpecial = true});
        return prompt;
    }
    if (!spec.system.empty())
        return fail(ErrorCode::Usage,
                    fmt::format("A system text needs a chat template, and the prompt is given to {} as it is. Leave it "
                                "out or use --chat.",
                                model.name));
    prompt.ids = tokenizer.encode(spec.prompt, {.addBos = true, .parseSpecial = true});
    // Vocabularies that put an end behind every text would have nothing to go on with.
    const GgufValue *addsEnd = model.metadata.find("tokenizer.ggml.add_eos_token");
    if (addsEnd && addsEnd->asBool() == true && !prompt.ids.empty() && prompt.ids.back() == tokenizer.eos())
        prompt.ids.pop_back();
    return prompt;
}

} // namespace snug
