// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Options that cannot be: each ends with one sentence that names the thing, its exit code, and nothing written.

#include "core/model/model.h"
#include "tests/cli/snugcli.h"
#include "tests/jobs/smallmodel.h"

#include <nlohmann/json.hpp>

#include <QDir>
#include <QFile>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <limits>

using namespace snug;
using Json = nlohmann::json;

namespace {

constexpr int kUsage = 2, kBadInput = 3;

} // namespace

class TestBadOptions : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void wrongOptionsAreNamed_data();
    void wrongOptionsAreNamed();
    void wrongWordsOfMeasurementsAreNamed_data();
    void wrongWordsOfMeasurementsAreNamed();
    void wrongMatricesAreNamed_data();
    void wrongMatricesAreNamed();
    void aMatrixThatIsNeededIsSaidBeforehand();
    void whatDoesNothingIsWarnedOf();
    void unknownTypesOfferTheNearest();
    void aWordOfAPatternFileIsNamedWithItsFile();
    void quantizedSourcesNeedPermission();
    void rowsThatDoNotDivideAreSaid();
    void splitSetsHaveToBeWhole();
    void splitOutputsThatAreThereAreKept();
    void wrongWordsOfImatrix_data();
    void wrongWordsOfImatrix();
    void spacesInListsAreNoHarm();
    void aKilledRunLeavesNoFinishedFile();

private:
    QString path(const char *name) const { return m_folder->filePath(name); }
    test::Answer quantize(const char *level, const QStringList &options) const
    {
        return test::snugCli(QStringList{"quantize", path("in.gguf"), "--level", level, "-o", path("out/out.gguf")} +
                             options);
    }
    bool nothingWritten() const { return !QDir(path("out")).exists() || QDir(path("out")).isEmpty(); }
    void writeMatrix(const char *name, const std::vector<test::SmallEntry> &entries) const
    {
        test::writeSmallMatrix(path(name).toStdString(), entries);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TestBadOptions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    test::writeSmallModel(path("in.gguf").toStdString());
}

void TestBadOptions::wrongOptionsAreNamed_data()
{
    QTest::addColumn<QStringList>("options");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char *name, const QStringList &options, const char *named) {
        QTest::newRow(name) << options << QByteArray(named);
    };
    row("pattern is no regular expression", {"--tensor-type", "attn_(v=q8_0"}, "'attn_(v'");
    row("pattern without a type", {"--tensor-type", "attn_v"}, "'attn_v'");
    row("pattern file that is not there", {"--tensor-type-file", "/nowhere/types.txt"}, "/nowhere/types.txt");
    row("unknown type in a pattern", {"--tensor-type", "attn_v=q9_z"}, "'q9_z'");
    row("unknown output type", {"--output-tensor-type", "q4_kk"}, "Q4_K");
    row("unknown embedding type", {"--token-embedding-type", "nosuch"}, "'nosuch'");
    row("layers that are no numbers", {"--prune-layers", "1,x"}, "'x'");
    row("all layers", {"--prune-layers", "0,1"}, "leaves no layer");
    row("override without a type", {"--override-kv", "golden=novalue"}, "'golden=novalue'");
    row("override that is no flag", {"--override-kv", "golden.b=bool:maybe"}, "true or false");
    row("override against the tensors", {"--override-kv", "llama.expert_count=int:8"}, "no tensors of experts");
    row("both filters", {"--imatrix", "x", "--include-weights", "a", "--exclude-weights", "b"}, "");
    row("a filter without a matrix", {"--include-weights", "a"}, "--imatrix");
    row("two ways to split", {"--keep-split", "--split-size", "1M"}, "--keep-split and --split-size");
    row("split into crumbs", {"--split-size", "0"}, "--split-size");
    row("split size that is none", {"--split-size", "big"}, "\"big\"");
    row("a matrix without a name", {"--imatrix", ""}, "--imatrix");
}

void TestBadOptions::wrongOptionsAreNamed()
{
    QFETCH(QStringList, options);
    QFETCH(QByteArray, named);
    const test::Answer answer = quantize("Q4_K_M", options);
    const bool missingFile = options.contains("/nowhere/types.txt") || options.contains("x");
    QVERIFY2(answer.code == kUsage || (missingFile && (answer.code == 5 || answer.code == kBadInput)), answer.err);
    QVERIFY2(answer.sentence().contains(named), answer.err);
    QVERIFY(answer.out.isEmpty() && nothingWritten());
}

void TestBadOptions::wrongWordsOfMeasurementsAreNamed_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](QStringList words, const char *named) {
        const QByteArray name = words.join(' ').toUtf8();
        words.insert(1, "/nowhere/model.gguf");
        QTest::newRow(name.constData()) << words << QByteArray(named);
    };
    for (const char *command : {"evaluate", "compare"}) {
        for (const char *option : {"--context", "--chunks"}) {
            for (const char *number : {"-5", "0", "many"})
                row({command, "--text", "t.txt", option, number}, option);
            row({command, option, "64"}, "--text");
        }
        for (const char *threads : {"-3", "0", "100000"})
            row({command, "--text", "t.txt", "--threads", threads}, "--threads");
    }
    row({"compare", "--seed", "-1"}, "--seed");
    for (const char *number : {"-1", "0"}) {
        row({"evaluate", "--tasks", "t.jsonl", "--questions", number}, "--questions");
        row({"evaluate", "--text", "t.txt", "--stride", number}, "--stride");
        row({"compare", "--prompt", "p", "-n", number}, "-n");
    }
    row({"evaluate", "--text", "t.txt", "--questions", "5"}, "--tasks");
    row({"evaluate", "--tasks", "t.jsonl", "--stride", "5"}, "--text");
    row({"evaluate", "--text", "t.txt", "--gate", ""}, "--gate");
    row({"evaluate", "--text", "t.txt", "--gate", " "}, "--gate");
    row({"evaluate", "--text", "t.txt", "--gate", "kl_mean<1"}, "--base");
    row({"evaluate", "--text", "t.txt", "--gate", "ppl_ratio<2,perplexity<9"}, "\"ppl_ratio<2\" needs a model");
    row({"evaluate", "--text", "t.txt", "--gate", "task_piqa>0.5"}, "--tasks");
}

void TestBadOptions::wrongWordsOfMeasurementsAreNamed()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, named);
    const test::Answer answer = test::snugCli(words);
    QCOMPARE(answer.code, kUsage);
    QVERIFY2(answer.sentence().contains(named), answer.err);
    QVERIFY(answer.out.isEmpty());
}

void TestBadOptions::wrongMatricesAreNamed_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("of another model") << QByteArray("foreign") << QByteArray("'encoder.0.weight'");
    QTest::newRow("of another size") << QByteArray("size")
                                     << QByteArray("64 values for blk.0.attn_q.weight, expected 256");
    QTest::newRow("NaN") << QByteArray("nan") << QByteArray("'blk.0.attn_q.weight' has NaN for column 7");
    QTest::newRow("negative") << QByteArray("negative") << QByteArray("has -1 for column 0");
    QTest::newRow("cut") << QByteArray("cut") << QByteArray("run past the end of the file");
    QTest::newRow("a model") << QByteArray("model") << QByteArray("is a model, not an importance matrix");
    QTest::newRow("text") << QByteArray("text") << QByteArray("no importance matrix");
    QTest::newRow("empty") << QByteArray("empty") << QByteArray("m.gguf");
    QTest::newRow("a folder") << QByteArray("folder") << QByteArray("m.gguf");
    QTest::newRow("not there") << QByteArray("absent") << QByteArray("m.gguf");
}

void TestBadOptions::wrongMatricesAreNamed()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, named);
    std::vector<float> values(kind == "size" ? 64 : 256, 1.0F);
    if (kind == "nan")
        values[7] = std::numeric_limits<float>::quiet_NaN();
    if (kind == "negative")
        values[0] = -1;
    const QString file = path("m.gguf");
    if (kind == "model")
        test::writeSmallModel(file.toStdString());
    else if (kind == "folder")
        QVERIFY(QDir().mkdir(file));
    else if (kind != "absent")
        writeMatrix("m.gguf", {{kind == "foreign" ? "encoder.0.weight" : "blk.0.attn_q.weight", values}});
    QFile bytes(file);
    if (kind == "cut")
        QVERIFY(bytes.resize(bytes.size() - 100));
    if (kind == "empty" || kind == "text") {
        QVERIFY(bytes.open(QIODevice::WriteOnly | QIODevice::Truncate));
        bytes.write(kind == "text" ? "some notes of mine" : "");
        bytes.close();
    }
    const test::Answer answer = quantize("Q4_K_M", {"--imatrix", file});
    QVERIFY2(answer.code == kBadInput || answer.code == 5, answer.err);
    QVERIFY2(answer.sentence().contains(named), answer.err);
    QVERIFY(nothingWritten());
}

void TestBadOptions::aMatrixThatIsNeededIsSaidBeforehand()
{
    for (const char *level : {"IQ2_XS", "IQ1_S", "IQ3_XXS", "Q2_K_S"}) {
        const test::Answer refused = quantize(level, {});
        QCOMPARE(refused.code, kBadInput);
        QVERIFY2(refused.sentence().contains("needs an importance matrix"), refused.err);
        QVERIFY2(refused.sentence().contains("--imatrix"), refused.err);
        QVERIFY(nothingWritten());
    }
    // In a plan the others stand, and this one says why not.
    const test::Answer plan = test::snugCli({"plan", path("in.gguf"), "--level", "Q4_K_M,IQ2_XS", "--json"});
    QCOMPARE(plan.code, 0);
    const Json json = Json::parse(plan.out.toStdString());
    QCOMPARE(json["variants"][0]["refusal"].get<std::string>(), std::string());
    QVERIFY(!json["variants"][0]["needs_imatrix"].get<bool>());
    QVERIFY(json["variants"][1]["refusal"].get<std::string>().find("importance matrix") != std::string::npos);
    QVERIFY(json["variants"][1]["needs_imatrix"].get<bool>());
    QVERIFY(json["variants"][1]["output_bytes"].get<std::uint64_t>() > 0);
    // A matrix that leaves such a tensor out does not help.
    writeMatrix("m.gguf", {{"blk.0.attn_q.weight", std::vector<float>(256, 1.0F)}});
    const test::Answer partial = quantize("IQ2_XS", {"--imatrix", path("m.gguf")});
    QCOMPARE(partial.code, kBadInput);
    QVERIFY2(partial.sentence().contains("blk.0.attn_k.weight") && partial.sentence().contains("no entry for it"),
             partial.err);
}

void TestBadOptions::whatDoesNothingIsWarnedOf()
{
    writeMatrix("m.gguf", {{"blk.0.attn_q.weight", std::vector<float>(256, 1.0F)}});
    const QStringList options{
        "--tensor-type", "nosuch_tensor=q8_0", "--tensor-type",     "output_norm=q8_0", "--prune-layers", "99",
        "--imatrix",     path("m.gguf"),       "--exclude-weights", "nosuch_entry",     "--override-kv",  "a.b=int:-3"};
    const test::Answer plan = test::snugCli(QStringList{"plan", path("in.gguf"), "--level", "Q8_0,F16"} + options);
    QCOMPARE(plan.code, 0);
    const test::Answer done = quantize("Q8_0", options + QStringList{"--json"});
    QVERIFY2(done.code == 0, done.err);
    const Json json = Json::parse(done.out.toStdString());
    QByteArray notes;
    for (const Json &note : json["notes"])
        notes += QByteArray::fromStdString(note.get<std::string>()) + "\n";
    for (const char *part : {"pattern nosuch_tensor", "only tensors that are never quantized", "layer 99",
                             "nosuch_entry", "stored as 3", "no entry for blk.0.attn_k.weight"}) {
        QVERIFY2(plan.out.contains(part), plan.out);
        QVERIFY2(notes.contains(part), notes);
    }
    QVERIFY2(plan.out.contains("--tensor-type does nothing at level F16"), plan.out);
}

void TestBadOptions::unknownTypesOfferTheNearest()
{
    const test::Answer level = quantize("Q4_K_N", {});
    QCOMPARE(level.code, kUsage);
    QVERIFY2(level.sentence().contains("Q4_K_M, Q4_K_S"), level.err);
    for (const char *name : {"NVFP4", "nvfp4", "39"}) {
        const test::Answer other = quantize(name, {});
        QCOMPARE(other.code, kUsage);
        QVERIFY2(
            other.sentence().endsWith("NVFP4 is a tensor type, not a level; use it with --tensor-type PATTERN=NVFP4."),
            other.err);
    }
    const test::Answer two = quantize("Q8_0,Q4_0", {});
    QCOMPARE(two.code, kUsage);
    QVERIFY2(two.sentence().contains("2 levels need a folder"), two.err);
    const test::Answer type = quantize("Q4_K_M", {"--output-tensor-type", "iq4_x"});
    QCOMPARE(type.code, kUsage);
    QVERIFY2(type.sentence().contains("IQ4_XS"), type.err);
    QVERIFY(nothingWritten());
}

void TestBadOptions::aWordOfAPatternFileIsNamedWithItsFile()
{
    QFile file(path("types.txt"));
    for (const QByteArray word : {"attn_k", "attn_k=q9_z", "attn_(k=q8_0"}) {
        QVERIFY(file.open(QIODevice::WriteOnly | QIODevice::Truncate));
        file.write("attn_v=q8_0 " + word + "\n");
        file.close();
        const test::Answer answer = quantize("Q4_K_M", {"--tensor-type-file", file.fileName()});
        QCOMPARE(answer.code, kUsage);
        QVERIFY2(answer.sentence().contains("--tensor-type-file " + file.fileName().toLocal8Bit()), answer.err);
        QVERIFY2(answer.sentence().contains("'" + word.split('=').first() + "'"), answer.err);
    }
    QVERIFY(nothingWritten());
}

void TestBadOptions::quantizedSourcesNeedPermission()
{
    QCOMPARE(quantize("Q8_0", {}).code, 0);
    const QString made = path("out/out.gguf");
    const QStringList again{"quantize", made, "--level", "Q4_0", "-o", path("again.gguf")};
    const test::Answer refused = test::snugCli(again);
    QCOMPARE(refused.code, kBadInput);
    QVERIFY2(refused.sentence().contains("--allow-requantize"), refused.err);
    QVERIFY(!QFile::exists(path("again.gguf")));
    QCOMPARE(test::snugCli(again + QStringList{"--allow-requantize"}).code, 0);
    QCOMPARE(test::snugCli({"quantize", made, "--level", "COPY", "-o", path("copy.gguf")}).code, 0);
}

void TestBadOptions::rowsThatDoNotDivideAreSaid()
{
    test::SmallModel model;
    model.hidden = 96;
    test::writeSmallModel(path("in.gguf").toStdString(), model);
    const test::Answer plan = test::snugCli({"plan", path("in.gguf"), "--level", "Q6_K"});
    QVERIFY2(plan.out.contains("% of weights will be Q8_0 instead of Q6_K: row length 96 is not a multiple of 256"),
             plan.out);
    const test::Answer refused = quantize("Q6_K", {"--no-fallback"});
    QCOMPARE(refused.code, kBadInput);
    for (const char *part : {"cannot be Q6_K", "96 weights", "multiple of 256", "more tensors", "--no-fallback"})
        QVERIFY2(refused.sentence().contains(part), refused.err);
    const test::Answer explicitly = quantize("Q8_0", {"--token-embedding-type", "q4_k"});
    QCOMPARE(explicitly.code, kUsage);
    QVERIFY2(explicitly.sentence().contains("token_embd.weight cannot be Q4_K: its rows have 96 weights"),
             explicitly.err);
    const test::Answer noStandIn = quantize("Q1_0", {});
    QCOMPARE(noStandIn.code, kBadInput);
    QVERIFY2(noStandIn.sentence().contains("multiple of 128"), noStandIn.err);
    QVERIFY(nothingWritten());
}

void TestBadOptions::splitSetsHaveToBeWhole()
{
    QCOMPARE(quantize("F16", {"--split-size", "400K"}).code, 0);
    const QStringList parts = QDir(path("out")).entryList(QDir::Files, QDir::Name);
    QVERIFY2(parts.size() > 2 && parts[1].startsWith("out-00002-of-"), qPrintable(parts.join(" ")));
    for (const QString &part : parts)
        QVERIFY(QFile(path("out/") + part).size() <= 400 * 1024);
    const QString first = path("out/") + parts[0], second = path("out/") + parts[1];
    const QStringList join{"quantize", first, "--level", "COPY", "-o", path("joined.gguf")};
    QVERIFY(QFile::rename(second, path("aside.gguf")));
    const test::Answer missing = test::snugCli(join);
    QVERIFY2(missing.sentence().endsWith("in one folder, or download it again."), missing.err);
    QCOMPARE(missing.code, kBadInput);
    QVERIFY2(missing.sentence().contains(parts[1].toLatin1()) && missing.sentence().contains("missing"), missing.err);
    QVERIFY(QFile::copy(path("out/") + parts[2], second));
    const test::Answer repeated = test::snugCli(join);
    QVERIFY2(repeated.sentence().endsWith("in one folder, or download it again."), repeated.err);
    QCOMPARE(repeated.code, kBadInput);
    QVERIFY2(repeated.sentence().contains(parts[1].toLatin1()) && repeated.sentence().contains("there twice"),
             repeated.err);
    QVERIFY(QFile::remove(second) && QFile::rename(path("aside.gguf"), second));
    const test::Answer later = test::snugCli({"quantize", second, "--level", "COPY", "-o", path("joined.gguf")});
    QCOMPARE(later.code, kBadInput);
    QVERIFY2(later.sentence().contains("give the first part"), later.err);
    QVERIFY(!QFile::exists(path("joined.gguf")));
    QCOMPARE(test::snugCli(join).code, 0);
    QCOMPARE(openModel(path("joined.gguf").toStdString())->tensors.size(), std::size_t(14));
}

void TestBadOptions::splitOutputsThatAreThereAreKept()
{
    const QStringList split{"--split-size", "500K"};
    const test::Answer plan = test::snugCli(
        QStringList{"plan", path("in.gguf"), "--level", "F16", "-o", path("out/out.gguf"), "--json"} + split);
    const Json files = Json::parse(plan.out.toStdString())["variants"][0]["output_files"];
    QVERIFY(files.size() > 2);
    QVERIFY(QDir().mkdir(path("out")));
    QFile there(QString::fromStdString(files[1].get<std::string>()));
    QVERIFY(there.open(QIODevice::WriteOnly) && there.write("mine") == 4);
    there.close();
    const test::Answer refused = quantize("F16", split);
    QCOMPARE(refused.code, kUsage);
    QVERIFY2(refused.sentence().contains(there.fileName().toLocal8Bit() + " exists"), refused.err);
    QCOMPARE(QDir(path("out")).entryList(QDir::Files).size(), 1);
    QCOMPARE(there.size(), 4);
    QCOMPARE(quantize("F16", split + QStringList{"--overwrite"}).code, 0);
    QCOMPARE(QDir(path("out")).entryList(QDir::Files).size(), int(files.size()));
}

void TestBadOptions::wrongWordsOfImatrix_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QByteArray>("named");
    for (const char *option : {"--length", "--samples", "--threads"})
        for (const char *value : {"-1", "0", "2.5"})
            QTest::addRow("%s %s", option, value)
                << QStringList{"in.gguf", "--text", "text.txt", option, value} << QByteArray(option);
    QTest::newRow("too many threads") << QStringList{"in.gguf", "--text", "text.txt", "--threads", "100000"}
                                      << QByteArray("--threads");
    QTest::newRow("nothing to make it of") << QStringList{"in.gguf"} << QByteArray("--text");
    QTest::newRow("model and merge") << QStringList{"in.gguf", "--merge", "m.gguf"} << QByteArray("MODEL");
    QTest::newRow("text and merge") << QStringList{"--text", "text.txt", "--merge", "m.gguf"} << QByteArray("--text");
    QTest::newRow("length and merge") << QStringList{"--length", "64", "--merge", "m.gguf"} << QByteArray("--length");
    QTest::newRow("onto an input") << QStringList{"--overwrite", "--merge", "out.gguf"} << QByteArray("out.gguf");
}

void TestBadOptions::wrongWordsOfImatrix()
{
    QFETCH(QStringList, words);
    QFETCH(QByteArray, named);
    const std::vector<test::SmallEntry> entries{{"blk.0.attn_q.weight", std::vector<float>(256, 1.0F)}};
    writeMatrix("m.gguf", entries);
    if (words.contains("out.gguf"))
        writeMatrix("out.gguf", entries);
    const qint64 before = QFile(path("out.gguf")).size();
    for (QString &word : words)
        if (word.contains(".g") || word.contains(".t"))
            word = m_folder->filePath(word);
    const test::Answer answer = test::snugCli(QStringList{"imatrix", "-o", path("out.gguf")} + words);
    QCOMPARE(answer.code, kUsage);
    QVERIFY2(answer.sentence().contains(named), answer.err);
    QCOMPARE(QFile(path("out.gguf")).size(), before);
    QVERIFY(QFile::exists(path("out.gguf")) == words.contains(path("out.gguf")));
}

void TestBadOptions::spacesInListsAreNoHarm()
{
    const test::Answer plan = test::snugCli({"plan", path("in.gguf"), "--level", " Q8_0, Q4_0 ,", "--json"});
    QVERIFY2(plan.code == 0, plan.err);
    const Json json = Json::parse(plan.out.toStdString());
    QCOMPARE(json["variants"].size(), std::size_t(2));
    QCOMPARE(json["variants"][1]["level"].get<std::string>(), std::string("Q4_0"));
    const test::Answer nameless = test::snugCli({"quantize", path("in.gguf"), "--level", "Q8_0", "-o", ""});
    QCOMPARE(nameless.code, kUsage);
    QVERIFY2(!nameless.sentence().isEmpty(), nameless.err);
}

void TestBadOptions::aKilledRunLeavesNoFinishedFile()
{
    test::SmallModel model;
    model.layers = 60;
    test::writeSmallModel(path("in.gguf").toStdString(), model);
    QProcess process;
    process.start(test::snugCliPath(), {"quantize", path("in.gguf"), "--level", "IQ3_S", "--split-size", "1M", "-o",
                                        path("out/out.gguf"), "--threads", "1"});
    QVERIFY(process.waitForStarted());
    QTRY_VERIFY(QDir(path("out")).entryList({"*.part"}).size() > 1);
    process.kill();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitStatus(), QProcess::CrashExit);
    QVERIFY(QDir(path("out")).entryList({"*.gguf"}).isEmpty());
}

QTEST_GUILESS_MAIN(TestBadOptions)
#include "tst_badoptions.moc"
