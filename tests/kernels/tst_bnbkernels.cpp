// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Codes of bitsandbytes: worked examples, ties at every step, zeros, short blocks, and every instruction set against
// the scalar one. (tests/interop/bnb_same_bytes.py compares with the package itself.)

#include "core/kernels/checkpoint/bnbkernels.h"
#include "tests/kernels/everyset.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <span>
#include <vector>

using namespace snug::kernels;
using namespace snug::test;

namespace {

using Bytes = std::vector<unsigned char>;

const BnbKernels &scalar() { return *findKernelSet("scalar")->bnb; }

struct Blocks
{
    Bytes codes;
    Row absmax, values;

    /// Bit by bit, so that -0 is not 0.
    bool operator==(const Blocks &other) const
    {
        const auto bits = [](float a, float b) {
            return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b);
        };
        return codes == other.codes && std::ranges::equal(absmax, other.absmax, bits) &&
               std::ranges::equal(values, other.values, bits);
    }
};

Blocks fourBits(const BnbKernels &bnb, FourBitMap map, const Row &row, long long block)
{
    const auto count = std::ssize(row);
    Blocks result{Bytes((row.size() + 1) / 2), Row(static_cast<std::size_t>((count + block - 1) / block)),
                  Row(row.size())};
    bnb.toFourBits(map, row.data(), count, block, result.codes.data(), result.absmax.data());
    bnb.fromFourBits(map, result.codes.data(), count, block, result.absmax.data(), result.values.data());
    return result;
}

Blocks dynamic(const BnbKernels &bnb, const Row &row, long long block)
{
    const auto count = std::ssize(row);
    Blocks result{Bytes(row.size()), Row(static_cast<std::size_t>((count + block - 1) / block)), Row(row.size())};
    bnb.toDynamic(row.data(), count, block, result.codes.data(), result.absmax.data());
    bnb.fromDynamic(result.codes.data(), count, block, result.absmax.data(), result.values.data());
    return result;
}

/// No codes at all when the row is refused.
Blocks int8Rows(const BnbKernels &bnb, const Row &row, long long cols)
{
    const long long rows = std::ssize(row) / cols;
    Blocks result{Bytes(row.size()), Row(static_cast<std::size_t>(rows)), Row(row.size())};
    auto *codes = reinterpret_cast<signed char *>(result.codes.data());
    if (!bnb.toInt8Rows(row.data(), rows, cols, codes, result.absmax.data()))
        return {};
    bnb.fromInt8Rows(codes, rows, cols, result.absmax.data(), result.values.data());
    return result;
}

int codeOf(const Blocks &blocks, std::size_t i)
{
    return i % 2 == 0 ? blocks.codes[i / 2] >> 4 : blocks.codes[i / 2] & 15;
}

constexpr FourBitMap kMaps[] = {FourBitMap::Nf4, FourBitMap::Fp4};

/// The 16 codes in rising order of their values; of FP4's two zeros 0 comes first.
std::vector<int> risingCodes(FourBitMap map)
{
    std::vector<int> codes(16);
    std::iota(codes.begin(), codes.end(), 0);
    std::ranges::stable_sort(codes, {}, [=](int code) { return fourBitValues(map)[code]; });
    return codes;
}

} // namespace

class TestBnbKernels : public QObject
{
    Q_OBJECT

private slots:
    void workedFourBits();
    void workedDoubleQuantization();
    void workedInt8();
    void tiesAtEveryStep();
    void everyValueKeepsItsCode();
    void zeroBlocks();
    void shortBlocks();
    void oddCounts();
    void dynamicMapRises();
    void int8RoundsHalvesAndTies();
    void int8RefusesBeyondHalves();
    void setsAgree();
    void meanOfFew();
};

void TestBnbKernels::workedFourBits()
{
    const Row row{0.5f, -1.0f, 0.25f, 0.0f, 2.0f, -0.3f, 1.1f, -2.0f};
    for (const KernelSet *set : allSets()) {
        const Blocks nf4 = fourBits(*set->bnb, FourBitMap::Nf4, row, 8);
        QCOMPARE(nf4.codes, (Bytes{0xa2, 0x97, 0xf5, 0xd0}));
        QCOMPARE(nf4.absmax, Row{2.0f});
        QCOMPARE(nf4.values, (Row{0.4922246f, -1.0501461f, 0.3218604f, 0.0f, 2.0f, -0.36954686f, 1.125234f, -2.0f}));
        const Blocks fp4 = fourBits(*set->bnb, FourBitMap::Fp4, row, 8);
        QCOMPARE(fp4.codes, (Bytes{0x7d, 0x60, 0x3e, 0x5b}));
        QCOMPARE(fp4.values, (Row{0.5f, -1.0f, 1.0f / 3.0f, 0.0f, 2.0f, -1.0f / 3.0f, 1.0f, -2.0f}));
    }
}

void TestBnbKernels::workedDoubleQuantization()
{
    Row absmax{1.0f, 2.0f, 3.5f, 0.5f};
    const float offset = meanOfAbsmax(absmax.data(), std::ssize(absmax));
    QCOMPARE(offset, 1.75f);
    for (float &value : absmax)
        value -= offset;
    for (const KernelSet *set : allSets()) {
        const Blocks nested = dynamic(*set->bnb, absmax, 256);
        QCOMPARE(nested.codes, (Bytes{40, 194, 255, 20}));
        QCOMPARE(nested.absmax, Row{1.75f});
        const Row expected{0.99667972f, 2.01113272f, 3.5f, 0.50449216f};
        for (std::size_t i = 0; i < expected.size(); ++i)
            QCOMPARE(nested.values[i] + offset, expected[i]);
    }
}

void TestBnbKernels::workedInt8()
{
    for (const KernelSet *set : allSets()) {
        const Blocks rows = int8Rows(*set->bnb, {0.5f, -1.0f, 0.25f, 0.003f}, 4);
        QCOMPARE(rows.codes, (Bytes{64, 256 - 127, 32, 0}));
        QCOMPARE(rows.absmax, Row{1.0f});
        QCOMPARE(rows.values[1], -1.0f);
    }
}

void TestBnbKernels::tiesAtEveryStep()
{
    for (const FourBitMap map : kMaps) {
        const std::vector<int> codes = risingCodes(map);
        for (std::size_t i = 0; i + 1 < codes.size(); ++i) {
            const float step = (fourBitValues(map)[codes[i]] + fourBitValues(map)[codes[i + 1]]) / 2.0f;
            const float infinity = std::numeric_limits<float>::infinity();
            Row row(64, 1.0f); // the largest magnitude 1 leaves all others as they are
            row[10] = step;
            row[20] = std::nextafter(step, infinity);
            row[31] = std::nextafter(step, -infinity);
            for (const KernelSet *set : allSets()) {
                const Blocks blocks = fourBits(*set->bnb, map, row, 64);
                QCOMPARE(codeOf(blocks, 10), codes[i]);
                QCOMPARE(codeOf(blocks, 20), codes[i + 1]);
                QCOMPARE(codeOf(blocks, 31), codes[i]);
            }
        }
    }
}

void TestBnbKernels::everyValueKeepsItsCode()
{
    for (const FourBitMap map : kMaps) {
        const Row row(fourBitValues(map), fourBitValues(map) + 16);
        for (const KernelSet *set : allSets())
            QCOMPARE(fourBits(*set->bnb, map, row, 16).values, row);
    }
}

void TestBnbKernels::zeroBlocks()
{
    Row row(3 * 64, 0.0f);
    row[64] = -3.0f;
    for (const KernelSet *set : allSets()) {
        const Blocks nf4 = fourBits(*set->bnb, FourBitMap::Nf4, row, 64);
        QCOMPARE(nf4.codes[0], 0x77);
        QCOMPARE(nf4.codes[32], 0x07);
        QCOMPARE(nf4.absmax, (Row{0.0f, 3.0f, 0.0f}));
        QCOMPARE(nf4.values, row);
        QCOMPARE(fourBits(*set->bnb, FourBitMap::Fp4, row, 64).codes[0], 0x00);
        const Blocks nested = dynamic(*set->bnb, row, 64);
        QCOMPARE(nested.codes[0], 0);
        QCOMPARE(nested.values[0], 0.0f);
        // A zero among others is rounded up to a place first: 1 of 65535 on the way from -1 to 1.
        QCOMPARE(nested.values[65], 3.0f * 2.125e-5f);
    }
}

/// A short last block is divided, and its scale is never 0.
void TestBnbKernels::shortBlocks()
{
    Row row(64 + 6, 0.0f);
    for (const KernelSet *set : allSets()) {
        const Blocks blocks = fourBits(*set->bnb, FourBitMap::Nf4, row, 64);
        QCOMPARE(blocks.absmax, (Row{0.0f, 1e-38f}));
        QCOMPARE(blocks.codes.back(), 0x77);
    }
    row.assign(300, 0.25f);
    row[299] = -0.5f;
    const Blocks nested = dynamic(scalar(), row, 256);
    QCOMPARE(nested.absmax, (Row{0.25f, 0.5f}));
    QCOMPARE(nested.codes[255], 255);
    QCOMPARE(nested.values[299], -0.5f * 0.99296874f);
}

void TestBnbKernels::oddCounts()
{
    for (const KernelSet *set : allSets())
        for (std::size_t count = 1; count < 140; count += 2) {
            const Row row(count, 2.0f);
            const Blocks nf4 = fourBits(*set->bnb, FourBitMap::Nf4, row, 32);
            QCOMPARE(nf4.codes.back(), 0xf7);
            QCOMPARE(nf4.values, row);
            QCOMPARE(fourBits(*set->bnb, FourBitMap::Fp4, row, 32).codes.back(), 0x30);
        }
}

void TestBnbKernels::dynamicMapRises()
{
    const std::span<const float> values(dynamicValues(), 256);
    QVERIFY(std::ranges::adjacent_find(values, std::ranges::greater_equal()) == values.end());
    QCOMPARE(values[127], 0.0f);
    QCOMPARE(values[128], 5.5000004e-7f);
    QCOMPARE(values[0], -0.99296874f);
    QCOMPARE(values[255], 1.0f);
}

void TestBnbKernels::int8RoundsHalvesAndTies()
{
    // 2049 lies midway between halves and becomes 2048; 0.5 and 1.5 of 127 are ties between codes.
    const Row row{127.0f, 0.5f, 1.5f, -2.5f, 126.5f, -126.5f, 2.50001f, 1e-9f};
    for (const KernelSet *set : allSets()) {
        QCOMPARE(int8Rows(*set->bnb, row, 8).codes, (Bytes{127, 0, 2, 256 - 2, 126, 256 - 126, 2, 0}));
        QCOMPARE(int8Rows(*set->bnb, {2049.0f, -2047.5f}, 2).absmax, Row{2048.0f});
        QCOMPARE(int8Rows(*set->bnb, Row(9, 1e-9f), 9).absmax, Row{0.0f});
        QCOMPARE(int8Rows(*set->bnb, Row(9, 1e-9f), 9).codes, Bytes(9, 0));
    }
}

void TestBnbKernels::int8RefusesBeyondHalves()
{
    for (const KernelSet *set : allSets()) {
        QVERIFY(int8Rows(*set->bnb, {1.0f, -65520.0f}, 2).codes.empty());
        QCOMPARE(int8Rows(*set->bnb, {1.0f, -65519.0f}, 2).absmax, Row{65504.0f});
    }
}

void TestBnbKernels::setsAgree()
{
    Random random(6);
    for (const RowKind &kind : rowKinds())
        for (const int count : {1, 31, 64, 257, 1000, 4099}) {
            Row row = makeRow(kind, count, random);
            for (float &value : row)
                value = std::isfinite(value) ? value : 0.0f;
            for (const KernelSet *set : allSets()) {
                const QByteArray what = QByteArray(set->name) + ", " + kind.name;
                for (const long long block : {32, 64, 4096})
                    for (const FourBitMap map : kMaps)
                        QVERIFY2(fourBits(*set->bnb, map, row, block) == fourBits(scalar(), map, row, block), what);
                QVERIFY2(dynamic(*set->bnb, row, 256) == dynamic(scalar(), row, 256), what);
                QVERIFY2(int8Rows(*set->bnb, row, count) == int8Rows(scalar(), row, count), what);
            }
        }
}

void TestBnbKernels::meanOfFew()
{
    Row row(100000);
    std::iota(row.begin(), row.begin() + 1000, 1.0f);
    QCOMPARE(meanOfAbsmax(row.data(), 1), 1.0f);
    QCOMPARE(meanOfAbsmax(row.data(), 3), 2.0f);
    QCOMPARE(meanOfAbsmax(row.data(), 1000), 500.5f);
    row.assign(row.size(), 0.1f); // a plain sum of these is off in the fourth digit
    QVERIFY(std::abs(meanOfAbsmax(row.data(), std::ssize(row)) - 0.1f) < 1e-7f);
}

QTEST_APPLESS_MAIN(TestBnbKernels)
#include "tst_bnbkernels.moc"
