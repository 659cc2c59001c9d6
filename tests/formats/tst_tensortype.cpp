// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of storage types against the sizes that the reference library reports.

#include "core/formats/tensortype.h"

#include <QtTest>

#include <limits>
#include <set>
#include <string>

using namespace snug;

class TestTensorType : public QObject
{
    Q_OBJECT
private slots:
    void hasTheReferenceGeometry_data();
    void hasTheReferenceGeometry();
    void knowsNoRemovedNumbers();
    void findsNamesIgnoringCase();
    void namesAreUnique();
    void rowsMustDivideIntoBlocks();
    void refusesOverflow();
};

void TestTensorType::hasTheReferenceGeometry_data()
{
    QTest::addColumn<unsigned>("number");
    QTest::addColumn<unsigned>("blockLength");
    QTest::addColumn<unsigned>("blockBytes");
    QTest::addColumn<double>("bitsPerWeight");
    struct Row
    {
        const char *name;
        unsigned number, blockLength, blockBytes;
        double bitsPerWeight;
    };
    const Row rows[] = {
        {"F32", 0, 1, 4, 32},
        {"F16", 1, 1, 2, 16},
        {"BF16", 30, 1, 2, 16},
        {"F64", 28, 1, 8, 64},
        {"I8", 24, 1, 1, 8},
        {"I16", 25, 1, 2, 16},
        {"I32", 26, 1, 4, 32},
        {"I64", 27, 1, 8, 64},
        {"Q1_0", 41, 128, 18, 1.125},
        {"IQ1_S", 19, 256, 50, 1.5625},
        {"TQ1_0", 34, 256, 54, 1.6875},
        {"IQ1_M", 29, 256, 56, 1.75},
        {"TQ2_0", 35, 256, 66, 2.0625},
        {"IQ2_XXS", 16, 256, 66, 2.0625},
        {"Q2_0", 42, 64, 18, 2.25},
        {"IQ2_XS", 17, 256, 74, 2.3125},
        {"IQ2_S", 22, 256, 82, 2.5625},
        {"Q2_K", 10, 256, 84, 2.625},
        {"IQ3_XXS", 18, 256, 98, 3.0625},
        {"Q3_K", 11, 256, 110, 3.4375},
        {"IQ3_S", 21, 256, 110, 3.4375},
        {"IQ4_XS", 23, 256, 136, 4.25},
        {"MXFP4", 39, 32, 17, 4.25},
        {"Q4_0", 2, 32, 18, 4.5},
        {"IQ4_NL", 20, 32, 18, 4.5},
        {"Q4_K", 12, 256, 144, 4.5},
        {"NVFP4", 40, 64, 36, 4.5},
        {"Q4_1", 3, 32, 20, 5},
        {"Q5_0", 6, 32, 22, 5.5},
        {"Q5_K", 13, 256, 176, 5.5},
        {"Q5_1", 7, 32, 24, 6},
        {"Q6_K", 14, 256, 210, 6.5625},
        {"Q8_0", 8, 32, 34, 8.5},
        {"Q8_1", 9, 32, 36, 9},
        {"Q8_K", 15, 256, 292, 9.125},
    };
    for (const Row &row : rows)
        QTest::newRow(row.name) << row.number << row.blockLength << row.blockBytes << row.bitsPerWeight;
}

void TestTensorType::hasTheReferenceGeometry()
{
    QFETCH(unsigned, number);
    const TensorTypeInfo *info = findTensorType(number);
    QVERIFY(info);
    QCOMPARE(std::string(info->name), std::string(QTest::currentDataTag()));
    QTEST(info->blockLength, "blockLength");
    QTEST(info->blockBytes, "blockBytes");
    QTEST(8.0 * info->blockBytes / info->blockLength, "bitsPerWeight");
    QCOMPARE(info->quantized, info->blockLength > 1);
    QCOMPARE(&tensorTypeInfo(info->type), info);
    QCOMPARE(findTensorType(info->name), info);
}

void TestTensorType::knowsNoRemovedNumbers()
{
    for (const unsigned number : {4U, 5U, 31U, 32U, 33U, 36U, 37U, 38U, 43U, 99U, 0xFFFFFFFFU})
        QVERIFY2(!findTensorType(number), qPrintable(QString::number(number)));
}

void TestTensorType::findsNamesIgnoringCase()
{
    QCOMPARE(findTensorType(std::string_view("q4_k"))->type, TensorType::Q4_K);
    QCOMPARE(findTensorType(std::string_view("Bf16"))->type, TensorType::BF16);
    QVERIFY(!findTensorType(std::string_view("Q4_K_M")));
    QVERIFY(!findTensorType(std::string_view("")));
}

void TestTensorType::namesAreUnique()
{
    std::set<std::string_view> names;
    int known = 0;
    for (unsigned number = 0; number < 256; ++number) {
        if (const TensorTypeInfo *info = findTensorType(number)) {
            QVERIFY(names.insert(info->name).second);
            ++known;
        }
    }
    QCOMPARE(known, 35);
}

void TestTensorType::rowsMustDivideIntoBlocks()
{
    QCOMPARE(rowBytes(TensorType::Q4_K, 512), std::optional<std::uint64_t>(288));
    QCOMPARE(rowBytes(TensorType::Q4_K, 500), std::optional<std::uint64_t>());
    QCOMPARE(rowBytes(TensorType::F16, 3), std::optional<std::uint64_t>(6));
    const std::uint64_t dims[] = {64, 3, 2};
    QCOMPARE(tensorBytes(TensorType::Q8_0, dims), std::optional<std::uint64_t>(2 * 34 * 6));
    QCOMPARE(tensorBytes(TensorType::Q8_0, {}), std::optional<std::uint64_t>());
}

void TestTensorType::refusesOverflow()
{
    constexpr std::uint64_t kHuge = std::numeric_limits<std::uint64_t>::max();
    QCOMPARE(rowBytes(TensorType::F32, kHuge), std::optional<std::uint64_t>());
    const std::uint64_t bytesWrap[] = {std::uint64_t{1} << 32, std::uint64_t{1} << 31};
    QCOMPARE(tensorBytes(TensorType::F32, bytesWrap), std::optional<std::uint64_t>());
    // 2^64 weights of under a byte each: the bytes would fit, the count of weights does not.
    const std::uint64_t weightsWrap[] = {std::uint64_t{1} << 32, std::uint64_t{1} << 32};
    QCOMPARE(tensorBytes(TensorType::IQ1_S, weightsWrap), std::optional<std::uint64_t>());
}

QTEST_APPLESS_MAIN(TestTensorType)
#include "tst_tensortype.moc"
