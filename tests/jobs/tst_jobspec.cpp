// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A job as JSON and as a command line.

#include "core/jobs/jobspec.h"

#include <QTest>

using namespace snug;

class TestJobSpec : public QObject
{
    Q_OBJECT

private slots:
    void jsonGoesBothWays();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
    void commandLineIsQuoted();
    void listsAreGivenOneByOne();
};

void TestJobSpec::jsonGoesBothWays()
{
    JobSpec spec;
    spec.model = "/models/with \"quotes\"";
    spec.levels = {"Q4_K_M", "Q8_0"};
    spec.output = "out/";
    spec.threads = 3;
    spec.ramLimitBytes = 1ull << 33;
    spec.pure = true;
    spec.outputTensorType = "Q6_K";
    spec.tensorTypes = {"attn_(q|k)=q8_0", "=="};
    spec.noFallback = spec.keepSplit = true;
    spec.imatrix = "/m atrix.gguf";
    spec.includeWeights = {"ffn"};
    spec.excludeWeights = {"attn", "output"};
    spec.pruneLayers = "1,2";
    spec.overrideKv = {"a=str:b c"};
    spec.splitSizeBytes = 1ull << 31;
    const auto back = jobSpecFromJson(toJson(spec));
    QVERIFY(back.has_value());
    QVERIFY(*back == spec);
    QVERIFY(*jobSpecFromJson(toJson(JobSpec())) == JobSpec());
    QVERIFY(*jobSpecFromJson("{}") == JobSpec());
}

void TestJobSpec::refusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QString>("json");
    QTest::addColumn<QString>("named");
    QTest::newRow("unknown key") << R"({"modle":"x"})"
                                 << "modle";
    QTest::newRow("wrong kind") << R"({"threads":"two"})"
                                << "threads";
    QTest::newRow("negative") << R"({"threads":-1})"
                              << "threads";
    QTest::newRow("fraction") << R"({"ram_limit_bytes":1.5})"
                              << "ram_limit_bytes";
    QTest::newRow("level is a number") << R"({"levels":[4]})"
                                       << "levels";
    QTest::newRow("array") << "[]"
                           << "object";
    QTest::newRow("no JSON") << "{"
                             << "job";
    QTest::newRow("deep") << QString(100000, '[') << "job";
}

void TestJobSpec::refusesWhatItDoesNotKnow()
{
    QFETCH(QString, json);
    QFETCH(QString, named);
    const auto spec = jobSpecFromJson(json.toStdString());
    QVERIFY(!spec.has_value());
    QCOMPARE(spec.error().code, ErrorCode::Usage);
    QVERIFY2(spec.error().message.find(named.toStdString()) != std::string::npos, spec.error().message.c_str());
}

void TestJobSpec::commandLineIsQuoted()
{
    JobSpec spec;
    spec.model = "/my models/it's";
    spec.levels = {"Q4_K_M", "Q8_0"};
    spec.output = "out";
    spec.threads = 2;
    spec.overwrite = true;
    QCOMPARE(toCommandLine(spec),
             std::string("snug-cli quantize '/my models/it'\\''s' --method gguf --level Q4_K_M,Q8_0 "
                         "-o out --threads 2 --overwrite"));
}

void TestJobSpec::listsAreGivenOneByOne()
{
    JobSpec spec;
    spec.model = "m.gguf";
    spec.levels = {"Q8_0"};
    spec.output = "o.gguf";
    spec.tensorTypes = {"attn_(q|k)=q8_0", "ffn=q4_0"};
    spec.imatrix = "m.dat";
    spec.overrideKv = {"a=str:b c"};
    spec.keepSplit = true;
    spec.splitSizeBytes = 4096;
    QCOMPARE(
        toCommandLine(spec),
        std::string("snug-cli quantize m.gguf --method gguf --level Q8_0 -o o.gguf --tensor-type 'attn_(q|k)=q8_0' "
                    "--tensor-type ffn=q4_0 --imatrix m.dat --override-kv 'a=str:b c' --keep-split --split-size "
                    "4096"));
}

QTEST_APPLESS_MAIN(TestJobSpec)
#include "tst_jobspec.moc"
