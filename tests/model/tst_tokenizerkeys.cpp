// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tokenizer keys from tokenizer files, against vocabularies that the reference converted.

#include "tests/model/tokenizerfiles.h"
#include "tests/support/shareddata.h"

#include <QCryptographicHash>
#include <QtTest>

#include <algorithm>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

Result<GgufMetadata> metadataOf(const fs::path &gguf)
{
    const auto file = InputFile::open(gguf);
    if (!file)
        return fail(file.error());
    auto header = readGgufHeader(*file);
    if (!header)
        return fail(std::move(header).error());
    return std::move(header->metadata);
}

// SHA-256 of a list as compact JSON with "<", ">" and "&" escaped, which is how the expectations were made.
QString checksum(const Json &list)
{
    std::string text;
    for (const char c : list.dump())
        if (c == '<' || c == '>' || c == '&')
            text += c == '<' ? "\\u003c" : c == '>' ? "\\u003e" : "\\u0026";
        else
            text += c;
    const QByteArray bytes(text.data(), qsizetype(text.size()));
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

QString expectedChecksum(const char *model, const char *key)
{
    QFile file(
        QString::fromStdString(sharedData(std::string("configs/gguf-kv-expectations/") + model + ".json").string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    return QString::fromStdString(Json::parse(file.readAll().toStdString()).value(key, ""));
}

Json wholeNumbers(const std::vector<double> &values)
{
    Json list = Json::array();
    for (const double value : values)
        list.push_back(static_cast<std::int64_t>(value));
    return list;
}

} // namespace

class TestTokenizerKeys : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void readsSentencePiece();
    void readsMistral_data();
    void readsMistral();
    void scoresByteFallbackByMerges();
    void agreesWithChecksums();
    void readsPhi3();
    void readsVocabAndMerges();
    void readsQwen();
    void readsNeoX();
    void rejectsDamage_data();
    void rejectsDamage();
    void rejectsDamagedVocabAndMerges();
    void knowsVocabAndMergesByModelType_data();
    void knowsVocabAndMergesByModelType();
    void namesBothSizes();

private:
    std::unique_ptr<TokenizerBench> m_files;
};

void TestTokenizerKeys::init() { m_files = std::make_unique<TokenizerBench>(); }

void TestTokenizerKeys::readsSentencePiece()
{
    SNUG_REQUIRE_SHARED("tokenizers/tinyllama-1.1b-chat/tokenizer.model");
    QVERIFY(m_files->link("tinyllama-1.1b-chat/tokenizer.model", "tokenizer.model"));
    const auto keys = m_files->read(32000, {{"bos_token_id", 1}, {"eos_token_id", 2}});
    QVERIFY2(keys, why(keys));
    const auto expected = metadataOf(sharedData("tokenizers/gguf-vocab/ggml-vocab-llama-spm.gguf"));
    QVERIFY(expected);
    for (const char *key :
         {"tokenizer.ggml.model", "tokenizer.ggml.pre", "tokenizer.ggml.tokens", "tokenizer.ggml.scores",
          "tokenizer.ggml.token_type", "tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"}) {
        const GgufValue *found = keys->metadata.find(key), *wanted = expected->find(key);
        QVERIFY2(found && wanted, key);
        QCOMPARE(found->type(), wanted->type());
        QVERIFY2(std::ranges::equal(found->payload(), wanted->payload()), key);
    }
    QVERIFY(keys->missing.empty() && keys->notes.empty());
}

void TestTokenizerKeys::readsMistral_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("size");
    QTest::addColumn<int>("id");
    QTest::addColumn<QString>("token");
    QTest::addColumn<int>("type");
    QTest::newRow("v1") << "mistral/tokenizer.model.v1" << 32000 << 2 << "</s>" << 3;
    QTest::newRow("v3") << "mistral/mistral_instruct_tokenizer_240323.model.v3" << 32768 << 3 << "[INST]" << 3;
    QTest::newRow("padded") << "mistral/tokenizer.model.v1" << 32005 << 32004 << "[PAD32004]" << 5;
    QTest::newRow("open llama") << "open_llama_3b/tokenizer.model" << 32000 << 0 << "<unk>" << 2;
}

void TestTokenizerKeys::readsMistral()
{
    QFETCH(QString, name);
    QFETCH(int, size);
    QFETCH(int, id);
    SNUG_REQUIRE_SHARED("tokenizers/" + name.toStdString());
    QVERIFY(m_files->link(qPrintable(name), "tokenizer.model"));
    const auto keys = m_files->read(std::uint32_t(size));
    QVERIFY2(keys, why(keys));
    const auto tokens = texts(keys->metadata, "tokenizer.ggml.tokens");
    const auto types = numbers(keys->metadata, "tokenizer.ggml.token_type");
    QCOMPARE(tokens.size(), std::size_t(size));
    QTEST(QString::fromStdString(tokens[std::size_t(id)]), "token");
    QTEST(int(types[std::size_t(id)]), "type");
}

void TestTokenizerKeys::scoresByteFallbackByMerges()
{
    SNUG_REQUIRE_SHARED("tokenizers/tinyllama-1.1b-chat/tokenizer.json");
    QVERIFY(m_files->link("tinyllama-1.1b-chat/tokenizer.json", "tokenizer.json"));
    const auto keys = m_files->read(32000);
    QVERIFY2(keys, why(keys));
    QCOMPARE(keys->metadata.stringAt("tokenizer.ggml.model"), std::optional<std::string>("llama"));
    const auto expected = metadataOf(sharedData("tokenizers/gguf-vocab/ggml-vocab-llama-spm.gguf"));
    QVERIFY(expected);
    QVERIFY(texts(keys->metadata, "tokenizer.ggml.tokens") == texts(*expected, "tokenizer.ggml.tokens"));
    const auto scores = numbers(keys->metadata, "tokenizer.ggml.scores"),
               wanted = numbers(*expected, "tokenizer.ggml.scores");
    const auto types = numbers(keys->metadata, "tokenizer.ggml.token_type"),
               wantedTypes = numbers(*expected, "tokenizer.ggml.token_type");
    // From 260 on come the pieces that merges make, best first; from 29871 on single letters, which no merge makes.
    // Runs of spaces stand last in the order of merges, though SentencePiece gave them early numbers: they are made
    // last in both, because the shortest run has by far the lowest score there.
    const auto tokens = texts(keys->metadata, "tokenizer.ggml.tokens");
    double last = 0;
    for (std::size_t i = 260; i < 29871; ++i) {
        if (tokens[i].find_first_not_of("\xE2\x96\x81") == std::string::npos)
            continue;
        QVERIFY2(scores[i] < last, tokens[i].c_str());
        last = scores[i];
    }
    for (std::size_t i = 29871; i < 32000; ++i)
        QVERIFY2(scores[i] < last, tokens[i].c_str());
    QVERIFY(wanted[29871] < wanted[29870] && wanted[259] < wanted[31999]);
    for (std::size_t i = 1; i < 32000; ++i)
        QCOMPARE(types[i], wantedTypes[i]);
}

void TestTokenizerKeys::agreesWithChecksums()
{
    SNUG_REQUIRE_SHARED("configs/gguf-kv-expectations/Mistral-7B-Instruct-v0.2.json");
    const char *mistral = "Mistral-7B-Instruct-v0.2", *qwen = "Qwen2.5-0.5B-Instruct";
    QVERIFY(m_files->link("mistral/tokenizer.model.v1", "tokenizer.model"));
    const auto pieces = m_files->read(32000);
    QVERIFY2(pieces, why(pieces));
    QCOMPARE(checksum(texts(pieces->metadata, "tokenizer.ggml.tokens")),
             expectedChecksum(mistral, "tokenizer.ggml.tokens"));
    for (const char *key : {"tokenizer.ggml.scores", "tokenizer.ggml.token_type"})
        QCOMPARE(checksum(wholeNumbers(numbers(pieces->metadata, key))), expectedChecksum(mistral, key));

    fs::remove(m_files->path() / "tokenizer.model");
    for (const char *name : {"vocab.json", "merges.txt", "added_tokens.json", "tokenizer_config.json"})
        QVERIFY(m_files->link(qPrintable(QString("qwen2.5/") + name), name));
    const auto bytes = m_files->read(151936);
    QVERIFY2(bytes, why(bytes));
    QCOMPARE(checksum(texts(bytes->metadata, "tokenizer.ggml.merges")),
             expectedChecksum(qwen, "tokenizer.ggml.merges"));
    auto tokens = texts(bytes->metadata, "tokenizer.ggml.tokens");
    for (std::size_t i = 151665; i < tokens.size(); ++i) // the expectation numbers padding from 0, the reference by id
        tokens[i] = "[PAD" + std::to_string(i - 151665) + ']';
    QCOMPARE(checksum(tokens), expectedChecksum(qwen, "tokenizer.ggml.tokens"));
}

void TestTokenizerKeys::readsPhi3()
{
    SNUG_REQUIRE_SHARED("tokenizers/phi-3-mini/tokenizer.json");
    QVERIFY(m_files->link("phi-3-mini/tokenizer.json", "tokenizer.json"));
    QVERIFY(m_files->link("phi-3-mini/tokenizer_config.json", "tokenizer_config.json"));
    const auto keys = m_files->read(32064);
    QVERIFY2(keys, why(keys));
    const auto expected = metadataOf(sharedData("tokenizers/gguf-vocab/ggml-vocab-phi-3.gguf"));
    QVERIFY(expected);
    const auto tokens = texts(keys->metadata, "tokenizer.ggml.tokens"),
               wanted = texts(*expected, "tokenizer.ggml.tokens");
    const auto types = numbers(keys->metadata, "tokenizer.ggml.token_type"),
               wantedTypes = numbers(*expected, "tokenizer.ggml.token_type");
    QCOMPARE(tokens.size(), wanted.size());
    for (std::size_t i = 0; i < 32011; ++i) { // beyond lies padding, which converters fill differently
        QCOMPARE(tokens[i], wanted[i]);
        QCOMPARE(types[i], wantedTypes[i]);
    }
    for (const char *key : {"bos", "eos", "unknown", "padding"})
        QCOMPARE(keys->metadata.unsignedAt("tokenizer.ggml." + std::string(key) + "_token_id"),
                 expected->unsignedAt("tokenizer.ggml." + std::string(key) + "_token_id"));
    QCOMPARE(keys->metadata.find("tokenizer.ggml.add_bos_token")->asBool(), std::optional<bool>(false));
    QVERIFY(keys->metadata.stringAt("tokenizer.chat_template").has_value());
}

void TestTokenizerKeys::readsVocabAndMerges()
{
    SNUG_REQUIRE_SHARED("tokenizers/gpt2/vocab.json");
    QVERIFY(m_files->link("gpt2/vocab.json", "vocab.json") && m_files->link("gpt2/merges.txt", "merges.txt"));
    QVERIFY(
        m_files->write("tokenizer_config.json", R"({"tokenizer_class": "GPT2Tokenizer", "bos_token": "<|endoftext|>",
        "added_tokens_decoder": {"50256": {"content": "<|endoftext|>", "special": true}}})"));
    const auto keys = m_files->read(50257, {{"eos_token_id", 50256}});
    QVERIFY2(keys, why(keys));
    const auto expected = metadataOf(sharedData("tokenizers/gguf-vocab/ggml-vocab-gpt-2.gguf"));
    QVERIFY(expected);
    for (const char *key :
         {"tokenizer.ggml.model", "tokenizer.ggml.pre", "tokenizer.ggml.tokens", "tokenizer.ggml.token_type",
          "tokenizer.ggml.merges", "tokenizer.ggml.bos_token_id", "tokenizer.ggml.eos_token_id"}) {
        const GgufValue *found = keys->metadata.find(key), *wanted = expected->find(key);
        QVERIFY2(found && wanted, key);
        QVERIFY2(std::ranges::equal(found->payload(), wanted->payload()), key);
    }
}

void TestTokenizerKeys::readsQwen()
{
    SNUG_REQUIRE_SHARED("tokenizers/qwen2.5/vocab.json");
    for (const char *name :
         {"vocab.json", "merges.txt", "added_tokens.json", "tokenizer_config.json", "generation_config.json"})
        QVERIFY(m_files->link(qPrintable(QString("qwen2.5/") + name), name));
    const auto keys = m_files->read(151936);
    QVERIFY2(keys, why(keys));
    QCOMPARE(keys->metadata.stringAt("tokenizer.ggml.pre"), std::optional<std::string>("qwen2"));
    QCOMPARE(keys->metadata.unsignedAt("tokenizer.ggml.eos_token_id"), std::optional<std::uint64_t>(151645));
    QCOMPARE(keys->metadata.unsignedAt("tokenizer.ggml.padding_token_id"), std::optional<std::uint64_t>(151643));
    QCOMPARE(keys->metadata.unsignedAt("tokenizer.ggml.bos_token_id"), std::optional<std::uint64_t>(151643));
    QCOMPARE(keys->metadata.find("tokenizer.ggml.add_bos_token")->asBool(), std::optional<bool>(false));
    const auto tokens = texts(keys->metadata, "tokenizer.ggml.tokens");
    const auto types = numbers(keys->metadata, "tokenizer.ggml.token_type");
    QCOMPARE(tokens[151644], std::string("<|im_start|>"));
    QCOMPARE(types[151644], 3.0);
    QCOMPARE(tokens[151935], std::string("[PAD151935]"));
    QCOMPARE(types[151935], 5.0);
    QCOMPARE(types[1000], 1.0);
    QCOMPARE(texts(keys->metadata, "tokenizer.ggml.merges").size(), std::size_t{151387});
}

void TestTokenizerKeys::readsNeoX()
{
    SNUG_REQUIRE_SHARED("tokenizers/gpt-neox-20b/tokenizer.json");
    QVERIFY(m_files->link("gpt-neox-20b/tokenizer.json", "tokenizer.json"));
    const auto keys = m_files->read(50432);
    QVERIFY2(keys, why(keys));
    const auto expected = metadataOf(sharedData("tokenizers/gguf-vocab/ggml-vocab-mpt.gguf"));
    QVERIFY(expected);
    QVERIFY(texts(keys->metadata, "tokenizer.ggml.merges") == texts(*expected, "tokenizer.ggml.merges"));
    const auto tokens = texts(keys->metadata, "tokenizer.ggml.tokens"),
               wanted = texts(*expected, "tokenizer.ggml.tokens");
    const auto types = numbers(keys->metadata, "tokenizer.ggml.token_type"),
               wantedTypes = numbers(*expected, "tokenizer.ggml.token_type");
    for (std::size_t i = 0; i < 50277; ++i) {
        QCOMPARE(tokens[i], wanted[i]);
        QCOMPARE(types[i], wantedTypes[i]);
    }
    // One name stands for all tokenizers that split as GPT-2 does; the reference calls this one "mpt".
    QCOMPARE(keys->metadata.stringAt("tokenizer.ggml.pre"), std::optional<std::string>("gpt-2"));
}

void TestTokenizerKeys::rejectsDamage_data()
{
    // Of a good tokenizer, the value at `place` is replaced.
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("value");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, const char *place, const char *value, const char *message) {
        QTest::newRow(name) << place << value << message;
    };
    const char *vocab = "/model/vocab", *merges = "/model/merges", *added = "/added_tokens";
    row("good", "/version", "\"1.0\"", "");
    row("no tokens", vocab, "{}", "has no tokens in its vocabulary, expected up to 8");
    row("vocabulary null", vocab, "null", "has no tokens in its vocabulary");
    row("one id twice", vocab, R"({"a": 0, "b": 1, "ab": 1, "c d": 3, "c d!": 4, "!": 5})",
        "gives the tokens \"ab\" and \"b\" the same id 1");
    row("token with two ids", vocab, R"({"a": 0, "b": 1, "ab": 2, "c d": 3, "!": 4, "c d!": 5, "<s>": 7})",
        "gives the token \"<s>\" the ids 6 and 7, expected one id");
    row("added token with two ids", added, R"([{"content": "<s>", "id": 6}, {"content": "<s>", "id": 7}])",
        "gives the token \"<s>\" the ids 6 and 7");
    row("added token of the vocabulary", added, R"([{"content": "ab", "id": 7}])",
        "gives the token \"ab\" the ids 2 and 7");
    row("most ids without token", "/model", R"({"vocab": {"a": 0, "b": 1}, "merges": []})",
        "has tokens for 3 of 8 ids");
    row("half of the ids without token", "/model", R"({"vocab": {"a": 0, "b": 1, "c": 7}, "merges": []})", "");
    row("merge of one text", merges, R"(["ab"])", "has the merge \"ab\", expected two texts");
    row("merge of three texts", merges, R"(["a b a"])", "has the merge \"a b a\", expected two texts");
    row("merge empty", merges, R"([""])", "has the merge \"\", expected two texts");
    row("merge of half a text", merges, R"(["a "])", "\"\" is not in the vocabulary");
    row("pair of one", merges, R"([["a"]])", "has a merge of 1 texts, expected two");
    row("pair of three", merges, R"([["a", "b", "a"]])", "has a merge of 3 texts, expected two");
    row("pair of numbers", merges, "[[1, 2]]", "has a merge that is no text");
    row("merge number", merges, "[1]", "has a merge that is no text");
    row("left unknown", merges, R"(["a b", "x b"])", "merges \"x\" and \"b\", but \"x\" is not in the vocabulary");
    row("right unknown", merges, R"(["a b", ["a", "y"]])", "but \"y\" is not in the vocabulary");
    row("merged text unknown", merges, R"(["b a"])", "merges \"b\" and \"a\", but \"ba\" is not in the vocabulary");
    row("added no list", added, R"({"<s>": 6})", "has added_tokens {\"<s>\":6}, expected a list");
    row("added text", added, R"("<s>")", "expected a list");
    row("added no object", added, "[6]", "has the added token 6, expected one with a text");
    row("added without text", added, R"([{"id": 6}])", "expected one with a text as its content");
    row("added without id", added, R"([{"content": "<s>"}])", "\"<s>\" with id null, expected a whole number below 8");
    row("added id text", added, R"([{"content": "<s>", "id": "6"}])", "\"<s>\" with id \"6\", expected a whole number");
    row("added id negative", added, R"([{"content": "<s>", "id": -1}])", "\"<s>\" with id -1");
    row("added id huge", added, R"([{"content": "<s>", "id": 4294967296}])", "\"<s>\" with id 4294967296");
    row("added id beyond size", added, R"([{"content": "<s>", "id": 8}])", "\"<s>\" with id 8, but vocab_size");
    row("added id twice", added, R"([{"content": "<s>", "id": 6}, {"content": "</s>", "id": 6}])",
        "gives the tokens \"<s>\" and \"</s>\" the same id 6");
}

void TestTokenizerKeys::rejectsDamage()
{
    QFETCH(QString, place);
    QFETCH(QString, value);
    QFETCH(QString, message);
    for (const bool byteFallback : {false, true}) {
        Json tokenizer = Json::parse(R"({"added_tokens": [{"id": 6, "content": "<s>", "special": true}],
            "pre_tokenizer": {"type": "ByteLevel"},
            "model": {"type": "BPE", "vocab": {"a": 0, "b": 1, "ab": 2, "c d": 3, "!": 4, "c d!": 5},
                      "merges": ["#version: 0.2", "a b", ["c d", "!"]]}})");
        tokenizer[Json::json_pointer(place.toStdString())] = Json::parse(value.toStdString());
        tokenizer["model"]["byte_fallback"] = byteFallback;
        QVERIFY(m_files->write("tokenizer.json", tokenizer.dump()));
        const auto keys = m_files->read(8);
        if (message.isEmpty()) {
            QVERIFY2(keys, why(keys));
            continue;
        }
        QVERIFY(!keys);
        QCOMPARE(keys.error().code, ErrorCode::BadInput);
        QCOMPARE(keys.error().file, (m_files->path() / "tokenizer.json").string());
        for (const std::string &part : {message.toStdString(), std::string("tokenizer.json"), std::string("download")})
            QVERIFY2(keys.error().message.find(part) != std::string::npos, why(keys));
    }
}

void TestTokenizerKeys::rejectsDamagedVocabAndMerges()
{
    const auto failsAt = [this](const char *name, const char *message) {
        const auto keys = m_files->read(4);
        return !keys && keys.error().code == ErrorCode::BadInput &&
               keys.error().file == (m_files->path() / name).string() &&
               keys.error().message.find(message) != std::string::npos;
    };
    QVERIFY(m_files->write("vocab.json", R"({"a": 0, "b": 1, "ab": 2})") &&
            m_files->write("merges.txt", "#version: 0.2\na b\n"));
    QVERIFY(m_files->read(4));
    QVERIFY(m_files->write("added_tokens.json", R"({"<s>": "3"})"));
    QVERIFY(failsAt("added_tokens.json", "added_tokens.json has the added token \"<s>\" with id \"3\""));
    QVERIFY(m_files->write("merges.txt", "#version: 0.2\na b\n\n<html>\n"));
    QVERIFY(failsAt("merges.txt", "merges.txt has the line \"<html>\", expected two texts"));
    QVERIFY(m_files->write("merges.txt", "a b\na c\n"));
    QVERIFY(failsAt("merges.txt", "merges.txt merges \"a\" and \"c\""));
    QVERIFY(m_files->write("vocab.json", R"({"a": 0, "b": 1, "ab": 2, "b": 3})"));
    QVERIFY(failsAt("vocab.json", "same key twice"));
    QVERIFY(m_files->write("vocab.json", "[]"));
    QVERIFY(failsAt("vocab.json", "vocab.json holds array, expected a JSON object"));
    QVERIFY(m_files->write("vocab.json", "{}"));
    QVERIFY(failsAt("vocab.json", "vocab.json has no tokens"));
}

void TestTokenizerKeys::knowsVocabAndMergesByModelType_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("tokenizerClass");
    QTest::addColumn<QString>("pre");
    const auto row = [](const char *type, const char *tokenizerClass, const char *pre) {
        QTest::newRow(qPrintable(QString("%1 %2").arg(type, tokenizerClass))) << type << tokenizerClass << pre;
    };
    for (const char *type : {"gpt2", "gpt_neo", "gptj", "opt", "codegen", "phi"})
        row(type, "", "gpt-2");
    for (const char *type : {"qwen2", "qwen2_moe", "qwen3", "qwen3_moe"})
        row(type, "", "qwen2");
    row("llama", "", "default");
    row("phi3", "", "default");
    row("", "", "default");
    row("llama", "GPT2Tokenizer", "gpt-2");
    row("phi", "CodeGenTokenizer", "gpt-2");
    row("llama", "Qwen2TokenizerFast", "qwen2");
    row("qwen2", "SomeTokenizer", "default");
    row("qwen2", "PreTrainedTokenizerFast", "qwen2");
}

void TestTokenizerKeys::knowsVocabAndMergesByModelType()
{
    QFETCH(QString, type);
    QFETCH(QString, tokenizerClass);
    QVERIFY(m_files->write("vocab.json", R"({"a": 0, "b": 1, "ab": 2})") && m_files->write("merges.txt", "a b\n"));
    if (!tokenizerClass.isEmpty())
        QVERIFY(
            m_files->write("tokenizer_config.json", Json{{"tokenizer_class", tokenizerClass.toStdString()}}.dump()));
    const auto keys = m_files->read(3, {{"model_type", type.toStdString()}});
    QVERIFY2(keys, why(keys));
    const QString pre = QString::fromStdString(keys->metadata.stringAt("tokenizer.ggml.pre").value_or(""));
    QTEST(pre, "pre");
    QCOMPARE(keys->notes.size(), pre == "default" ? std::size_t{1} : std::size_t{0});
}

void TestTokenizerKeys::namesBothSizes()
{
    SNUG_REQUIRE_SHARED("tokenizers/tinyllama-1.1b-chat/tokenizer.model");
    QVERIFY(m_files->link("tinyllama-1.1b-chat/tokenizer.model", "tokenizer.model"));
    const auto says = [this](std::uint32_t size, const char *text) {
        const auto keys = m_files->read(size);
        return !keys && keys.error().code == ErrorCode::BadInput &&
               keys.error().message.find(text) != std::string::npos;
    };
    QVERIFY(says(300, "tokenizer.model has 32000 pieces, but vocab_size in config.json is 300; the files do not"));
    QVERIFY(says(31999, "has 32000 pieces, but vocab_size in config.json is 31999"));
    QVERIFY(says(128256, "has tokens for 32000 of 128256 ids (vocab_size in config.json)"));
    QVERIFY(m_files->read(32064)->notes.empty());
    const auto keys = m_files->read(40000);
    QVERIFY2(keys && keys->notes.size() == 1, why(keys));
    QCOMPARE(keys->notes[0], std::string("tokenizer.model has tokens for 32000 of 40000 ids (vocab_size in "
                                         "config.json); check that the tokenizer is of this model."));
}

QTEST_APPLESS_MAIN(TestTokenizerKeys)
#include "tst_tokenizerkeys.moc"
