// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Split models: keys of one file and the names of the others.

#include "core/base/inputfile.h"
#include "core/formats/gguf.h"
#include "core/formats/ggufsplit.h"
#include "tests/support/shareddata.h"

#include <QtTest>

using namespace snug;
namespace fs = std::filesystem;

namespace {

GgufMetadata split(std::uint32_t number, std::uint32_t count)
{
    GgufMetadata metadata;
    metadata.append("split.no", GgufValue::u32(number));
    metadata.append("split.count", GgufValue::u32(count));
    return metadata;
}

} // namespace

class TestGgufSplit : public QObject
{
    Q_OBJECT
private slots:
    void wholeFilesAreNoSplit();
    void rejectsContradictions();
    void findsSiblingsByName();
    void rejectsOtherNames();
    void readsGoldenSplit();
};

void TestGgufSplit::wholeFilesAreNoSplit()
{
    QCOMPARE(readSplitInfo(GgufMetadata()).value().has_value(), false);
    QCOMPARE(readSplitInfo(split(0, 1)).value().has_value(), false);
    QCOMPARE(readSplitInfo(split(0, 0)).value().has_value(), false);
}

void TestGgufSplit::rejectsContradictions()
{
    QVERIFY(!readSplitInfo(split(3, 3)));
    QVERIFY(!readSplitInfo(split(0, 65'536)));
    GgufMetadata noNumber = split(0, 3);
    noNumber.remove("split.no");
    QVERIFY(!readSplitInfo(noNumber));
    GgufMetadata text = split(0, 3);
    text.set("split.count", GgufValue::string("3"));
    const auto info = readSplitInfo(text);
    QVERIFY(!info);
    QCOMPARE(info.error().code, ErrorCode::BadInput);
}

void TestGgufSplit::findsSiblingsByName()
{
    const auto info = readSplitInfo(split(1, 3));
    QVERIFY(info && *info);
    const auto paths = splitPaths("/models/a-00002-of-00003.gguf", **info);
    QVERIFY(paths);
    QCOMPARE(paths->size(), std::size_t{3});
    QCOMPARE((*paths)[0], fs::path("/models/a-00001-of-00003.gguf"));
    QCOMPARE((*paths)[2], fs::path("/models/a-00003-of-00003.gguf"));
    const auto capitals = splitPaths("/models/a-00002-of-00003.GGUF", **info);
    QVERIFY(capitals);
    QCOMPARE((*capitals)[2], fs::path("/models/a-00003-of-00003.GGUF"));
    QCOMPARE(splitPath("b", 99'999, 100'000), fs::path("b-100000-of-100000.gguf"));
}

void TestGgufSplit::rejectsOtherNames()
{
    const SplitInfo second{1, 3, {}};
    for (const char *name : {"a.gguf", "a-00001-of-00003.gguf", "a-00002-of-00004.gguf", "a-2-of-3.gguf"}) {
        const auto paths = splitPaths(name, second);
        QVERIFY(!paths);
        QVERIFY(paths.error().message.find("-00002-of-00003.gguf") != std::string::npos);
    }
}

void TestGgufSplit::readsGoldenSplit()
{
    SNUG_REQUIRE_SHARED("golden/files/split-f16-00001-of-00003.gguf");
    const fs::path first = test::sharedData("golden/files/split-f16-00001-of-00003.gguf");
    std::uint64_t tensorCount = 0;
    std::optional<SplitInfo> last;
    const auto paths = splitPaths(first, SplitInfo{0, 3, {}});
    QVERIFY(paths);
    for (std::uint32_t number = 0; number < 3; ++number) {
        const auto file = InputFile::open((*paths)[number]);
        QVERIFY(file);
        const auto header = readGgufHeader(*file);
        QVERIFY(header);
        const auto info = readSplitInfo(header->metadata);
        QVERIFY(info && *info);
        QCOMPARE((*info)->number, number);
        QCOMPARE((*info)->count, 3U);
        tensorCount += header->tensors.size();
        last = *info;
    }
    QCOMPARE(last->tensorCount, std::optional<std::uint64_t>(tensorCount));
}

QTEST_APPLESS_MAIN(TestGgufSplit)
#include "tst_ggufsplit.moc"
