// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Integer codes of GPTQ, AWQ and compressed-tensors: worked examples, definitions, groups without a sensible range, the
// search, and every instruction set against the scalar one.

#include "core/kernels/checkpoint/groupkernels.h"
#include "core/kernels/floatbits.h"
#include "tests/kernels/everyset.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

using namespace snug::kernels;
using namespace snug::test;

namespace {

using Bytes = std::vector<unsigned char>;

struct Coded
{
    bool accepted = false;
    Bytes codes, zeros;
    Row scales;

    bool operator==(const Coded &) const = default;
};

Coded code(const GroupKernels &kernels, const Row &row, std::size_t length, const IntegerCoding &coding)
{
    const std::size_t groups = row.size() / length;
    Coded result;
    result.codes.resize(row.size());
    result.zeros.resize(groups);
    result.scales.resize(groups);
    result.accepted = kernels.toIntegers(row.data(), static_cast<long long>(groups), static_cast<long long>(length),
                                         coding, result.codes.data(), result.scales.data(), result.zeros.data());
    return result;
}

double squaredError(const Row &row, const Coded &coded, std::size_t group, std::size_t length)
{
    double sum = 0.0;
    for (std::size_t i = group * length; i < (group + 1) * length; ++i) {
        const double value = (coded.codes[i] - coded.zeros[group]) * double(coded.scales[group]);
        sum += (row[i] - value) * (row[i] - value);
    }
    return sum;
}

double squaredError(const Row &row, const Coded &coded, std::size_t length)
{
    double sum = 0.0;
    for (std::size_t group = 0; group < coded.scales.size(); ++group)
        sum += squaredError(row, coded, group, length);
    return sum;
}

IntegerCoding coding(int bits, bool symmetric, bool search, ScaleFormat format = ScaleFormat::F16)
{
    IntegerCoding result;
    result.bits = bits;
    result.symmetric = symmetric;
    result.search = search;
    result.scaleFormat = format;
    return result;
}

/// All that change what a group becomes.
std::vector<IntegerCoding> allCodings()
{
    std::vector<IntegerCoding> all;
    for (int bits : {2, 3, 4, 8})
        for (ScaleFormat format : {ScaleFormat::F32, ScaleFormat::F16, ScaleFormat::BF16})
            for (bool search : {false, true}) {
                all.push_back(coding(bits, true, search, format));
                all.back().positiveScales = bits == 3;
                all.push_back(coding(bits, false, search, format));
                all.push_back(coding(bits, false, search, format));
                all.back().leastZero = 1;
            }
    for (ScaleFormat format : {ScaleFormat::F32, ScaleFormat::F16}) {
        all.push_back(coding(4, true, true, format));
        all.back().positiveScales = true;
    }
    return all;
}

} // namespace

class TestGroupKernels : public QObject
{
    Q_OBJECT

private slots:
    void codesWorkedExamples();
    void codesLikeTheDefinition();
    void degenerateGroups_data();
    void degenerateGroups();
    void stretchesForLeastZero();
    void refusesScalesBeyondTheirFormat();
    void searchIsNeverWorse();
    void searchReachesADenseGrid();
    void searchUsesSigns();
    void searchReachesFarInLongRows();
    void eightBitsIgnoreSearch();
    void readsIntegersBack();
    void setsAgree_data();
    void setsAgree();
};

void TestGroupKernels::codesWorkedExamples()
{
    const Row row = {.12f, -.30f, .05f, 0.0f, .29f, -.11f, .21f, -.02f};
    for (const KernelSet *set : allSets()) {
        const Coded symmetric = code(*set->groups, row, 8, coding(4, true, false));
        QCOMPARE(symmetric.scales[0], std::bit_cast<float>(0x3d23e000u)); // half 0x291F
        QCOMPARE(int(symmetric.zeros[0]), 8);
        QVERIFY((symmetric.codes == Bytes{11, 1, 9, 8, 15, 5, 13, 8}));
        const Coded asymmetric = code(*set->groups, row, 8, coding(4, false, false));
        QCOMPARE(asymmetric.scales[0], std::bit_cast<float>(0x3d212000u)); // half 0x2909
        QCOMPARE(int(asymmetric.zeros[0]), 8);
        QVERIFY((asymmetric.codes == Bytes{11, 0, 9, 8, 15, 5, 13, 7}));
    }
}

void TestGroupKernels::codesLikeTheDefinition()
{
    for (int bits : {2, 3, 4, 8})
        for (std::size_t length : {32u, 128u, 1000u}) {
            const Row row = bellShaped(4 * length, 3);
            const float half = std::ldexp(1.0f, bits - 1);
            const Coded symmetric = code(groupKernels(), row, length, coding(bits, true, false, ScaleFormat::F32));
            const Coded asymmetric = code(groupKernels(), row, length, coding(bits, false, false, ScaleFormat::F32));
            for (std::size_t i = 0; i < row.size(); ++i) {
                const auto first = row.begin() + static_cast<long>(i / length * length);
                const auto [least, largest] = std::minmax_element(first, first + static_cast<long>(length));
                const float scale = std::max(-*least, *largest) / (half - 0.5f);
                QCOMPARE(symmetric.scales[i / length], scale);
                QCOMPARE(float(symmetric.codes[i]),
                         std::nearbyint(std::clamp(row[i] / scale, -half, half - 1.0f)) + half);
                const float step = (*largest - *least) / (2.0f * half - 1.0f);
                const float zero = std::nearbyint(std::clamp(-half - *least / step, -half, half - 1.0f));
                QCOMPARE(asymmetric.scales[i / length], step);
                QCOMPARE(float(asymmetric.zeros[i / length]), zero + half);
                QCOMPARE(float(asymmetric.codes[i]),
                         std::nearbyint(std::clamp(row[i] / step + zero, -half, half - 1.0f)) + half);
            }
        }
}

void TestGroupKernels::degenerateGroups_data()
{
    QTest::addColumn<Row>("row");
    QTest::addColumn<double>("steps"); // the largest error in steps of the scale
    QTest::newRow("zeros") << Row(32, 0.0f) << 0.0;
    QTest::newRow("minus zeros") << Row(32, -0.0f) << 0.0;
    QTest::newRow("positive") << Row{1.0f, 2.0f, 3.0f, 4.0f, 5.0f, 5.5f} << 0.52;
    QTest::newRow("negative") << Row{-1.0f, -2.0f, -3.0f, -4.0f, -5.0f, -5.5f} << 0.52;
    QTest::newRow("far from zero") << Row{100.0f, 100.5f, 101.0f} << 0.52;
    QTest::newRow("all equal") << Row(40, 0.7f) << 0.52;
    QTest::newRow("all equal, negative") << Row(40, -0.7f) << 0.52;
    QTest::newRow("one element") << Row{0.3f} << 0.52;
    QTest::newRow("one negative element") << Row{-0.3f} << 0.52;
    QTest::newRow("one zero") << Row{0.0f} << 0.0;
    QTest::newRow("subnormal") << Row{1e-41f, -2e-41f, 3e-42f, 0.0f} << 0.52;
    QTest::newRow("least subnormal") << Row{1e-45f, -1e-45f, 0.0f, 1e-45f} << 0.52;
    QTest::newRow("subnormal as half") << Row{1e-7f, -9e-7f, 3e-7f, 4e-7f} << 0.52;
}

void TestGroupKernels::degenerateGroups()
{
    QFETCH(Row, row);
    QFETCH(double, steps);
    for (const KernelSet *set : allSets())
        for (IntegerCoding coding : allCodings()) {
            const Coded coded = code(*set->groups, row, row.size(), coding);
            QVERIFY(coded.accepted);
            QVERIFY(std::isfinite(coded.scales[0]) && coded.scales[0] != 0.0f);
            QVERIFY(coded.zeros[0] >= coding.leastZero && coded.zeros[0] < (1 << coding.bits));
            if (coding.symmetric)
                QCOMPARE(int(coded.zeros[0]), 1 << (coding.bits - 1));
            // Subnormal halves are coarse, a scale rounds by up to a third there.
            const double slack = std::fabs(coded.scales[0]) < 6e-5f ? 1 << coding.bits : 0.05 * (1 << coding.bits);
            for (std::size_t i = 0; i < row.size(); ++i) {
                QVERIFY(coded.codes[i] < (1 << coding.bits));
                const double value = (coded.codes[i] - coded.zeros[0]) * double(coded.scales[0]);
                QVERIFY(std::fabs(row[i] - value) <= std::fabs(coded.scales[0]) * (steps + (steps > 0 ? slack : 0)));
            }
        }
}

void TestGroupKernels::stretchesForLeastZero()
{
    Random random(4);
    for (int bits : {2, 3, 4, 8}) {
        Row row(32 * 64);
        for (std::size_t i = 0; i < row.size(); ++i) // ever less below zero
            row[i] =
                i % 32 ? static_cast<float>(random() % 1000) / 1000.0f : -std::ldexp(1.0f, -static_cast<int>(i / 128));
        IntegerCoding asymmetric = coding(bits, false, false, ScaleFormat::F32);
        const Coded free = code(groupKernels(), row, 32, asymmetric);
        asymmetric.leastZero = 1;
        const Coded bound = code(groupKernels(), row, 32, asymmetric);
        int stretched = 0;
        for (std::size_t g = 0; g < bound.scales.size(); ++g) {
            QVERIFY(bound.zeros[g] >= 1);
            if (free.zeros[g] > 0) {
                QCOMPARE(bound.scales[g], free.scales[g]);
                QCOMPARE(bound.zeros[g], free.zeros[g]);
                continue;
            }
            ++stretched;
            for (std::size_t i = g * 32; i < (g + 1) * 32; ++i) {
                const double value = (bound.codes[i] - bound.zeros[g]) * double(bound.scales[g]);
                QVERIFY(std::fabs(row[i] - value) <= 0.5001 * bound.scales[g]);
            }
        }
        QVERIFY(stretched > 0 && stretched < 64);
    }
}

void TestGroupKernels::refusesScalesBeyondTheirFormat()
{
    const Row big = {5e5f, -1.0f, 2.0f}, huge = {3e38f, -3e38f, 1.0f};
    for (const KernelSet *set : allSets()) {
        QVERIFY(!code(*set->groups, big, 3, coding(4, true, false)).accepted);
        QVERIFY(!code(*set->groups, big, 3, coding(2, false, true)).accepted);
        QVERIFY(code(*set->groups, big, 3, coding(8, true, false)).accepted);
        QVERIFY(code(*set->groups, big, 3, coding(4, true, true, ScaleFormat::BF16)).accepted);
        QVERIFY(code(*set->groups, huge, 3, coding(4, true, true, ScaleFormat::F32)).accepted);
        QVERIFY(!code(*set->groups, huge, 3, coding(4, false, true, ScaleFormat::F32)).accepted);
    }
}

void TestGroupKernels::searchIsNeverWorse()
{
    Random random(21);
    for (const RowKind &kind : rowKinds())
        for (std::size_t length : {1u, 7u, 32u, 128u, 600u}) {
            const Row row = makeRow(kind, static_cast<int>(length * 6), random);
            for (IntegerCoding searched : allCodings()) {
                if (!searched.search)
                    continue;
                IntegerCoding plain = searched;
                plain.search = false;
                const Coded found = code(groupKernels(), row, length, searched);
                const Coded start = code(groupKernels(), row, length, plain);
                QCOMPARE(found.accepted, start.accepted);
                for (std::size_t g = 0; start.accepted && g < start.scales.size(); ++g) {
                    QVERIFY2(squaredError(row, found, g, length) <= squaredError(row, start, g, length),
                             qPrintable(QString("%1, %2 bits, symmetric %3, format %4, %5 long: %6 > %7")
                                            .arg(kind.name)
                                            .arg(searched.bits)
                                            .arg(searched.symmetric)
                                            .arg(int(searched.scaleFormat))
                                            .arg(length)
                                            .arg(squaredError(row, found, g, length))
                                            .arg(squaredError(row, start, g, length))));
                    QVERIFY(found.zeros[g] >= searched.leastZero);
                    QVERIFY(found.scales[g] > 0.0f || (searched.symmetric && !searched.positiveScales));
                }
            }
        }
}

void TestGroupKernels::searchReachesADenseGrid()
{
    constexpr std::size_t kLength = 128;
    const Row row = bellShaped(400 * kLength, 8);
    const Coded found = code(groupKernels(), row, kLength, coding(4, true, true));
    double dense = 0.0;
    for (std::size_t g = 0; g < found.scales.size(); ++g) {
        const auto first = row.begin() + static_cast<long>(g * kLength);
        float peak = 0.0f;
        for (std::size_t i = 0; i < kLength; ++i)
            peak = std::max(peak, std::fabs(first[static_cast<long>(i)]));
        double best = HUGE_VAL;
        for (int factor = -60; factor <= 61; ++factor) {
            const int place = factor < 1 ? -factor : factor - 1;
            const float scale =
                halfToFloat(halfFromFloat(peak / 7.5f * (0.5f + 0.01f * float(place)) * (factor < 1 ? -1.0f : 1.0f)));
            double error = 0.0;
            for (std::size_t i = 0; i < kLength; ++i) {
                const float value = first[static_cast<long>(i)];
                const double off = value - std::nearbyint(std::clamp(value / scale, -8.0f, 7.0f)) * double(scale);
                error += off * off;
            }
            best = std::min(best, error);
        }
        dense += best;
    }
    QVERIFY(squaredError(row, found, kLength) <= 1.003 * dense);
    QVERIFY(squaredError(row, found, kLength) <=
            0.85 * squaredError(row, code(groupKernels(), row, kLength, coding(4, true, false)), kLength));
}

void TestGroupKernels::searchUsesSigns()
{
    // Eight steps up and seven down fit with a negative scale alone.
    Row row;
    for (int i = -7; i <= 8; ++i)
        row.push_back(static_cast<float>(i) * 0.125f);
    IntegerCoding signs = coding(4, true, true);
    const Coded found = code(groupKernels(), row, row.size(), signs);
    QCOMPARE(found.scales[0], -0.125f);
    QCOMPARE(squaredError(row, found, row.size()), 0.0);
    signs.positiveScales = true;
    QVERIFY(code(groupKernels(), row, row.size(), signs).scales[0] > 0.0f);
}

void TestGroupKernels::searchReachesFarInLongRows()
{
    Row row = bellShaped(100'000, 9);
    row[77'777] = 12.0f * *std::max_element(row.begin(), row.end());
    for (bool symmetric : {true, false}) {
        const Coded plain = code(groupKernels(), row, row.size(), coding(4, symmetric, false));
        const Coded found = code(groupKernels(), row, row.size(), coding(4, symmetric, true));
        QVERIFY(squaredError(row, found, row.size()) < 0.75 * squaredError(row, plain, row.size()));
    }
}

void TestGroupKernels::eightBitsIgnoreSearch()
{
    const Row row = bellShaped(1024, 10);
    for (bool symmetric : {true, false})
        QVERIFY(code(groupKernels(), row, 128, coding(8, symmetric, true)) ==
                code(groupKernels(), row, 128, coding(8, symmetric, false)));
}

void TestGroupKernels::readsIntegersBack()
{
    const Row row = bellShaped(90, 11);
    for (const KernelSet *set : allSets()) {
        const Coded coded = code(*set->groups, row, 30, coding(4, false, true));
        Row values(row.size());
        set->groups->fromIntegers(coded.codes.data(), 3, 30, coded.scales.data(), coded.zeros.data(), values.data());
        for (std::size_t i = 0; i < row.size(); ++i)
            QCOMPARE(values[i], static_cast<float>(coded.codes[i] - coded.zeros[i / 30]) * coded.scales[i / 30]);
    }
}

void TestGroupKernels::setsAgree_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const KernelSet *set : allSets())
        QTest::newRow(set->name) << QByteArray(set->name);
}

void TestGroupKernels::setsAgree()
{
    QFETCH(QByteArray, name);
    const GroupKernels &kernels = *findKernelSet(name.constData())->groups;
    const GroupKernels &scalar = *findKernelSet("scalar")->groups;
    Random random(22);
    for (const RowKind &kind : rowKinds())
        for (std::size_t length : {1u, 5u, 16u, 33u, 128u, 777u}) {
            const Row row = makeRow(kind, static_cast<int>(length * 3), random);
            for (const IntegerCoding &coding : allCodings()) {
                const Coded found = code(kernels, row, length, coding), expected = code(scalar, row, length, coding);
                QCOMPARE(found.accepted, expected.accepted);
                QVERIFY2(!expected.accepted || found == expected, kind.name);
            }
        }
}

QTEST_APPLESS_MAIN(TestGroupKernels)
#include "tst_groupkernels.moc"
