// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The contract of the command line: names, JSON keys, exit codes, and stdout kept clean.

#include "tests/cli/snugcli.h"
#include "tests/jobs/smallmodel.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <map>

using namespace snug;
using Json = nlohmann::json;

class TestCommands : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void inspectShowsTheModel();
    void modelsListsWhatIsThere();
    void planSaysBeforehand();
    void planShowsLevelsThatCannotBeMade();
    void typesComeFromAFileToo();
    void quantizeAnswersOneObject();
    void quantizeEndsWithATable();
    void devicesHasTheProcessorFirst();
    void benchMeasuresWhatIsAsked();
    void benchMeasuresDevices();
    void wrongUsageIsTwo_data();
    void wrongUsageIsTwo();
    void helpAndVersionAreNoErrors();
    void anInterruptIsSix();

private:
    QString m_model, m_output;
    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestCommands::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_model = m_folder->filePath("in.gguf");
    m_output = m_folder->filePath("out.gguf");
    for (const char *variable : {"HOME", "OLLAMA_MODELS", "HF_HOME", "HF_HUB_CACHE"})
        qputenv(variable, QFile::encodeName(m_folder->filePath("none"))); // not what this machine has
    test::writeSmallModel(m_model.toStdString());
}

void TestCommands::inspectShowsTheModel()
{
    const Json json = Json::parse(test::snugCli({"inspect", m_model, "--json"}).out.toStdString());
    QCOMPARE(json["model"]["architecture"].get<std::string>(), std::string("llama"));
    QCOMPARE(json["model"]["layers"].get<int>(), 2);
    QCOMPARE(json["tensors"].size(), std::size_t(14));
    const test::Answer text = test::snugCli({"inspect", m_model});
    QCOMPARE(text.code, 0);
    QVERIFY(text.out.contains("blk.1.ffn_down.weight") && text.err.isEmpty());
}

void TestCommands::modelsListsWhatIsThere()
{
    QFile broken(m_folder->filePath("broken.gguf"));
    QVERIFY(broken.open(QIODevice::WriteOnly) && broken.write("GGUF") == 4);
    broken.close();
    const Json json = Json::parse(test::snugCli({"models", m_folder->path(), "--json"}).out.toStdString());
    QCOMPARE(json["models"].size(), std::size_t(2));
    QCOMPARE(json["models"][0]["name"].get<std::string>(), std::string("broken"));
    QVERIFY(!json["models"][0]["usable"].get<bool>() && !json["models"][0]["partial"].get<bool>());
    QCOMPARE(json["models"][1]["path"].get<std::string>(), m_model.toStdString());
    QVERIFY(json["models"][1]["usable"].get<bool>() && json["models"][1]["bytes"].get<std::uint64_t>() > 1000);
    QCOMPARE(json["places"].size(), std::size_t(4));
    QVERIFY(!json["places"][2]["exists"].get<bool>());
    QCOMPARE(json["places"][3]["models"].get<int>(), 2);
    const test::Answer text = test::snugCli({"models", m_folder->path()});
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("in.gguf") && text.out.contains("Ollama: there is no "), text.out.constData());
    QCOMPARE(test::snugCli({"models"}).code, 0);
}

void TestCommands::planSaysBeforehand()
{
    const QStringList words{"plan", m_model, "--method", "gguf", "--level", "Q4_K_M,Q8_0"};
    const Json json = Json::parse(test::snugCli(words + QStringList{"--json"}).out.toStdString());
    QCOMPARE(json["variants"].size(), std::size_t(2));
    QVERIFY(json["variants"][0]["output_bytes"].get<std::uint64_t>() > 1000);
    const test::Answer text = test::snugCli(words);
    QCOMPARE(text.code, 0);
    QVERIFY2(text.out.contains("Q4_K_M") && text.out.contains("fits"), text.out.constData());
    QVERIFY(!text.out.contains("blk.0.ffn_down.weight"));
    const test::Answer tensors = test::snugCli(words + QStringList{"--tensors"});
    QVERIFY2(tensors.out.contains("blk.0.ffn_down.weight") && tensors.out.contains("Feed-forward down tensor"),
             tensors.out.constData());
}

void TestCommands::planShowsLevelsThatCannotBeMade()
{
    const QStringList words{"plan", m_model, "--level", "IQ2_XS,IQ1_S"};
    const test::Answer text = test::snugCli(words);
    QCOMPARE(text.code, 3);
    QVERIFY2(text.sentence().contains("importance matrix"), text.err.constData());
    QCOMPARE(text.out.count("cannot be made"), 2);
    const test::Answer json = test::snugCli(words + QStringList{"--json"});
    QCOMPARE(json.code, 3);
    const Json object = Json::parse(json.out.toStdString());
    QCOMPARE(object["variants"].size(), std::size_t(2));
    QCOMPARE(object["error"]["code"].get<std::string>(), std::string("unsupported"));
}

void TestCommands::typesComeFromAFileToo()
{
    const QString list = m_folder->filePath("types.txt");
    QFile file(list);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("attn_v=q8_0\nblk\\.[02]\\.ffn_down=q6_k\n  ffn_(up|gate)=iq4_nl\ttoken_embd=q5_0");
    file.close();
    const test::Answer answer = test::snugCli({"plan", m_model, "--level", "Q4_0", "--tensor-type", "blk.1.attn_v=f16",
                                               "--tensor-type-file", list, "--json"});
    QCOMPARE(answer.code, 0);
    std::map<std::string, std::string> types;
    const Json json = Json::parse(answer.out.toStdString());
    for (const Json &tensor : json["variants"][0]["tensors"])
        types[tensor["name"]] = tensor["to"];
    QCOMPARE(types["blk.0.attn_v.weight"], std::string("Q8_0"));
    QCOMPARE(types["blk.1.attn_v.weight"], std::string("F16"));
    QCOMPARE(types["blk.0.ffn_down.weight"], std::string("Q6_K"));
    QCOMPARE(types["blk.1.ffn_down.weight"], std::string("Q4_0"));
    QCOMPARE(types["blk.1.ffn_up.weight"], std::string("IQ4_NL"));
    QCOMPARE(types["token_embd.weight"], std::string("Q5_0"));
}

void TestCommands::quantizeAnswersOneObject()
{
    const test::Answer answer =
        test::snugCli({"quantize", m_model, "--method", "gguf", "--level", "Q4_K_M", "-o", m_output, "--json"});
    QCOMPARE(answer.code, 0);
    const Json json = Json::parse(answer.out.toStdString());
    QCOMPARE(json["outcome"].get<std::string>(), std::string("succeeded"));
    QCOMPARE(json["outputs"][0]["bytes"].get<qint64>(), QFile(m_output).size());
    QCOMPARE(json["outputs"][0]["sha256"].get<std::string>().size(), std::size_t(64));
    for (const char *key : {"ram_predicted", "ram_measured", "vram_predicted", "vram_measured"})
        QVERIFY(json["peaks"].contains(key));
    for (const char *key : {"name", "from", "to", "relative_error", "seconds"})
        QVERIFY(json["tensors"][0].contains(key));
    QVERIFY(json["seconds"].get<double>() > 0);
}

void TestCommands::quantizeEndsWithATable()
{
    const QString folder = m_folder->filePath("made/");
    const test::Answer answer =
        test::snugCli({"quantize", m_model, "--method", "gguf", "--level", "Q4_K_M,Q6_K", "-o", folder});
    QCOMPARE(answer.code, 0);
    QVERIFY2(answer.out.contains("small-Q6_K.gguf") && answer.out.contains("RAM peak"), answer.out.constData());
    QVERIFY(QFile::exists(folder + "small-Q4_K_M.gguf"));
}

void TestCommands::devicesHasTheProcessorFirst()
{
    const Json json = Json::parse(test::snugCli({"devices", "--json"}).out.toStdString());
    QCOMPARE(json["devices"][0]["id"].get<std::string>(), std::string("cpu"));
    QVERIFY(json["devices"][0]["total_bytes"].get<std::uint64_t>() > 0);
    QVERIFY(json["devices"].size() > 1 || !json["not_loaded"].empty());
}

void TestCommands::benchMeasuresWhatIsAsked()
{
    const test::Answer answer = test::snugCli({"bench", "--filter", "^quantize/Q8_0/scalar$", "--json"});
    const Json json = Json::parse(answer.out.toStdString());
    QCOMPARE(json["benchmarks"].size(), std::size_t(1));
    QVERIFY(json["benchmarks"][0]["weights_per_second"].get<double>() > 0);
    QCOMPARE(test::snugCli({"bench", "--filter", "("}).code, 2);
}

/// On CUDA's sources built for the processor.
void TestCommands::benchMeasuresDevices()
{
    qputenv("SNUG_BACKEND_PATH", SNUG_HOST_MODULE_FOLDER);
    const test::Answer answer = test::snugCli({"bench", "--filter", "^device.*/(Q8_0|Q4_0)/cuda:0$", "--json"});
    qunsetenv("SNUG_BACKEND_PATH");
    const Json json = Json::parse(answer.out.toStdString());
    std::vector<std::string> names;
    for (const Json &row : json["benchmarks"]) {
        names.push_back(row["name"].get<std::string>());
        QVERIFY2(row["weights_per_second"].get<double>() > 0, row.dump().c_str());
    }
    const std::vector<std::string> expected{"device-copy/Q4_0/cuda:0", "device/Q4_0/cuda:0",
                                            "device-imatrix/Q4_0/cuda:0", // Q8_0 takes no importance
                                            "device-copy/Q8_0/cuda:0", "device/Q8_0/cuda:0"};
    QCOMPARE(names, expected);
}

void TestCommands::wrongUsageIsTwo_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::newRow("nothing") << QStringList{};
    QTest::newRow("unknown command") << QStringList{"shrink"};
    QTest::newRow("unknown option") << QStringList{"inspect", "x", "--fast"};
    QTest::newRow("no level") << QStringList{"quantize", "x", "-o", "y"};
    QTest::newRow("bad size") << QStringList{"plan", "x", "--level", "Q8_0", "--ram", "lots"};
    QTest::newRow("bad threads") << QStringList{"plan", "x", "--level", "Q8_0", "--threads", "two"};
}

void TestCommands::wrongUsageIsTwo()
{
    QFETCH(QStringList, words);
    const test::Answer answer = test::snugCli(words);
    QCOMPARE(answer.code, 2);
    QVERIFY2(!answer.sentence().isEmpty(), answer.err.constData());
    QVERIFY(answer.out.isEmpty());
    const Json json = Json::parse(test::snugCli(words + QStringList{"--json"}).out.toStdString());
    QCOMPARE(json["error"]["code"].get<std::string>(), std::string("usage"));
}

void TestCommands::helpAndVersionAreNoErrors()
{
    const test::Answer help = test::snugCli({"--help"});
    QCOMPARE(help.code, 0);
    QVERIFY(help.out.contains("quantize"));
    QCOMPARE(test::snugCli({"--version"}).code, 0);
}

void TestCommands::anInterruptIsSix()
{
    test::SmallModel model;
    model.layers = 60;
    test::writeSmallModel(m_model.toStdString(), model);
    QProcess process;
    process.setProcessChannelMode(QProcess::SeparateChannels);
    process.start(test::snugCliPath(), {"quantize", m_model, "--method", "gguf", "--level", "Q2_K,Q4_K_M,Q5_K_M", "-o",
                                        m_folder->filePath("made/"), "--threads", "1"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY(QFile::exists(m_folder->filePath("made/small-Q2_K.gguf.part")));
    process.terminate();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 6);
    QVERIFY(QDir(m_folder->filePath("made")).isEmpty());
}

QTEST_GUILESS_MAIN(TestCommands)
#include "tst_commands.moc"
