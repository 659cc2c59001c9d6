// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli compare: a table, JSON, CSV and Markdown of the sample model and its variants, and wrong words.

#include "tests/cli/snugcli.h"
#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

using namespace snug;
using Json = nlohmann::json;

class TestCompareCommand : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void printsATable();
    void printsJson();
    void printsCsvAndMarkdown();
    void showsAnswers();
    void sortsByAColumn();
    void wrongWordsAreTwo_data();
    void wrongWordsAreTwo();
    void aBadModelIsThree();

private:
    QString variant(const char *level) const { return m_folder.filePath(QString("s-%1.gguf").arg(level)); }
    QStringList compare(const QStringList &more) const
    {
        return QStringList{"compare", variant("Q8_0"), variant("Q4_0"), "--base", m_source} + more;
    }

    QTemporaryDir m_folder;
    const QString m_source = QString::fromStdString(test::sourcePath("resources/sample").string());
    const QStringList m_text{"--text", m_source + "/heldout.txt", "--context", "64", "--chunks", "2"};
};

void TestCompareCommand::initTestCase()
{
    for (const char *level : {"Q8_0", "Q4_0"}) {
        const test::Answer answer =
            test::snugCli({"quantize", m_source, "--method", "gguf", "--level", level, "-o", variant(level)});
        QVERIFY2(answer.code == 0, answer.err.constData());
    }
}

void TestCompareCommand::printsATable()
{
    const test::Answer answer = test::snugCli(compare(m_text));
    QVERIFY2(answer.code == 0, answer.err.constData());
    const auto lines = answer.out.split('\n');
    QVERIFY(lines[0].startsWith("Name") && lines[0].contains("KL 99 %"));
    QVERIFY(lines[1].contains("BF16") && lines[2].contains("Q8_0") && lines[3].contains("Q4_0"));
    QVERIFY(answer.out.contains("Q4_0: largest error of weights 0.08"));
}

void TestCompareCommand::printsJson()
{
    const test::Answer answer = test::snugCli(compare(m_text + QStringList{"--json"}));
    QVERIFY2(answer.code == 0, answer.err.constData());
    const Json json = Json::parse(answer.out.toStdString());
    QCOMPARE(json["outcome"].get<std::string>(), std::string("succeeded"));
    QCOMPARE(json["models"].size(), std::size_t(3));
    QVERIFY(json["models"][0]["base"].get<bool>());
    for (int i : {1, 2})
        for (const char *key : {"path", "name", "type", "bytes", "bits_per_weight", "perplexity", "perplexity_stderr",
                                "ppl_increase", "kl_mean", "kl_p99", "same_top", "context", "layers", "pareto"})
            QVERIFY2(json["models"][i].contains(key), key);
    QCOMPARE(json["models"][2]["layers"].size(), std::size_t(7));
    QVERIFY(json["models"][2]["kl_mean"].get<double>() > json["models"][1]["kl_mean"].get<double>());
}

void TestCompareCommand::printsCsvAndMarkdown()
{
    const test::Answer csv = test::snugCli(compare({"--no-layers", "--csv"}));
    QCOMPARE(csv.code, 0);
    QVERIFY(csv.out.startsWith("name,type,bytes,"));
    QCOMPARE(csv.out.count("\r\n"), 4);
    QCOMPARE(csv.out.count('\n'), 4);
    const test::Answer markdown = test::snugCli(compare({"--no-layers", "--markdown"}));
    QCOMPARE(markdown.code, 0);
    QVERIFY(markdown.out.startsWith("| Name | Type |"));
    QCOMPARE(markdown.out.count('\n'), 5);
}

void TestCompareCommand::showsAnswers()
{
    const QStringList words{"--no-layers", "--prompt", "Once upon a time", "-n", "12", "--seed", "3"};
    const test::Answer text = test::snugCli(compare(words));
    QVERIFY2(text.code == 0, text.err.constData());
    const test::Answer answer = test::snugCli(compare(words + QStringList{"--json"}));
    const Json json = Json::parse(answer.out.toStdString());
    QVERIFY(!json["chat"].get<bool>());
    for (const Json &model : json["models"]) {
        QCOMPARE(model["answer"]["ids"].size(), std::size_t(12));
        QVERIFY(text.out.contains(QByteArray::fromStdString(model["answer"]["text"].get<std::string>())));
    }
    const Json alone = Json::parse(test::snugCli({"generate", m_source, "--prompt", "Once upon a time", "-n", "12",
                                                  "--temperature", "0", "--json"})
                                       .out.toStdString());
    QVERIFY(alone["ids"] == json["models"][0]["answer"]["ids"]);
}

void TestCompareCommand::sortsByAColumn()
{
    const auto typesIn = [&](const char *order) {
        QByteArray types;
        const QStringList words{"--no-layers", "--csv", QString("--sort=%1").arg(order)};
        for (const QByteArray &line : test::snugCli(compare(words)).out.split('\n').mid(1))
            if (!line.isEmpty())
                types += line.split(',')[1] + " ";
        return types;
    };
    QCOMPARE(typesIn("bytes"), QByteArray("Q4_0 Q8_0 BF16 "));
    QCOMPARE(typesIn("-bits_per_weight"), QByteArray("BF16 Q8_0 Q4_0 "));
    QCOMPARE(typesIn("kl_mean"), QByteArray("BF16 Q8_0 Q4_0 ")); // unknown: as they came
}

void TestCompareCommand::wrongWordsAreTwo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("no model") << QStringList{"compare"};
    QTest::newRow("column") << compare({"--sort", "beauty"});
    QTest::newRow("size") << compare({"--ram", "much"});
    QTest::newRow("two formats") << compare({"--csv", "--markdown"});
    QTest::newRow("threads") << compare({"--threads", "0"});
}

void TestCompareCommand::wrongWordsAreTwo()
{
    QFETCH(QStringList, words);
    const test::Answer answer = test::snugCli(words);
    QCOMPARE(answer.code, 2);
    QVERIFY2(!answer.sentence().isEmpty() && answer.out.isEmpty(), answer.err.constData());
}

void TestCompareCommand::aBadModelIsThree()
{
    QFile broken(m_folder.filePath("broken.gguf"));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("GGUF") == 4);
    broken.close();
    const test::Answer answer = test::snugCli(compare({broken.fileName(), "--json"}));
    QCOMPARE(answer.code, 3);
    const Json json = Json::parse(answer.out.toStdString());
    QCOMPARE(json["outcome"].get<std::string>(), std::string("failed"));
    QVERIFY(json["error"]["message"].get<std::string>().find("broken.gguf") != std::string::npos ||
            json["error"]["file"].get<std::string>().find("broken.gguf") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestCompareCommand)
#include "tst_comparecommand.moc"
