// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What options change about a model: keys, layers, order.

#include "core/jobs/reshape.h"

#include <QTest>

using namespace snug;

namespace {

ModelTensor tensorOf(std::string name, int layer, std::size_t file = 0, std::uint64_t offset = 0)
{
    ModelTensor tensor;
    tensor.name = tensor.sourceName = std::move(name);
    tensor.dims = {4, 4};
    tensor.layer = layer;
    tensor.source.fileIndex = file;
    tensor.source.offset = offset;
    return tensor;
}

/// Four layers of one tensor each, two heads a key-value head, heads given layer by layer.
Model small()
{
    Model model;
    model.name = "small";
    model.architecture = "llama";
    model.metadata.append("llama.block_count", GgufValue::u32(4));
    model.metadata.append("llama.embedding_length", GgufValue::u32(8));
    model.metadata.append("llama.attention.head_count", GgufValue::u32(4));
    model.metadata.append("llama.attention.head_count_kv", GgufValue::u32s(std::vector<std::uint32_t>{2, 1, 2, 4}));
    model.metadata.append("llama.rope.dimension_sections", GgufValue::i32s(std::vector<std::int32_t>{1, 2, 3, 4}));
    model.hyper.layerCount = 4;
    model.hyper.headCount = 4;
    model.hyper.headCountKv = 2;
    model.hyper.layerHeadCountKv = {2, 1, 2, 4};
    model.tensors = {tensorOf("output.weight", -1, 1, 64), tensorOf("blk.0.x.weight", 0, 0, 256),
                     tensorOf("blk.1.x.weight", 1, 0, 128), tensorOf("blk.2.x.weight", 2, 1, 32),
                     tensorOf("blk.3.x.weight", 3, 0, 64)};
    return model;
}

std::vector<std::string> namesOf(const Model &model)
{
    std::vector<std::string> names;
    for (const ModelTensor &tensor : model.tensors)
        names.push_back(tensor.name);
    return names;
}

using Names = std::vector<std::string>;

} // namespace

class TestReshape : public QObject
{
    Q_OBJECT

private slots:
    void withoutOptionsNothingChanges();
    void overridesAreSeenByTheRules();
    void overridesThatContradictAreRefused_data();
    void overridesThatContradictAreRefused();
    void layersAreLeftOutAndRenumbered();
    void perLayerKeysFollow();
    void layersThatAreNotThereAreNoted();
    void listsThatDoNotReadAreRefused_data();
    void listsThatDoNotReadAreRefused();
    void keptSplitsHaveTheOrderOfTheirFiles();
};

void TestReshape::withoutOptionsNothingChanges()
{
    const Model model = small();
    const auto reshaped = reshape(JobSpec(), model);
    QVERIFY(reshaped.has_value());
    QVERIFY(!reshaped->model && !reshaped->blockCount && reshaped->notes.empty());
    QCOMPARE(reshaped->ruleLayerCount, 4u);
    QCOMPARE(reshaped->sourceNames, namesOf(model));
}

void TestReshape::overridesAreSeenByTheRules()
{
    JobSpec spec;
    spec.overrideKv = {"llama.attention.head_count_kv=int:1", "golden.i=int:-5"};
    const auto reshaped = reshape(spec, small());
    QVERIFY2(reshaped.has_value(), reshaped ? "" : reshaped.error().message.c_str());
    QCOMPARE(reshaped->model->hyper.headCountKv, 1u);
    QCOMPARE(reshaped->overrides.size(), std::size_t(2));
    QCOMPARE(reshaped->notes.size(), std::size_t(1)); // the sign is lost
    QCOMPARE(reshaped->model->metadata.find("golden.i"), nullptr);
}

void TestReshape::overridesThatContradictAreRefused_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("experts without tensors") << QByteArray("llama.expert_count=int:8") << QByteArray("8 experts");
    QTest::newRow("fewer layers than tensors") << QByteArray("llama.block_count=int:2") << QByteArray("head_count_kv");
    QTest::newRow("no layers") << QByteArray("llama.block_count=int:0") << QByteArray("block_count");
    QTest::newRow("text for a number") << QByteArray("llama.embedding_length=str:x") << QByteArray("embedding_length");
    QTest::newRow("does not read") << QByteArray("llama.x=5") << QByteArray("KEY=TYPE:VALUE");
}

void TestReshape::overridesThatContradictAreRefused()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, named);
    JobSpec spec;
    spec.overrideKv = {text.toStdString()};
    const auto reshaped = reshape(spec, small());
    QVERIFY(!reshaped.has_value());
    QCOMPARE(reshaped.error().code, ErrorCode::Usage);
    const QByteArray message = QByteArray::fromStdString(reshaped.error().message);
    QVERIFY2(message.contains(named) && !message.contains("damaged"), message);
}

void TestReshape::layersAreLeftOutAndRenumbered()
{
    JobSpec spec;
    spec.pruneLayers = " 2 , 0,2 ";
    const auto reshaped = reshape(spec, small());
    QVERIFY(reshaped.has_value());
    const Model &model = *reshaped->model;
    QCOMPARE(namesOf(model), (Names{"output.weight", "blk.0.x.weight", "blk.1.x.weight"}));
    QCOMPARE(reshaped->sourceNames, (Names{"output.weight", "blk.1.x.weight", "blk.3.x.weight"}));
    QCOMPARE(model.tensors[2].layer, 1);
    QCOMPARE(model.tensors[2].source.offset, std::uint64_t(64));
    QCOMPARE(model.hyper.layerCount, 2u);
    QCOMPARE(reshaped->blockCount.value(), 2u);
    QCOMPARE(reshaped->ruleLayerCount, 4u);
}

void TestReshape::perLayerKeysFollow()
{
    JobSpec spec;
    spec.pruneLayers = "2";
    const auto reshaped = reshape(spec, small());
    const std::vector<double> heads{2, 1, 4}, sections{1, 2, 3, 4};
    const GgufMetadata &metadata = reshaped->model->metadata;
    QCOMPARE(metadata.find("llama.attention.head_count_kv")->asNumbers().value(), heads);
    QCOMPARE(metadata.find("llama.rope.dimension_sections")->asNumbers().value(),
             sections); // as long, but no such list
    QCOMPARE(reshaped->model->hyper.layerHeadCountKv, (std::vector<std::uint32_t>{2, 1, 4}));
}

void TestReshape::layersThatAreNotThereAreNoted()
{
    JobSpec spec;
    spec.pruneLayers = "99";
    const auto reshaped = reshape(spec, small());
    QVERIFY(reshaped.has_value());
    QCOMPARE(namesOf(*reshaped->model), namesOf(small()));
    QCOMPARE(reshaped->blockCount.value(), 4u);
    QCOMPARE(reshaped->notes.size(), std::size_t(1));
    QVERIFY(reshaped->notes[0].find("99") != std::string::npos);
}

void TestReshape::listsThatDoNotReadAreRefused_data()
{
    QTest::addColumn<QByteArray>("list");
    for (const char *list : {"x", "1,x", "-1", "1.5", "1,,2", "99999999999999", " ", "1 2", "1, ,2", "0,1,2,3"})
        QTest::newRow(list) << QByteArray(list);
}

void TestReshape::listsThatDoNotReadAreRefused()
{
    QFETCH(QByteArray, list);
    JobSpec spec;
    spec.pruneLayers = list.toStdString();
    const auto reshaped = reshape(spec, small());
    QVERIFY(!reshaped.has_value());
    QCOMPARE(reshaped.error().code, ErrorCode::Usage);
    QVERIFY(reshaped.error().message.find("--prune-layers") != std::string::npos);
}

void TestReshape::keptSplitsHaveTheOrderOfTheirFiles()
{
    JobSpec spec;
    spec.keepSplit = true;
    const auto reshaped = reshape(spec, small());
    QVERIFY(reshaped.has_value());
    const Names expected{"blk.3.x.weight", "blk.1.x.weight", "blk.0.x.weight", "blk.2.x.weight", "output.weight"};
    QCOMPARE(namesOf(*reshaped->model), expected);
    QCOMPARE(reshaped->sourceNames, expected);
}

QTEST_APPLESS_MAIN(TestReshape)
#include "tst_reshape.moc"
