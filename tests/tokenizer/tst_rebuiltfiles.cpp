// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// tokenizer.json made from the keys of a GGUF: read again it gives the ids of the GGUF's own tokenizer, on the
// reference's samples and on books.

#include "core/formats/gguf.h"
#include "core/model/json.h"
#include "core/model/tokenizerfiles.h"
#include "core/model/tokenizerkeys.h"
#include "tests/support/shareddata.h"
#include "tests/tokenizer/vocabularies.h"

#include <QTemporaryDir>
#include <QTest>

#include <fstream>

using namespace snug;

namespace {

const char *why(const Result<Tokenizer> &tokenizer) { return tokenizer ? "" : tokenizer.error().message.c_str(); }

/// Through tokenizer.json and tokenizer_config.json and back.
Result<Tokenizer> rebuilt(const GgufMetadata &metadata)
{
    const GgufValue *tokens = metadata.find("tokenizer.ggml.tokens");
    Model model;
    model.path = "some.gguf";
    model.metadata = metadata;
    ExportView view;
    view.model.hyper.vocabularySize = tokens ? static_cast<std::uint32_t>(tokens->elementCount()) : 0;
    SNUG_TRY(addTokenizerFiles(view, model));
    const QTemporaryDir folder;
    const std::filesystem::path path = folder.path().toStdString();
    for (const CarriedFile &file : view.files)
        std::ofstream(path / file.name, std::ios::binary) << file.text;
    const auto keys = readTokenizerKeys(path, JsonTree({nlohmann::json::object()}), view.model.hyper.vocabularySize);
    SNUG_TRY(keys);
    if (!keys->missing.empty())
        return fail(ErrorCode::Unsupported, keys->missing);
    return Tokenizer::fromMetadata(keys->metadata);
}

Result<GgufMetadata> metadataOf(const QString &place)
{
    const std::filesystem::path path = test::sharedData("tokenizers/" + place.toStdString());
    if (place.endsWith(".gguf")) {
        const auto file = InputFile::open(path);
        SNUG_TRY(file);
        const auto header = readGgufHeader(*file);
        SNUG_TRY(header);
        return header->metadata;
    }
    const auto keys = readTokenizerKeys(path, JsonTree({nlohmann::json::object()}), test::vocabularySize(place));
    SNUG_TRY(keys);
    return keys->metadata;
}

} // namespace

class TestRebuiltFiles : public QObject
{
    Q_OBJECT

private slots:
    void givesTheSameIds_data();
    void givesTheSameIds();
    void refusesOtherKinds_data();
    void refusesOtherKinds();
};

void TestRebuiltFiles::givesTheSameIds_data()
{
    QTest::addColumn<QString>("place");
    for (const char *name : {"deepseek-coder", "gpt-2", "llama-spm", "mpt", "phi-3"})
        QTest::newRow(name) << QString("gguf-vocab/ggml-vocab-%1.gguf").arg(name);
    for (const char *name : {"qwen2.5", "phi-2", "phi-3-mini", "gpt-neox-20b", "open_llama_3b", "tinyllama-1.1b-chat"})
        QTest::newRow(name) << QString(name);
}

void TestRebuiltFiles::givesTheSameIds()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QFETCH(QString, place);
    const auto metadata = metadataOf(place);
    QVERIFY2(metadata, metadata ? "" : metadata.error().message.c_str());
    const auto original = Tokenizer::fromMetadata(*metadata), made = rebuilt(*metadata);
    QVERIFY2(original, why(original));
    QVERIFY2(made, why(made));
    std::vector<std::string> texts = {"", " ", "<s>[INST] hi [/INST]</s>", "<|im_start|>user\nHello<|im_end|>",
                                      test::readText(test::sharedData("text/tinyshakespeare.txt"))};
    for (const test::Sample &sample : test::readSamples("gpt-2"))
        texts.push_back(sample.text);
    for (const std::string &text : texts)
        for (const bool special : {false, true}) {
            const EncodeOptions options{.addBos = special, .parseSpecial = special};
            const auto ids = original->encode(text, options), again = made->encode(text, options);
            const auto differs = std::ranges::mismatch(ids, again);
            QVERIFY2(ids == again, qPrintable(QString("\"%1\" differs at token %2")
                                                  .arg(QString::fromStdString(text.substr(0, 60)))
                                                  .arg(differs.in1 - ids.begin())));
        }
}

void TestRebuiltFiles::refusesOtherKinds_data()
{
    QTest::addColumn<QString>("place");
    QTest::addColumn<QString>("part");
    QTest::newRow("WordPiece") << "gguf-vocab/ggml-vocab-bert-bge.gguf"
                               << "\"bert\" (tokenizer.ggml.model)";
    QTest::newRow("no family splits so") << "gguf-vocab/ggml-vocab-falcon.gguf"
                                         << "\"falcon\" (tokenizer.ggml.pre)";
}

void TestRebuiltFiles::refusesOtherKinds()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QFETCH(QString, place);
    QFETCH(QString, part);
    const auto metadata = metadataOf(place);
    QVERIFY(metadata);
    const auto made = rebuilt(*metadata);
    QVERIFY(!made);
    QCOMPARE(made.error().code, ErrorCode::Unsupported);
    QVERIFY2(made.error().message.find(part.toStdString()) != std::string::npos, why(made));
}

QTEST_APPLESS_MAIN(TestRebuiltFiles)
#include "tst_rebuiltfiles.moc"
