// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// FP8, NVFP4 and MXFP4 of compressed-tensors: definitions, worked examples, and every instruction set against the
// scalar one.

#include "core/kernels/checkpoint/groupkernels.h"
#include "core/kernels/checkpoint/smallfloats.h"
#include "tests/kernels/everyset.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

using namespace snug::kernels;
using namespace snug::test;

namespace {

using Bytes = std::vector<unsigned char>;

} // namespace

class TestGroupFloats : public QObject
{
    Q_OBJECT

private slots:
    void e4m3RoundsToNearestEven();
    void e4m3RowsDivideAndMultiply();
    void peaksPassOverNaNs();
    void e2m1TiesGoToEven();
    void nvfp4Groups();
    void mxfp4Groups();
    void setsAgree_data();
    void setsAgree();
};

void TestGroupFloats::e4m3RoundsToNearestEven()
{
    for (unsigned code = 0; code < 127; ++code) { // the definition: sign, 4 bits exponent of bias 7, 3 bits mantissa
        const int exponent = code >> 3 ? int(code >> 3) : 1;
        const double value = std::ldexp((code & 7) + (code >> 3 ? 8.0 : 0.0), exponent - 10);
        QCOMPARE(double(e4m3ToFloat(static_cast<unsigned char>(code))), value);
        QCOMPARE(double(e4m3ToFloat(static_cast<unsigned char>(code | 128))), -value);
    }
    QVERIFY(std::isnan(e4m3ToFloat(127)) && std::isnan(e4m3ToFloat(255)));
    for (unsigned half = 0; half < 0x7c00; ++half) {
        const float value = halfToFloat(static_cast<std::uint16_t>(half));
        unsigned best = 0;
        for (unsigned code = 1; code < 127; ++code) {
            const float distance = std::fabs(e4m3ToFloat(static_cast<unsigned char>(code)) - value);
            const float least = std::fabs(e4m3ToFloat(static_cast<unsigned char>(best)) - value);
            if (distance < least || (distance == least && code % 2 == 0))
                best = code;
        }
        QCOMPARE(unsigned(e4m3FromFloat(value)), best);
        QCOMPARE(unsigned(e4m3FromFloat(-value)), best | 128);
    }
    QCOMPARE(unsigned(e4m3FromFloat(3e38f)), 126u);
}

void TestGroupFloats::e4m3RowsDivideAndMultiply()
{
    const Row row = bellShaped(77, 12);
    for (const KernelSet *set : allSets()) {
        const float scale = set->groups->largestMagnitude(row.data(), 77) / 448.0f;
        Bytes codes(77);
        Row values(77);
        set->groups->toE4M3(row.data(), 77, scale, codes.data());
        set->groups->fromE4M3(codes.data(), 77, scale, values.data());
        for (std::size_t i = 0; i < row.size(); ++i) {
            QCOMPARE(codes[i], e4m3FromFloat(row[i] / scale));
            QVERIFY(std::fabs(values[i] - row[i]) <= std::max(std::fabs(row[i]) / 15.9f, scale / 1024.0f));
        }
    }
}

void TestGroupFloats::peaksPassOverNaNs()
{
    const Row row = bellShaped(333, 13);
    for (const KernelSet *set : allSets())
        for (std::size_t at = 0; at < row.size(); ++at) {
            Row holed = row;
            holed[at] = std::numeric_limits<float>::quiet_NaN();
            float peak = 0.0f;
            for (std::size_t i = 0; i < row.size(); ++i)
                peak = i == at ? peak : std::max(peak, std::fabs(row[i]));
            QCOMPARE(set->groups->largestMagnitude(holed.data(), 333), peak);
        }
}

void TestGroupFloats::e2m1TiesGoToEven()
{
    const float levels[] = {0.0f, 0.5f, 1.0f, 1.5f, 2.0f, 3.0f, 4.0f, 6.0f};
    for (int i = 0; i < 7; ++i) {
        const float tie = 0.5f * (levels[i] + levels[i + 1]);
        QCOMPARE(int(e2m1FromFloat(tie)), i % 2 ? i + 1 : i);
        QCOMPARE(int(e2m1FromFloat(std::nextafter(tie, 0.0f))), i);
        QCOMPARE(int(e2m1FromFloat(std::nextafter(tie, 9.0f))), i + 1);
        QCOMPARE(int(e2m1FromFloat(levels[i])), i);
        QCOMPARE(int(e2m1FromFloat(-levels[i + 1])), i + 1 + 8);
    }
    QCOMPARE(int(e2m1FromFloat(-0.0f)), 8);
    QCOMPARE(int(e2m1FromFloat(1e30f)), 7);
}

void TestGroupFloats::nvfp4Groups()
{
    // Peak 6 and a global scale of 1: the local scale is 1, codes are those of the worked example.
    Row row(48, 0.0f);
    const float example[] = {.5f, -1.5f, 6.0f, -0.0f, 3.0f, -4.0f};
    std::copy(std::begin(example), std::end(example), row.begin());
    row[32] = 1.7f;
    for (const KernelSet *set : allSets()) {
        Bytes packed(24), scales(3);
        Row values(48);
        set->groups->toNvfp4(row.data(), 2, 1.0f, packed.data(), scales.data());
        QVERIFY((Bytes(packed.begin(), packed.begin() + 4) == Bytes{0xB1, 0x87, 0xE5, 0x00}));
        QCOMPARE(int(scales[0]), 0x38); // 1
        QCOMPARE(int(scales[1]), 0x20); // 0.125, a group of zeros
        QVERIFY(std::all_of(packed.begin() + 8, packed.begin() + 16, [](unsigned char byte) { return byte == 0; }));
        set->groups->fromNvfp4(packed.data(), 2, 1.0f, scales.data(), values.data());
        QVERIFY(std::equal(row.begin(), row.begin() + 32, values.begin()));
        const float global = 448.0f * 6.0f / 1.7f;
        QCOMPARE(global, 1581.1765f);
        set->groups->toNvfp4(row.data() + 32, 1, global, packed.data(), scales.data());
        QCOMPARE(int(scales[0]), 126);
        QCOMPARE(int(packed[0]), 7);
        set->groups->fromNvfp4(packed.data(), 1, global, scales.data(), values.data());
        QVERIFY(std::fabs(values[0] - 1.7f) < 1e-6f);
    }
}

void TestGroupFloats::mxfp4Groups()
{
    const std::pair<float, int> peaks[] = {{1.0f, 125},  {1.74f, 125},   {1.75f, 126},   {2.0f, 126},
                                           {3.49f, 126}, {6.0f, 127},    {7.0f, 128},    {0.0f, 0},
                                           {1e-40f, 0},  {2.9e38f, 252}, {3.4e38f, 252}, {std::ldexp(1.0f, -124), 1}};
    for (const KernelSet *set : allSets())
        for (const auto &[peak, exponent] : peaks) {
            Row row(32, 0.0f), values(32);
            row[31] = -peak;
            row[4] = 0.5f * peak;
            Bytes packed(16), exponents(1);
            set->groups->toMxfp4(row.data(), 1, packed.data(), exponents.data());
            QCOMPARE(int(exponents[0]), exponent);
            set->groups->fromMxfp4(packed.data(), 1, exponents.data(), values.data());
            const float scale = std::ldexp(1.0f, exponent - 127);
            const float quotient = std::min(peak / scale, 6.0f);
            QCOMPARE(int(packed[15]), (e2m1FromFloat(-quotient)) << 4);
            QVERIFY(std::fabs(values[31] + peak) <= (peak < 3e38f ? 1.0f : 2.0f) * scale);
            QVERIFY(std::fabs(values[4] - 0.5f * peak) <= 0.5f * scale);
        }
}

void TestGroupFloats::setsAgree_data()
{
    QTest::addColumn<QByteArray>("name");
    for (const KernelSet *set : allSets())
        QTest::newRow(set->name) << QByteArray(set->name);
}

void TestGroupFloats::setsAgree()
{
    QFETCH(QByteArray, name);
    const GroupKernels &kernels = *findKernelSet(name.constData())->groups;
    const GroupKernels &scalar = *findKernelSet("scalar")->groups;
    Random random(22);
    for (const RowKind &kind : rowKinds())
        for (std::size_t length : {1u, 5u, 16u, 33u, 128u, 777u}) {
            const Row row = makeRow(kind, static_cast<int>(length * 3), random);
            const auto count = static_cast<long long>(row.size());
            const float peak = scalar.largestMagnitude(row.data(), count);
            QCOMPARE(kernels.largestMagnitude(row.data(), count), peak);
            for (float scale : {1.0f, peak > 0.0f ? peak / 448.0f : 1.0f}) {
                Bytes found(row.size()), expected(row.size());
                kernels.toE4M3(row.data(), count, scale, found.data());
                scalar.toE4M3(row.data(), count, scale, expected.data());
                QVERIFY2(found == expected, kind.name);
            }
            const auto groups = static_cast<long long>(row.size() / 32);
            const float global = peak > 1e-30f && peak < 1e30f ? 2688.0f / peak : 1.0f;
            Bytes codes[2], scales[2];
            Row values[2];
            for (int i = 0; i < 2; ++i) {
                const GroupKernels &used = i ? scalar : kernels;
                codes[i].resize(row.size());
                scales[i].resize(row.size());
                values[i].resize(2 * row.size());
                used.toNvfp4(row.data(), 2 * groups, global, codes[i].data(), scales[i].data());
                used.fromNvfp4(codes[i].data(), 2 * groups, global, scales[i].data(), values[i].data());
                used.toMxfp4(row.data(), groups, codes[i].data() + 16 * groups, scales[i].data() + 2 * groups);
                used.fromMxfp4(codes[i].data() + 16 * groups, groups, scales[i].data() + 2 * groups,
                               values[i].data() + row.size());
            }
            QVERIFY2(codes[0] == codes[1] && scales[0] == scales[1], kind.name);
            QVERIFY2(std::ranges::equal(values[0], values[1],
                                        [](float a, float b) {
                                            return std::bit_cast<std::uint32_t>(a) == std::bit_cast<std::uint32_t>(b) ||
                                                   (std::isnan(a) && std::isnan(b));
                                        }),
                     kind.name);
        }
}

QTEST_APPLESS_MAIN(TestGroupFloats)
#include "tst_groupfloats.moc"
