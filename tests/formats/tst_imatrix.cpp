// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Importance matrices in both forms: the values the reference takes from them, and everything that can be wrong.

#include "core/formats/bytesource.h"
#include "core/formats/imatrix.h"
#include "tests/formats/testfiles.h"
#include "tests/support/shareddata.h"

#include <QTest>

#include <limits>

using namespace snug;

namespace {

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

/// A GGUF matrix with one entry "w": rows of `columns` sums, one count each.
test::Bytes ggufMatrix(const std::vector<float> &sums, const std::vector<float> &counts, std::uint64_t columns)
{
    test::GgufBytes file(2, 3);
    file.key("general.type", GgufValue::string("imatrix"))
        .key("imatrix.datasets", GgufValue::strings(std::vector<std::string>{"wiki.txt"}))
        .key("imatrix.chunk_count", GgufValue::u32(7));
    file.tensor("w.in_sum2", {columns, sums.size() / columns}, 0, 0);
    const std::uint64_t countsAt = (sums.size() * 4 + 31) / 32 * 32;
    file.tensor("w.counts", {1, counts.size()}, 0, countsAt);
    file.data(0);
    for (const float sum : sums)
        file.number(sum);
    for (std::size_t i = sums.size() * 4; i < countsAt; ++i)
        file.number(std::uint8_t{0});
    for (const float count : counts)
        file.number(count);
    return file.bytes();
}

struct DatEntry
{
    std::string name;
    std::int32_t calls = 1;
    std::vector<float> values;
};

test::Bytes datMatrix(const std::vector<DatEntry> &entries, bool withText = true)
{
    test::Bytes bytes;
    appendLittle(bytes, static_cast<std::int32_t>(entries.size()));
    for (const DatEntry &entry : entries) {
        appendLittle(bytes, static_cast<std::int32_t>(entry.name.size()));
        for (const char letter : entry.name)
            appendLittle(bytes, letter);
        appendLittle(bytes, entry.calls);
        appendLittle(bytes, static_cast<std::int32_t>(entry.values.size()));
        for (const float value : entry.values)
            appendLittle(bytes, value);
    }
    if (withText) {
        appendLittle(bytes, std::int32_t{12});
        appendLittle(bytes, std::int32_t{8});
        for (const char letter : std::string("wiki.txt"))
            appendLittle(bytes, letter);
    }
    return bytes;
}

/// All values of all entries, or the error.
Result<std::vector<float>> valuesOf(const test::Bytes &bytes)
{
    const MemorySource source(bytes, "m");
    const auto matrix = readImatrix(source);
    if (!matrix)
        return fail(matrix.error());
    std::vector<float> values;
    for (const ImatrixEntry &entry : matrix->entries) {
        std::vector<float> one(entry.valueCount);
        SNUG_TRY(readImatrixValues(source, entry, 0, one));
        values.insert(values.end(), one.begin(), one.end());
    }
    return values;
}

} // namespace

class TestImatrix : public QObject
{
    Q_OBJECT

private slots:
    void sumsAreDividedByCounts();
    void anExpertWithoutTokensWeighsOne();
    void aPartOfAnEntryIsThatPart();
    void datIsDividedByCalls();
    void datWithoutATextIsRead();
    void goldenFormsAgree();
    void refusesValuesThatMakeNoSense_data();
    void refusesValuesThatMakeNoSense();
    void refusesWhatIsNoMatrix_data();
    void refusesWhatIsNoMatrix();
    void everyCutIsRefused_data();
    void everyCutIsRefused();
};

void TestImatrix::sumsAreDividedByCounts()
{
    const test::Bytes bytes = ggufMatrix({1, 2, 3, 10}, {3, 4}, 2);
    const auto matrix = readImatrix(MemorySource(bytes));
    QVERIFY(matrix.has_value());
    QCOMPARE(matrix->entries.size(), std::size_t(1));
    QCOMPARE(matrix->entries[0].name, std::string("w"));
    QCOMPARE(matrix->entries[0].valueCount, std::uint64_t(4));
    QCOMPARE(matrix->entries[0].countCount, std::uint64_t(2));
    QCOMPARE(matrix->datasets, std::vector<std::string>{"wiki.txt"});
    QCOMPARE(matrix->chunkCount, std::uint64_t(7));
    const std::vector<float> expected{1.0F / 3.0F, 2.0F / 3.0F, 3.0F / 4.0F, 10.0F / 4.0F};
    QVERIFY(valuesOf(bytes).value() == expected);
}

void TestImatrix::anExpertWithoutTokensWeighsOne()
{
    const std::vector<float> expected{1, 1, 2, 4};
    QVERIFY(valuesOf(ggufMatrix({0, 9, 4, 8}, {0, 2}, 2)).value() == expected);
}

void TestImatrix::aPartOfAnEntryIsThatPart()
{
    const test::Bytes bytes = ggufMatrix({2, 4, 6, 8, 10, 12}, {1, 2, 0}, 2);
    const MemorySource source(bytes);
    const ImatrixEntry entry = readImatrix(source).value().entries[0];
    const std::vector<float> all = valuesOf(bytes).value();
    for (std::size_t first = 0; first <= all.size(); ++first)
        for (std::size_t count = 0; first + count <= all.size(); ++count) {
            std::vector<float> part(count);
            QVERIFY(readImatrixValues(source, entry, first, part).has_value());
            QVERIFY(std::equal(part.begin(), part.end(), all.begin() + static_cast<std::ptrdiff_t>(first)));
        }
    std::vector<float> tooMany(all.size() + 1);
    QCOMPARE(readImatrixValues(source, entry, 0, tooMany).error().code, ErrorCode::Internal);
}

void TestImatrix::datIsDividedByCalls()
{
    const test::Bytes bytes = datMatrix({{"b", 4, {1, 2}}, {"a", 0, {5}}, {"c", -3, {7}}});
    const auto matrix = readImatrix(MemorySource(bytes));
    QVERIFY(matrix.has_value());
    QCOMPARE(matrix->entries.size(), std::size_t(3));
    QCOMPARE(matrix->entries[0].name, std::string("a"));
    QCOMPARE(matrix->chunkCount, std::uint64_t(12));
    QCOMPARE(matrix->datasets, std::vector<std::string>{"wiki.txt"});
    const std::vector<float> expected{5, 0.25F, 0.5F, 7};
    QVERIFY(valuesOf(bytes).value() == expected);
}

void TestImatrix::datWithoutATextIsRead()
{
    const auto matrix = readImatrix(MemorySource(datMatrix({{"a", 1, {5}}}, /*withText=*/false)));
    QVERIFY(matrix.has_value());
    QVERIFY(matrix->datasets.empty());
    QCOMPARE(matrix->chunkCount, std::uint64_t(0));
}

void TestImatrix::goldenFormsAgree()
{
    SNUG_REQUIRE_SHARED("golden/files/llama-f16.imatrix.dat");
    const test::Bytes gguf = test::readWhole(test::sharedData("golden/files/llama-f16.imatrix.gguf"));
    const test::Bytes dat = test::readWhole(test::sharedData("golden/files/llama-f16.imatrix.dat"));
    const auto one = readImatrix(MemorySource(gguf));
    const auto other = readImatrix(MemorySource(dat));
    QVERIFY(one.has_value() && other.has_value());
    QCOMPARE(one->entries.size(), std::size_t(57));
    QCOMPARE(other->entries.size(), one->entries.size());
    for (std::size_t i = 0; i < one->entries.size(); ++i) {
        QCOMPARE(one->entries[i].name, other->entries[i].name);
        QCOMPARE(one->entries[i].valueCount, other->entries[i].valueCount);
    }
    QCOMPARE(one->chunkCount, other->chunkCount);
    const std::vector<float> values = valuesOf(gguf).value(), others = valuesOf(dat).value();
    QCOMPARE(values.size(), others.size());
    for (std::size_t i = 0; i < values.size(); ++i) // the .dat holds sums times calls, rounded once more
        QVERIFY(std::abs(values[i] - others[i]) <= 1e-6F * values[i]);
}

void TestImatrix::refusesValuesThatMakeNoSense_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char *name, const test::Bytes &bytes, const char *named) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char *>(bytes.data()), qsizetype(bytes.size()))
                            << QByteArray(named);
    };
    row("NaN", ggufMatrix({1, kNan}, {1}, 2), "'w' has NaN for column 1");
    row("infinity", ggufMatrix({kInfinity, 1}, {1}, 2), "'w' has inf for column 0");
    row("negative", ggufMatrix({1, -2}, {1}, 2), "'w' has -2 for column 1");
    row("NaN of an expert without tokens", ggufMatrix({1, kNan}, {0}, 2), "NaN");
    row("NaN count", ggufMatrix({1, 2}, {kNan}, 2), "'w' has a count of NaN");
    row("negative count", ggufMatrix({1, 2}, {-1}, 2), "'w' has a count of -1");
    row("infinite count", ggufMatrix({1, 2}, {kInfinity}, 2), "count of inf");
    row("overflow", ggufMatrix({1e38F, 2}, {1e-10F}, 2), "'w' has 1e+38");
    row("dat NaN", datMatrix({{"a", 1, {5}}, {"b", 1, {1, kNan}}}), "'b' has NaN for column 1");
    row("dat negative", datMatrix({{"a", 1, {-5}}}), "'a' has -5");
}

void TestImatrix::refusesValuesThatMakeNoSense()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, named);
    const auto values = valuesOf(test::bytesOf({file.constData(), std::size_t(file.size())}));
    QVERIFY(!values.has_value());
    QCOMPARE(values.error().code, ErrorCode::BadInput);
    QVERIFY2(QByteArray::fromStdString(values.error().message).contains(named), values.error().message.c_str());
}

void TestImatrix::refusesWhatIsNoMatrix_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<QByteArray>("named");
    const auto row = [](const char *name, const test::Bytes &bytes, const char *named) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char *>(bytes.data()), qsizetype(bytes.size()))
                            << QByteArray(named);
    };
    const GgufValue texts = GgufValue::strings(std::vector<std::string>{"t"});
    const auto header = [&](std::uint64_t tensors) {
        test::GgufBytes file(tensors, 2);
        file.key("imatrix.datasets", texts).key("imatrix.chunk_count", GgufValue::u32(1));
        return file;
    };
    row("empty", {}, "first number");
    row("three bytes", test::bytesOf("abc"), "first number");
    row("text", test::bytesOf("a file of some other kind"), "no importance matrix");
    row("no entries", header(0).data(0).bytes(), "no entries");
    row("model", test::GgufBytes(0, 1).key("general.architecture", GgufValue::string("llama")).data(0).bytes(),
        "is a model");
    row("no keys", test::GgufBytes(0, 0).data(0).bytes(), "keys of an importance matrix");
    row("no counts", header(1).tensor("w.in_sum2", {2}, 0, 0).data(8).bytes(), "'w' has sums but no counts");
    row("no sums", header(1).tensor("w.counts", {2}, 0, 0).data(8).bytes(), "'w' has counts but no sums");
    row("half floats", header(2).tensor("w.in_sum2", {2}, 1, 0).tensor("w.counts", {1}, 0, 32).data(36).bytes(), "F16");
    row("two counts for one expert",
        header(2).tensor("w.in_sum2", {2}, 0, 0).tensor("w.counts", {2}, 0, 32).data(40).bytes(), "counts for 2");
    row("dat without entries", datMatrix({}), "count of entries");
    row("dat twice", datMatrix({{"a", 1, {1}}, {"a", 1, {1}}}), "'a' is there twice");
    row("dat without values", datMatrix({{"a", 1, {}}, {"b", 1, {1, 2, 3}}}), "'a' has 0 values");
    row("dat with a nameless entry", datMatrix({{"", 1, {1, 2, 3, 4, 5, 6}}}), "name of entry 1");
    row("dat with a strange name", datMatrix({{"a\n", 1, {1}}}), "not plain text");
}

void TestImatrix::refusesWhatIsNoMatrix()
{
    QFETCH(QByteArray, file);
    QFETCH(QByteArray, named);
    const test::Bytes bytes = test::bytesOf({file.constData(), std::size_t(file.size())});
    const auto matrix = readImatrix(MemorySource(bytes, "m"));
    QVERIFY(!matrix.has_value());
    QCOMPARE(matrix.error().code, ErrorCode::BadInput);
    QVERIFY2(QByteArray::fromStdString(matrix.error().message).contains(named), matrix.error().message.c_str());
}

void TestImatrix::everyCutIsRefused_data()
{
    QTest::addColumn<QByteArray>("file");
    QTest::addColumn<int>("optionalBytes");
    const auto row = [](const char *name, const test::Bytes &bytes, int optionalBytes) {
        QTest::newRow(name) << QByteArray(reinterpret_cast<const char *>(bytes.data()), qsizetype(bytes.size()))
                            << optionalBytes;
    };
    row("GGUF", ggufMatrix({1, 2, 3, 10}, {3, 4}, 2), 0);
    // Without the text at its end the file is one of the oldest form, and whole.
    row("dat", datMatrix({{"first", 2, {1, 2, 3}}, {"second", 2, {4}}}), 16);
}

void TestImatrix::everyCutIsRefused()
{
    QFETCH(QByteArray, file);
    QFETCH(int, optionalBytes);
    for (int size = 0; size <= file.size(); ++size) {
        const auto values = valuesOf(test::bytesOf({file.constData(), std::size_t(size)}));
        const bool whole = size == file.size() || (optionalBytes > 0 && size == file.size() - optionalBytes);
        QCOMPARE(values.has_value(), whole);
        if (!whole)
            QVERIFY2(values.error().code == ErrorCode::BadInput, values.error().message.c_str());
    }
}

QTEST_APPLESS_MAIN(TestImatrix)
#include "tst_imatrix.moc"
