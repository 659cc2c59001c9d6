// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where a model's chat template and its special tokens come from.

#include "core/chat/modelchat.h"

#include <QTest>

using namespace snug;

namespace {

GgufMetadata metadata()
{
    GgufMetadata keys;
    const std::vector<std::string> tokens = {"<unk>", "<s>", "</s>", "a"};
    keys.set("tokenizer.ggml.tokens", GgufValue::strings(tokens));
    keys.set("tokenizer.ggml.bos_token_id", GgufValue::u32(1));
    keys.set("tokenizer.ggml.eos_token_id", GgufValue::u32(2));
    keys.set("tokenizer.chat_template", GgufValue::string("{{ bos_token }}plain{{ eos_token }}"));
    keys.set("tokenizer.chat_template.tool_use", GgufValue::string("tools"));
    const std::vector<std::string> names = {"tool_use"};
    keys.set("tokenizer.chat_templates", GgufValue::strings(names));
    return keys;
}

} // namespace

class TestModelChat : public QObject
{
    Q_OBJECT

private slots:
    void findsTemplates();
    void findsTokens();
    void guessesNothing();
};

void TestModelChat::findsTemplates()
{
    const GgufMetadata keys = metadata();
    const auto plain = chatTemplateOf(keys);
    QVERIFY(plain && *plain);
    QCOMPARE(QString::fromStdString((*plain)->render({}, chatOptionsOf(keys)).value_or("error")), "<s>plain</s>");
    const auto named = requiredChatTemplate(keys, "tool_use");
    QVERIFY(named);
    QCOMPARE(QString::fromStdString(named->render({}).value_or("error")), "tools");
    QCOMPARE(chatTemplateNames(keys), std::vector<std::string>{"tool_use"});
}

void TestModelChat::findsTokens()
{
    GgufMetadata keys = metadata();
    keys.set("tokenizer.ggml.unknown_token_id", GgufValue::u32(0));
    keys.set("tokenizer.ggml.padding_token_id", GgufValue::u32(4)); // there are four
    const ChatOptions options = chatOptionsOf(keys);
    QCOMPARE(QString::fromStdString(options.bosToken.value_or("none")), "<s>");
    QCOMPARE(QString::fromStdString(options.eosToken.value_or("none")), "</s>");
    QCOMPARE(QString::fromStdString(options.unknownToken.value_or("none")), "<unk>");
    QVERIFY(!options.paddingToken);
    QVERIFY(!chatOptionsOf({}).bosToken);
}

void TestModelChat::guessesNothing()
{
    const auto none = chatTemplateOf({});
    QVERIFY(none && !*none);
    const auto required = requiredChatTemplate({});
    QVERIFY(!required && required.error().code == ErrorCode::Unsupported);
    QCOMPARE(
        QString::fromStdString(required.error().message),
        "The model has no chat template (tokenizer.chat_template), so it is not known how a conversation looks to it.");
    QVERIFY(!requiredChatTemplate(metadata(), "rag"));
    GgufMetadata damaged = metadata();
    damaged.set("tokenizer.chat_template", GgufValue::string("{{ "));
    QVERIFY(!chatTemplateOf(damaged));
    damaged.set("tokenizer.chat_template", GgufValue::u32(1));
    QVERIFY(chatTemplateOf(damaged) && !*chatTemplateOf(damaged));
    QVERIFY(chatTemplateNames({}).empty());
}

QTEST_APPLESS_MAIN(TestModelChat)
#include "tst_modelchat.moc"
