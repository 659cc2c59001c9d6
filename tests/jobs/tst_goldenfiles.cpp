// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whole files against the reference quantizer's: every public case whose types are there, with 1 and with 4 threads.

#include "core/jobs/run.h"
#include "core/quant/filetype.h"
#include "tests/support/shareddata.h"

#include <nlohmann/json.hpp>

#include <QTemporaryDir>
#include <QTest>

#include <fstream>
#include <optional>

using namespace snug;

namespace {

struct Case
{
    JobSpec spec;
    std::string sha256;
    bool succeeds = true;
};

/// The case as a job, or nothing when it uses options or types that are not there yet.
std::optional<Case> caseFor(const nlohmann::json &json)
{
    const FileType *fileType = findFileType(json["type"].get<std::string>());
    if (!fileType || !fileType->available || json.contains("reference_output_unreadable"))
        return std::nullopt;
    Case found;
    found.spec.model = test::sharedData("golden/files/" + json["input"].get<std::string>()).string();
    found.spec.levels = {std::string(fileType->name)};
    found.succeeds = json["exit"] == 0;
    found.sha256 = json.value("sha256", "");
    const auto options = json["options"].get<std::vector<std::string>>();
    for (std::size_t i = 0; i < options.size(); ++i) {
        if (options[i] == "--pure")
            found.spec.pure = true;
        else if (options[i] == "--leave-output-tensor")
            found.spec.leaveOutputTensor = true;
        else if (options[i] == "--allow-requantize")
            found.spec.allowRequantize = true;
        else if (options[i] == "--output-tensor-type")
            found.spec.outputTensorType = options[++i];
        else if (options[i] == "--token-embedding-type")
            found.spec.tokenEmbeddingType = options[++i];
        else
            return std::nullopt;
    }
    return found;
}

nlohmann::json manifest()
{
    std::ifstream file(test::sharedData("golden/files/manifest.json"));
    return nlohmann::json::parse(file);
}

} // namespace

class TestGoldenFiles : public QObject
{
    Q_OBJECT

private slots:
    void bytesEqualTheReference_data();
    void bytesEqualTheReference();
    void severalLevelsFromOneReadingEqualEachAlone();
};

void TestGoldenFiles::bytesEqualTheReference_data()
{
    QTest::addColumn<int>("caseIndex");
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    const nlohmann::json json = manifest();
    for (std::size_t i = 0; i < json["cases"].size(); ++i)
        if (caseFor(json["cases"][i])) {
            const nlohmann::json &one = json["cases"][i];
            std::string name = one["input"].get<std::string>() + " " + one["type"].get<std::string>();
            for (const auto &option : one["options"])
                name += " " + option.get<std::string>();
            QTest::addRow("%d: %s", one["id"].get<int>(), name.c_str()) << static_cast<int>(i);
        }
}

void TestGoldenFiles::bytesEqualTheReference()
{
    QFETCH(int, caseIndex);
    static const nlohmann::json json = manifest();
    Case wanted = *caseFor(json["cases"][static_cast<std::size_t>(caseIndex)]);
    QTemporaryDir folder;
    for (int threads : {1, 4}) {
        wanted.spec.threads = threads;
        wanted.spec.output = folder.filePath(QString::number(threads) + ".gguf").toStdString();
        JobContext context;
        const JobReport report = run(wanted.spec, context);
        QCOMPARE(report.outcome == Outcome::Succeeded, wanted.succeeds);
        if (!wanted.succeeds) {
            QVERIFY(report.error && !report.error->message.empty());
            QVERIFY(!std::filesystem::exists(wanted.spec.output));
            continue;
        }
        QCOMPARE(report.outputs.size(), std::size_t(1));
        QCOMPARE(report.outputs[0].sha256, wanted.sha256);
        QCOMPARE(std::filesystem::file_size(wanted.spec.output), report.outputs[0].sizeBytes);
    }
}

void TestGoldenFiles::severalLevelsFromOneReadingEqualEachAlone()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    const nlohmann::json json = manifest();
    std::map<std::string, std::string> wanted;
    for (const nlohmann::json &one : json["cases"])
        if (one["input"] == "llama-full-bf16.gguf" && one["options"].empty() && one["exit"] == 0)
            wanted[one["type"].get<std::string>()] = one["sha256"].get<std::string>();
    QTemporaryDir folder;
    JobSpec spec;
    spec.model = test::sharedData("golden/files/llama-full-bf16.gguf").string();
    spec.levels = {"Q2_K", "Q4_K_M", "Q8_0", "Q5_0"};
    spec.output = folder.path().toStdString();
    JobContext context;
    const JobReport report = run(spec, context);
    QCOMPARE(report.outcome, Outcome::Succeeded);
    QCOMPARE(report.outputs.size(), spec.levels.size());
    for (const OutputReport &output : report.outputs)
        QCOMPARE(output.sha256, wanted[output.level]);
}

QTEST_GUILESS_MAIN(TestGoldenFiles)
#include "tst_goldenfiles.moc"
