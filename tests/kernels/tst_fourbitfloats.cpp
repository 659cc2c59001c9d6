// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// MXFP4 and NVFP4: codes and scales against their definitions.

#include "core/kernels/blockkernel.h"
#include "core/kernels/lanes/scalar.h"
#include "core/kernels/search/fourbitfloats.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>
#include <vector>

using namespace snug::kernels;

namespace {

/// The definition: the first code whose distance, in the arithmetic of floats, is least.
int firstNearest(float x, float scale)
{
    int best = 0;
    for (int code = 1; code < 16; ++code)
        if (std::fabs(static_cast<float>(kFourBitFloats[code]) * scale - x) <
            std::fabs(static_cast<float>(kFourBitFloats[best]) * scale - x))
            best = code;
    return best;
}

} // namespace

class TestFourBitFloats : public QObject
{
    Q_OBJECT

private slots:
    void countsMidpointsLikeTheDefinition();
    void farNumbersLikeTheDefinition();
    void logarithmRoundsLikeAFloat();
    void powerScales();
    void smallFloatScalesRoundTrip();
    void smallFloatScalesRoundToNearest();
    void refusesExponentThatMeansNan();
};

void TestFourBitFloats::countsMidpointsLikeTheDefinition()
{
    // All scales of both types; numbers around every level and midpoint, and between.
    std::vector<float> scales;
    for (int i = 0; i < 256; ++i) {
        scales.push_back(halfPowerScale(static_cast<unsigned char>(i)));
        if (i < 127)
            scales.push_back(halfScaleE4M3(static_cast<unsigned char>(i)));
    }
    std::mt19937 random(3);
    for (float scale : scales) {
        const FourBitFloats<ScalarLane> nearest(scale);
        for (int quarter = 0; quarter <= 64; ++quarter)
            for (int i = -2; i <= 3; ++i) {
                float x = static_cast<float>(quarter) * 0.25f * scale;
                x = i == 3 ? x * (1.0f + static_cast<float>(random()) * 1e-10f)
                           : std::bit_cast<float>(std::bit_cast<std::uint32_t>(x) + static_cast<std::uint32_t>(i));
                if (!std::isfinite(x))
                    continue;
                QCOMPARE(nearest.code(x), firstNearest(x, scale));
                QCOMPARE(nearest.code(-x), firstNearest(-x, scale));
                QCOMPARE(nearest.codeOfFar(x), firstNearest(x, scale));
            }
    }
}

void TestFourBitFloats::farNumbersLikeTheDefinition()
{
    const float scale = halfScaleE4M3(126);
    const FourBitFloats<ScalarLane> nearest(scale);
    for (float x = 1000.0f; x < 1e30f; x *= 1.37f) {
        QCOMPARE(nearest.codeOfFar(x), firstNearest(x, scale));
        QCOMPARE(nearest.codeOfFar(-x), firstNearest(-x, scale));
        if (x < 1048576.0f)
            QCOMPARE(nearest.code(x), firstNearest(x, scale));
    }
    QVERIFY(nearest.codeOfFar(1e20f) != nearest.code(1e20f)); // why there are two
}

void TestFourBitFloats::logarithmRoundsLikeAFloat()
{
    // Floats around every power of two, subnormal ones too.
    for (int exponent = -149; exponent < 128; ++exponent) {
        const auto power = std::bit_cast<std::uint32_t>(std::ldexp(1.0f, exponent));
        for (std::uint32_t bits = power > 200 ? power - 200 : 1; bits < power + 50; ++bits) {
            const float x = std::bit_cast<float>(bits);
            const auto logarithm = static_cast<float>(std::log2(static_cast<double>(x)));
            QCOMPARE(floorOfLog2(x), static_cast<int>(std::floor(logarithm)));
        }
    }
    QCOMPARE(floorOfLog2(std::numeric_limits<float>::max()), 128);
}

void TestFourBitFloats::powerScales()
{
    for (int exponent = 0; exponent < 256; ++exponent)
        QCOMPARE(halfPowerScale(static_cast<unsigned char>(exponent)), std::ldexp(1.0f, exponent - 128));
}

void TestFourBitFloats::smallFloatScalesRoundTrip()
{
    QCOMPARE(halfScaleE4M3(1), 0.5f / 512.0f);
    QCOMPARE(halfScaleE4M3(8), 0.5f / 64.0f);
    QCOMPARE(halfScaleE4M3(56), 0.5f);
    QCOMPARE(halfScaleE4M3(126), 224.0f);
    QCOMPARE(halfScaleE4M3(127), 0.0f);
    for (int code = 0; code < 120; ++code)
        QCOMPARE(int(codeE4M3(2.0f * halfScaleE4M3(static_cast<unsigned char>(code)))), code);
}

void TestFourBitFloats::smallFloatScalesRoundToNearest()
{
    for (int code = 0; code < 119; ++code) {
        const float low = 2.0f * halfScaleE4M3(static_cast<unsigned char>(code));
        const float high = 2.0f * halfScaleE4M3(static_cast<unsigned char>(code + 1));
        const float middle = 0.5f * (low + high);
        // 7.5 / 512 is the one tie that goes down: subnormal codes end at 7.
        QCOMPARE(int(codeE4M3(middle)), code == 7 ? 7 : code + 1);
        // Not the very next float: for the least codes adding one half rounds that up to the tie, as in the reference.
        QCOMPARE(int(codeE4M3(middle * 0.999999f)), code);
    }
    for (float x : {248.0f, 256.0f, 300.0f, 448.0f, 1e30f})
        QCOMPARE(int(codeE4M3(x)), 126);
    QCOMPARE(int(codeE4M3(247.9f)), 119);
    QCOMPARE(int(codeE4M3(0.0f)), 0);
}

void TestFourBitFloats::refusesExponentThatMeansNan()
{
    // Peaks from 2^-126 up to below 2^-125 wrap to byte 255; their neighbours do not.
    const BlockKernel *kernel = findBlockKernel("MXFP4");
    std::vector<float> values(32, 0.0f);
    unsigned char block[17];
    for (int exponent : {-127, -126, -125}) {
        values[7] = std::ldexp(1.0f, exponent);
        QCOMPARE(kernel->quantizeRow(values.data(), block, 32, nullptr), exponent != -126);
        QCOMPARE(int(block[0]), (exponent + 125) & 255);
    }
}

QTEST_APPLESS_MAIN(TestFourBitFloats)
#include "tst_fourbitfloats.moc"
