// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every lane type gives the bytes of the scalar one: thousands of rows of the kinds where rounding, ties, zeros and
// overflow could tell lanes apart, with all kinds of weights, in lengths that leave lanes empty.

#include "core/kernels/kernelset.h"
#include "tests/kernels/lanetables.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

using namespace snug::kernels;

namespace {

using Random = std::mt19937; // its numbers are the same everywhere, those of std's distributions are not
using Row = std::vector<float>;

constexpr int kBlockCounts[] = {1, 2, 3, 5, 7, 9, 17};

float uniform(Random &random) { return static_cast<float>(random() >> 8) / 8388608.0f - 1.0f; }
float bell(Random &random) { return uniform(random) + uniform(random) + uniform(random) + uniform(random); }
float sign(Random &random) { return random() % 2 ? 1.0f : -1.0f; }
int between(Random &random, int low, int high)
{
    return low + static_cast<int>(random() % static_cast<unsigned>(high - low + 1));
}

/// How to make value i of a row; `step` is drawn once a row.
struct RowKind
{
    const char *name;
    int leastExponent, largestExponent; ///< of `step`
    float (*value)(int i, float step, Random &random);
};

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

/// What a kernel makes of a row: accepted or not, the bytes, and the bits of the values read back from them.
struct Result
{
    bool accepted = false;
    std::vector<unsigned char> bytes;
    std::vector<std::uint32_t> values;
};

Result convert(const BlockKernel &kernel, const Row &row, const float *weights)
{
    const std::size_t blocks = row.size() / static_cast<std::size_t>(kernel.blockLength);
    const auto cols = static_cast<long long>(row.size());
    Result result;
    result.bytes.resize(blocks * static_cast<std::size_t>(kernel.blockBytes));
    result.accepted = kernel.quantizeRow(row.data(), result.bytes.data(), cols, weights);
    Row values(row.size());
    kernel.dequantizeRow(result.bytes.data(), values.data(), cols);
    for (float value : values)
        result.values.push_back(std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value));
    return result;
}

/// Empty when the two are equal.
std::string differenceOf(const BlockKernel &kernel, const Result &found, const Result &expected)
{
    if (found.accepted != expected.accepted)
        return found.accepted ? "accepted a row that scalar refuses" : "refused a row that scalar accepts";
    const auto byte = std::ranges::mismatch(found.bytes, expected.bytes).in1 - found.bytes.begin();
    if (byte != std::ssize(found.bytes))
        return "block " + std::to_string(byte / kernel.blockBytes) + ", byte " +
               std::to_string(byte % kernel.blockBytes) + " differs";
    const auto value = std::ranges::mismatch(found.values, expected.values).in1 - found.values.begin();
    return value == std::ssize(found.values) ? "" : "value " + std::to_string(value) + " read back differs";
}

} // namespace

class TestLanesAgree : public QObject
{
    Q_OBJECT

private slots:
    void bytesEqualScalar_data();
    void bytesEqualScalar();
};

void TestLanesAgree::bytesEqualScalar_data()
{
    QTest::addColumn<QByteArray>("type");
    const KernelSet *scalar = findKernelSet("scalar");
    for (int i = 0; i < scalar->count; ++i)
        QTest::newRow(scalar->kernels[i].name) << QByteArray(scalar->kernels[i].name);
}

void TestLanesAgree::bytesEqualScalar()
{
    QFETCH(QByteArray, type);
    const BlockKernel *scalar = findBlockKernel(*findKernelSet("scalar"), type.constData());
    QVERIFY(scalar);
    Random random(20);
    int length = 0;
    for (const RowKind &rowKind : kRowKinds)
        for (int weightKind = 0; weightKind < int(std::size(kWeightKinds)); ++weightKind) {
            const int blocks = kBlockCounts[length++ % int(std::size(kBlockCounts))];
            const Row row = makeRow(rowKind, blocks * scalar->blockLength, random);
            const Row weights = makeWeights(weightKind, blocks * scalar->blockLength, random);
            const float *used = weightKind == 0 ? nullptr : weights.data();
            const Result expected = convert(*scalar, row, used);
            for (const auto &table : snug::test::laneTables())
                for (const BlockKernel &kernel : table.kernels) {
                    if (type != kernel.name || &kernel == scalar)
                        continue;
                    const std::string difference = differenceOf(kernel, convert(kernel, row, used), expected);
                    if (!difference.empty())
                        QFAIL(qPrintable(QString("%1, %2, %3, %4 blocks: %5")
                                             .arg(table.name, rowKind.name, kWeightKinds[weightKind])
                                             .arg(blocks)
                                             .arg(difference.c_str())));
                }
        }
}

QTEST_APPLESS_MAIN(TestLanesAgree)
#include "tst_lanesagree.moc"
