// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tokenizer keys from tokenizer files, against vocabularies that the reference converted.

#include "core/model/bytelevelvocabulary.h"
#include "core/model/tokenizerkeys.h"
#include "tests/model/modelfiles.h"
#include "tests/support/shareddata.h"

#include <QCryptographicHash>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;
using Json = nlohmann::json;

namespace {

const char *why(const Result<TokenizerKeys> &keys) { return keys ? "read" : keys.error().message.c_str(); }

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

std::vector<std::string> texts(const GgufMetadata &metadata, std::string_view key)
{
    const GgufValue *value = metadata.find(key);
    return value ? value->asStrings().value_or(std::vector<std::string>()) : std::vector<std::string>();
}

std::vector<double> numbers(const GgufMetadata &metadata, std::string_view key)
{
    const GgufValue *value = metadata.find(key);
    return value ? value->asNumbers().value_or(std::vector<double>()) : std::vector<double>();
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
    void padsAndMarksAddedTokens();
    void addsTokensToSentencePiece();
    void joinsMergePairs();
    void recognizesSplitting_data();
    void recognizesSplitting();
    void findsSpecialTokens_data();
    void findsSpecialTokens();
    void writesChatTemplates_data();
    void writesChatTemplates();
    void addsFamilyKeys();
    void rejectsDamagedFiles_data();
    void rejectsDamagedFiles();
    void tellsOtherKinds();

private:
    bool link(const char *shared, const char *name)
    {
        std::error_code error;
        fs::create_symlink(fs::absolute(sharedData(std::string("tokenizers/") + shared)), m_path / name, error);
        return !error;
    }
    bool write(const char *name, std::string_view text) { return writeText(m_path / name, text); }
    Result<TokenizerKeys> read(std::uint32_t size, const Json &config = Json::object())
    {
        return readTokenizerKeys(m_path, config, size);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    fs::path m_path;
};

void TestTokenizerKeys::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_path = m_folder->path().toStdString();
}

void TestTokenizerKeys::readsSentencePiece()
{
    SNUG_REQUIRE_SHARED("tokenizers/tinyllama-1.1b-chat/tokenizer.model");
    QVERIFY(link("tinyllama-1.1b-chat/tokenizer.model", "tokenizer.model"));
    const auto keys = read(32000, {{"bos_token_id", 1}, {"eos_token_id", 2}});
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
    QVERIFY(link(qPrintable(name), "tokenizer.model"));
    const auto keys = read(std::uint32_t(size));
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
    QVERIFY(link("tinyllama-1.1b-chat/tokenizer.json", "tokenizer.json"));
    const auto keys = read(32000);
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
    QVERIFY(link("mistral/tokenizer.model.v1", "tokenizer.model"));
    const auto pieces = read(32000);
    QVERIFY2(pieces, why(pieces));
    QCOMPARE(checksum(texts(pieces->metadata, "tokenizer.ggml.tokens")),
             expectedChecksum(mistral, "tokenizer.ggml.tokens"));
    for (const char *key : {"tokenizer.ggml.scores", "tokenizer.ggml.token_type"})
        QCOMPARE(checksum(wholeNumbers(numbers(pieces->metadata, key))), expectedChecksum(mistral, key));

    fs::remove(m_path / "tokenizer.model");
    for (const char *name : {"vocab.json", "merges.txt", "added_tokens.json", "tokenizer_config.json"})
        QVERIFY(link(qPrintable(QString("qwen2.5/") + name), name));
    const auto bytes = read(151936);
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
    QVERIFY(link("phi-3-mini/tokenizer.json", "tokenizer.json"));
    QVERIFY(link("phi-3-mini/tokenizer_config.json", "tokenizer_config.json"));
    const auto keys = read(32064);
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
    QVERIFY(link("gpt2/vocab.json", "vocab.json") && link("gpt2/merges.txt", "merges.txt"));
    QVERIFY(write("tokenizer_config.json", R"({"tokenizer_class": "GPT2Tokenizer", "bos_token": "<|endoftext|>",
        "added_tokens_decoder": {"50256": {"content": "<|endoftext|>", "special": true}}})"));
    const auto keys = read(50257, {{"eos_token_id", 50256}});
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
        QVERIFY(link(qPrintable(QString("qwen2.5/") + name), name));
    const auto keys = read(151936);
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
    QVERIFY(link("gpt-neox-20b/tokenizer.json", "tokenizer.json"));
    const auto keys = read(50432);
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

void TestTokenizerKeys::padsAndMarksAddedTokens()
{
    QVERIFY(write("tokenizer.json", R"({"added_tokens": [
            {"id": 3, "content": "<|im_end|>", "special": false}, {"id": 4, "content": "a\u2581b", "special": false},
            {"id": 0, "content": "x", "special": true}],
        "pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"x": 0, "y": 1}, "merges": []}})"));
    QVERIFY(write("tokenizer_config.json", R"({"added_tokens_decoder": {"5": {"content": "<s>", "special": true},
            "bad": {"content": "no"}, "6": {"content": 7}}, "add_prefix_space": false})"));
    const auto keys = read(8);
    QVERIFY2(keys, why(keys));
    QCOMPARE(keys->metadata.entries()[0].first, std::string("tokenizer.ggml.add_space_prefix"));
    QCOMPARE(texts(keys->metadata, "tokenizer.ggml.tokens"),
             (std::vector<std::string>{"x", "y", "[PAD2]", "<|im_end|>", "a b", "<s>", "[PAD6]", "[PAD7]"}));
    QCOMPARE(numbers(keys->metadata, "tokenizer.ggml.token_type"), (std::vector<double>{3, 1, 5, 3, 4, 3, 5, 5}));
    QVERIFY(!keys->metadata.find("tokenizer.ggml.merges"));
}

void TestTokenizerKeys::addsTokensToSentencePiece()
{
    // Two pieces: "a" (normal, score 2) and "<0x0A>" (byte), in the encoding of the format.
    const std::string model("\x0A\x08\x0A\x01"
                            "a\x15\x00\x00\x00\x40"
                            "\x0A\x0A\x0A\x06<0x0A>\x18\x06",
                            22);
    QVERIFY(write("tokenizer.model", model));
    QVERIFY(write("added_tokens.json", R"({"<tool>": 2, "far": 99, "odd": -1})"));
    QVERIFY(
        write("tokenizer_config.json", R"({"added_tokens_decoder": {"3": {"content": "<|x|>", "special": false}}})"));
    const auto keys = read(5);
    QVERIFY2(keys, why(keys));
    QCOMPARE(texts(keys->metadata, "tokenizer.ggml.tokens"),
             (std::vector<std::string>{"a", "<0x0A>", "<tool>", "<|x|>", "[PAD4]"}));
    QCOMPARE(numbers(keys->metadata, "tokenizer.ggml.scores"), (std::vector<double>{2, 0, -1000, -1000, -10000}));
    QCOMPARE(numbers(keys->metadata, "tokenizer.ggml.token_type"), (std::vector<double>{1, 6, 4, 3, 5}));
    const auto cut = read(1);
    QVERIFY2(cut, why(cut));
    QCOMPARE(cut->notes.size(), std::size_t{1});
    // Every shorter file is refused or read in part, never past its end.
    for (std::size_t length = 0; length < model.size(); ++length) {
        QVERIFY(write("tokenizer.model", model.substr(0, length)));
        const auto part = read(5);
        QVERIFY(length == 10 ? part.has_value() : !part); // 10 is the end of the first piece
        if (!part)
            QCOMPARE(part.error().code, ErrorCode::BadInput);
    }
}

void TestTokenizerKeys::joinsMergePairs()
{
    QVERIFY(write("tokenizer.json", R"({"pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"a": 0}, "merges": ["a b", ["c", "d"], ["e f", " g "]]}})"));
    const auto keys = read(1);
    QVERIFY2(keys, why(keys));
    QCOMPARE(texts(keys->metadata, "tokenizer.ggml.merges"), (std::vector<std::string>{"a b", "c d",
                                                                                       "e\xC4\xA0"
                                                                                       "f \xC4\xA0g\xC4\xA0"}));
}

void TestTokenizerKeys::recognizesSplitting_data()
{
    QTest::addColumn<QString>("steps");
    QTest::addColumn<QString>("model");
    QTest::addColumn<QString>("name");
    const auto split = [](const char *pattern) {
        return Json{{"type", "Split"}, {"pattern", {{"Regex", pattern}}}, {"behavior", "Isolated"}, {"invert", false}};
    };
    const auto row = [](const char *title, const Json &steps, const char *name, const char *model = "{}") {
        const Json whole = steps.size() == 1 ? steps[0] : Json{{"type", "Sequence"}, {"pretokenizers", steps}};
        QTest::newRow(title) << QString::fromStdString(whole.dump()) << model << name;
    };
    const Json words{{"type", "ByteLevel"}, {"add_prefix_space", false}, {"trim_offsets", true}, {"use_regex", true}};
    const Json bytes{{"type", "ByteLevel"}, {"use_regex", false}};
    const Json digits{{"type", "Digits"}, {"individual_digits", true}};
    const char *llama3 =
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}{1,3}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
    const char *qwen2 =
        R"((?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\r\n\p{L}\p{N}]?\p{L}+|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
    const char *tekken =
        R"([^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+|[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*|\p{N}| ?[^\s\p{L}\p{N}]+[\r\n/]*|\s*[\r\n]+|\s+(?!\S)|\s+)";
    row("gpt-2", Json::array({words}), "gpt-2");
    row("smollm", Json::array({digits, words}), "smollm");
    row("llama 3", Json::array({split(llama3), bytes}), "llama-bpe", R"({"ignore_merges": true})");
    row("llama 3 pattern alone", Json::array({split(llama3), bytes}), "dbrx");
    row("qwen2", Json::array({split(qwen2), bytes}), "qwen2");
    row("tekken", Json::array({split(tekken), bytes}), "tekken");
    row("deepseek coder",
        Json::array({split("[\r\n]"), split("\\s?\\p{L}+"), split("\\s?\\p{P}+"),
                     split("[\u4E00-\u9FA5\u0800-\u4E00\uAC00-\uD7FF]+"), digits, bytes}),
        "deepseek-coder");
    row("deepseek v3",
        Json::array(
            {split("\\p{N}{1,3}"), split("[\u4E00-\u9FA5\u3040-\u309F\u30A0-\u30FF]+"), split("[!\"#]"), bytes}),
        "deepseek-v3");
    row("unknown pattern", Json::array({split("\\w+"), bytes}), "");
    row("unknown step", Json::array({Json{{"type", "Whitespace"}}}), "");
    Json removed = split(qwen2);
    removed["behavior"] = "Removed";
    row("matches removed", Json::array({removed, bytes}), "");
    removed["invert"] = true;
    row("all but matches removed", Json::array({removed, bytes}), "qwen2");
}

void TestTokenizerKeys::recognizesSplitting()
{
    QFETCH(QString, steps);
    QFETCH(QString, model);
    QFETCH(QString, name);
    TokenizerJson json;
    json.rest = {{"pre_tokenizer", Json::parse(steps.toStdString())}, {"model", Json::parse(model.toStdString())}};
    const PreTokenizer found = recognizePreTokenizer(json);
    QCOMPARE(found.known, !name.isEmpty());
    QCOMPARE(QString::fromStdString(found.name), name.isEmpty() ? "default" : name);
}

void TestTokenizerKeys::findsSpecialTokens_data()
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

void TestTokenizerKeys::findsSpecialTokens()
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
    QVERIFY(write("tokenizer.json", tokenizer.dump()));
    QVERIFY(write("tokenizer_config.json", tokenizerConfig.toStdString()));
    QVERIFY(write("generation_config.json", generationConfig.toStdString()));
    const auto keys = read(4, Json::parse(config.toStdString()));
    QVERIFY2(keys, why(keys));
    const auto id = keys->metadata.unsignedAt("tokenizer.ggml.eos_token_id");
    QCOMPARE(id ? int(*id) : -1, eos);
    const GgufValue *flag = keys->metadata.find("tokenizer.ggml.add_bos_token");
    QCOMPARE(flag ? int(flag->asBool().value_or(false)) : -1, addBos);
}

void TestTokenizerKeys::writesChatTemplates_data()
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

void TestTokenizerKeys::writesChatTemplates()
{
    QFETCH(QString, tokenizerConfig);
    QFETCH(QString, jinja);
    QFETCH(QString, json);
    QFETCH(QString, plain);
    QFETCH(QString, tool);
    QVERIFY(write("tokenizer.json", R"({"pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"x": 0}, "merges": []}})"));
    QVERIFY(write("tokenizer_config.json", tokenizerConfig.toStdString()));
    QVERIFY(jinja.isEmpty() || write("chat_template.jinja", jinja.toStdString()));
    QVERIFY(json.isEmpty() || write("chat_template.json", json.toStdString()));
    const auto keys = read(1);
    QVERIFY2(keys, why(keys));
    QCOMPARE(QString::fromStdString(keys->metadata.stringAt("tokenizer.chat_template").value_or("")), plain);
    QCOMPARE(QString::fromStdString(keys->metadata.stringAt("tokenizer.chat_template.tool_use").value_or("")), tool);
    QCOMPARE(texts(keys->metadata, "tokenizer.chat_templates").size(), std::size_t(tool.isEmpty() ? 0 : 1));
}

void TestTokenizerKeys::addsFamilyKeys()
{
    QVERIFY(write("tokenizer.json", R"({"pre_tokenizer": {"type": "ByteLevel"},
        "model": {"type": "BPE", "vocab": {"x": 0}, "merges": []}})"));
    QVERIFY(write("tokenizer_config.json", R"({"add_bos_token": true})"));
    const auto granite = read(49152);
    QVERIFY2(granite, why(granite));
    QCOMPARE(granite->metadata.find("tokenizer.ggml.add_bos_token")->asBool(), std::optional<bool>(false));
    const auto codeLlama = read(32016);
    QVERIFY2(codeLlama, why(codeLlama));
    QCOMPARE(codeLlama->metadata.unsignedAt("tokenizer.ggml.middle_token_id"), std::optional<std::uint64_t>(32009));
}

void TestTokenizerKeys::rejectsDamagedFiles_data()
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
        << "tokenizer.json" << QByteArray(R"({"added_tokens": [{"id": 8, "content": "a"}]})");
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

void TestTokenizerKeys::rejectsDamagedFiles()
{
    QFETCH(QString, name);
    QFETCH(QByteArray, text);
    if (name == "tokenizer_config.json")
        QVERIFY(write("tokenizer.json", R"({"model": {"type": "BPE", "vocab": {"x": 0}, "merges": []}})"));
    QVERIFY(write(qPrintable(name), {text.constData(), std::size_t(text.size())}));
    const auto keys = read(8);
    QVERIFY(!keys);
    QCOMPARE(keys.error().code, ErrorCode::BadInput);
    QVERIFY(!keys.error().message.empty() && !keys.error().file.empty());
}

void TestTokenizerKeys::tellsOtherKinds()
{
    const auto none = read(8);
    QVERIFY2(none, why(none));
    QVERIFY(none->missing.find("tokenizer.json") != std::string::npos);
    QVERIFY(write("tokenizer.json", R"({"model": {"type": "Unigram", "vocab": [["a", -1.5]]}})"));
    const auto unigram = read(8);
    QVERIFY2(unigram, why(unigram));
    QVERIFY(unigram->missing.find("Unigram") != std::string::npos);
    QVERIFY(unigram->metadata.entries().empty());
}

QTEST_APPLESS_MAIN(TestTokenizerKeys)
#include "tst_tokenizerkeys.moc"
