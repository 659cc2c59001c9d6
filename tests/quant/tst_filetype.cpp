// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of levels: unique names and numbers, and finding them by name.

#include "core/quant/filetype.h"
#include "core/quant/levelnote.h"
#include "core/quant/typekernel.h"

#include <QTest>

#include <set>

using namespace snug;

class TestFileType : public QObject
{
    Q_OBJECT

private slots:
    void namesAndNumbersAreUnique();
    void findsByName_data();
    void findsByName();
    void suggestsNearNames();
    void availableOnesHaveTheirKernels();
    void copyStandsApart();
    void everyLevelSaysForWhomItIs();
};

void TestFileType::namesAndNumbersAreUnique()
{
    std::set<std::string_view> names;
    std::set<std::uint32_t> numbers;
    for (const FileType &type : fileTypes()) {
        QVERIFY(names.insert(type.name).second);
        QVERIFY(numbers.insert(type.number).second);
        QVERIFY(!type.description.empty());
    }
    QCOMPARE(names.size(), std::size_t{35});
}

void TestFileType::findsByName_data()
{
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<int>("number");
    QTest::newRow("exact") << QByteArray("Q4_K_M") << 15;
    QTest::newRow("lower case") << QByteArray("q4_k_m") << 15;
    QTest::newRow("family") << QByteArray("q5_k") << 17;
    QTest::newRow("floats") << QByteArray("bf16") << 32;
    QTest::newRow("number") << QByteArray("15") << 15;
    QTest::newRow("number 0") << QByteArray("0") << 0;
    QTest::newRow("number of no level") << QByteArray("39") << -1;
    QTest::newRow("negative") << QByteArray("-1") << -1;
    QTest::newRow("number and more") << QByteArray("15x") << -1;
    QTest::newRow("unknown") << QByteArray("Q4_K_X") << -1;
    QTest::newRow("empty") << QByteArray("") << -1;
}

void TestFileType::findsByName()
{
    QFETCH(QByteArray, name);
    QFETCH(int, number);
    const FileType *found = findFileType(name.toStdString());
    QCOMPARE(found ? int(found->number) : -1, number);
}

void TestFileType::suggestsNearNames()
{
    QCOMPARE(closestFileTypeName("q4_km"), std::string("Q4_K_M, Q4_K_S, Q5_K_M"));
    QVERIFY(closestFileTypeName("Q4KM").starts_with("Q4_K_M, Q4_K_S"));
    QVERIFY(closestFileTypeName("q4-k-m").starts_with("Q4_K_M, "));
    QVERIFY(closestFileTypeName("Q5K").starts_with("Q5_K_M, Q5_K_S"));
    QVERIFY(closestFileTypeName("Q4_K_Medium").starts_with("Q4_K_M, "));
    QCOMPARE(closestFileTypeName("Q4"), std::string("Q4_1, Q4_0, Q4_K_M"));
    QCOMPARE(closestFileTypeName("iq3"), std::string("IQ3_M, IQ3_S, IQ3_XS"));
    QVERIFY(!closestFileTypeName("").empty());
    QVERIFY(!closestFileTypeName(std::string(10000, 'x')).empty());
}

void TestFileType::availableOnesHaveTheirKernels()
{
    int count = 0;
    for (const FileType &type : fileTypes()) {
        count += type.available;
        QVERIFY(!type.available || kernelFor(type.base));
    }
    for (const char *name :
         {"F32", "F16", "BF16", "Q8_0", "Q6_K", "Q5_K_M", "Q4_K_M", "Q4_0", "Q3_K_S", "Q2_K", "Q2_K_S"})
        QVERIFY2(findFileType(name)->available, name);
    QVERIFY(count >= 17);
}

void TestFileType::copyStandsApart()
{
    const FileType *copy = findFileType("copy");
    QVERIFY(copy && copy->available);
    for (const FileType &type : fileTypes())
        QVERIFY(&type != copy && type.number != copy->number);
    QVERIFY(!findFileType(std::to_string(copy->number)));
}

void TestFileType::everyLevelSaysForWhomItIs()
{
    std::set<std::string_view> sentences;
    for (const FileType &type : fileTypes()) {
        const LevelNote note = levelNote(type);
        const QByteArray name(type.name.data(), qsizetype(type.name.size()));
        QCOMPARE(note.level, type.name);
        QVERIFY2(note.sentence.ends_with('.'), name);
        QVERIFY2(note.sentence.size() < 90, name); // one line of the window
        QVERIFY2(sentences.insert(note.sentence).second, name);
        const double bits = 8.0 * tensorTypeInfo(type.base).blockBytes / tensorTypeInfo(type.base).blockLength;
        QVERIFY2(note.bits >= 1 && note.bits <= bits && bits < note.bits + 1.5, name);
    }
    // A level nobody has described yet still finds its group.
    QCOMPARE(levelNote({"NEW", 99, TensorType::IQ1_S, "new", true}).bits, 1);
    QCOMPARE(levelNote({"NEW", 99, TensorType::Q6_K, "new", true}).bits, 6);
}

QTEST_APPLESS_MAIN(TestFileType)
#include "tst_filetype.moc"
