// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The door: conversations, options and what is refused. The published templates with worked examples; the whole of what
// they can do is compared with the transformers library in tests/interop/same_chat_texts.py.

#include "core/chat/chattemplate.h"
#include "tests/support/shareddata.h"

#include <QTest>

#include <fstream>
#include <iterator>

using namespace snug;

namespace {

const std::vector<ChatMessage> kConversation = {
    {"system", "Be brief."}, {"user", "Hello"}, {"assistant", "Hi."}, {"user", " Bye\n"}};

QString rendered(std::string_view source, const std::vector<ChatMessage> &messages, const ChatOptions &options = {})
{
    const auto made = ChatTemplate::parse(source);
    const auto text = made ? made->render(messages, options) : fail(made.error());
    return QString::fromStdString(text ? *text : "error: " + text.error().message);
}

std::string published(const char *name)
{
    std::ifstream file(test::sharedData("tokenizers/chat-templates") / (std::string(name) + ".jinja"));
    return {std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
}

ChatOptions withTokens()
{
    ChatOptions options;
    options.bosToken = "<s>";
    options.eosToken = "</s>";
    options.now = std::chrono::sys_days(std::chrono::year(2024) / 11 / 30);
    return options;
}

} // namespace

class TestChatTemplate : public QObject
{
    Q_OBJECT

private slots:
    void rendersPublished_data();
    void rendersPublished();
    void refusesConversations();
    void givesMessages();
    void givesOptions();
    void givesReasoningItsNames();
    void givesDates();
    void rendersTheSameTwice();
    void readsMessages();
    void refusesBadJson();
};

void TestChatTemplate::rendersPublished_data()
{
    QTest::addColumn<QString>("expected");
    QTest::newRow("Qwen-Qwen2.5-7B-Instruct")
        << "<|im_start|>system\nBe "
           "brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\nHi.<|im_end|>"
           "\n<|im_start|>user\n Bye\n<|im_end|>\n<|im_start|>assistant\n";
    QTest::newRow("Qwen-Qwen3-0.6B")
        << "<|im_start|>system\nBe "
           "brief.<|im_end|>\n<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\nHi.<|im_end|>"
           "\n<|im_start|>user\n Bye\n<|im_end|>\n<|im_start|>assistant\n";
    QTest::newRow("microsoft-Phi-3.5-mini-instruct")
        << "<|system|>\nBe brief.<|end|>\n<|user|>\nHello<|end|>\n<|assistant|>\nHi.<|end|>\n<|user|>\n Bye\n<|end|>\n"
           "<|assistant|>\n";
    QTest::newRow("meta-llama-Llama-3.1-8B-Instruct")
        << "<s><|start_header_id|>system<|end_header_id|>\n\nCutting Knowledge Date: December 2023\nToday Date: 26 Jul "
           "2024\n\nBe brief.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nHello<|eot_id|><|start_header_id|>"
           "assistant<|end_header_id|>\n\nHi.<|eot_id|><|start_header_id|>user<|end_header_id|>\n\nBye<|eot_id|>"
           "<|start_header_id|>assistant<|end_header_id|>\n\n";
    QTest::newRow("mistralai-Mistral-Nemo-Instruct-2407")
        << "<s>[INST]Hello[/INST]Hi.</s>[INST]Be brief.\n\n Bye\n[/INST]";
    QTest::newRow("deepseek-ai-DeepSeek-V3.1") << QString::fromUtf8(
        "<s>Be brief.<｜User｜>Hello<｜Assistant｜><think></think>Hi.<｜end▁of▁sentence｜><｜User｜> Bye\n"
        "<｜Assistant｜><think></think>");
    QTest::newRow("openai-gpt-oss-120b")
        << "<|start|>system<|message|>You are ChatGPT, a large language model trained by OpenAI.\nKnowledge cutoff: "
           "2024-06\nCurrent date: 2024-11-30\n\nReasoning: medium\n\n# Valid channels: analysis, commentary, final. "
           "Channel must be included for every message.<|end|><|start|>developer<|message|># Instructions\n\nBe brief."
           "\n\n<|end|><|start|>user<|message|>Hello<|end|><|start|>assistant<|channel|>final<|message|>Hi.<|end|>"
           "<|start|>user<|message|> Bye\n<|end|><|start|>assistant";
}

void TestChatTemplate::rendersPublished()
{
    SNUG_REQUIRE_SHARED("tokenizers/chat-templates");
    QFETCH(QString, expected);
    QCOMPARE(rendered(published(QTest::currentDataTag()), kConversation, withTokens()), expected);
}

void TestChatTemplate::refusesConversations()
{
    SNUG_REQUIRE_SHARED("tokenizers/chat-templates");
    const std::string gemma = published("google-gemma-2-2b-it");
    QCOMPARE(rendered(gemma, kConversation, withTokens()),
             "error: The model's chat template refuses this conversation (line 1): System role not supported");
    QCOMPARE(rendered(gemma, {{"user", "a "}, {"assistant", "b"}}, withTokens()),
             "<s><start_of_turn>user\na<end_of_turn>\n<start_of_turn>model\nb<end_of_turn>\n<start_of_turn>model\n");
}

void TestChatTemplate::givesMessages()
{
    QCOMPARE(rendered("{{ messages | tojson }}", {{"user", "a\"b"}}), R"([{"role": "user", "content": "a\"b"}])");
    const ChatMessage parts = {"user", "unused",
                               R"({"content": [{"type": "text", "text": "one"}], "z": 1, "a": null})"};
    QCOMPARE(rendered("{{ messages | tojson }}", {parts}),
             R"([{"role": "user", "content": [{"type": "text", "text": "one"}], "z": 1, "a": null}])");
    QCOMPARE(rendered("{{ messages[0].content is defined }}", {{"assistant"}}), "False");
    QCOMPARE(rendered("{{ messages[0].content }}", {{"user", "\xFF{{ 1 }}"}}), QString::fromUtf8("\xFF{{ 1 }}"));
}

void TestChatTemplate::givesOptions()
{
    ChatOptions options = withTokens();
    const std::string_view all = "{{ bos_token }}{{ eos_token }}{{ unk_token is defined }}{{ add_generation_prompt }}"
                                 "{{ tools }}{{ documents }}{{ x is defined }}";
    QCOMPARE(rendered(all, {}, options), "<s></s>FalseTrueNoneNoneFalse");
    options.addGenerationPrompt = false;
    options.unknownToken = "?";
    options.toolsJson = R"([{"b": 1, "a": 2}])";
    options.variablesJson = R"({"x": 1})";
    QCOMPARE(rendered(all, {}, options), "<s></s>TrueFalse[{'b': 1, 'a': 2}]NoneTrue");
}

void TestChatTemplate::givesReasoningItsNames()
{
    const ChatMessage old = {"assistant", "Done.", R"({"thinking": "Hm."})"};
    QCOMPARE(rendered("{{ messages[0].reasoning_content }}{{ messages[0].thinking }}", {old}), "Hm.Hm.");
    QCOMPARE(rendered("{{ messages[0].reasoning_content is defined }}", {{"assistant", "Done."}}), "False");
}

void TestChatTemplate::givesDates()
{
    ChatOptions options;
    options.now = std::chrono::sys_days(std::chrono::year(2025) / 3 / 7) + std::chrono::seconds(13 * 3600 + 61);
    QCOMPARE(rendered("{{ strftime_now('%d %B %Y, %a %-d %b, %H:%M:%S %I %p, %j') }}", {}, options),
             "07 March 2025, Fri 7 Mar, 13:01:01 01 PM, 066");
    QCOMPARE(rendered("\n{{ strftime_now('%d') }}", {}),
             "error: The chat template failed in line 2: it asks for the date, and none is given.");
    QVERIFY(rendered("{{ strftime_now('%q') }}", {}, options).contains("date format '%q'"));
}

void TestChatTemplate::rendersTheSameTwice()
{
    const auto made =
        ChatTemplate::parse("{% set ns = namespace(n=0) %}{% for m in messages %}{% set ns.n = ns.n + 1 %}"
                            "{% endfor %}{% set messages = [] %}{{ ns.n }}");
    QVERIFY(made);
    for (int i = 0; i < 2; ++i)
        QCOMPARE(QString::fromStdString(made->render(kConversation).value_or("error")), "4");
}

void TestChatTemplate::readsMessages()
{
    const auto messages =
        chatMessagesFromJson(R"([{"role": "user", "content": "a"}, {"content": [1], "role": "b", "x": 2}])");
    QVERIFY(messages);
    QCOMPARE(messages->size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(messages->at(0).role), "user");
    QCOMPARE(QString::fromStdString(messages->at(0).content.value_or("none")), "a");
    QVERIFY(!messages->at(1).content);
    QCOMPARE(rendered("{{ messages[1] | tojson }}", *messages), R"({"content": [1], "role": "b", "x": 2})");
}

void TestChatTemplate::refusesBadJson()
{
    for (const char *bad :
         {"", "{", "{}", "[1]", R"([{"content": "a"}])", R"([{"role": 1}])", "[{\"role\": \"\xFF\"}]"}) {
        const auto messages = chatMessagesFromJson(bad);
        QVERIFY2(!messages && messages.error().code == ErrorCode::BadInput, bad);
    }
    QVERIFY(!chatMessagesFromJson(std::string(100'000, '[')));
    ChatOptions options;
    options.toolsJson = "{}";
    QCOMPARE(rendered("", {}, options), "error: The list of tools is no JSON array.");
    options.toolsJson.clear();
    options.variablesJson = "[]";
    QVERIFY(rendered("", {}, options).startsWith("error: The variables for the chat template are a JSON list"));
    QVERIFY(rendered("", {{"user", "a", "{"}}).startsWith("error: The further fields of message 1 cannot be read"));
    QVERIFY(rendered("", {{"user", "a", R"({"n": 18446744073709551615})"}}).contains("more than 64 bits"));
}

QTEST_APPLESS_MAIN(TestChatTemplate)
#include "tst_chattemplate.moc"
