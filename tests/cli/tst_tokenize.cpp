// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// snug-cli tokenize: ids and pieces, and what it says to what it cannot use.

#include "tests/cli/snugcli.h"
#include "tests/jobs/smallmodel.h"
#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

using namespace snug;
using Json = nlohmann::json;

class TestTokenize : public QObject
{
    Q_OBJECT

private slots:
    void printsIds();
    void printsPieces();
    void readsFiles();
    void takesSpecialsOnDemand();
    void saysWhatIsWrong();

private:
    const QString m_spm =
        QString::fromStdString(test::sharedData("tokenizers/gguf-vocab/ggml-vocab-llama-spm.gguf").string());
};

void TestTokenize::printsIds()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QCOMPARE(test::snugCli({"tokenize", m_spm, "--prompt", "Hello world"}).out, QByteArray("1 15043 3186\n"));
    QCOMPARE(test::snugCli({"tokenize", m_spm, "--prompt", "Hello world", "--no-bos"}).out, QByteArray("15043 3186\n"));
    QCOMPARE(test::snugCli({"tokenize", m_spm, "--prompt", "", "--no-bos"}).out, QByteArray("\n"));
}

void TestTokenize::printsPieces()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    const Json json =
        Json::parse(test::snugCli({"tokenize", m_spm, "--prompt", "Hello world", "--json"}).out.toStdString());
    QVERIFY(json == Json({{"ids", {1, 15043, 3186}}, {"pieces", {"<s>", " Hello", " world"}}}));
}

void TestTokenize::readsFiles()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QTemporaryDir folder;
    QFile file(folder.filePath("text"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(QByteArray("Hello\xFF world", 12)) == 12);
    file.close();
    // A byte that is no text has a token of its own, and is replaced in JSON alone.
    const test::Answer answer = test::snugCli({"tokenize", m_spm, "--text", file.fileName(), "--json", "--no-bos"});
    const Json json = Json::parse(answer.out.toStdString());
    QVERIFY2(json["ids"] == Json({15043, 258, 3186}), answer.out.constData());
    QCOMPARE(json["pieces"][1].get<std::string>(), std::string("\xEF\xBF\xBD"));
}

void TestTokenize::takesSpecialsOnDemand()
{
    SNUG_REQUIRE_SHARED("tokenizers");
    QCOMPARE(test::snugCli({"tokenize", m_spm, "--prompt", "a</s>", "--special", "--no-bos"}).out,
             QByteArray("263 2\n"));
    QVERIFY(test::snugCli({"tokenize", m_spm, "--prompt", "a</s>", "--no-bos"}).out != QByteArray("263 2\n"));
}

void TestTokenize::saysWhatIsWrong()
{
    QTemporaryDir folder;
    const QString model = folder.filePath("in.gguf");
    test::writeSmallModel(model.toStdString());
    const test::Answer noTokenizer = test::snugCli({"tokenize", model, "--prompt", "a"});
    QCOMPARE(noTokenizer.code, 3);
    QVERIFY2(noTokenizer.sentence().contains("no tokenizer"), noTokenizer.err.constData());
    QCOMPARE(test::snugCli({"tokenize", model}).code, 2);
    QCOMPARE(test::snugCli({"tokenize", model, "--prompt", "a", "--text", "b"}).code, 2);
    QVERIFY(test::snugCli({"tokenize", model, "--text", folder.filePath("absent")}).code >= 2);
}

QTEST_APPLESS_MAIN(TestTokenize)
#include "tst_tokenize.moc"
