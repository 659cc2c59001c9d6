// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What holds for every kernel without golden data: names, special values, refusals, row checks.

#include "core/kernels/kernelset.h"
#include "tests/kernels/lanetables.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <utility>
#include <vector>

using namespace snug::kernels;

namespace {

constexpr int kCols = 512;

/// The four-bit floats have no half as scale: MXFP4's reach as far as floats, NVFP4's end at the largest.
bool hasHalfScale(const BlockKernel &kernel) { return !QByteArray(kernel.name).endsWith("FP4"); }

void addKernelRows(bool blocksOnly, bool halfScaleOnly = false)
{
    QTest::addColumn<const BlockKernel *>("kernel");
    for (const auto &table : snug::test::laneTables())
        for (const BlockKernel &kernel : table.kernels)
            if ((!blocksOnly || kernel.blockLength > 1) && (!halfScaleOnly || hasHalfScale(kernel)))
                QTest::addRow("%s, %s", kernel.name, table.name) << &kernel;
}

/// The row after quantizing and dequantizing; empty when the kernel refused it.
std::vector<float> roundTrip(const BlockKernel &kernel, const std::vector<float> &values,
                             const float *weights = nullptr)
{
    const auto cols = static_cast<long long>(values.size());
    std::vector<unsigned char> bytes(values.size() / static_cast<std::size_t>(kernel.blockLength) *
                                     static_cast<std::size_t>(kernel.blockBytes));
    if (!kernel.quantizeRow(values.data(), bytes.data(), cols, weights))
        return {};
    std::vector<float> result(values.size());
    kernel.dequantizeRow(bytes.data(), result.data(), cols);
    return result;
}

} // namespace

class TestBlockKernels : public QObject
{
    Q_OBJECT

private slots:
    void findsByExactName();
    void zerosStayZero_data() { addKernelRows(false); }
    void zerosStayZero();
    void signedZerosAndDenormalsStayFinite_data() { addKernelRows(true); }
    void signedZerosAndDenormalsStayFinite();
    void refusesScaleBeyondHalf_data() { addKernelRows(true, /*halfScaleOnly=*/true); }
    void refusesScaleBeyondHalf();
    void namesTheBlockThatOverflows_data() { addKernelRows(true, /*halfScaleOnly=*/true); }
    void namesTheBlockThatOverflows();
    void writesOnlyItsBlocks_data() { addKernelRows(false); }
    void writesOnlyItsBlocks();
    void lanesAgreeOnHarshRows_data() { addKernelRows(true); }
    void lanesAgreeOnHarshRows();
    void weightsMatterOnlyWhereStated_data() { addKernelRows(false); }
    void weightsMatterOnlyWhereStated();
    void findsFirstNonFinite();
    void accumulatesErrorInFixedOrder();
};

void TestBlockKernels::findsByExactName()
{
    const KernelSet &set = activeKernelSet();
    QCOMPARE(QByteArray(set.kernels[0].name), QByteArray("F32"));
    for (int i = 0; i < set.count; ++i)
        QCOMPARE(findBlockKernel(set.kernels[i].name), set.kernels + i);
    QVERIFY(!findBlockKernel("q4_0"));
    QVERIFY(!findBlockKernel("Q4_"));
    QVERIFY(!findBlockKernel(""));
}

void TestBlockKernels::zerosStayZero()
{
    QFETCH(const BlockKernel *, kernel);
    for (float value : roundTrip(*kernel, std::vector<float>(kCols, 0.0f)))
        QCOMPARE(value, 0.0f);
    const std::vector<float> noWeight(kCols, 0.0f);
    QCOMPARE(roundTrip(*kernel, std::vector<float>(kCols, 0.0f), noWeight.data()).size(), std::size_t(kCols));
}

void TestBlockKernels::signedZerosAndDenormalsStayFinite()
{
    QFETCH(const BlockKernel *, kernel);
    std::vector<float> values(kCols);
    const float least = std::numeric_limits<float>::denorm_min();
    for (int i = 0; i < kCols; ++i)
        values[static_cast<std::size_t>(i)] = i % 3 == 0 ? -0.0f : (i % 2 ? -least : least) * static_cast<float>(i * i);
    const std::vector<float> weights(kCols, 1.0f);
    for (const float *w : {static_cast<const float *>(nullptr), weights.data()}) {
        const std::vector<float> result = roundTrip(*kernel, values, w);
        QCOMPARE(result.size(), values.size());
        QCOMPARE(firstNonFinite(result.data(), kCols), -1LL);
    }
}

void TestBlockKernels::refusesScaleBeyondHalf()
{
    QFETCH(const BlockKernel *, kernel);
    std::vector<float> values(kCols);
    for (int i = 0; i < kCols; ++i)
        values[static_cast<std::size_t>(i)] = static_cast<float>(i % 37 - 18);
    QVERIFY(!roundTrip(*kernel, values).empty());
    const std::vector<float> weights(kCols, 1.0f);
    for (std::size_t where : {std::size_t(5), std::size_t(kCols - 1)}) {
        std::vector<float> huge = values;
        huge[where] = -1e12f;
        QVERIFY(roundTrip(*kernel, huge).empty());
        huge[where] = 1e12f;
        QVERIFY(roundTrip(*kernel, huge).empty());
        QVERIFY(roundTrip(*kernel, huge, weights.data()).empty());
    }
}

void TestBlockKernels::namesTheBlockThatOverflows()
{
    QFETCH(const BlockKernel *, kernel);
    std::vector<float> values(kCols, 0.5f);
    const int where = kCols - 5;
    values[static_cast<std::size_t>(where)] = 1e12f;
    std::vector<unsigned char> bytes(static_cast<std::size_t>(kCols / kernel->blockLength * kernel->blockBytes));
    QVERIFY(!kernel->quantizeRow(values.data(), bytes.data(), kCols, nullptr));
    for (int block = 0; block < kCols / kernel->blockLength; ++block)
        QCOMPARE(kernel->isFinite(bytes.data() + block * kernel->blockBytes), block != where / kernel->blockLength);
}

void TestBlockKernels::writesOnlyItsBlocks()
{
    // Rows of 1 .. 9 blocks, most of them no multiple of the lanes, between guard bytes.
    QFETCH(const BlockKernel *, kernel);
    for (int blocks = 1; blocks <= 9; ++blocks) {
        const int cols = blocks * kernel->blockLength;
        const int bytes = blocks * kernel->blockBytes;
        std::vector<float> values(static_cast<std::size_t>(cols));
        for (int i = 0; i < cols; ++i)
            values[static_cast<std::size_t>(i)] = std::sin(static_cast<float>(i));
        std::vector<unsigned char> out(static_cast<std::size_t>(bytes) + 32, 0xa5);
        QVERIFY(kernel->quantizeRow(values.data(), out.data() + 16, cols, nullptr));
        for (std::size_t i = 0; i < 16; ++i) {
            QCOMPARE(out[i], static_cast<unsigned char>(0xa5));
            QCOMPARE(out[out.size() - 1 - i], static_cast<unsigned char>(0xa5));
        }
        const BlockKernel *scalar = findBlockKernel(*findKernelSet("scalar"), kernel->name);
        std::vector<unsigned char> expected(static_cast<std::size_t>(bytes));
        QVERIFY(scalar->quantizeRow(values.data(), expected.data(), cols, nullptr));
        QVERIFY(std::equal(expected.begin(), expected.end(), out.begin() + 16));
    }
}

void TestBlockKernels::lanesAgreeOnHarshRows()
{
    // Magnitudes from denormal to huge, runs of zeros and of equal values, weights with zeros; 11 super-blocks a row.
    QFETCH(const BlockKernel *, kernel);
    constexpr std::size_t kRow = 11 * 256;
    std::mt19937 random(7); // its numbers are the same everywhere
    for (int row = 0; row < 8; ++row) {
        std::vector<float> values(kRow);
        std::vector<float> weights(kRow);
        for (std::size_t i = 0; i < kRow; ++i) {
            const int exponent = row < 3 ? -140 + 15 * row : static_cast<int>(random() % 8) - 15 * row + 60;
            const float value = std::ldexp(static_cast<float>(random() % 2048) - 1024.0f, exponent - 10);
            const bool repeat = i > 0 && random() % 4 == 0;
            values[i] = i / 16 % 7 == 3 ? 0.0f : repeat ? -values[i - 1] : value;
            weights[i] = random() % 5 == 0 ? 0.0f : static_cast<float>(random() % 1000);
        }
        const BlockKernel *scalar = findBlockKernel(*findKernelSet("scalar"), kernel->name);
        for (const float *w : {static_cast<const float *>(nullptr), std::as_const(weights).data()}) {
            const std::size_t bytes =
                kRow / static_cast<std::size_t>(kernel->blockLength) * static_cast<std::size_t>(kernel->blockBytes);
            std::vector<unsigned char> expected(bytes);
            std::vector<unsigned char> found(bytes);
            QCOMPARE(kernel->quantizeRow(values.data(), found.data(), kRow, w),
                     scalar->quantizeRow(values.data(), expected.data(), kRow, w));
            QVERIFY(found == expected);
        }
    }
}

void TestBlockKernels::weightsMatterOnlyWhereStated()
{
    QFETCH(const BlockKernel *, kernel);
    std::vector<float> values(kCols);
    std::vector<float> weights(kCols);
    for (int i = 0; i < kCols; ++i) {
        values[static_cast<std::size_t>(i)] = std::sin(static_cast<float>(i) * 1.7f);
        weights[static_cast<std::size_t>(i)] = i % 5 == 0 ? 100.0f : 0.01f;
    }
    QCOMPARE(roundTrip(*kernel, values) != roundTrip(*kernel, values, weights.data()), kernel->usesWeights);
}

void TestBlockKernels::findsFirstNonFinite()
{
    std::vector<float> values(1000, 1.0f);
    QCOMPARE(firstNonFinite(values.data(), 1000), -1LL);
    QCOMPARE(firstNonFinite(values.data(), 0), -1LL);
    values[999] = std::numeric_limits<float>::infinity();
    QCOMPARE(firstNonFinite(values.data(), 1000), 999LL);
    QCOMPARE(firstNonFinite(values.data(), 999), -1LL);
    values[300] = -std::numeric_limits<float>::infinity();
    values[301] = std::numeric_limits<float>::quiet_NaN();
    QCOMPARE(firstNonFinite(values.data(), 1000), 300LL);
    values[0] = std::numeric_limits<float>::quiet_NaN();
    QCOMPARE(firstNonFinite(values.data(), 1000), 0LL);
}

void TestBlockKernels::accumulatesErrorInFixedOrder()
{
    std::vector<float> a(1003);
    std::vector<float> b(1003);
    double signalSums[8] = {};
    double noiseSums[8] = {};
    for (std::size_t i = 0; i < a.size(); ++i) {
        a[i] = std::sin(static_cast<float>(i)) * 1000.0f;
        b[i] = a[i] + std::cos(static_cast<float>(i));
        signalSums[i % 8] += double(a[i]) * double(a[i]);
        noiseSums[i % 8] += (double(a[i]) - double(b[i])) * (double(a[i]) - double(b[i]));
    }
    double expectedSignal = 1.0;
    double expectedNoise = 2.0;
    for (int k = 0; k < 8; ++k) {
        expectedSignal += signalSums[k];
        expectedNoise += noiseSums[k];
    }
    double signal = 1.0;
    double noise = 2.0;
    accumulateError(a.data(), b.data(), static_cast<long long>(a.size()), &signal, &noise);
    QVERIFY(signal == expectedSignal);
    QVERIFY(noise == expectedNoise);
}

QTEST_APPLESS_MAIN(TestBlockKernels)
#include "tst_blockkernels.moc"
