// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a model's folder says about where it comes from, well-meant and hostile, and the keys it becomes.

#include "core/model/generalmetadata.h"
#include "core/model/modelcard.h"
#include "tests/model/familycheckpoint.h"

#include <QtTest>

using namespace snug;
using namespace snug::test;

class TestModelCard : public QObject
{
    Q_OBJECT
private slots:
    void readsTexts_data();
    void readsTexts();
    void readsLists_data();
    void readsLists();
    void survivesAnything();
    void becomesKeys();
    void labelsExperts();
};

void TestModelCard::readsTexts_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<QString>("license");
    QTest::newRow("plain") << "---\nlicense: mit\n---\n# x"
                           << "mit";
    QTest::newRow("quoted, with returns")
        << "---\r\nlanguage:\r\n- en\r\nlicense: \"llama3.1\" \r\n---\r\nlicense: mit\n"
        << "llama3.1";
    QTest::newRow("single quotes") << "---\nlicense: 'it''s mine'\n---\n"
                                   << "it's mine";
    QTest::newRow("escape") << "---\nlicense: \"a \\\"b\\\"\"\n---\n"
                            << "a \"b\"";
    QTest::newRow("comment") << "---\n# license: gpl\nlicense: mit # so it is\n---\n"
                             << "mit";
    QTest::newRow("no front matter") << "# No front matter\nlicense: mit\n"
                                     << "";
    QTest::newRow("outside") << "---\nlicense_name: other\n---\nlicense: mit\n"
                             << "";
    QTest::newRow("list") << "---\nlicense: [mit, apache-2.0]\n---\n"
                          << "";
    QTest::newRow("null") << "---\nlicense: null\n---\n"
                          << "";
    QTest::newRow("open quote") << "---\nlicense: \"mit\n---\n"
                                << "";
    QTest::newRow("map") << "---\nlicense: {a: b}\n---\n"
                         << "";
    QTest::newRow("deeper") << "---\nmodel-index:\n  license: mit\n---\n"
                            << "";
    QTest::newRow("anchor") << "---\nlicense: &x mit\n---\n"
                            << "";
    QTest::newRow("no end") << "---\nlicense: mit\n"
                            << "";
    QTest::newRow("empty") << ""
                           << "";
}

void TestModelCard::readsTexts()
{
    QFETCH(QString, card);
    QTEST(QString::fromStdString(ModelCard::parse(card.toStdString()).text("license")), "license");
}

void TestModelCard::readsLists_data()
{
    QTest::addColumn<QString>("card");
    QTest::addColumn<QStringList>("tags");
    QTest::newRow("block") << "---\ntags:\n- chat\n- \"two words\"\nlicense: mit\n---\n"
                           << QStringList{"chat", "two words"};
    QTest::newRow("indented") << "---\ntags:\n  - a\n\n  # note\n  - b\n---\n" << QStringList{"a", "b"};
    QTest::newRow("flow") << "---\ntags: [a, 'b', \"c\"]\n---\n" << QStringList{"a", "b", "c"};
    QTest::newRow("one") << "---\ntags: a\n---\n" << QStringList{"a"};
    QTest::newRow("no") << "---\ntags:\n- no\n- en\n---\n" << QStringList{"no", "en"};
    QTest::newRow("maps are left out") << "---\ntags:\n- name: x\n- b\n---\n" << QStringList{"b"};
    QTest::newRow("items of something deeper") << "---\ntags:\n- a\nother:\n  deep:\n  - b\n---\n" << QStringList{"a"};
    QTest::newRow("none") << "---\ntags:\n---\n" << QStringList{};
    QTest::newRow("empty flow") << "---\ntags: []\n---\n" << QStringList{};
    QTest::newRow("open flow") << "---\ntags: [a, b\n---\n" << QStringList{};
}

void TestModelCard::readsLists()
{
    QFETCH(QString, card);
    QStringList found;
    for (const std::string &tag : ModelCard::parse(card.toStdString()).list("tags"))
        found << QString::fromStdString(tag);
    QTEST(found, "tags");
}

void TestModelCard::survivesAnything()
{
    std::string many = "---\ntags:\n";
    for (int i = 0; i < 5000; ++i)
        many += "- t\n";
    QCOMPARE(ModelCard::parse(many + "---\n").list("tags").size(), std::size_t{1000});
    const std::string longText(100'000, 'x');
    QVERIFY(ModelCard::parse("---\nlicense: " + longText + "\n---\n").text("license").size() <= 500);
    const std::string start = "---\nlicense: \"mit\"\ntags: [a, 'b']\nx:\n- \"c\"\n---\n";
    std::mt19937 random(3);
    for (int round = 0; round < 20'000; ++round) {
        std::string text = start;
        for (int change = 0; change < 4; ++change)
            text[random() % text.size()] = static_cast<char>(random());
        const ModelCard card = ModelCard::parse(text);
        QVERIFY(card.text("license").size() <= 500 && card.list("tags").size() <= 1000);
    }
}

void TestModelCard::becomesKeys()
{
    const CheckpointFolder files;
    QVERIFY(
        writeText(files.folder() / "README.md",
                  "---\nlicense: [mit, apache-2.0]\nlicense_link: LICENSE\nauthor: Someone\npipeline_tag: "
                  "text-generation\ntags:\n- chat\nlanguage:\n- en\n- no\nbase_model:\n- mistralai/Mistral-7B-v0.1\n- "
                  "https://huggingface.co/google/gemma-2-2b\n- https://example.org/x\ndatasets: a-name\n---\n"));
    QVERIFY(writeText(files.folder() / "generation_config.json",
                      R"({"top_k": 20, "temperature": 0.5, "top_p": null, "min_p": 1e300})"));
    const auto model = files.open(TestCheckpoint());
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    const std::vector<std::pair<std::string, std::string>> texts{
        {"general.author", "Someone"},
        {"general.license", "mit,apache-2.0"},
        {"general.license.link", "LICENSE"},
        {"general.base_model.0.name", "Mistral 7B v0.1"},
        {"general.base_model.0.version", "v0.1"},
        {"general.base_model.0.organization", "Mistralai"},
        {"general.base_model.0.repo_url", "https://huggingface.co/mistralai/Mistral-7B-v0.1"},
        {"general.base_model.1.name", "Gemma 2 2b"},
        {"general.base_model.1.organization", "Google"},
        {"general.base_model.1.repo_url", "https://huggingface.co/google/gemma-2-2b"},
        {"general.base_model.2.repo_url", "https://example.org/x"},
        {"general.dataset.0.name", "A Name"}};
    for (const auto &[key, value] : texts)
        QCOMPARE(model->metadata.stringAt(key).value_or(""), value);
    for (const char *absent : {"general.base_model.1.version", "general.base_model.2.name",
                               "general.dataset.0.repo_url", "general.sampling.top_p", "general.sampling.min_p"})
        QVERIFY2(!model->metadata.find(absent), absent);
    QCOMPARE(model->metadata.unsignedAt("general.base_model.count"), std::optional<std::uint64_t>(3));
    QCOMPARE(model->metadata.find("general.base_model.count")->type(), GgufType::U32);
    QCOMPARE(model->metadata.find("general.sampling.top_k")->type(), GgufType::I32);
    QCOMPARE(model->metadata.numberAt("general.sampling.temp"), std::optional<double>(0.5));
    QCOMPARE(model->metadata.find("general.tags")->elementCount(), std::uint64_t{2});
    QCOMPARE(model->metadata.find("general.languages")->elementCount(), std::uint64_t{2});
}

void TestModelCard::labelsExperts()
{
    Model model;
    model.hyper.expertCount = 8;
    model.tensors.resize(2);
    model.tensors[0].name = "blk.0.ffn_up_exps.weight";
    model.tensors[0].dims = {1000, 2000, 8};
    model.tensors[1].name = "output.weight";
    model.tensors[1].dims = {1000, 1000};
    QCOMPARE(sizeLabelOf(model), std::string("8x3.0M"));
}

QTEST_APPLESS_MAIN(TestModelCard)
#include "tst_modelcard.moc"
