// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Jobs that make checkpoint folders: complete or not there, the same bytes however they are cut, what was planned, what
// is refused, and the record of it all.

#include "core/base/sha256.h"
#include "core/formats/safetensors.h"
#include "core/jobs/plan.h"
#include "core/jobs/run.h"
#include "tests/model/checkpointfiles.h"

#include <QTemporaryDir>
#include <QtTest>

#include <random>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

namespace {

struct Asked
{
    const char *method, *level, *format = "";
    bool asymmetric = false;
    int blockSize = 0;
};

const Asked kAll[] = {{"bnb", "nf4"},
                      {"bnb", "nf4", "", false, 128},
                      {"bnb", "nf4-dq"},
                      {"bnb", "fp4"},
                      {"bnb", "fp4-dq"},
                      {"bnb", "int8"},
                      {"rtn", "4bit-g32"},
                      {"rtn", "4bit-g128", "", true},
                      {"rtn", "8bit-g-1"},
                      {"rtn", "int8"},
                      {"rtn", "fp8"},
                      {"rtn", "fp8-block"},
                      {"rtn", "fp8-tensor"},
                      {"rtn", "nvfp4"},
                      {"rtn", "mxfp4"},
                      {"rtn", "4bit-g64", "gptq"},
                      {"rtn", "3bit-g64", "gptq", true},
                      {"rtn", "8bit-g128", "gptq"}};

QByteArray label(const Asked &asked)
{
    return QByteArray(asked.method) + ' ' + asked.level + ' ' + asked.format + (asked.asymmetric ? " asym" : "") +
           (asked.blockSize ? " b" + QByteArray::number(asked.blockSize) : QByteArray());
}

TestTensor noise(std::vector<std::uint64_t> shape, unsigned seed)
{
    TestTensor tensor = zeros(std::move(shape));
    std::mt19937 random(seed);
    std::normal_distribution<float> bell(0, 0.02f);
    for (std::size_t i = 0; i < tensor.bytes.size(); i += 2) {
        const float value = bell(random);
        std::memcpy(tensor.bytes.data() + i, reinterpret_cast<const char *>(&value) + 2, 2); // cut to BF16
    }
    return tensor;
}

/// Two layers, hidden 256, feed-forward 384, 4 heads of 64, 2 key-value heads.
TestCheckpoint checkpoint(bool tied = false)
{
    TestCheckpoint made;
    made.config["hidden_size"] = 256;
    made.config["intermediate_size"] = 384;
    made.config["torch_dtype"] = "bfloat16";
    made.config["tie_word_embeddings"] = tied;
    unsigned seed = 1;
    for (auto &[name, tensor] : made.tensors) {
        for (std::uint64_t &length : tensor.shape)
            length = length == 16 ? 256 : length == 8 ? 128 : length == 24 ? 384 : length;
        tensor = noise(tensor.shape, seed++);
    }
    if (tied)
        made.tensors.erase("lm_head.weight");
    return made;
}

} // namespace

class TestFolders : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void everyLevelIsMade_data();
    void everyLevelIsMade();
    void cutsDoNotMatter_data();
    void cutsDoNotMatter();
    void severalLevelsFromOneReading();
    void shardsAndTiedEmbeddings();
    void ignoredModulesStay();
    void copiedTensorsKeepTheirBytes();
    void aFloatGgufGivesTheSameWeights();
    void theRecordTells();
    void stoppedRunsLeaveNothing();
    void badWeightsLeaveNothing();
    void foldersAreNotReplacedUnasked();
    void theSourceIsSafe();
    void vectorsBeyondHalvesAreRefused();
    void noTokenizerIsNeeded();
    void refusals_data();
    void refusals();
    void optionsRefuseLevelsAlone();
    void readersAreAsked();

private:
    JobSpec spec(const Asked &asked, const std::string &to = "out") const
    {
        JobSpec made;
        made.model = path("model").string();
        made.method = asked.method;
        made.levels = {asked.level};
        made.format = asked.format;
        made.asymmetric = asked.asymmetric;
        made.blockSize = asked.blockSize;
        made.output = path(to).string();
        made.threads = 2;
        return made;
    }
    static JobReport make(const JobSpec &spec, std::uint64_t slice = 0)
    {
        JobContext context;
        context.sliceWeights = slice;
        return run(spec, context);
    }
    fs::path path(const std::string &name) const { return fs::path(m_folder->path().toStdString()) / name; }
    static QByteArray bytes(const fs::path &path)
    {
        QFile file(QString::fromStdString(path.string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    std::size_t entryCount() const
    {
        const fs::directory_iterator entries(m_folder->path().toStdString());
        return static_cast<std::size_t>(std::distance(begin(entries), end(entries)));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const char *why(const JobReport &report) { return report.error ? report.error->message.c_str() : ""; }

void addRows()
{
    QTest::addColumn<int>("index");
    for (int i = 0; i < int(std::size(kAll)); ++i)
        QTest::newRow(label(kAll[i])) << i;
}

} // namespace

void TestFolders::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    fs::create_directory(path("model"));
    QVERIFY(checkpoint().write(path("model")));
}

void TestFolders::everyLevelIsMade_data() { addRows(); }

void TestFolders::everyLevelIsMade()
{
    QFETCH(int, index);
    const JobSpec job = spec(kAll[index]);
    const auto planned = plan(job, currentMachine());
    QVERIFY2(planned, planned ? "" : planned.error().message.c_str());
    const VariantPlan &variant = planned->variants.front();
    QVERIFY2(variant.refusal.empty(), variant.refusal.c_str());
    JobContext context;
    const JobReport report = run(job, context);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));

    std::uint64_t sum = 0;
    for (const auto &entry : fs::directory_iterator(path("out")))
        sum += entry.path().filename() == "snug.json" ? 0 : entry.file_size();
    QCOMPARE(sum, variant.outputBytes);
    QCOMPARE(report.outputs.size(), variant.outputFiles.size());
    for (const OutputReport &output : report.outputs)
        QCOMPARE(QByteArray::fromStdString(output.sha256),
                 QCryptographicHash::hash(bytes(output.path), QCryptographicHash::Sha256).toHex());
    const auto set = openSafetensorsFolder(path("out"));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QVERIFY(context.ledger.figures().peakBytes[0] <= report.peaks.ramPredictedBytes);

    int quantized = 0;
    for (const TensorReport &tensor : report.tensors) {
        quantized += !tensor.copied;
        const double most = tensor.bitsPerWeight > 7 ? 0.04 : tensor.bitsPerWeight > 3.6 ? 0.16 : 0.4;
        QVERIFY2(tensor.copied ? tensor.relativeError == 0 : tensor.relativeError > 0 && tensor.relativeError < most,
                 qPrintable(QString("%1: %2").arg(tensor.name.c_str()).arg(tensor.relativeError)));
    }
    QCOMPARE(quantized, 14);
}

void TestFolders::cutsDoNotMatter_data() { addRows(); }

void TestFolders::cutsDoNotMatter()
{
    QFETCH(int, index);
    JobSpec job = spec(kAll[index], "whole");
    const JobReport whole = make(job);
    QVERIFY2(whole.outcome == Outcome::Succeeded, why(whole));
    job.output = path("cut").string();
    job.threads = 3;
    const JobReport cut = make(job, 1); // as small as the format allows
    QVERIFY2(cut.outcome == Outcome::Succeeded, why(cut));
    QCOMPARE(cut.outputs.front().sha256, whole.outputs.front().sha256);
}

void TestFolders::severalLevelsFromOneReading()
{
    JobSpec job = spec({"rtn", "4bit-g128"}, "many");
    job.levels = {"4bit-g128", "fp8-block", "nvfp4"};
    const JobReport together = make(job);
    QVERIFY2(together.outcome == Outcome::Succeeded, why(together));
    QCOMPARE(together.outputs.size(), std::size_t(3));
    for (const OutputReport &output : together.outputs) {
        const std::string name = "tiny-" + output.level;
        const JobReport alone = make(spec({"rtn", output.level.c_str()}, name));
        QVERIFY2(alone.outcome == Outcome::Succeeded, why(alone));
        QCOMPARE(alone.outputs.front().sha256, output.sha256);
        QVERIFY(fs::exists(fs::path(output.path).parent_path() / "config.json"));
    }
}

void TestFolders::shardsAndTiedEmbeddings()
{
    QVERIFY(checkpoint(/*tied=*/true).write(path("model")));
    JobSpec job = spec({"bnb", "nf4-dq"});
    job.splitSizeBytes = 400'000;
    const JobReport report = make(job);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    QVERIFY(report.outputs.size() >= 2);
    const auto set = openSafetensorsFolder(path("out"));
    QVERIFY2(set, set ? "" : set.error().message.c_str());
    QCOMPARE(set->files.size(), report.outputs.size());
    const auto named = [&](std::string_view name) {
        return std::ranges::any_of(set->tensors, [&](const auto &tensor) { return tensor.name == name; });
    };
    QVERIFY(named("model.embed_tokens.weight") && !named("lm_head.weight"));
    const Json index = Json::parse(bytes(path("out") / "model.safetensors.index.json").toStdString());
    QCOMPARE(index["weight_map"].size(), set->tensors.size());
}

void TestFolders::ignoredModulesStay()
{
    JobSpec job = spec({"rtn", "4bit-g128"});
    job.ignore = {"layers\\.0\\..*(q|k|v)_proj"};
    const JobReport report = make(job);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    QCOMPARE(std::ranges::count_if(report.tensors, [](const auto &tensor) { return !tensor.copied; }), 11);
    const Json config = Json::parse(bytes(path("out") / "config.json").toStdString());
    const Json &left = config["quantization_config"]["ignore"];
    for (const char *name : {"lm_head", "model.layers.0.self_attn.q_proj", "model.layers.0.self_attn.v_proj"})
        QVERIFY2(std::ranges::find(left, name) != left.end(), name);
}

void TestFolders::copiedTensorsKeepTheirBytes()
{
    QVERIFY(make(spec({"rtn", "fp8"})).outcome == Outcome::Succeeded);
    const TestCheckpoint source = checkpoint();
    const auto set = openSafetensorsFolder(path("out"));
    QVERIFY(set);
    int copied = 0;
    for (const SafetensorsTensor &tensor : set->tensors) {
        const auto found = source.tensors.find(tensor.name);
        if (found == source.tensors.end() || tensor.dtype != found->second.dtype)
            continue;
        const auto file = bytes(set->files[tensor.fileIndex]);
        QVERIFY(std::memcmp(file.data() + tensor.offset, found->second.bytes.data(), tensor.sizeBytes) == 0);
        ++copied;
    }
    QCOMPARE(copied, 7); // embeddings, head, norms
}

void TestFolders::aFloatGgufGivesTheSameWeights()
{
    JobSpec toGguf = spec({"gguf", "BF16"}, "model.gguf");
    const JobReport gguf = make(toGguf);
    QVERIFY2(gguf.outcome == Outcome::Succeeded, why(gguf));
    QVERIFY(make(spec({"bnb", "nf4"}, "direct")).outcome == Outcome::Succeeded);
    JobSpec fromGguf = spec({"bnb", "nf4"}, "by-gguf");
    fromGguf.model = path("model.gguf").string();
    const JobReport report = make(fromGguf);
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    const auto direct = openSafetensorsFolder(path("direct")), byGguf = openSafetensorsFolder(path("by-gguf"));
    QVERIFY(direct && byGguf);
    std::map<std::string, QByteArray> codes;
    for (const SafetensorsTensor &tensor : direct->tensors)
        codes[tensor.name] =
            bytes(direct->files[tensor.fileIndex]).mid(qsizetype(tensor.offset), qsizetype(tensor.sizeBytes));
    QCOMPARE(byGguf->tensors.size(), direct->tensors.size());
    for (const SafetensorsTensor &tensor : byGguf->tensors) // norms as well, which the GGUF has in F32
        QVERIFY2(codes[tensor.name] ==
                     bytes(byGguf->files[tensor.fileIndex]).mid(qsizetype(tensor.offset), qsizetype(tensor.sizeBytes)),
                 tensor.name.c_str());
}

void TestFolders::theRecordTells()
{
    const JobReport report = make(spec({"bnb", "int8"}));
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    const Json record = Json::parse(bytes(path("out") / "snug.json").toStdString());
    QCOMPARE(record["program"], "Snug");
    QCOMPARE(record["source"]["files"][0]["name"], "model.safetensors");
    QCOMPARE(record["files"][0]["sha256"], report.outputs[0].sha256);
    QCOMPARE(record["tensors"].size(), std::size_t(14));
    QCOMPARE(record["job"]["method"], "bnb");
    QVERIFY(record["tensors"][0]["relative_error"].get<double>() > 0);
    QVERIFY(record["peaks"]["ram_measured"].get<double>() > 0);
}

void TestFolders::stoppedRunsLeaveNothing()
{
    JobContext context;
    context.stop.request();
    const JobReport report = run(spec({"rtn", "nvfp4"}), context);
    QCOMPARE(report.outcome, Outcome::Cancelled);
    QCOMPARE(entryCount(), std::size_t(1));
}

void TestFolders::badWeightsLeaveNothing()
{
    TestCheckpoint bad = checkpoint();
    auto &tensor = bad.tensors["model.layers.1.mlp.up_proj.weight"];
    tensor.bytes[2 * 256 * 3 + 2 * 5] = std::byte{0xC0};
    tensor.bytes[2 * 256 * 3 + 2 * 5 + 1] = std::byte{0x7F};
    QVERIFY(bad.write(path("model")));
    for (const char *level : {"4bit-g128", "fp8-tensor"}) {
        const JobReport report = make(spec({"rtn", level}));
        QCOMPARE(report.outcome, Outcome::Failed);
        QCOMPARE(report.error->code, ErrorCode::BadInput);
        QCOMPARE(report.error->tensor, std::string("model.layers.1.mlp.up_proj.weight"));
        QVERIFY2(report.error->message.find("NaN at row 3, column 5") != std::string::npos, why(report));
        QCOMPARE(entryCount(), std::size_t(1));
    }
}

void TestFolders::foldersAreNotReplacedUnasked()
{
    JobSpec job = spec({"bnb", "nf4"});
    QVERIFY(make(job).outcome == Outcome::Succeeded);
    const QByteArray before = bytes(path("out") / "model.safetensors");
    job.levels = {"fp4"};
    const JobReport refused = make(job);
    QCOMPARE(refused.outcome, Outcome::Failed);
    QCOMPARE(refused.error->code, ErrorCode::Usage);
    QCOMPARE(bytes(path("out") / "model.safetensors"), before);
    job.overwrite = true;
    const JobReport replaced = make(job);
    QVERIFY2(replaced.outcome == Outcome::Succeeded, why(replaced));
    QVERIFY(bytes(path("out") / "model.safetensors") != before);
    QCOMPARE(entryCount(), std::size_t(2));
}

void TestFolders::theSourceIsSafe()
{
    for (const fs::path &to : {path("model"), path("model") / "inner", path("model") / ".." / "model"}) {
        JobSpec job = spec({"bnb", "nf4"});
        job.output = to.string();
        job.overwrite = true;
        const JobReport report = make(job);
        QCOMPARE(report.outcome, Outcome::Failed);
        QCOMPARE(report.error->code, ErrorCode::Usage);
    }
    QCOMPARE(bytes(path("model") / "config.json").toStdString(), checkpoint().config.dump());
}

// A GGUF keeps norms in F32; a folder of F16 cannot hold this one.
void TestFolders::vectorsBeyondHalvesAreRefused()
{
    TestCheckpoint halves = checkpoint();
    halves.config["torch_dtype"] = "float16";
    for (auto &[name, tensor] : halves.tensors)
        tensor = zeros(tensor.shape, "F16");
    TestTensor &norm = halves.tensors["model.norm.weight"] = zeros({256}, "F32");
    const float large = 1e6f;
    std::memcpy(norm.bytes.data(), &large, sizeof large);
    QVERIFY(halves.write(path("model")));
    QVERIFY(make(spec({"gguf", "F16"}, "model.gguf")).outcome == Outcome::Succeeded);
    JobSpec job = spec({"bnb", "nf4"});
    job.model = path("model.gguf").string();
    const JobReport report = make(job);
    QCOMPARE(report.outcome, Outcome::Failed);
    QCOMPARE(report.error->code, ErrorCode::BadInput);
    QCOMPARE(report.error->tensor, std::string("model.norm.weight"));
}

void TestFolders::noTokenizerIsNeeded()
{
    fs::remove(path("model") / "tokenizer.json");
    QVERIFY(writeText(path("model") / "tokenizer.model", "no SentencePiece model"));
    const JobReport report = make(spec({"bnb", "nf4"}));
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    QCOMPARE(bytes(path("out") / "tokenizer.model"), QByteArray("no SentencePiece model"));
    JobSpec pruned = spec({"bnb", "nf4"}, "pruned");
    pruned.pruneLayers = "0";
    QCOMPARE(make(pruned).error->code, ErrorCode::Usage);
}

void TestFolders::refusals_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("level");
    QTest::addColumn<QString>("words");
    QTest::newRow("level") << "bnb"
                           << "nf5"
                           << "nf4";
    QTest::newRow("gguf level") << "rtn"
                                << "Q4_K_M"
                                << "no level";
    QTest::newRow("group") << "rtn"
                           << "4bit-g48"
                           << "g";
    QTest::newRow("method") << "magic"
                            << "nf4"
                            << "gguf, rtn and bnb";
}

void TestFolders::refusals()
{
    QFETCH(QString, method);
    QFETCH(QString, level);
    QFETCH(QString, words);
    JobSpec job = spec({"bnb", "nf4"});
    job.method = method.toStdString();
    job.levels = {level.toStdString()};
    const JobReport report = make(job);
    QCOMPARE(report.outcome, Outcome::Failed);
    QCOMPARE(report.error->code, ErrorCode::Usage);
    QVERIFY2(QString::fromStdString(report.error->message).contains(words), why(report));
}

void TestFolders::optionsRefuseLevelsAlone()
{
    JobSpec job = spec({"rtn", "4bit-g128", "", true});
    job.levels = {"4bit-g128", "fp8"}; // which has no asymmetric form
    const auto shown = planToShow(job, currentMachine());
    QVERIFY2(shown, shown ? "" : shown.error().message.c_str());
    QVERIFY(shown->variants[0].refusal.empty());
    QVERIFY(!shown->variants[1].refusal.empty());
    QCOMPARE(shown->variants[1].level, std::string("fp8"));
    const JobReport report = make(job);
    QCOMPARE(report.outcome, Outcome::Failed);
    QCOMPARE(report.error->code, ErrorCode::Usage);
    QCOMPARE(entryCount(), std::size_t(1));
}

void TestFolders::readersAreAsked()
{
    const auto planned = plan(spec({"rtn", "4bit-g128"}), currentMachine());
    QVERIFY2(planned, planned ? "" : planned.error().message.c_str());
    const auto &readers = planned->variants.front().readers;
    QVERIFY(std::ranges::any_of(readers, [](const ReaderPlan &one) { return one.reader == "vLLM"; }));
    for (const ReaderPlan &one : readers) {
        QVERIFY(!one.sentence.empty());
        QVERIFY(one.verdict == "refuses" ? one.command.empty() : one.command.find("out") != std::string::npos);
    }
    const Json json = Json::parse(toJson(*planned));
    QCOMPARE(json["variants"][0]["readers"].size(), readers.size());
}

QTEST_GUILESS_MAIN(TestFolders)
#include "tst_folders.moc"
