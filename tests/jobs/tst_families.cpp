// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Checkpoints of every family through a whole job: each weight where and what it has to be, and the same bytes whether
// a level is made in one pass or by way of a plain GGUF.

#include "core/base/inputfile.h"
#include "core/jobs/run.h"
#include "core/model/floatvalues.h"
#include "tests/model/familycheckpoint.h"

#include <QTemporaryDir>
#include <QtTest>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestFamilies : public QObject
{
    Q_OBJECT
private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }
    void everyWeightIsInItsPlace_data();
    void everyWeightIsInItsPlace();
    void slicesDoNotMatter();
    void onePassOrTwo_data();
    void onePassOrTwo();
    void expertsInFourBitsStay();
    void nanInAnExpertIsNamed();

private:
    fs::path path(const std::string &name) const { return fs::path(m_folder->path().toStdString()) / name; }
    fs::path writeCheckpoint(const FamilyCheckpoint &checkpoint) const
    {
        fs::create_directory(path("checkpoint"));
        return checkpoint.write(path("checkpoint")) ? path("checkpoint") : fs::path();
    }
    JobReport make(const fs::path &from, const std::string &level, const std::string &to, std::uint64_t slice = 0) const
    {
        JobSpec spec;
        spec.model = from.string();
        spec.levels = {level};
        spec.output = path(to).string();
        spec.threads = 2;
        JobContext context;
        context.sliceWeights = slice;
        return run(spec, context);
    }
    QByteArray bytes(const std::string &name) const
    {
        QFile file(QString::fromStdString(path(name).string()));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void compareWeights(const fs::path &gguf, const FamilyCheckpoint &checkpoint) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

const char *why(const JobReport &report) { return report.error ? report.error->message.c_str() : ""; }

std::vector<float> weightsOf(const Model &model, const ModelTensor &tensor)
{
    if (tensor.source.type != TensorType::MXFP4)
        return readFloats(model.files[0], tensor.source).value_or(std::vector<float>());
    std::vector<std::byte> blocks(tensor.source.sizeBytes);
    const auto file = InputFile::open(model.files[0]);
    return file && file->readAt(tensor.source.offset, blocks) ? decodeMxfp4(blocks) : std::vector<float>();
}

} // namespace

void TestFamilies::compareWeights(const fs::path &gguf, const FamilyCheckpoint &checkpoint) const
{
    const auto model = openModel(gguf);
    QVERIFY2(model, model ? "" : model.error().message.c_str());
    for (const auto &[name, values] : checkpoint.expected) {
        const ModelTensor *tensor = model->find(name);
        QVERIFY2(tensor, name.c_str());
        const std::vector<float> found = weightsOf(*model, *tensor);
        QCOMPARE(found.size(), values.size());
        for (std::size_t i = 0; i < values.size(); ++i)
            if (found[i] != values[i])
                QFAIL(qPrintable(QString("%1: weight %2 is %3, expected %4")
                                     .arg(name.c_str())
                                     .arg(i)
                                     .arg(double(found[i]))
                                     .arg(double(values[i]))));
    }
    QCOMPARE(model->tensors.size(), checkpoint.expected.size());
}

void TestFamilies::everyWeightIsInItsPlace_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("stored");
    for (const char *name : test::familyNames())
        for (const auto &[label, stored] :
             {std::pair("F32", Stored::F32), std::pair("F16", Stored::F16), std::pair("BF16", Stored::Bf16)})
            QTest::newRow(qPrintable(QString("%1 %2").arg(name, label))) << QString(name) << int(stored);
    for (const char *name : {"llama", "qwen3", "qwen3moe", "gemma2"})
        QTest::newRow(qPrintable(QString("%1 FP8").arg(name))) << QString(name) << int(Stored::Fp8);
}

void TestFamilies::everyWeightIsInItsPlace()
{
    QFETCH(QString, family);
    QFETCH(int, stored);
    const FamilyCheckpoint checkpoint = familyCheckpoint(family.toStdString(), static_cast<Stored>(stored));
    const fs::path folder = writeCheckpoint(checkpoint);
    const JobReport report = make(folder, "F32", "out.gguf");
    QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
    compareWeights(path("out.gguf"), checkpoint);
}

// Slices begin and end in the middle of experts, blocks of scales and runs of picked weights.
void TestFamilies::slicesDoNotMatter()
{
    for (const auto &[name, stored] : {std::pair("qwen3moe", Stored::Fp8), std::pair("gpt-oss", Stored::Bf16),
                                       std::pair("gpt-oss-plain", Stored::F16), std::pair("llama", Stored::Fp8)}) {
        init();
        const fs::path folder = writeCheckpoint(familyCheckpoint(name, stored));
        QVERIFY(make(folder, "F32", "whole.gguf").outcome == Outcome::Succeeded);
        for (const std::uint64_t slice : {256, 5000, 40000}) {
            const JobReport report = make(folder, "F32", "cut.gguf", slice);
            QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
            QVERIFY2(bytes("cut.gguf") == bytes("whole.gguf"), name);
            fs::remove(path("cut.gguf"));
        }
    }
}

void TestFamilies::onePassOrTwo_data()
{
    QTest::addColumn<QString>("family");
    QTest::addColumn<int>("stored");
    QTest::addColumn<QString>("plain");
    const auto add = [](const char *family, Stored stored, const char *plain) {
        QTest::newRow(qPrintable(QString("%1 by %2").arg(family, plain)))
            << QString(family) << int(stored) << QString(plain);
    };
    for (const char *name : test::familyNames()) {
        add(name, Stored::Bf16, "F32");
        add(name, Stored::Bf16, "BF16");
        add(name, Stored::F16, "F16");
    }
    for (const char *name : {"llama", "qwen3moe"})
        add(name, Stored::Fp8, "F32");
}

void TestFamilies::onePassOrTwo()
{
    QFETCH(QString, family);
    QFETCH(int, stored);
    QFETCH(QString, plain);
    const fs::path folder = writeCheckpoint(familyCheckpoint(family.toStdString(), static_cast<Stored>(stored)));
    const JobReport first = make(folder, plain.toStdString(), "plain.gguf");
    QVERIFY2(first.outcome == Outcome::Succeeded, why(first));
    for (const char *level : {"Q8_0", "Q4_K_M", "Q5_1", "IQ4_XS"}) {
        const JobReport direct = make(folder, level, std::string("direct") + level + ".gguf");
        QVERIFY2(direct.outcome == Outcome::Succeeded, why(direct));
        const JobReport second = make(path("plain.gguf"), level, std::string("second") + level + ".gguf");
        QVERIFY2(second.outcome == Outcome::Succeeded, why(second));
        const QByteArray made = bytes(std::string("direct") + level + ".gguf");
        QVERIFY(!made.isEmpty());
        QVERIFY2(made == bytes(std::string("second") + level + ".gguf"), level);
    }
}

void TestFamilies::expertsInFourBitsStay()
{
    const FamilyCheckpoint checkpoint = familyCheckpoint("gpt-oss", Stored::Bf16);
    const fs::path folder = writeCheckpoint(checkpoint);
    for (const char *level : {"Q4_K_M", "F16", "MXFP4_MOE"}) {
        const JobReport report = make(folder, level, "out.gguf");
        QVERIFY2(report.outcome == Outcome::Succeeded, why(report));
        const auto model = openModel(path("out.gguf"));
        QVERIFY(model);
        for (const char *name : {"ffn_gate_exps.weight", "ffn_up_exps.weight", "ffn_down_exps.weight"}) {
            const ModelTensor *tensor = model->find(std::string("blk.1.") + name);
            QVERIFY(tensor);
            QCOMPARE(tensor->type, TensorType::MXFP4);
            QCOMPARE(weightsOf(*model, *tensor), checkpoint.expected.at(tensor->name));
        }
        fs::remove(path("out.gguf"));
    }
}

void TestFamilies::nanInAnExpertIsNamed()
{
    FamilyCheckpoint checkpoint = familyCheckpoint("qwen3moe", Stored::Bf16);
    std::vector<std::byte> &weights = checkpoint.tensors["model.layers.1.mlp.experts.2.up_proj.weight"].bytes;
    const std::size_t at = 2 * (3 * 256 + 5);
    weights[at] = std::byte{0xC0};
    weights[at + 1] = std::byte{0x7F};
    const JobReport report = make(writeCheckpoint(checkpoint), "Q8_0", "out.gguf");
    QCOMPARE(report.outcome, Outcome::Failed);
    for (const char *part : {"blk.1.ffn_up_exps.weight", "NaN", "row 515, column 5"})
        QVERIFY2(report.error && report.error->message.find(part) != std::string::npos, why(report));
}

QTEST_GUILESS_MAIN(TestFamilies)
#include "tst_families.moc"
