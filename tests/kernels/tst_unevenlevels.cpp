// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The levels of IQ4: counting steps finds the level that a comparison of distances finds, for every float.

#include "core/kernels/lanes/array.h"
#include "core/kernels/search/unevenlevels.h"

#include <QTest>

#include <bit>
#include <cstdint>
#include <limits>

using namespace snug::kernels;

namespace {

/// Nearest level, the upper one of two at the same distance: the definition, in the arithmetic of floats.
constexpr int nearestByDistance(float x)
{
    int code = 0;
    while (code < 15 && !(x - kUnevenLevels[code] < kUnevenLevels[code + 1] - x))
        ++code;
    return code;
}

constexpr float floatBelow(float value)
{
    const auto bits = std::bit_cast<std::uint32_t>(value);
    return std::bit_cast<float>(value > 0 ? bits - 1 : bits + 1);
}

/// Both ways are step functions that never fall (rounding keeps order), with 15 steps. So they are equal for every
/// float if they change at the same ones.
constexpr bool stepsWhereDistancesDo()
{
    for (int code = 1; code < 16; ++code) {
        const float step = unevenStep(code);
        if (nearestByDistance(step) != code || nearestByDistance(floatBelow(step)) != code - 1)
            return false;
        if (code > 1 && !(unevenStep(code - 1) < step))
            return false;
    }
    return true;
}
static_assert(stepsWhereDistancesDo());

} // namespace

class TestUnevenLevels : public QObject
{
    Q_OBJECT

private slots:
    void findsNearestLevel();
    void farValuesGetTheEnds();
    void lanesAreIndependent();
};

void TestUnevenLevels::findsNearestLevel()
{
    // Every float bit pattern 997 apart, and all near the steps.
    const auto check = [](float x) {
        const int code = unevenCode<ScalarLane>(x);
        QCOMPARE(code, nearestByDistance(x));
        QCOMPARE(unevenLevel<ScalarLane>(x), static_cast<float>(kUnevenLevels[code]));
    };
    for (std::uint32_t bits = 0; bits < 0x7f800000u; bits += 997) {
        check(std::bit_cast<float>(bits));
        check(std::bit_cast<float>(bits | 0x80000000u));
    }
    for (int code = 1; code < 16; ++code)
        for (std::uint32_t i = 0; i < 200; ++i)
            check(std::bit_cast<float>(std::bit_cast<std::uint32_t>(unevenStep(code)) + i - 100));
}

void TestUnevenLevels::farValuesGetTheEnds()
{
    const float infinity = std::numeric_limits<float>::infinity();
    QCOMPARE(unevenCode<ScalarLane>(infinity), 15);
    QCOMPARE(unevenCode<ScalarLane>(-infinity), 0);
    QCOMPARE(unevenCode<ScalarLane>(std::numeric_limits<float>::quiet_NaN()), 0);
    QCOMPARE(unevenLevel<ScalarLane>(infinity), 113.0f);
    QCOMPARE(unevenLevel<ScalarLane>(-infinity), -127.0f);
}

void TestUnevenLevels::lanesAreIndependent()
{
    using Lane = ArrayLane<4>;
    const auto x = Lane::F::make([](int k) { return 40.0f * static_cast<float>(k) - 60.0f; });
    for (int k = 0; k < 4; ++k) {
        QCOMPARE(unevenCode<Lane>(x).at[k], unevenCode<ScalarLane>(x.at[k]));
        QCOMPARE(unevenLevel<Lane>(x).at[k], unevenLevel<ScalarLane>(x.at[k]));
    }
}

QTEST_APPLESS_MAIN(TestUnevenLevels)
#include "tst_unevenlevels.moc"
