// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The header keys of an output: what moves, what goes.

#include "core/quant/outputmetadata.h"

#include <QTest>

using namespace snug;

class TestOutputMetadata : public QObject
{
    Q_OBJECT

private slots:
    void movesItsKeysToTheEnd();
    void dropsSplitKeys();
    void aCopyKeepsOrGuessesItsType_data();
    void aCopyKeepsOrGuessesItsType();
};

namespace {

std::vector<std::string> keys(const GgufMetadata &metadata)
{
    std::vector<std::string> names;
    for (const auto &[key, value] : metadata.entries())
        names.push_back(key);
    return names;
}

} // namespace

void TestOutputMetadata::movesItsKeysToTheEnd()
{
    GgufMetadata source;
    source.append("general.file_type", GgufValue::u32(1));
    source.append("general.architecture", GgufValue::string("llama"));
    source.append("general.quantization_version", GgufValue::u32(1));
    source.append("llama.block_count", GgufValue::u32(2));
    const GgufMetadata output = outputMetadata(source, 15);
    const std::vector<std::string> expected = {"general.architecture", "llama.block_count",
                                               "general.quantization_version", "general.file_type"};
    QVERIFY(keys(output) == expected);
    QCOMPARE(output.unsignedAt("general.quantization_version").value_or(0), std::uint64_t{2});
    QCOMPARE(output.unsignedAt("general.file_type").value_or(0), std::uint64_t{15});
    QCOMPARE(output.find("general.file_type")->type(), GgufType::U32);
    QCOMPARE(source.entries().size(), std::size_t{4});
}

void TestOutputMetadata::dropsSplitKeys()
{
    GgufMetadata source;
    source.append("split.no", GgufValue::u32(0));
    source.append("general.architecture", GgufValue::string("llama"));
    source.append("split.count", GgufValue::u32(3));
    source.append("split.tensors.count", GgufValue::i32(9));
    const std::vector<std::string> expected = {"general.architecture", "general.quantization_version",
                                               "general.file_type"};
    QVERIFY(keys(outputMetadata(source, 1)) == expected);
}

void TestOutputMetadata::aCopyKeepsOrGuessesItsType_data()
{
    QTest::addColumn<QList<int>>("types");
    QTest::addColumn<int>("stored");
    QTest::addColumn<int>("number");
    QTest::newRow("kept") << QList<int>{1, 1} << 15 << 15;
    QTest::newRow("F16") << QList<int>{0, 1, 1} << -1 << 1024 + 1;
    QTest::newRow("first of two as frequent") << QList<int>{30, 8} << -1 << 1024 + 32;
    QTest::newRow("mixed level") << QList<int>{12, 12, 14} << -1 << 1024 + 15;
    QTest::newRow("experts' floats") << QList<int>{39} << -1 << 1024 + 38;
    QTest::newRow("no level") << QList<int>{26} << -1 << 1024;
    QTest::newRow("empty") << QList<int>{} << -1 << 1024;
}

void TestOutputMetadata::aCopyKeepsOrGuessesItsType()
{
    QFETCH(QList<int>, types);
    QFETCH(int, stored);
    QFETCH(int, number);
    Model model;
    if (stored >= 0)
        model.metadata.append("general.file_type", GgufValue::u32(static_cast<std::uint32_t>(stored)));
    for (const int type : types) {
        ModelTensor tensor;
        tensor.type = static_cast<TensorType>(type);
        model.tensors.push_back(tensor);
    }
    QCOMPARE(fileTypeNumber(model, *findFileType("COPY")), std::uint32_t(number));
    QCOMPARE(fileTypeNumber(model, *findFileType("Q8_0")), std::uint32_t(7));
}

QTEST_APPLESS_MAIN(TestOutputMetadata)
#include "tst_outputmetadata.moc"
