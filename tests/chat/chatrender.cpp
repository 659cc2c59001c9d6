// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A program for tests/interop/same_chat_texts.py: reads a JSON array of cases {"template", "messages", "options"} from
// the standard input and writes an array of what comes out, {"text"} or {"error", "code"}, to the standard output.

#include "core/chat/chattemplate.h"

#include <nlohmann/json.hpp>

#include <iostream>
#include <iterator>

using namespace snug;
using Json = nlohmann::ordered_json;

namespace {

std::optional<std::string> textAt(const Json &options, const char *name)
{
    return options.contains(name) ? std::optional(options[name].get<std::string>()) : std::nullopt;
}

Result<std::string> render(const Json &each)
{
    const auto made = ChatTemplate::parse(each["template"].get<std::string>());
    if (!made)
        return fail(made.error());
    const auto messages = chatMessagesFromJson(each["messages"].dump());
    if (!messages)
        return fail(messages.error());
    const Json &given = each["options"];
    ChatOptions options;
    options.bosToken = textAt(given, "bos_token");
    options.eosToken = textAt(given, "eos_token");
    options.addGenerationPrompt = given.value("add_generation_prompt", false);
    options.toolsJson = given.contains("tools") ? given["tools"].dump() : "";
    options.variablesJson = given.contains("variables") ? given["variables"].dump() : "";
    options.now = std::chrono::sys_seconds(std::chrono::seconds(given.value("now", 0LL)));
    return made->render(*messages, options);
}

} // namespace

int main()
{
    const std::string text((std::istreambuf_iterator<char>(std::cin)), std::istreambuf_iterator<char>());
    Json results = Json::array();
    for (const Json &each : Json::parse(text)) {
        const auto result = render(each);
        if (result)
            results.push_back({{"text", *result}});
        else
            results.push_back(
                {{"error", result.error().message}, {"code", std::string(errorCodeName(result.error().code))}});
    }
    std::cout << results.dump(-1, ' ', true, Json::error_handler_t::replace);
    return 0;
}
