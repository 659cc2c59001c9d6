// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is made of logits where they are, on every backend that does it, against double arithmetic.

#include "tests/backends/forwardrig.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <limits>

using namespace snug;
using namespace snug::test;

namespace {

using Floats = std::vector<float>;
using Words = std::vector<std::uint32_t>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
// A float's last place is what a loss is given in; a divergence is the small difference of larger sums.
constexpr double kLossTolerance = 5e-7, kDivergenceTolerance = 5e-7, kDivergencePart = 2e-5;

double real(float value) { return static_cast<double>(value); }

double logSum(const Floats &logits, std::uint64_t row, std::uint64_t cols)
{
    const float *own = logits.data() + row * cols;
    const double most = real(*std::max_element(own, own + cols));
    double sum = 0;
    for (std::uint64_t i = 0; i < cols; ++i)
        sum += std::exp(real(own[i]) - most);
    return most + std::log(sum);
}

double lossOf(const Floats &logits, const Words &targets, std::uint64_t row, std::uint64_t cols)
{
    return logSum(logits, row, cols) - real(logits[row * cols + targets[row]]);
}

double divergenceOf(const Floats &base, const Floats &other, std::uint64_t row, std::uint64_t cols)
{
    const double baseSum = logSum(base, row, cols), otherSum = logSum(other, row, cols);
    double sum = 0;
    for (std::uint64_t i = row * cols; i < (row + 1) * cols; ++i)
        if (const double share = real(base[i]) - baseSum; share > -16)
            sum += std::exp(share) * (share - (real(other[i]) - otherSum));
    return sum;
}

Words targetsFor(std::uint64_t count, std::uint64_t cols)
{
    Words targets(count);
    for (std::uint64_t row = 0; row < count; ++row)
        targets[row] = static_cast<std::uint32_t>(row * 7919 % cols);
    return targets;
}

Floats logitsFor(std::uint64_t count, std::uint64_t cols, unsigned seed)
{
    Floats logits = evenFloats(count * cols, -3, 3, seed);
    for (float &value : logits)
        value = value * value * value;
    return logits;
}

Floats changed(const Floats &logits, float by)
{
    Floats other = evenFloats(logits.size(), -by, by, 5);
    for (std::size_t i = 0; i < other.size(); ++i)
        other[i] += logits[i];
    return other;
}

Floats losses(ForwardRig &rig, const Floats &logits, const Words &targets, std::uint64_t cols)
{
    const Operand rows = rig.put(logits), wanted = rig.put(targets), out = rig.blank(targets.size());
    rig.run(tokenLossOperation(rows.range(), wanted.range(), out.range(), targets.size(), cols));
    return rig.read(out);
}

Floats figures(ForwardRig &rig, const Floats &base, const Floats &other, const Words &targets, std::uint64_t cols)
{
    const Operand a = rig.put(base), b = rig.put(other), wanted = rig.put(targets);
    const Operand out = rig.blank(5 * targets.size());
    rig.run(divergenceOperation(a.range(), b.range(), wanted.range(), out.range(), targets.size(), cols));
    return rig.read(out);
}

std::vector<TokenComparison> compared(const Floats &base, const Floats &other, const Words &targets, std::uint64_t cols)
{
    const Floats found =
        onAllThreads(currentDevice(), [&](ForwardRig &rig) { return figures(rig, base, other, targets, cols); });
    std::vector<TokenComparison> result;
    for (std::size_t i = 0; i < found.size(); i += 5)
        result.push_back({found[i], found[i + 1], found[i + 2], std::bit_cast<std::uint32_t>(found[i + 3]),
                          std::bit_cast<std::uint32_t>(found[i + 4])});
    return result;
}

std::uint32_t topOf(const Floats &logits, std::uint64_t row, std::uint64_t cols)
{
    const float *own = logits.data() + row * cols;
    return static_cast<std::uint32_t>(std::max_element(own, own + cols) - own);
}

bool near(float found, double exact, double tolerance)
{
    return std::abs(real(found) - exact) <= tolerance * (1 + std::abs(exact));
}

} // namespace

class TestLogits : public QObject
{
    Q_OBJECT

private slots:
    void tokenLoss_data() { addDevicesWith(SNUG_TOKEN_LOSS); }
    void tokenLoss();
    void lossOfExtremes_data() { addDevicesWith(SNUG_TOKEN_LOSS); }
    void lossOfExtremes();
    void divergence_data() { addDevicesWith(SNUG_DIVERGENCE); }
    void divergence();
    void divergenceOfEquals_data() { addDevicesWith(SNUG_DIVERGENCE); }
    void divergenceOfEquals();
    void divergenceOfExtremes_data() { addDevicesWith(SNUG_DIVERGENCE); }
    void divergenceOfExtremes();
};

void TestLogits::tokenLoss()
{
    for (const std::uint64_t cols : {1U, 5U, 1000U, 40001U})
        for (const std::uint64_t count : {1U, 6U}) {
            const Floats logits = logitsFor(count, cols, 1);
            const Words targets = targetsFor(count, cols);
            const Floats found =
                onAllThreads(currentDevice(), [&](ForwardRig &rig) { return losses(rig, logits, targets, cols); });
            for (std::uint64_t row = 0; row < count; ++row)
                QVERIFY(near(found[row], lossOf(logits, targets, row, cols), kLossTolerance));
        }
}

/// A row each: NaN, an infinite target, huge logits, all but the target impossible.
void TestLogits::lossOfExtremes()
{
    constexpr std::uint64_t kCols = 100;
    Floats logits = logitsFor(5, kCols, 2);
    const Words targets{3, 3, 3, 3, 3};
    logits[70] = kNan;
    logits[kCols + 3] = -kInfinity;
    for (std::uint64_t i = 0; i < kCols; ++i) {
        logits[2 * kCols + i] *= 1e36F;
        logits[3 * kCols + i] = i == 3 ? -2e30F : -kInfinity;
    }
    ForwardRig rig(currentDevice());
    const Floats found = losses(rig, logits, targets, kCols);
    QVERIFY(std::isnan(found[0]));
    QCOMPARE(found[1], kInfinity);
    QVERIFY(near(found[2], lossOf(logits, targets, 2, kCols), kLossTolerance));
    QCOMPARE(found[3], 0.0F);
    QVERIFY(near(found[4], lossOf(logits, targets, 4, kCols), kLossTolerance));
}

void TestLogits::divergence()
{
    for (const std::uint64_t cols : {2U, 5U, 1000U, 40001U})
        for (const std::uint64_t count : {1U, 6U})
            for (const float by : {0.001F, 0.1F, 4.0F}) {
                const Floats base = logitsFor(count, cols, 3), other = changed(base, by);
                const Words targets = targetsFor(count, cols);
                const auto found = compared(base, other, targets, cols);
                QCOMPARE(found.size(), count);
                for (std::uint64_t row = 0; row < count; ++row) {
                    const double exact = divergenceOf(base, other, row, cols);
                    QVERIFY(std::abs(real(found[row].divergence) - exact) <=
                            kDivergenceTolerance + kDivergencePart * exact);
                    QVERIFY(real(found[row].divergence) >= -kDivergenceTolerance); // it is positive but for rounding
                    QVERIFY(near(found[row].baseLoss, lossOf(base, targets, row, cols), kLossTolerance));
                    QVERIFY(near(found[row].otherLoss, lossOf(other, targets, row, cols), kLossTolerance));
                    QCOMPARE(found[row].baseTop, topOf(base, row, cols));
                    QCOMPARE(found[row].otherTop, topOf(other, row, cols));
                }
            }
}

/// The first of equal logits is the top.
void TestLogits::divergenceOfEquals()
{
    constexpr std::uint64_t kCols = 5000;
    Floats base = logitsFor(3, kCols, 4);
    std::fill_n(base.begin() + 2 * kCols, kCols, 1.5F);
    base[kCols + 17] = base[kCols + 4000] = 60;
    const Words targets = targetsFor(3, kCols);
    for (const TokenComparison &row : compared(base, base, targets, kCols)) {
        QCOMPARE(row.divergence, 0.0F);
        QCOMPARE(row.baseLoss, row.otherLoss);
        QCOMPARE(row.baseTop, row.otherTop);
    }
    const auto found = compared(base, base, targets, kCols);
    QCOMPARE(found[1].baseTop, 17U);
    QCOMPARE(found[2].baseTop, 0U);
}

/// A row each: NaN in the base, NaN in the other, a token that only the base can have, one that only the other can.
void TestLogits::divergenceOfExtremes()
{
    constexpr std::uint64_t kCols = 333;
    Floats base = logitsFor(4, kCols, 6), other = changed(base, 0.1F);
    const Words targets{1, 1, 1, 1};
    base[200] = other[kCols + 200] = kNan;
    base[2 * kCols + 5] = 30;
    other[2 * kCols + 5] = base[3 * kCols + 5] = -kInfinity;
    const auto found = compared(base, other, targets, kCols);
    QVERIFY(std::isnan(found[0].divergence) && std::isnan(found[0].baseLoss) && std::isfinite(found[0].otherLoss));
    QVERIFY(std::isnan(found[1].divergence) && std::isfinite(found[1].baseLoss) && std::isnan(found[1].otherLoss));
    QCOMPARE(found[2].divergence, kInfinity);
    QVERIFY(std::abs(real(found[3].divergence) - divergenceOf(base, other, 3, kCols)) <= kDivergenceTolerance * 10);
}

QTEST_APPLESS_MAIN(TestLogits)
#include "tst_logits.moc"
