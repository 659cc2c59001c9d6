// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The 16-bit formats against the reference's conversions, and the rounding primitives at their ties.

#include "core/kernels/kernelset.h"
#include "core/kernels/lanes/scalar.h"
#include "tests/support/shareddata.h"

#include <QCryptographicHash>
#include <QFile>
#include <QTest>

#include <cmath>
#include <cstdint>
#include <limits>

using namespace snug::kernels;

namespace {

template <class T> std::vector<T> readHalfFile(const char *name)
{
    QFile file(QString::fromStdString((snug::test::sharedData("golden/blocks/half") / name).string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    std::vector<T> values(static_cast<std::size_t>(bytes.size()) / sizeof(T));
    memcpy(values.data(), bytes.constData(), values.size() * sizeof(T));
    return values;
}

void addSets()
{
    QTest::addColumn<const KernelSet *>("set");
    int count = 0;
    const KernelSet *const *sets = kernelSets(&count);
    for (int i = 0; i < count; ++i)
        QTest::newRow(sets[i]->name) << sets[i];
}

} // namespace

class TestFloatBits : public QObject
{
    Q_OBJECT

private slots:
    void halfEqualsReference();
    void bfloatEqualsReference();
    void everyHalfExpandsExactly();
    void rowKernelsConvertAlike_data() { addSets(); }
    void rowKernelsConvertAlike();
    void rowKernelsRoundAlike_data() { addSets(); }
    void rowKernelsRoundAlike();
    void rowKernelsReportOverflow_data() { addSets(); }
    void rowKernelsReportOverflow();
    void nearestIntTiesToEven();
    void roundAwayEqualsRoundf();
    void truncateOutOfRangeHasZeroLowByte();
};

void TestFloatBits::halfEqualsReference()
{
    SNUG_REQUIRE_SHARED("golden/blocks/half/f32.u32");
    const auto inputs = readHalfFile<std::uint32_t>("f32.u32");
    const auto expected = readHalfFile<std::uint16_t>("fp16.u16");
    QVERIFY(!inputs.empty() && inputs.size() == expected.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        QCOMPARE(halfFromFloat(floatOf(inputs[i])), expected[i]);
        if (const float value = floatOf(inputs[i]); !std::isnan(value))
            QCOMPARE(bitsOf(roundedToHalf(value)), bitsOf(halfToFloat(expected[i])));
    }
}

void TestFloatBits::bfloatEqualsReference()
{
    SNUG_REQUIRE_SHARED("golden/blocks/half/f32.u32");
    const auto inputs = readHalfFile<std::uint32_t>("f32.u32");
    const auto expected = readHalfFile<std::uint16_t>("bf16.u16");
    QVERIFY(!inputs.empty() && inputs.size() == expected.size());
    for (std::size_t i = 0; i < inputs.size(); ++i) {
        QCOMPARE(bfloatFromFloat(floatOf(inputs[i])), expected[i]);
        QCOMPARE(bitsOf(bfloatToFloat(expected[i])), std::uint32_t(expected[i]) << 16);
    }
}

void TestFloatBits::everyHalfExpandsExactly()
{
    SNUG_REQUIRE_SHARED("golden/blocks/half/fp16_all_to_f32.f32");
    const auto expected = readHalfFile<std::uint32_t>("fp16_all_to_f32.f32");
    QCOMPARE(expected.size(), std::size_t(65536));
    for (std::uint32_t half = 0; half < 65536; ++half)
        QCOMPARE(bitsOf(halfToFloat(static_cast<std::uint16_t>(half))), expected[half]);
}

void TestFloatBits::rowKernelsConvertAlike()
{
    // All halves in one row: the vector code of the row loops against the single conversions.
    QFETCH(const KernelSet *, set);
    std::vector<std::uint16_t> halves(65536);
    for (std::size_t i = 0; i < halves.size(); ++i)
        halves[i] = static_cast<std::uint16_t>(i);
    std::vector<float> values(65536);
    std::vector<std::uint16_t> back(65536);
    for (const char *name : {"F16", "BF16"}) {
        const BlockKernel *kernel = findBlockKernel(*set, name);
        QVERIFY(kernel);
        const bool half = QByteArray(name) == "F16";
        kernel->dequantizeRow(reinterpret_cast<const unsigned char *>(halves.data()), values.data(), 65536);
        kernel->quantizeRow(values.data(), reinterpret_cast<unsigned char *>(back.data()), 65536, nullptr);
        for (std::size_t i = 0; i < halves.size(); ++i) {
            QCOMPARE(bitsOf(values[i]), bitsOf(half ? halfToFloat(halves[i]) : bfloatToFloat(halves[i])));
            QCOMPARE(back[i], half ? halfFromFloat(values[i]) : bfloatFromFloat(values[i]));
            if (!std::isnan(values[i]))
                QCOMPARE(back[i], halves[i]);
        }
    }
}

void TestFloatBits::rowKernelsRoundAlike()
{
    // Floats of all kinds, NaN included, no multiple of the lanes in number.
    QFETCH(const KernelSet *, set);
    std::vector<float> values;
    for (std::uint64_t bits = 0; bits < 0x100000000u; bits += 65521)
        values.push_back(floatOf(static_cast<std::uint32_t>(bits)));
    for (std::uint32_t half = 0; half < 65536; half += 7)
        for (std::uint32_t i = 0; i < 3; ++i) // around the tie above each
            values.push_back(floatOf(bitsOf(halfToFloat(static_cast<std::uint16_t>(half))) + 0x0fff + i));
    values.resize(values.size() / 16 * 16 + 13);
    std::vector<std::uint16_t> found(values.size());
    const auto cols = static_cast<long long>(values.size());
    auto *out = reinterpret_cast<unsigned char *>(found.data());
    findBlockKernel(*set, "F16")->quantizeRow(values.data(), out, cols, nullptr);
    for (std::size_t i = 0; i < values.size(); ++i)
        QCOMPARE(found[i], halfFromFloat(values[i]));
    findBlockKernel(*set, "BF16")->quantizeRow(values.data(), out, cols, nullptr);
    for (std::size_t i = 0; i < values.size(); ++i)
        QCOMPARE(found[i], bfloatFromFloat(values[i]));
}

void TestFloatBits::rowKernelsReportOverflow()
{
    QFETCH(const KernelSet *, set);
    constexpr int kCols = 45; // whole vectors and a rest
    std::uint16_t stored[kCols];
    auto *out = reinterpret_cast<unsigned char *>(stored);
    const auto accepts = [&](const char *type, int where, float value) {
        float row[kCols] = {};
        row[where] = value;
        return findBlockKernel(*set, type)->quantizeRow(row, out, kCols, nullptr);
    };
    for (int where = 0; where < kCols; ++where) {
        QVERIFY(accepts("F16", where, -65519.0f));
        QCOMPARE(stored[where], std::uint16_t(0xfbff));
        QVERIFY(!accepts("F16", where, 65520.0f));
        QVERIFY(!accepts("F16", where, std::numeric_limits<float>::quiet_NaN()));
        QVERIFY(accepts("BF16", where, 65520.0f));
        QVERIFY(!accepts("BF16", where, std::numeric_limits<float>::max()));
    }
}

void TestFloatBits::nearestIntTiesToEven()
{
    for (int n = -100; n < 100; ++n)
        QCOMPARE(ScalarLane::nearestInt(static_cast<float>(n) + 0.5f), n % 2 == 0 ? n : n + 1);
    QCOMPARE(ScalarLane::nearestInt(4194303.0f), 4194303);
    QCOMPARE(ScalarLane::nearestInt(-4194304.0f), -4194304);
    QCOMPARE(ScalarLane::nearestInt(std::numeric_limits<float>::infinity()), -4194304);
    QCOMPARE(ScalarLane::nearestInt(std::numeric_limits<float>::quiet_NaN()), 0);
}

void TestFloatBits::roundAwayEqualsRoundf()
{
    // Every float around each tie and integer up to a byte's range.
    for (int twice = -600; twice <= 600; ++twice) {
        float value = static_cast<float>(twice) * 0.5f;
        for (int i = 0; i < 3; ++i)
            value = std::nextafter(value, -1e30f);
        for (int i = 0; i < 6; ++i, value = std::nextafter(value, 1e30f))
            QCOMPARE(ScalarLane::roundAway(value), static_cast<int>(std::round(value)));
    }
}

void TestFloatBits::truncateOutOfRangeHasZeroLowByte()
{
    QCOMPARE(ScalarLane::truncate(-7.9f), -7);
    for (float value : {std::numeric_limits<float>::infinity(), -std::numeric_limits<float>::infinity(),
                        std::numeric_limits<float>::quiet_NaN(), 1e30f, -1e30f, 2147483648.0f})
        QCOMPARE(ScalarLane::truncate(value) & 255, 0);
}

QTEST_APPLESS_MAIN(TestFloatBits)
#include "tst_floatbits.moc"
