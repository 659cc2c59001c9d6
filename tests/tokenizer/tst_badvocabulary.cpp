// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Damaged and hostile tokenizers are refused in one sentence that says what is wrong.

#include "core/tokenizer/tokenizer.h"
#include "tests/tokenizer/smallvocabulary.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <functional>
#include <limits>

using namespace snug;
using Change = std::function<void(GgufMetadata &)>;
Q_DECLARE_METATYPE(Change)

class TestBadVocabulary : public QObject
{
    Q_OBJECT

private slots:
    void refuses_data();
    void refuses();
    void refusesFiles_data();
    void refusesFiles();
};

namespace {

Change setsTexts(const char *key, std::vector<std::string> texts)
{
    return [key = std::string(key), texts = std::move(texts)](GgufMetadata &keys) {
        keys.set(key, GgufValue::strings(texts));
    };
}

Change setsNumber(const char *key, std::uint32_t number)
{
    return [key = std::string(key), number](GgufMetadata &keys) { keys.set(key, GgufValue::u32(number)); };
}

Change setsText(const char *key, const char *text)
{
    return [key = std::string(key), text](GgufMetadata &keys) { keys.set(key, GgufValue::string(text)); };
}

Change removes(const char *key)
{
    return [key = std::string(key)](GgufMetadata &keys) { keys.remove(key); };
}

void isOneSentence(const Error &error)
{
    const QString said = QString::fromStdString(error.message);
    QVERIFY2(said.endsWith('.') && !said.contains('\n') && said.size() < 400, qPrintable(said));
}

} // namespace

void TestBadVocabulary::refuses_data()
{
    QTest::addColumn<bool>("byteLevel");
    QTest::addColumn<Change>("change");
    QTest::addColumn<QString>("said");
    QTest::addColumn<bool>("unsupported");
    const auto row = [](const char *name, bool byteLevel, const Change &change, const char *said,
                        bool unsupported = false) {
        QTest::newRow(name) << byteLevel << change << QString(said) << unsupported;
    };
    const char *tokens = "tokenizer.ggml.tokens", *merges = "tokenizer.ggml.merges", *scores = "tokenizer.ggml.scores";
    row("no tokenizer", true, removes("tokenizer.ggml.model"), "has no tokenizer", true);
    row("another kind", true, setsText("tokenizer.ggml.model", "rwkv\n"), "kind \"rwkv?\"", true);
    row("another rule", true, setsText("tokenizer.ggml.pre", "qwen9"), "rule \"qwen9\"", true);
    row("no tokens", true, removes(tokens), "tokens is absent");
    row("empty list", true, setsTexts(tokens, {}), "tokens is no list of texts");
    row("tokens are a number", true, setsNumber(tokens, 1), "tokens is no list of texts");
    row("too few types", true, setsTexts(tokens, std::vector<std::string>(1000)),
        "token_type has 262 entries, expected 1000");
    row(
        "a token twice", false,
        [](GgufMetadata &keys) {
            auto texts = *keys.find("tokenizer.ggml.tokens")->asStrings();
            texts[5] = "ab";
            keys.set("tokenizer.ggml.tokens", GgufValue::strings(texts));
        },
        "token \"ab\" twice, with ids 5 and 263");
    row("no merges", true, removes(merges), "merges is absent");
    row("a merge of one", true, setsTexts(merges, {"a a", "aa"}), "Merge 1 of the tokenizer is \"aa\"");
    row("an empty merge", true, setsTexts(merges, {""}), "Merge 0");
    row("a merge of a text that is no token", true, setsTexts(merges, {"a xyz"}), "\"xyz\" is no token");
    row("a merge to a text that is no token", true, setsTexts(merges, {"a b"}), "\"ab\" is no token");
    row("BOS beyond", true, setsNumber("tokenizer.ggml.bos_token_id", 262),
        "bos_token_id is 262, expected an id below 262");
    row("EOS is a text", true, setsText("tokenizer.ggml.eos_token_id", "x"), "eos_token_id is no whole number");
    row("no scores", false, removes(scores), "scores is absent");
    row(
        "too few scores", false,
        [](GgufMetadata &keys) {
            const float few[] = {1, 2};
            keys.set("tokenizer.ggml.scores", GgufValue::f32s(few));
        },
        "scores has 2 entries, expected 266");
    row(
        "a score that is no number", false,
        [](GgufMetadata &keys) {
            std::vector<float> numbers(266, std::numeric_limits<float>::quiet_NaN());
            keys.set("tokenizer.ggml.scores", GgufValue::f32s(numbers));
        },
        "no finite number for token 0");
    row(
        "normalization cut off", false,
        [](GgufMetadata &keys) {
            keys.set("tokenizer.ggml.model", GgufValue::string("t5"));
            std::vector<std::byte> payload(12 + 4);
            payload[4] = std::byte(4); // four elements of type U8, which promise a table of 255 MiB
            payload[15] = std::byte(15);
            keys.set("tokenizer.ggml.precompiled_charsmap", GgufValue::encoded(GgufType::Array, payload));
        },
        "precompiled_charsmap) are cut off");
}

void TestBadVocabulary::refuses()
{
    QFETCH(bool, byteLevel);
    QFETCH(Change, change);
    QFETCH(QString, said);
    QFETCH(bool, unsupported);
    GgufMetadata keys = byteLevel ? test::byteLevelKeys() : test::sentencePieceKeys();
    change(keys);
    const auto tokenizer = Tokenizer::fromMetadata(keys);
    QVERIFY(!tokenizer);
    QVERIFY2(QString::fromStdString(tokenizer.error().message).contains(said), tokenizer.error().message.c_str());
    QCOMPARE(tokenizer.error().code, unsupported ? ErrorCode::Unsupported : ErrorCode::BadInput);
    isOneSentence(tokenizer.error());
}

void TestBadVocabulary::refusesFiles_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("{\"a\": 1}");
    // One piece "a"; then a trainer_spec with the kind "word" (3).
    QTest::newRow("words") << QByteArray("\x0A\x03\x0A\x01"
                                         "a\x12\x02\x18\x03");
    QTest::newRow("no such kind") << QByteArray("\x0A\x03\x0A\x01"
                                                "a\x12\x02\x18\x09");
    // A score of NaN.
    QTest::newRow("score") << QByteArray("\x0A\x08\x0A\x01"
                                         "a\x15\x00\x00\xC0\x7F",
                                         10);
    // normalizer_spec with rules that are cut off.
    QTest::newRow("rules") << QByteArray("\x0A\x03\x0A\x01"
                                         "a\x1A\x03\x12\x01x");
    QTest::newRow("twice") << QByteArray("\x0A\x03\x0A\x01"
                                         "a\x0A\x03\x0A\x01"
                                         "a");
}

void TestBadVocabulary::refusesFiles()
{
    QFETCH(QByteArray, bytes);
    QTemporaryDir folder;
    const std::string path = folder.filePath("tokenizer.model").toStdString();
    std::ofstream(path, std::ios::binary).write(bytes.constData(), bytes.size());
    const auto tokenizer = Tokenizer::fromSentencePiece(path);
    QVERIFY(!tokenizer);
    QCOMPARE(tokenizer.error().file, path);
    isOneSentence(tokenizer.error());
}

QTEST_APPLESS_MAIN(TestBadVocabulary)
#include "tst_badvocabulary.moc"
