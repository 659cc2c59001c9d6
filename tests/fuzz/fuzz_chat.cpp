// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fuzzes chat templates: whatever a template is, it is read or refused, and what is read renders or is refused.

#include "core/chat/chattemplate.h"

#include <cstdint>
#include <cstdio>
#include <cstdlib>

using namespace snug;

namespace {

void require(bool holds, const char *what)
{
    if (holds)
        return;
    std::fprintf(stderr, "broken promise: %s\n", what);
    std::abort();
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size)
{
    const auto made = ChatTemplate::parse({reinterpret_cast<const char *>(data), size});
    if (!made) {
        require(!made.error().message.empty(), "a refusal says what");
        return 0;
    }
    ChatOptions options;
    options.bosToken = "<s>";
    options.toolsJson = R"([{"function": {"name": "f", "parameters": {"properties": {"x": {"type": "string"}}}}}])";
    options.variablesJson = R"({"x": [1, {"a": "b"}, null, 0.5], "s": "some \u00e9 text"})";
    options.now = std::chrono::sys_seconds(std::chrono::seconds(1'700'000'000));
    const std::vector<ChatMessage> messages = {
        {"system", "Be brief."}, {"user", " Hi\n"}, {"assistant", "<think>a</think>b"}};
    const auto first = made->render(messages, options), second = made->render(messages, options);
    require(first || !first.error().message.empty(), "a refusal says what");
    require(first ? second && *first == *second : !second, "the same comes out twice");
    return 0;
}
