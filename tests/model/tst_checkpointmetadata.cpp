// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Keys that a GGUF of a checkpoint carries, and the names and labels in them.

#include "core/model/generalmetadata.h"
#include "tests/model/checkpointfiles.h"

#include <QtTest>

using namespace snug;
using namespace snug::test;
namespace fs = std::filesystem;

class TestCheckpointMetadata : public QObject
{
    Q_OBJECT
private slots:
    void init();
    void writesMetadataInOrder();
    void writesRopeScaling_data();
    void writesRopeScaling();
    void labelsSizes_data();
    void labelsSizes();

private:
    std::unique_ptr<CheckpointFolder> m_files;
};

void TestCheckpointMetadata::init() { m_files = std::make_unique<CheckpointFolder>(); }

void TestCheckpointMetadata::writesMetadataInOrder()
{
    QVERIFY(writeText(m_files->folder() / "README.md", "---\nlicense: apache-2.0\n---\n# Tiny\n"));
    const auto model = m_files->open(TestCheckpoint());
    QVERIFY2(model, why(model));
    const std::vector<std::string> expected{"general.architecture",
                                            "general.type",
                                            "general.name",
                                            "general.finetune",
                                            "general.basename",
                                            "general.size_label",
                                            "general.license",
                                            "llama.block_count",
                                            "llama.context_length",
                                            "llama.embedding_length",
                                            "llama.feed_forward_length",
                                            "llama.attention.head_count",
                                            "llama.attention.head_count_kv",
                                            "llama.rope.freq_base",
                                            "llama.attention.layer_norm_rms_epsilon",
                                            "llama.attention.key_length",
                                            "llama.attention.value_length",
                                            "general.file_type",
                                            "llama.vocab_size",
                                            "llama.rope.dimension_count",
                                            "general.quantization_version",
                                            "tokenizer.ggml.model",
                                            "tokenizer.ggml.pre",
                                            "tokenizer.ggml.tokens",
                                            "tokenizer.ggml.token_type",
                                            "tokenizer.ggml.merges"};
    QCOMPARE(model->metadata.entries().size(), expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(model->metadata.entries()[i].first, expected[i]);
    QCOMPARE(model->metadata.stringAt("general.license"), std::optional<std::string>("apache-2.0"));
    QCOMPARE(model->metadata.unsignedAt("general.file_type"), std::optional<std::uint64_t>(32));
    QCOMPARE(model->metadata.find("llama.block_count")->type(), GgufType::U32);
    QCOMPARE(model->metadata.find("llama.rope.freq_base")->type(), GgufType::F32);
    QCOMPARE(model->metadata.numberAt("llama.attention.layer_norm_rms_epsilon"), std::optional<double>(1e-5F));
    QCOMPARE(model->metadata.unsignedAt("llama.rope.dimension_count"), std::optional<std::uint64_t>(4));
    QCOMPARE(model->metadata.find("tokenizer.ggml.tokens")->elementCount(), std::uint64_t{300});
}

void TestCheckpointMetadata::writesRopeScaling_data()
{
    QTest::addColumn<QString>("scaling");
    QTest::addColumn<QString>("type");
    QTest::addColumn<double>("factor");
    QTest::addColumn<int>("noteCount");
    QTest::newRow("linear") << R"({"type": "linear", "factor": 4.0})"
                            << "linear" << 4.0 << 0;
    QTest::newRow("yarn")
        << R"({"rope_type": "yarn", "factor": 2.5, "original_max_position_embeddings": 32, "beta_fast": 32})"
        << "yarn" << 2.5 << 0;
    QTest::newRow("default") << R"({"rope_type": "default"})"
                             << "" << 0.0 << 0;
    QTest::newRow("dynamic") << R"({"type": "dynamic", "factor": 2.0})"
                             << "" << 0.0 << 1;
    QTest::newRow("null") << "null"
                          << "" << 0.0 << 0;
}

void TestCheckpointMetadata::writesRopeScaling()
{
    QFETCH(QString, scaling);
    QFETCH(QString, type);
    QFETCH(double, factor);
    QFETCH(int, noteCount);
    TestCheckpoint checkpoint;
    checkpoint.config["rope_scaling"] = Json::parse(scaling.toStdString());
    const auto model = m_files->open(checkpoint);
    QVERIFY2(model, why(model));
    QCOMPARE(QString::fromStdString(model->metadata.stringAt("llama.rope.scaling.type").value_or("")), type);
    QCOMPARE(model->metadata.numberAt("llama.rope.scaling.factor").value_or(0), factor);
    QCOMPARE(int(model->notes.size()), noteCount);
    if (type == "yarn") {
        QCOMPARE(model->metadata.unsignedAt("llama.rope.scaling.original_context_length"),
                 std::optional<std::uint64_t>(32));
        QCOMPARE(model->metadata.numberAt("llama.rope.scaling.yarn_beta_fast"), std::optional<double>(32));
        QVERIFY(!model->metadata.find("llama.rope.scaling.yarn_beta_slow"));
    }
}

void TestCheckpointMetadata::labelsSizes_data()
{
    QTest::addColumn<quint64>("count");
    QTest::addColumn<QString>("label");
    QTest::newRow("7 B") << quint64(7'615'616'512) << "7.6B";
    QTest::newRow("70 B") << quint64(70'553'706'496) << "71B";
    QTest::newRow("135 M") << quint64(134'515'008) << "135M";
    QTest::newRow("260 K") << quint64(260'032) << "260K";
    QTest::newRow("1.1 B") << quint64(1'100'048'384) << "1.1B";
    QTest::newRow("0") << quint64(0) << "0.00K";
    QTest::newRow("2 T") << quint64(2'000'000'000'001) << "2.0T";
}

void TestCheckpointMetadata::labelsSizes()
{
    QFETCH(quint64, count);
    QTEST(QString::fromStdString(sizeLabel(count)), "label");
}

QTEST_APPLESS_MAIN(TestCheckpointMetadata)
#include "tst_checkpointmetadata.moc"
