// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli generate: text on stdout and nothing else there, figures on stderr, exit codes.

#include "tests/cli/snugcli.h"
#include "tests/support/shareddata.h"
#include "tests/support/storiesmodel.h"

#include <nlohmann/json.hpp>

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace snug;
using Json = nlohmann::json;

class TestGenerate : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void writesTextAlone();
    void jsonHasItAll();
    void stopsCleanly();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();

private:
    QTemporaryDir m_folder;
};

void TestGenerate::initTestCase()
{
    SNUG_REQUIRE_SHARED(test::kStories);
    test::writeStoriesModel(m_folder.path().toStdString());
}

void TestGenerate::writesTextAlone()
{
    const test::Answer answer =
        test::snugCli({"generate", m_folder.path(), "--prompt", "", "-n", "200", "--temperature", "0"});
    QCOMPARE(answer.code, 0);
    QCOMPARE(answer.out, QByteArray::fromStdString(test::knownStory() + "\n"));
    QVERIFY2(answer.err.contains("200 written"), answer.err.constData());
}

void TestGenerate::jsonHasItAll()
{
    const QStringList words = {"generate", m_folder.path(), "--prompt", "Once upon", "-n", "30", "--json"};
    const test::Answer first = test::snugCli(words);
    QCOMPARE(first.code, 0);
    const Json json = Json::parse(first.out.toStdString());
    QCOMPARE(json.at("prompt_tokens").get<int>(), 4 - 1);
    QVERIFY(json.at("ids").size() <= 30 && !json.at("chat").get<bool>());
    const auto seed = QString::number(json.at("seed").get<std::uint64_t>());
    const test::Answer again = test::snugCli(words + QStringList{"--seed", seed, "--threads", "1"});
    QVERIFY(Json::parse(again.out.toStdString()).at("text") == json.at("text"));
}

void TestGenerate::stopsCleanly()
{
    QProcess process;
    process.start(test::snugCliPath(), {"generate", m_folder.path(), "--prompt", "", "-n", "100000", "--temperature",
                                        "0", "--context", "100000"});
    QVERIFY(process.waitForReadyRead(60000)); // the first word is there
    QCOMPARE(::kill(static_cast<pid_t>(process.processId()), SIGINT), 0);
    QVERIFY(process.waitForFinished(60000));
    QCOMPARE(process.exitStatus(), QProcess::NormalExit);
    QCOMPARE(process.exitCode(), 6);
    const QByteArray text = process.readAllStandardOutput();
    QVERIFY2(text.startsWith("Once") && text.endsWith('\n'), text.constData());
    QVERIFY(process.readAllStandardError().contains("longer than the 512"));
}

void TestGenerate::saysWhatIsWrong_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("no prompt") << QStringList{} << 2 << QByteArray("--prompt");
    QTest::newRow("both") << QStringList{"--prompt", "a", "--chat", "--raw"} << 2 << QByteArray("--raw");
    QTest::newRow("temperature") << QStringList{"--prompt", "a", "--temperature", "-1"} << 2
                                 << QByteArray("temperature");
    for (const char *option : {"--seed", "-n", "--top-k", "--threads", "--context"})
        QTest::newRow(option) << QStringList{"--prompt", "a", option, "-1"} << 2 << QByteArray(option);
    QTest::newRow("no template") << QStringList{"--prompt", "a", "--chat"} << 3 << QByteArray("no chat template");
    QTest::newRow("ram") << QStringList{"--prompt", "a", "--ram", "1M"} << 4 << QByteArray("RAM limit");
    QTest::newRow("no size") << QStringList{"--prompt", "a", "--ram", "much"} << 2 << QByteArray("much");
    QTest::newRow("context") << QStringList{"--prompt", "a girl", "--context", "2"} << 2 << QByteArray("no room");
}

void TestGenerate::saysWhatIsWrong()
{
    QFETCH(QStringList, words);
    QFETCH(int, code);
    QFETCH(QByteArray, part);
    const test::Answer answer = test::snugCli(QStringList{"generate", m_folder.path()} + words);
    QCOMPARE(answer.code, code);
    QVERIFY2(answer.sentence().contains(part), answer.err.constData());
    QVERIFY(answer.out.isEmpty());
}

QTEST_GUILESS_MAIN(TestGenerate)
#include "tst_generatecommand.moc"
