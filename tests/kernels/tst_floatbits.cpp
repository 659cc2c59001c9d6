// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The 16-bit formats against the reference's conversions, and the rounding primitives at their ties.

#include "core/kernels/blockkernel.h"
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

} // namespace

class TestFloatBits : public QObject
{
    Q_OBJECT

private slots:
    void halfEqualsReference();
    void bfloatEqualsReference();
    void everyHalfExpandsExactly();
    void rowKernelsConvertAlike();
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
    for (std::size_t i = 0; i < inputs.size(); ++i)
        QCOMPARE(halfFromFloat(floatOf(inputs[i])), expected[i]);
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
    std::vector<std::uint16_t> halves(65536);
    for (std::size_t i = 0; i < halves.size(); ++i)
        halves[i] = static_cast<std::uint16_t>(i);
    std::vector<float> values(65536);
    std::vector<std::uint16_t> back(65536);
    for (const char *name : {"F16", "BF16"}) {
        const BlockKernel *kernel = findBlockKernel(name);
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

void TestFloatBits::rowKernelsReportOverflow()
{
    std::uint16_t stored[3];
    auto *out = reinterpret_cast<unsigned char *>(stored);
    const float fits[] = {65519.0f, -65519.0f, 0.0f};
    const float overflows[] = {1.0f, 65520.0f, 0.0f};
    QVERIFY(findBlockKernel("F16")->quantizeRow(fits, out, 3, nullptr));
    QCOMPARE(stored[0], std::uint16_t(0x7bff));
    QVERIFY(!findBlockKernel("F16")->quantizeRow(overflows, out, 3, nullptr));
    QVERIFY(findBlockKernel("BF16")->quantizeRow(overflows, out, 3, nullptr));
    const float largest[] = {std::numeric_limits<float>::max()};
    QVERIFY(!findBlockKernel("BF16")->quantizeRow(largest, out, 1, nullptr));
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
