// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Products of stored weights that are decoded as they are multiplied, on every instruction set, against double
// arithmetic over what the scalar dequantizer gives. Blocks are random bytes, so that every code and scale comes along.

#include "core/kernels/forward/productkernels.h"
#include "tests/kernels/everyset.h"
#include "tests/kernels/forwardtables.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>
#include <random>
#include <vector>

using namespace snug::kernels;
using namespace snug::test;

namespace {

using Bytes = std::vector<unsigned char>;
using Floats = std::vector<float>;

constexpr double kTolerance = 2e-6; ///< in parts of the sum of all magnitudes
constexpr double kLeast = 1e-37;    ///< floats below have few bits

double real(float value) { return static_cast<double>(value); }
std::size_t size(long long value) { return static_cast<std::size_t>(value); }

/// Some rows as they are stored, and what they mean.
struct Weights
{
    long long rows, cols, rowBytes;
    Bytes stored;
    Floats meant;
};

/// Random bytes until the block's numbers are finite and not so large that sums overflow.
void fillBlock(const BlockKernel &kernel, std::mt19937 &random, unsigned char *block, float *values)
{
    const auto fits = [&] {
        kernel.dequantizeRow(block, values, kernel.blockLength);
        return std::all_of(values, values + kernel.blockLength, [](float value) { return std::abs(value) < 1e15F; });
    };
    do
        std::generate_n(block, kernel.blockBytes, [&] { return static_cast<unsigned char>(random() >> 7); });
    while (!kernel.isFinite(block) || !fits());
}

Weights makeWeights(const BlockKernel &kernel, long long rows, long long cols)
{
    const long long blocks = cols / kernel.blockLength, rowBytes = blocks * kernel.blockBytes;
    Weights made{rows, cols, rowBytes, Bytes(size(rows * rowBytes)), Floats(size(rows * cols))};
    std::mt19937 random(static_cast<unsigned>(31 * rows + cols));
    for (long long block = 0; block < rows * blocks; ++block)
        fillBlock(kernel, random, made.stored.data() + block * kernel.blockBytes,
                  made.meant.data() + block * kernel.blockLength);
    return made;
}

/// Lengths that leave lanes empty where blocks allow it.
std::vector<long long> colsOf(const BlockKernel &kernel)
{
    if (kernel.blockLength == 1)
        return {0, 1, 3, 15, 16, 17, 31, 63, 64, 65, 139, 256};
    if (kernel.blockLength == 32)
        return {0, 32, 64, 96, 160, 576};
    return {0, 256, 512, 1280};
}

Floats multiply(const ProductKernel &kernel, const Weights &weights, const float *in, long long count, long long stride)
{
    GuardedRow out(Floats(size(count * stride), -77.0F));
    kernel.multiply(weights.stored.data(), weights.rows, weights.cols, in, count, out.data(), stride);
    if (!out.whole())
        qFatal("%s wrote beside its results", kernel.name);
    return {out.values().begin(), out.values().end()};
}

/// Empty when all are right and the gaps between rows are as they were.
QString wrongValue(const Weights &weights, const Floats &in, long long count, long long stride, const Floats &found)
{
    for (long long t = 0; t < count; ++t)
        for (long long row = 0; row < stride; ++row) {
            double exact = row < weights.rows ? 0 : -77, magnitudes = 0;
            for (long long i = 0; row < weights.rows && i < weights.cols; ++i) {
                const double part =
                    real(in[size(t * weights.cols + i)]) * real(weights.meant[size(row * weights.cols + i)]);
                exact += part;
                magnitudes += std::abs(part);
            }
            const double value = real(found[size(t * stride + row)]);
            if (!(std::abs(value - exact) <= kTolerance * magnitudes + kLeast))
                return QString("%1 x %2 weights, %3 rows: [%4][%5] is %6, expected %7")
                    .arg(weights.rows)
                    .arg(weights.cols)
                    .arg(count)
                    .arg(t)
                    .arg(row)
                    .arg(value, 0, 'g', 9)
                    .arg(exact, 0, 'g', 9);
        }
    return {};
}

} // namespace

class TestProductKernels : public QObject
{
    Q_OBJECT

private slots:
    void hasTheTypesThatModelsUse();
    void multiplies_data() { addRows(); }
    void multiplies();
    void doesNotCareForOtherRows_data() { addRows(); }
    void doesNotCareForOtherRows();
    void keepsNanToItsRow_data() { addRows(); }
    void keepsNanToItsRow();

private:
    static void addRows();
    static const ProductKernel &kernel();
    static const BlockKernel &blocks();
};

void TestProductKernels::addRows()
{
    QTest::addColumn<int>("set");
    QTest::addColumn<int>("kernel");
    for (std::size_t s = 0; s < allSets().size(); ++s)
        for (int k = 0; k < allSets()[s]->products->count; ++k)
            QTest::addRow("%s, %s", allSets()[s]->products->kernels[k].name, allSets()[s]->name)
                << static_cast<int>(s) << k;
}

const ProductKernel &TestProductKernels::kernel()
{
    QFETCH(int, set);
    QFETCH(int, kernel);
    return allSets()[static_cast<std::size_t>(set)]->products->kernels[kernel];
}

/// The scalar set's, which gives the exact values of every block.
const BlockKernel &TestProductKernels::blocks() { return *findBlockKernel(*allSets().back(), kernel().name); }

void TestProductKernels::hasTheTypesThatModelsUse()
{
    for (const KernelSet *set : allSets()) {
        for (const char *name : {"F32", "F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q2_K", "Q3_K", "Q4_K",
                                 "Q5_K", "Q6_K", "IQ4_NL", "IQ4_XS", "MXFP4", "NVFP4"}) {
            QVERIFY2(findProductKernel(*set, name), name);
            QCOMPARE(QString(findProductKernel(*set, name)->name), QString(name));
            QVERIFY2(findBlockKernel(*set, name), name);
        }
        QVERIFY(!findProductKernel(*set, "IQ2_XS"));
    }
}

void TestProductKernels::multiplies()
{
    for (const long long cols : colsOf(blocks()))
        for (const long long rows : {0, 1, 2, 5}) {
            const Weights weights = makeWeights(blocks(), rows, cols);
            for (long long count = 0; count <= 9; ++count) {
                GuardedRow in(randomFloats(size(count * cols), -2, 2, static_cast<unsigned>(count)));
                const long long stride = rows + count % 3;
                const Floats found = multiply(kernel(), weights, in.data(), count, stride);
                const Floats values(in.values().begin(), in.values().end());
                const QString wrong = wrongValue(weights, values, count, stride, found);
                QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
                QVERIFY(in.whole());
            }
        }
}

/// So that results are the same however many threads share the rows, and in whatever company a token is computed.
void TestProductKernels::doesNotCareForOtherRows()
{
    const long long cols = blocks().blockLength == 1 ? 139 : 2 * blocks().blockLength;
    const Weights all = makeWeights(blocks(), 6, cols);
    for (const long long count : {1, 3, 7}) {
        const Floats in = randomFloats(size(count * cols), -2, 2, 5);
        const Floats found = multiply(kernel(), all, in.data(), count, all.rows);
        for (long long row = 0; row < all.rows; ++row) {
            const auto first = all.stored.begin() + row * all.rowBytes;
            const Weights one{1, cols, all.rowBytes, Bytes(first, first + all.rowBytes), {}};
            for (long long t = 0; t < count; ++t)
                QCOMPARE(multiply(kernel(), one, in.data() + t * cols, 1, 1)[0], found[size(t * all.rows + row)]);
        }
    }
}

void TestProductKernels::keepsNanToItsRow()
{
    const long long cols = blocks().blockLength == 1 ? 139 : 2 * blocks().blockLength, count = 7;
    const Weights weights = makeWeights(blocks(), 2, cols);
    for (long long spoilt = 0; spoilt < count; ++spoilt) {
        Floats in = randomFloats(size(count * cols), -2, 2, 5);
        in[size(spoilt * cols + cols - 1)] = std::numeric_limits<float>::quiet_NaN();
        const Floats found = multiply(kernel(), weights, in.data(), count, weights.rows);
        for (long long i = 0; i < count * weights.rows; ++i)
            QCOMPARE(std::isnan(found[size(i)]), i / weights.rows == spoilt);
    }
}

QTEST_APPLESS_MAIN(TestProductKernels)
#include "tst_productkernels.moc"
