// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Added and special tokens, chat templates, merges; files that are damaged or of another kind.

#include "tests/model/tokenizerfiles.h"
#include "tests/support/shareddata.h"

#include <QtTest>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestSpecialTokens : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void padsAndMarksAddedTokens();
    void addsTokensToSentencePiece();
    void joinsMergePairs();
    void findsSpecialTokens_data();
    void findsSpecialTokens();
    void writesChatTemplates_data();
    void writesChatTemplates();
    void addsFamilyKeys();
    void rejectsDamagedFiles_data();
    void rejectsDamagedFiles();
    void tellsOtherKinds();

private:
    std::unique_ptr<TokenizerBench> m_files;
};

void TestSpecialTokens::init() { m_files = std::make_unique<TokenizerBench>(); }

void TestSpecialTokens::padsAndMarksAddedTokens()
{
    QVERIFY(m_files->write("tokenizer.json", R"({"added_tokens": [
            {"id": 3, "content": "<|im_end|>", "special": false}, {"id": 4, "content": "a\u2581b", "special": false},
            {"id": 0, "content": "x", "special": true}],
        "pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"x": 0, "y": 1}, "merges": []}})"));
    QVERIFY(
        m_files->write("tokenizer_config.json", R"({"added_tokens_decoder": {"5": {"content": "<s>", "special": true},
            "bad": {"content": "no"}, "6": {"content": 7}}, "add_prefix_space": false})"));
    const auto keys = m_files->read(8);
    QVERIFY2(keys, why(keys));
    QCOMPARE(keys->metadata.entries()[0].first, std::string("tokenizer.ggml.add_space_prefix"));
    QCOMPARE(texts(keys->metadata, "tokenizer.ggml.tokens"),
             (std::vector<std::string>{"x", "y", "[PAD2]", "<|im_end|>", "a b", "<s>", "[PAD6]", "[PAD7]"}));
    QCOMPARE(numbers(keys->metadata, "tokenizer.ggml.token_type"), (std::vector<double>{3, 1, 5, 3, 4, 3, 5, 5}));
    QVERIFY(!keys->metadata.find("tokenizer.ggml.merges"));
}

void TestSpecialTokens::addsTokensToSentencePiece()
{
    // Two pieces: "a" (normal, score 2) and "<0x0A>" (byte), in the encoding of the format.
    const std::string model("\x0A\x08\x0A\x01"
                            "a\x15\x00\x00\x00\x40"
                            "\x0A\x0A\x0A\x06<0x0A>\x18\x06",
                            22);
    QVERIFY(m_files->write("tokenizer.model", model));
    QVERIFY(m_files->write("added_tokens.json", R"({"<tool>": 2, "far": 99, "odd": -1})"));
    QVERIFY(m_files->write("tokenizer_config.json",
                           R"({"added_tokens_decoder": {"3": {"content": "<|x|>", "special": false}}})"));
    const auto keys = m_files->read(5);
    QVERIFY2(keys, why(keys));
    QCOMPARE(texts(keys->metadata, "tokenizer.ggml.tokens"),
             (std::vector<std::string>{"a", "<0x0A>", "<tool>", "<|x|>", "[PAD4]"}));
    QCOMPARE(numbers(keys->metadata, "tokenizer.ggml.scores"), (std::vector<double>{2, 0, -1000, -1000, -10000}));
    QCOMPARE(numbers(keys->metadata, "tokenizer.ggml.token_type"), (std::vector<double>{1, 6, 4, 3, 5}));
    const auto cut = m_files->read(1);
    QVERIFY(!cut);
    QCOMPARE(cut.error().code, ErrorCode::BadInput);
    QVERIFY2(cut.error().message.find("has 2 pieces, but vocab_size in config.json is 1") != std::string::npos,
             why(cut));
    // Every shorter file is refused or read in part, never past its end.
    for (std::size_t length = 0; length < model.size(); ++length) {
        QVERIFY(m_files->write("tokenizer.model", model.substr(0, length)));
        const auto part = m_files->read(5);
        QVERIFY(length == 10 ? part.has_value() : !part); // 10 is the end of the first piece
        if (!part)
            QCOMPARE(part.error().code, ErrorCode::BadInput);
    }
}

void TestSpecialTokens::joinsMergePairs()
{
    QVERIFY(m_files->write("tokenizer.json", R"({"pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "c": 3, "d": 4, "cd": 5, "e f": 6,
            " g ": 7, "e f g ": 8}, "merges": ["a b", ["c", "d"], ["e f", " g "]]}})"));
    const auto keys = m_files->read(9);
    QVERIFY2(keys, why(keys));
    QCOMPARE(texts(keys->metadata, "tokenizer.ggml.merges"), (std::vector<std::string>{"a b", "c d",
                                                                                       "e\xC4\xA0"
                                                                                       "f \xC4\xA0g\xC4\xA0"}));
}

void TestSpecialTokens::findsSpecialTokens_data()
{
    QTest::addColumn<QString>("tokenizerConfig");
    QTest::addColumn<QString>("config");
    QTest::addColumn<QString>("generationConfig");
    QTest::addColumn<QString>("post");
    QTest::addColumn<int>("eos");
    QTest::addColumn<int>("addBos"); // -1: no key
    QTest::newRow("named") << R"({"eos_token": "<b>"})"
                           << R"({"eos_token_id": 1})"
                           << "{}"
                           << "null" << 3 << -1;
    QTest::newRow("named in an object") << R"({"eos_token": {"content": "<b>"}})"
                                        << "{}"
                                        << "{}"
                                        << "null" << 3 << -1;
    QTest::newRow("named but unknown") << R"({"eos_token": "<zzz>"})"
                                       << R"({"eos_token_id": 1})"
                                       << "{}"
                                       << "null" << 1 << -1;
    QTest::newRow("config") << "{}"
                            << R"({"eos_token_id": 1})"
                            << R"({"eos_token_id": 2})"
                            << "null" << 1 << -1;
    QTest::newRow("generation") << "{}"
                                << "{}"
                                << R"({"eos_token_id": 2})"
                                << "null" << 2 << -1;
    QTest::newRow("list") << "{}"
                          << R"({"eos_token_id": [3, 1]})"
                          << "{}"
                          << "null" << 3 << -1;
    QTest::newRow("beyond") << "{}"
                            << R"({"eos_token_id": 4})"
                            << R"({"eos_token_id": -1})"
                            << "null" << -1 << -1;
    QTest::newRow("odd types") << R"({"eos_token": 7})"
                               << R"({"eos_token_id": "1"})"
                               << R"({"eos_token_id": []})"
                               << "null" << -1 << -1;
    QTest::newRow("flag")
        << R"({"eos_token": "<b>", "add_bos_token": false})"
        << "{}"
        << "{}"
        << R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<a>"}}, {"Sequence": {}}]})" << 3 << 0;
    QTest::newRow("template")
        << R"({"eos_token": "<b>", "bos_token": "<a>"})"
        << "{}"
        << "{}"
        << R"({"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<a>"}}, {"Sequence": {}}]})" << 3 << 1;
    QTest::newRow("template in a sequence")
        << R"({"eos_token": "<b>", "bos_token": "<a>"})"
        << "{}"
        << "{}"
        << R"({"processors": [{"type": "ByteLevel"}, {"type": "TemplateProcessing", "single": [{"SpecialToken": {"id": "<b>"}}, {"Sequence": {}}]}]})"
        << 3 << 0;
    QTest::newRow("template without") << R"({"eos_token": "<b>"})"
                                      << "{}"
                                      << "{}"
                                      << R"({"type": "TemplateProcessing", "single": [{"Sequence": {}}]})" << 3 << -1;
}

void TestSpecialTokens::findsSpecialTokens()
{
    QFETCH(QString, tokenizerConfig);
    QFETCH(QString, config);
    QFETCH(QString, generationConfig);
    QFETCH(QString, post);
    QFETCH(int, eos);
    QFETCH(int, addBos);
    Json tokenizer = Json::parse(R"({"added_tokens": [{"id": 2, "content": "<a>", "special": true},
            {"id": 3, "content": "<b>", "special": true}],
        "pre_tokenizer": {"type": "ByteLevel"}, "model": {"type": "BPE", "vocab": {"x": 0, "y": 1}, "merges": []}})");
    tokenizer["post_processor"] = Json::parse(post.toStdString());
    QVERIFY(m_files->write("tokenizer.json", tokenizer.dump()));
    QVERIFY(m_files->write("tokenizer_config.json", tokenizerConfig.toStdString()));
    QVERIFY(m_files->write("generation_config.json", generationConfig.toStdString()));
    const auto keys = m_files->read(4, Json::parse(config.toStdString()));
    QVERIFY2(keys, why(keys));
    const auto id = keys->metadata.unsignedAt("tokenizer.ggml.eos_token_id");
    QCOMPARE(id ? int(*id) : -1, eos);
    const GgufValue *flag = keys->metadata.find("tokenizer.ggml.add_bos_token");
    QCOMPARE(flag ? int(flag->asBool().value_or(false)) : -1, addBos);
}

void TestSpecialTokens::writesChatTemplates_data()
{
    QTest::addColumn<QString>("tokenizerConfig");
    QTest::addColumn<QString>("jinja");
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("plain");
    QTest::addColumn<QString>("tool");
    QTest::newRow("text") << R"({"chat_template": "A"})"
                          << "J"
                          << ""
                          << "A"
                          << "";
    QTest::newRow("list")
        << R"({"chat_template": [{"name": "default", "template": "A"}, {"name": "tool use", "template": "T"},
        {"name": "", "template": "x"}, {"name": "odd"}, 7]})"
        << ""
        << ""
        << "A"
        << "T";
    QTest::newRow("file") << "{}"
                          << "J"
                          << R"({"chat_template": "S"})"
                          << "J"
                          << "";
    QTest::newRow("JSON file") << "{}"
                               << ""
                               << R"({"chat_template": "S"})"
                               << "S"
                               << "";
    QTest::newRow("none") << "{}"
                          << ""
                          << ""
                          << ""
                          << "";
    QTest::newRow("odd type") << R"({"chat_template": 7})"
                              << ""
                              << ""
                              << ""
                              << "";
}

void TestSpecialTokens::writesChatTemplates()
{
    QFETCH(QString, tokenizerConfig);
    QFETCH(QString, jinja);
    QFETCH(QString, json);
    QFETCH(QString, plain);
    QFETCH(QString, tool);
    QVERIFY(m_files->write("tokenizer.json", R"({"pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"x": 0}, "merges": []}})"));
    QVERIFY(m_files->write("tokenizer_config.json", tokenizerConfig.toStdString()));
    QVERIFY(jinja.isEmpty() || m_files->write("chat_template.jinja", jinja.toStdString()));
    QVERIFY(json.isEmpty() || m_files->write("chat_template.json", json.toStdString()));
    const auto keys = m_files->read(1);
    QVERIFY2(keys, why(keys));
    QCOMPARE(QString::fromStdString(keys->metadata.stringAt("tokenizer.chat_template").value_or("")), plain);
    QCOMPARE(QString::fromStdString(keys->metadata.stringAt("tokenizer.chat_template.tool_use").value_or("")), tool);
    QCOMPARE(texts(keys->metadata, "tokenizer.chat_templates").size(), std::size_t(tool.isEmpty() ? 0 : 1));
}

void TestSpecialTokens::addsFamilyKeys()
{
    Json tokenizer = Json::parse(R"({"pre_tokenizer": {"type": "ByteLevel"}, "model": {"type": "BPE", "merges": ["t1 0"]}})");
    for (int i = 0; i < 31999; ++i)
        tokenizer["model"]["vocab"]["t" + std::to_string(i)] = i;
    tokenizer["model"]["vocab"]["0"] = 31999;
    QVERIFY(m_files->write("tokenizer.json", tokenizer.dump()));
    QVERIFY(m_files->write("tokenizer_config.json", R"({"add_bos_token": true})"));
    const auto granite = m_files->read(49152);
    QVERIFY2(granite, why(granite));
    QCOMPARE(granite->metadata.find("tokenizer.ggml.add_bos_token")->asBool(), std::optional<bool>(false));
    const auto codeLlama = m_files->read(32016);
    QVERIFY2(codeLlama, why(codeLlama));
    QCOMPARE(codeLlama->metadata.unsignedAt("tokenizer.ggml.middle_token_id"), std::optional<std::uint64_t>(32009));
}

void TestSpecialTokens::rejectsDamagedFiles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QByteArray>("text");
    const auto model = [](const char *inner) { return QByteArray(R"({"model": {"type": "BPE", )") + inner + "}}"; };
    QTest::newRow("no JSON") << "tokenizer.json" << QByteArray("{\"model\": ");
    QTest::newRow("empty") << "tokenizer.json" << QByteArray();
    QTest::newRow("array") << "tokenizer.json" << QByteArray("[]");
    QTest::newRow("not UTF-8") << "tokenizer.json" << model("\"vocab\": {\"\xFF\": 1}");
    QTest::newRow("id negative") << "tokenizer.json" << model(R"("vocab": {"a": -1})");
    QTest::newRow("id fractional") << "tokenizer.json" << model(R"("vocab": {"a": 0.5})");
    QTest::newRow("id huge") << "tokenizer.json" << model(R"("vocab": {"a": 4294967296})");
    QTest::newRow("id text") << "tokenizer.json" << model(R"("vocab": {"a": "0"})");
    QTest::newRow("id object") << "tokenizer.json" << model(R"("vocab": {"a": {}})");
    QTest::newRow("id array") << "tokenizer.json" << model(R"("vocab": {"a": []})");
    QTest::newRow("id beyond size") << "tokenizer.json" << model(R"("vocab": {"a": 8})");
    QTest::newRow("added id beyond size")
        << "tokenizer.json"
        << QByteArray(R"({"added_tokens": [{"id": 8, "content": "a"}], "model": {"vocab": {"b": 0}}})");
    QTest::newRow("merge number") << "tokenizer.json" << model(R"("merges": [1])");
    QTest::newRow("merge of one") << "tokenizer.json" << model(R"("merges": [["a"]])");
    QTest::newRow("merge of three") << "tokenizer.json" << model(R"("merges": [["a", "b", "c"]])");
    QTest::newRow("merge nested") << "tokenizer.json" << model(R"("merges": [[["a", "b"]]])");
    QTest::newRow("merge object") << "tokenizer.json" << model(R"("merges": [{}])");
    QTest::newRow("deep") << "tokenizer.json"
                          << "{\"a\": " + QByteArray(100'000, '[') + QByteArray(100'000, ']') + "}";
    QTest::newRow("config") << "tokenizer_config.json" << QByteArray("{");
    QTest::newRow("piece model empty") << "tokenizer.model" << QByteArray();
    QTest::newRow("piece length past end") << "tokenizer.model" << QByteArray("\x0A\xFF\xFF\xFF\xFF\x0F", 6);
    QTest::newRow("varint without end") << "tokenizer.model" << QByteArray(20, '\xFF');
    QTest::newRow("piece type 9") << "tokenizer.model" << QByteArray("\x0A\x02\x18\x09", 4);
    QTest::newRow("group") << "tokenizer.model" << QByteArray("\x0B", 1);
    QTest::newRow("no pieces") << "tokenizer.model" << QByteArray("\x12\x00", 2);
}

void TestSpecialTokens::rejectsDamagedFiles()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    if (name == "tokenizer_config.json")
        QVERIFY(m_files->write("tokenizer.json", R"({"model": {"type": "BPE", "vocab": {"x": 0}, "merges": []}})"));
    QVERIFY(m_files->write(qPrintable(name), {text.constData(), std::size_t(text.size())}));
    const auto keys = m_files->read(8);
    QVERIFY(!keys);
    QCOMPARE(keys.error().code, ErrorCode::BadInput);
    QVERIFY(!keys.error().message.empty() && !keys.error().file.empty());
}

void TestSpecialTokens::tellsOtherKinds()
{
    const auto none = m_files->read(8);
    QVERIFY2(none, why(none));
    QVERIFY(none->missing.find("tokenizer.json") != std::string::npos);
    QVERIFY(m_files->write("tokenizer.json", R"({"model": {"type": "Unigram", "vocab": [["a", -1.5]]}})"));
    const auto unigram = m_files->read(8);
    QVERIFY2(unigram, why(unigram));
    QVERIFY(unigram->missing.find("Unigram") != std::string::npos);
    QVERIFY(unigram->metadata.entries().empty());
}

QTEST_APPLESS_MAIN(TestSpecialTokens)
#include "tst_specialtokens.moc"
