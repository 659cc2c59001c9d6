// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Several importance matrices added up, in the newer and the older form.

#include "tests/calib/importancefiles.h"

#include <QTest>

#include <cmath>

using namespace snug;

namespace fs = std::filesystem;
using test::kExperts, test::kQuery, test::recordOf, test::says;

namespace {

test::Bytes datMatrix(const std::string &name, std::int32_t calls, const std::vector<float> &values)
{
    test::Bytes bytes;
    appendLittle(bytes, std::int32_t{1});
    appendLittle(bytes, static_cast<std::int32_t>(name.size()));
    for (const char letter : name)
        appendLittle(bytes, letter);
    appendLittle(bytes, calls);
    appendLittle(bytes, static_cast<std::int32_t>(values.size()));
    for (const float value : values)
        appendLittle(bytes, value);
    appendLittle(bytes, calls);
    appendLittle(bytes, std::int32_t{3});
    for (const char letter : std::string("old"))
        appendLittle(bytes, letter);
    return bytes;
}

} // namespace

class TestImportanceMerge : public QObject
{
    Q_OBJECT

private slots:
    void mergingIsTheSameInAnyGrouping();
    void otherSizesOfChunksAreCountedAnew();
    void mergingSaysWhatIsOdd();
    void mergingNamesWeightAndFile();
    void datIsRecovered();
    void datAndGgufGoTogether();
};

void TestImportanceMerge::mergingIsTheSameInAnyGrouping()
{
    test::ImportanceFiles files;
    for (int i = 0; i < 4; ++i)
        QVERIFY(files.write(("p" + std::to_string(i)).c_str(), 10 * i, 10 * i + 3 + i, recordOf(0)));
    const auto merge = [&](const char *target, std::initializer_list<const char *> names) {
        std::vector<fs::path> paths;
        for (const char *name : names)
            paths.push_back(files.at(name));
        const auto merged = mergeImportance(paths, files.ledger);
        return merged && writeImportance(files.at(target), merged->record, merged->sums, Overwrite::Yes);
    };
    QVERIFY(merge("all", {"p0", "p1", "p2", "p3"}));
    QVERIFY(merge("a", {"p0", "p1"}) && merge("b", {"p2", "p3"}) && merge("pairs", {"a", "b"}));
    QVERIFY(merge("c", {"p1", "p2", "p3"}) && merge("right", {"p0", "c"}));
    const auto all = files.read("all");
    QVERIFY(all.has_value());
    QCOMPARE(all->record.chunkCount, std::uint64_t(3 + 4 + 5 + 6));
    QCOMPARE(all->record.datasets.size(), std::size_t(4));
    QVERIFY(all->record.model == "model-1" && all->record.text.empty());
    for (const char *name : {"pairs", "right"}) {
        const auto other = files.read(name);
        QVERIFY(other.has_value());
        QCOMPARE(other->record.chunkCount, all->record.chunkCount);
        QCOMPARE(other->record.datasets, all->record.datasets);
        const auto one = all->sums.entries(), two = other->sums.entries();
        QCOMPARE(one.size(), two.size());
        for (std::size_t e = 0; e < one.size(); ++e) {
            QVERIFY(std::ranges::equal(one[e].counts, two[e].counts));
            for (std::size_t i = 0; i < one[e].sums.size(); ++i) // each file in between rounds to a float
                QVERIFY(std::abs(one[e].sums[i] - two[e].sums[i]) <= 1.2e-7 * one[e].sums[i]);
        }
    }
}

void TestImportanceMerge::otherSizesOfChunksAreCountedAnew()
{
    test::ImportanceFiles files;
    ImportanceRecord longer = recordOf(0);
    longer.chunkSize = 8;
    QVERIFY(files.write("a", 0, 6, recordOf(0)) && files.write("b", 6, 10, longer));
    const std::vector<fs::path> both{files.at("b"), files.at("a")};
    const auto merged = mergeImportance(both, files.ledger);
    QVERIFY(merged.has_value());
    QCOMPARE(merged->record.chunkSize, std::uint64_t(8));
    QCOMPARE(merged->record.chunkCount, std::uint64_t(5)); // 40 rows
}

void TestImportanceMerge::mergingSaysWhatIsOdd()
{
    test::ImportanceFiles files;
    ImportanceRecord other = recordOf(0);
    other.model = "model-2";
    other.chunksPlanned = 50;
    QVERIFY(files.write("a", 0, 2, recordOf(0)) && files.write("b", 2, 4, other));
    const std::vector<fs::path> both{files.at("a"), files.at("b")};
    const auto merged = mergeImportance(both, files.ledger);
    QVERIFY(merged.has_value());
    QCOMPARE(merged->notes.size(), std::size_t(2));
    QVERIFY(merged->notes[0].find("another model file") != std::string::npos);
    QVERIFY(merged->notes[1].find("stopped after 2 of 50 chunks") != std::string::npos);
    QVERIFY(merged->record.model.empty() && !merged->record.unfinished());
    const auto alone = mergeImportance(std::span(both).last(1), files.ledger);
    QVERIFY(alone.has_value() && alone->notes.size() == 1 && !alone->record.unfinished());
    QCOMPARE(mergeImportance({}, files.ledger).error().code, ErrorCode::Usage);
}

void TestImportanceMerge::mergingNamesWeightAndFile()
{
    test::ImportanceFiles files;
    ImportanceSums sums(files.ledger);
    QVERIFY(sums.declare(kQuery, 5) && sums.add(kQuery, 0, std::vector<float>(5, 1), 1));
    QVERIFY(writeImportance(files.at("b"), recordOf(1), sums, Overwrite::No) && files.write("a", 0, 2, recordOf(0)));
    const std::vector<fs::path> both{files.at("a"), files.at("b")};
    const auto merged = mergeImportance(both, files.ledger);
    QVERIFY(!merged);
    QCOMPARE(merged.error().code, ErrorCode::BadInput);
    QCOMPARE(merged.error().file, files.at("b").string());
    QCOMPARE(merged.error().tensor, kQuery);
    QVERIFY2(says(merged.error(), "3 columns in one and 5 columns in the other"), merged.error().message.c_str());
    QCOMPARE(files.ledger.figures().totalBytes[0], ImportanceSums::bytesFor(5, 1)); // `sums` alone
}

void TestImportanceMerge::datIsRecovered()
{
    test::ImportanceFiles files;
    QVERIFY(test::writeWhole(files.at("m.dat"), datMatrix(kQuery, 3, {6, 0.75F})));
    const auto matrix = readImportance(files.at("m.dat"), files.ledger, 100);
    QVERIFY(matrix.has_value());
    QVERIFY(std::ranges::equal(matrix->sums.entries()[0].sums, std::vector<double>{600, 75}));
    QCOMPARE(matrix->sums.entries()[0].counts[0], std::uint64_t(300));
    QCOMPARE(matrix->record.chunkCount, std::uint64_t(3));
    QCOMPARE(matrix->record.chunkSize, std::uint64_t(100));
    QCOMPARE(matrix->record.datasets, std::vector<std::string>{"old"});
    QCOMPARE(matrix->notes.size(), std::size_t(1));
    QCOMPARE(readImportance(files.at("m.dat"), files.ledger, 0).error().code, ErrorCode::Usage);
}

void TestImportanceMerge::datAndGgufGoTogether()
{
    test::ImportanceFiles files;
    QVERIFY(test::writeWhole(files.at("m.dat"), datMatrix(kExperts, 2, {1, 2, 3, 4, 5, 6, 7, 8})));
    QVERIFY(files.write("m.gguf", 0, 1, recordOf(0)));
    const std::vector<fs::path> both{files.at("m.dat"), files.at("m.gguf")};
    const auto merged = mergeImportance(both, files.ledger, 4);
    QVERIFY2(merged, merged ? "" : merged.error().message.c_str());
    const ImportanceEntry entry = merged->sums.entries()[1];
    QVERIFY(std::ranges::equal(entry.counts, std::vector<std::uint64_t>{11, 8, 8, 8}));
    QCOMPARE(entry.sums[1], 15.0); // 2 * 4 + 7
    QCOMPARE(entry.sums[7], 32.0);
    QCOMPARE(merged->record.chunkCount, std::uint64_t(3));
}

QTEST_APPLESS_MAIN(TestImportanceMerge)
#include "tst_importancemerge.moc"
