// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "tests/support/harshrows.h"

#include <cmath>

namespace snug::test {

namespace {

float uniform(Random &random) { return static_cast<float>(random() >> 8) / 8388608.0f - 1.0f; }
float bell(Random &random) { return uniform(random) + uniform(random) + uniform(random) + uniform(random); }
float sign(Random &random) { return random() % 2 ? 1.0f : -1.0f; }
int between(Random &random, int low, int high)
{
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

float bellValue(int, float step, Random &random) { return step * bell(random); }
float zero(int, float, Random &) { return 0.0f; }
float constant(int, float step, Random &) { return step; }
float negativeConstant(int, float step, Random &) { return -step; }
float alternating(int i, float step, Random &) { return i % 2 ? step : -step; }
float signedZero(int i, float step, Random &random) { return random() % 40 ? -0.0f : static_cast<float>(i % 3) * step; }
float mostlyZero(int, float step, Random &random) { return random() % 10 ? 0.0f : step * bell(random); }
float shifted(int, float step, Random &random) { return step * (8.0f + bell(random)); }
float oneOutlier(int i, float step, Random &random) { return (i % 256 == 77 ? 1000.0f : 1.0f) * step * bell(random); }
float ternary(int, float step, Random &random) { return static_cast<float>(between(random, -1, 1)) * step; }

/// Half-way between codes of 2, 3, 4, 5, 6 or 8 bits, with the largest code once in 16 or 32 values.
template <int Top> float tie(int i, float step, Random &random)
{
    const float code = static_cast<float>(between(random, -Top, Top - 1)) + 0.5f;
    return step * (i % 16 == 3 ? static_cast<float>(-Top) : code);
}

/// The float next to a tie, on the side of zero.
float belowTie(int i, float step, Random &random)
{
    const float value = tie<127>(i, step, random);
    return i % 16 == 3 ? value : std::nextafter(value, 0.0f);
}

/// Ties between no code and the first, and the floats below them.
float aroundHalf(int, float step, Random &random)
{
    const float half = random() % 2 ? 0.5f : 0.49999997f;
    return sign(random) * step * (random() % 8 ? half : 1.0f);
}

/// The same magnitude many times, so that the first of equals matters.
float tiedPeak(int, float step, Random &random)
{
    return sign(random) * (random() % 3 ? step : step * uniform(random));
}

/// Another scale every 16 values.
float changing(int i, float step, Random &random)
{
    return std::ldexp(step * bell(random), static_cast<int>(static_cast<unsigned>(i / 16) * 2654435761u >> 28) - 8);
}

constexpr RowKind kRowKinds[] = {
    {"bell-shaped", -12, 3, bellValue},
    {"zero", 0, 0, zero},
    {"constant", -20, 10, constant},
    {"negative constant", -20, 10, negativeConstant},
    {"tiny", -105, -85, bellValue},
    {"near the threshold for zero groups", -53, -48, bellValue},
    {"subnormal", -148, -126, bellValue},
    {"near half overflow", 12, 26, bellValue},
    {"near float overflow", 100, 125, bellValue},
    {"one outlier", -10, 2, oneOutlier},
    {"alternating", -20, 10, alternating},
    {"ties of 2 bits", -10, 5, tie<2>},
    {"ties of 3 bits", -10, 5, tie<4>},
    {"ties of 4 bits", -10, 5, tie<8>},
    {"ties of 5 bits", -10, 5, tie<16>},
    {"ties of 6 bits", -10, 5, tie<32>},
    {"ties of 8 bits", -10, 5, tie<127>},
    {"just below ties of 8 bits", -10, 5, belowTie},
    {"around one half", -10, 5, aroundHalf},
    {"negative zeros", -10, 5, signedZero},
    {"mostly zero", -10, 5, mostlyZero},
    {"large mean", -10, 5, shifted},
    {"ternary", -10, 5, ternary},
    {"tied peaks", -10, 5, tiedPeak},
    {"changing scale", -10, 5, changing},
};

constexpr const char *kWeightKinds[] = {"no weights", "random weights", "weights with zeros", "zero weights",
                                        "wide weights"};

} // namespace

std::span<const RowKind> rowKinds() { return kRowKinds; }
std::span<const char *const> weightKinds() { return kWeightKinds; }

Row makeRow(const RowKind &kind, int cols, Random &random)
{
    // Powers of two make quotients exact.
    const float fraction = random() % 2 ? 0.5f * std::fabs(uniform(random)) : 0.0f;
    const float step = std::ldexp(1.0f + fraction, between(random, kind.leastExponent, kind.largestExponent));
    Row row(static_cast<std::size_t>(cols));
    for (int i = 0; i < cols; ++i)
        row[static_cast<std::size_t>(i)] = kind.value(i, step, random);
    return row;
}

Row makeWeights(int kind, int cols, Random &random)
{
    Row weights(static_cast<std::size_t>(cols), 0.0f);
    for (float &weight : weights) {
        weight = std::fabs(bell(random));
        if (kind == 2 && random() % 3 == 0)
            weight = 0.0f;
        if (kind == 3)
            weight = 0.0f;
        if (kind == 4)
            weight = std::ldexp(weight, between(random, -40, 40));
    }
    return weights;
}

} // namespace snug::test
