// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sums of squares: added, merged in any grouping, refused where they do not go together, held in the ledger.

#include "core/calib/importancesums.h"

#include <QTest>

#include <limits>

using namespace snug;

namespace {

const std::string kQuery = "blk.0.attn_q.weight";
const std::string kExperts = "blk.0.ffn_up_exps.weight";

/// Sums of one dense weight and one of three experts. Numbers that floats add without rounding.
ImportanceSums sumsOf(Ledger &ledger, float first, std::uint64_t expert, std::uint64_t rows)
{
    ImportanceSums sums(ledger);
    [[maybe_unused]] const bool declared = sums.declare(kQuery, 2) && sums.declare(kExperts, 2, 3);
    const std::vector<float> squares{first, first / 4};
    [[maybe_unused]] const bool added =
        sums.add(kQuery, 0, squares, rows) && sums.add(kExperts, expert, squares, rows / 2);
    return sums;
}

bool same(const ImportanceSums &one, const ImportanceSums &other)
{
    return std::ranges::equal(one.entries(), other.entries(), [](const auto &a, const auto &b) {
        return a.name == b.name && a.columns == b.columns && std::ranges::equal(a.sums, b.sums) &&
               std::ranges::equal(a.counts, b.counts);
    });
}

bool says(const Error &error, const std::vector<std::string> &parts)
{
    return std::ranges::all_of(parts,
                               [&](const std::string &part) { return error.message.find(part) != std::string::npos; });
}

} // namespace

class TestImportanceSums : public QObject
{
    Q_OBJECT

private slots:
    void squaresAndRowsAddUp();
    void longSumsKeepTheirDigits();
    void valuesThatMakeNoSenseAreRefused_data();
    void valuesThatMakeNoSenseAreRefused();
    void whatWasNotDeclaredIsABug();
    void otherShapesAreRefused();
    void mergingIsTheSameInAnyGrouping();
    void mergingRefusesBeforeItAdds();
    void oneCountServesAllExperts();
    void memoryIsInTheLedger();
    void expertsNotReachedAreTold();
};

void TestImportanceSums::squaresAndRowsAddUp()
{
    Ledger ledger;
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare(kExperts, 2, 3) && sums.declare(kQuery, 3) && sums.declare(kQuery, 3));
    QVERIFY(sums.add(kQuery, 0, std::vector<float>{1, 2, 0.5F}, 4));
    QVERIFY(sums.add(kQuery, 0, std::vector<float>{10, 0, 0.25F}, 3));
    QVERIFY(sums.add(kExperts, 2, std::vector<float>{7, 8}, 5));
    const auto entries = sums.entries();
    QCOMPARE(entries.size(), std::size_t(2));
    QCOMPARE(entries[0].name, std::string_view(kQuery));
    QVERIFY(std::ranges::equal(entries[0].sums, std::vector<double>{11, 2, 0.75}));
    QVERIFY(std::ranges::equal(entries[0].counts, std::vector<std::uint64_t>{7}));
    QVERIFY(std::ranges::equal(entries[1].sums, std::vector<double>{0, 0, 0, 0, 7, 8}));
    QVERIFY(std::ranges::equal(entries[1].counts, std::vector<std::uint64_t>{0, 0, 5}));
    QCOMPARE(entries[1].seenExperts(), std::uint64_t(1));
}

void TestImportanceSums::longSumsKeepTheirDigits()
{
    Ledger ledger;
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare(kQuery, 1));
    QVERIFY(sums.add(kQuery, 0, std::vector<float>{16777216.0F}, 1)); // a float cannot hold one more
    for (int i = 0; i < 100; ++i)
        QVERIFY(sums.add(kQuery, 0, std::vector<float>{1}, 1));
    QCOMPARE(sums.entries()[0].sums[0], 16777316.0);
}

void TestImportanceSums::valuesThatMakeNoSenseAreRefused_data()
{
    QTest::addColumn<float>("value");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("NaN") << std::numeric_limits<float>::quiet_NaN() << QByteArray("is NaN in column 1");
    QTest::newRow("infinite") << std::numeric_limits<float>::infinity() << QByteArray("is inf in column 1");
    QTest::newRow("negative") << -2.0F << QByteArray("is -2 in column 1");
}

void TestImportanceSums::valuesThatMakeNoSenseAreRefused()
{
    QFETCH(float, value);
    QFETCH(QByteArray, named);
    Ledger ledger;
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare(kQuery, 2));
    const auto added = sums.add(kQuery, 0, std::vector<float>{5, value}, 3);
    QVERIFY(!added);
    QCOMPARE(added.error().code, ErrorCode::BadInput);
    QCOMPARE(added.error().tensor, kQuery);
    QVERIFY2(says(added.error(), {kQuery, named.toStdString()}), added.error().message.c_str());
    QCOMPARE(sums.entries()[0].sums[0], 0.0); // nothing of it was added
    QCOMPARE(sums.entries()[0].counts[0], std::uint64_t(0));
}

void TestImportanceSums::whatWasNotDeclaredIsABug()
{
    Ledger ledger;
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare(kExperts, 2, 3));
    const std::vector<float> two{1, 2}, three{1, 2, 3};
    QCOMPARE(sums.add(kQuery, 0, two, 1).error().code, ErrorCode::Internal);
    QCOMPARE(sums.add(kExperts, 3, two, 1).error().code, ErrorCode::Internal);
    QCOMPARE(sums.add(kExperts, 0, three, 1).error().code, ErrorCode::Internal);
}

void TestImportanceSums::otherShapesAreRefused()
{
    Ledger ledger;
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare(kQuery, 4));
    const auto other = sums.declare(kQuery, 2, 3);
    QVERIFY(!other);
    QVERIFY2(says(other.error(), {kQuery, "4 columns", "2 columns of 3 experts"}), other.error().message.c_str());
    QCOMPARE(sums.declare("none", 0).error().code, ErrorCode::BadInput);
    QCOMPARE(sums.declare("none", 4, 0).error().code, ErrorCode::BadInput);
    QCOMPARE(sums.declare("huge", std::uint64_t(1) << 60, 1 << 10).error().code, ErrorCode::DoesNotFit);
}

void TestImportanceSums::mergingIsTheSameInAnyGrouping()
{
    Ledger ledger;
    const auto part = [&](int i) {
        return sumsOf(ledger, static_cast<float>(1 << i), static_cast<std::uint64_t>(i % 2), 8 + 2 * i);
    };
    ImportanceSums leftToRight(ledger), pairs = part(0), others = part(2), backwards(ledger);
    for (int i = 0; i < 4; ++i) {
        QVERIFY(leftToRight.merge(part(i)));
        QVERIFY(backwards.merge(part(3 - i)));
    }
    QVERIFY(pairs.merge(part(1)) && others.merge(part(3)) && pairs.merge(others));
    QVERIFY(same(leftToRight, pairs) && same(leftToRight, backwards));
    QCOMPARE(leftToRight.entries()[0].sums[0], 15.0);
    QCOMPARE(leftToRight.entries()[0].counts[0], std::uint64_t(44));
    QVERIFY(std::ranges::equal(leftToRight.entries()[1].counts, std::vector<std::uint64_t>{10, 12, 0}));
}

void TestImportanceSums::mergingRefusesBeforeItAdds()
{
    Ledger ledger;
    ImportanceSums sums = sumsOf(ledger, 4, 0, 8), other(ledger);
    QVERIFY(other.declare("blk.0.attn_k.weight", 2) && other.declare(kQuery, 2) && other.declare(kExperts, 4, 2));
    QVERIFY(other.add(kQuery, 0, std::vector<float>{1, 1}, 1));
    const auto merged = sums.merge(other);
    QVERIFY(!merged);
    QCOMPARE(merged.error().code, ErrorCode::BadInput);
    QVERIFY2(says(merged.error(), {kExperts, "2 columns of 3 experts", "4 columns of 2 experts"}),
             merged.error().message.c_str());
    QVERIFY(same(sums, sumsOf(ledger, 4, 0, 8)));
}

void TestImportanceSums::oneCountServesAllExperts()
{
    Ledger ledger;
    for (const bool oldFirst : {true, false}) {
        ImportanceSums old(ledger), sums = sumsOf(ledger, 4, 1, 8);
        QVERIFY(old.declare(kExperts, 6));
        QVERIFY(old.add(kExperts, 0, std::vector<float>{1, 2, 3, 4, 5, 6}, 10));
        ImportanceSums &into = oldFirst ? old : sums;
        QVERIFY(into.merge(oldFirst ? sums : old));
        const ImportanceEntry entry = into.entries()[1];
        QCOMPARE(entry.columns, std::uint64_t(2));
        QVERIFY(std::ranges::equal(entry.sums, std::vector<double>{1, 2, 7, 5, 5, 6}));
        QVERIFY(std::ranges::equal(entry.counts, std::vector<std::uint64_t>{10, 14, 10}));
    }
}

void TestImportanceSums::memoryIsInTheLedger()
{
    Ledger ledger;
    {
        const ImportanceSums sums = sumsOf(ledger, 1, 0, 2);
        const std::uint64_t expected = (2 + 1 + 6 + 3) * 8;
        QCOMPARE(ImportanceSums::bytesFor(2, 1) + ImportanceSums::bytesFor(2, 3), expected);
        QCOMPARE(ledger.figures().nowBytes[0][static_cast<std::size_t>(Component::Statistics)], expected);
    }
    QCOMPARE(ledger.figures().totalBytes[0], std::uint64_t(0));
    ledger.setLimit(Place::Host, 100);
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare(kQuery, 8));
    QCOMPARE(sums.declare(kExperts, 8).error().code, ErrorCode::DoesNotFit);
    QCOMPARE(sums.entries().size(), std::size_t(1));
}

void TestImportanceSums::expertsNotReachedAreTold()
{
    Ledger ledger;
    ImportanceSums sums(ledger);
    QVERIFY(sums.declare(kQuery, 1) && sums.add(kQuery, 0, std::vector<float>{1}, 1));
    QVERIFY(coverageNotes(sums).empty());
    for (int layer = 0; layer < 5; ++layer) {
        const std::string name = "blk." + std::to_string(layer) + ".ffn_up_exps.weight";
        QVERIFY(sums.declare(name, 1, 4) && sums.add(name, 1, std::vector<float>{1}, 1));
    }
    const auto notes = coverageNotes(sums);
    QCOMPARE(notes.size(), std::size_t(1));
    QVERIFY2(notes[0].find("of 5 weights (seen: blk.0.ffn_up_exps.weight 1 of 4,") != std::string::npos,
             notes[0].c_str());
    QVERIFY(notes[0].find("blk.2.ffn_up_exps.weight 1 of 4 and 2 more)") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestImportanceSums)
#include "tst_importancesums.moc"
