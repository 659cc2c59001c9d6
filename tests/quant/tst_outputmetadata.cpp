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
    const GgufMetadata output = outputMetadata(source, *findFileType("Q4_K_M"));
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
    QVERIFY(keys(outputMetadata(source, *findFileType("F16"))) == expected);
}

QTEST_APPLESS_MAIN(TestOutputMetadata)
#include "tst_outputmetadata.moc"
