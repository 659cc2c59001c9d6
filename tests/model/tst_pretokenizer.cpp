// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Names for the ways of splitting text into words.

#include "core/model/bytelevelvocabulary.h"
#include "core/model/json.h"

#include <QtTest>

using namespace snug;
using Json = nlohmann::json;

class TestPreTokenizer : public QObject
{
    Q_OBJECT
private slots:
    void recognizesSplitting_data();
    void recognizesSplitting();
};

void TestPreTokenizer::recognizesSplitting_data()
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

void TestPreTokenizer::recognizesSplitting()
{
    QFETCH(QString, steps);
    QFETCH(QString, model);
    QFETCH(QString, name);
    TokenizerJson json;
    json.rest =
        JsonTree({{{"pre_tokenizer", Json::parse(steps.toStdString())}, {"model", Json::parse(model.toStdString())}}});
    const PreTokenizer found = recognizePreTokenizer(json);
    QCOMPARE(found.known, !name.isEmpty());
    QCOMPARE(QString::fromStdString(found.name), name.isEmpty() ? "default" : name);
}

QTEST_APPLESS_MAIN(TestPreTokenizer)
#include "tst_pretokenizer.moc"
