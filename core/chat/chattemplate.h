// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A conversation laid out as a model was trained to see it, by the chat template it brings: a program in the language
// of Jinja, as the transformers library runs it. Snug runs the part of that language that chat templates use and
// refuses the rest, so a text that comes out is the text the library would give. See README.md.

#pragma once

#include "core/base/result.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace snug {

struct ChatMessage
{
    std::string role;                        ///< "system", "user", "assistant", "tool"
    std::optional<std::string> content = {}; ///< UTF-8; a message of tool calls may have none
    /// A JSON object with whatever else the message has ("tool_calls", "reasoning_content"), or empty. A "content" in
    /// it takes the place of the one above, for content that is a list of parts.
    std::string fieldsJson = {};
};

struct ChatOptions
{
    /// Texts of the vocabulary's special tokens; nothing for those it has not.
    std::optional<std::string> bosToken = {};
    std::optional<std::string> eosToken = {};
    std::optional<std::string> unknownToken = {};
    std::optional<std::string> paddingToken = {};
    bool addGenerationPrompt = true; ///< ends where the assistant is to begin
    std::string toolsJson = {};      ///< a JSON array of tools, or empty
    std::string variablesJson = {};  ///< a JSON object of further variables ("enable_thinking"), or empty
    /// What templates are told that ask for the date, as the clock on the wall shows it. Without it they are refused.
    std::optional<std::chrono::sys_seconds> now = {};
};

/// A value; copies share one syntax tree. All methods are const and may run in several threads at once.
class ChatTemplate
{
public:
    /// Reads a template. Errors: BadInput for a template that is damaged or longer than 1 MiB; Unsupported for
    /// statements and signs Snug does not know, with the line. Filters, tests, methods and functions are looked up when
    /// they are used, as in Jinja, since most templates have parts that most conversations never reach.
    static Result<ChatTemplate> parse(std::string_view source);

    /// The text of a conversation. Encode it with EncodeOptions{.addBos = false, .parseSpecial = true}: a template
    /// writes the special tokens itself. The same arguments give the same text. Time and memory are bounded whatever
    /// the template does (see RunLimits); the stack it needs is less than 1 MiB. Errors: BadInput for JSON that is
    /// none, for a conversation the template refuses, for names it misses and for what takes too long; Unsupported for
    /// what Snug does not know, with the line.
    Result<std::string> render(const std::vector<ChatMessage> &messages, const ChatOptions &options = {}) const;

private:
    struct Parts;
    explicit ChatTemplate(std::shared_ptr<const Parts> parts) : m_parts(std::move(parts)) {}

    std::shared_ptr<const Parts> m_parts;
};

/// Messages from a JSON array of objects with "role" and whatever else they have.
/// Errors: BadInput for what is no such array.
Result<std::vector<ChatMessage>> chatMessagesFromJson(std::string_view json);

} // namespace snug
