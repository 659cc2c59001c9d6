// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a forward pass does to rows one by one, on every backend that has it, against double arithmetic.

#include "tests/backends/forwardrig.h"

#include <QTest>

#include <cmath>
#include <numeric>

using namespace snug;
using namespace snug::test;

namespace {

using Floats = std::vector<float>;
using Words = std::vector<std::uint32_t>;

constexpr double kRounding = 5e-7; // of a result of few operations, in parts of what they are made of

double real(float value) { return static_cast<double>(value); }

#define NEAR(found, exact, tolerance)                                                                                  \
    do {                                                                                                               \
        const double nearFound = (found), nearExact = (exact);                                                         \
        if (!(std::abs(nearFound - nearExact) <= (tolerance)))                                                         \
            QFAIL(qPrintable(QString("%1, expected %2").arg(nearFound, 0, 'g', 9).arg(nearExact, 0, 'g', 9)));         \
    } while (false)

/// How heads lie and turn.
struct Turn
{
    std::uint64_t count, heads, headLength, turned, stride;
    bool halves;
};

double activated(std::uint32_t activation, double g, double u)
{
    if (activation == SNUG_SILU)
        return g / (1 + std::exp(-g)) * u;
    if (activation == SNUG_GELU)
        return 0.5 * g * (1 + std::tanh(std::sqrt(2 / M_PI) * (g + 0.044715 * g * g * g))) * u;
    const double low = std::min(g, 7.0);
    return low / (1 + std::exp(-1.702 * low)) * (std::clamp(u, -7.0, 7.0) + 1);
}

} // namespace

class TestRowOperations : public QObject
{
    Q_OBJECT

private slots:
    void norm_data() { addDevicesWith(SNUG_ROOT_MEAN_SQUARE_NORM); }
    void norm();
    void rotary_data() { addDevicesWith(SNUG_ROTARY_EMBEDDING); }
    void rotary();
    void gated_data() { addDevicesWith(SNUG_GATED_ACTIVATION); }
    void gated();
    void gatedInPlace_data() { addDevicesWith(SNUG_GATED_ACTIVATION); }
    void gatedInPlace();
    void add_data() { addDevicesWith(SNUG_ADD); }
    void add();
    void gather_data() { addDevicesWith(SNUG_GATHER_ROWS); }
    void gather();
    void scatterAdd_data() { addDevicesWith(SNUG_SCATTER_ADD_ROWS); }
    void scatterAdd();
    void softCap_data() { addDevicesWith(SNUG_SOFT_CAP); }
    void softCap();
    void columnSquares_data() { addDevicesWith(SNUG_COLUMN_SQUARES); }
    void columnSquares();
    void roundRows_data() { addDevicesWith(SNUG_ROUND_ROWS); }
    void roundRows();

private:
    static void checkNorm(std::uint64_t count, std::uint64_t cols, std::uint64_t stride, bool weighted, bool inPlace);
    static void checkTurn(const Turn &turn);
};

void TestRowOperations::checkNorm(std::uint64_t count, std::uint64_t cols, std::uint64_t stride, bool weighted,
                                  bool inPlace)
{
    constexpr float kEpsilon = 1e-3F;
    const Floats in = evenFloats(count * stride, -2, 2, 1), weights = evenFloats(cols, -2, 2, 2);
    const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
        const Operand from = rig.put(in), factors = rig.put(weights), apart = rig.blank(count * stride);
        const Operand &to = inPlace ? from : apart;
        rig.run(normOperation({from.range(), count, cols, stride}, weighted ? factors.range() : SnugRange{}, to.range(),
                              kEpsilon));
        return rig.read(to);
    });
    for (std::uint64_t row = 0; row < count; ++row) {
        double squares = 0;
        for (std::uint64_t i = 0; i < cols; ++i)
            squares += std::pow(real(in[row * stride + i]), 2);
        const double factor = 1 / std::sqrt(squares / static_cast<double>(cols) + real(kEpsilon));
        for (std::uint64_t i = 0; i < stride; ++i) {
            const std::uint64_t at = row * stride + i;
            if (i >= cols)
                QCOMPARE(found[at], inPlace ? in[at] : ForwardRig::kBlank);
            else
                NEAR(real(found[at]), real(in[at]) * factor * (weighted ? real(weights[i]) : 1),
                     kSumTolerance * std::abs(real(in[at]) * factor * 2));
        }
    }
}

void TestRowOperations::norm()
{
    for (const std::uint64_t count : {1U, 7U, 40U})
        for (const std::uint64_t cols : {1U, 33U, 2880U})
            for (const int kind : {0, 1, 2, 3})
                checkNorm(count, cols, cols + (kind & 1 ? 3 : 0), kind & 2, kind == 3);
}

void TestRowOperations::checkTurn(const Turn &turn)
{
    const Floats in = evenFloats(turn.count * turn.stride, -4, 4, 3);
    Floats angles;
    for (std::uint64_t i = 0; i < turn.count * turn.turned / 2; ++i) {
        angles.push_back(std::cos(0.37F * static_cast<float>(i)));
        angles.push_back(std::sin(0.37F * static_cast<float>(i)));
    }
    const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
        const Operand rows = rig.put(in), turns = rig.put(angles);
        rig.run(rotaryOperation({rows.range(), turn.count, turn.heads * turn.headLength, turn.stride}, turns.range(),
                                {turn.heads, turn.headLength, turn.turned, turn.halves}));
        return rig.read(rows);
    });
    std::vector<double> exact(in.begin(), in.end());
    for (std::uint64_t row = 0; row < turn.count; ++row)
        for (std::uint64_t head = 0; head < turn.heads; ++head)
            for (std::uint64_t pair = 0; pair < turn.turned / 2; ++pair) {
                const std::uint64_t begin = row * turn.stride + head * turn.headLength;
                const std::uint64_t a = begin + (turn.halves ? pair : 2 * pair);
                const std::uint64_t b = turn.halves ? a + turn.turned / 2 : a + 1;
                const double c = real(angles[row * turn.turned + 2 * pair]);
                const double s = real(angles[row * turn.turned + 2 * pair + 1]);
                exact[a] = real(in[a]) * c - real(in[b]) * s;
                exact[b] = real(in[a]) * s + real(in[b]) * c;
            }
    for (std::size_t i = 0; i < exact.size(); ++i) // what is not turned is exactly what it was
        NEAR(real(found[i]), exact[i], exact[i] == real(in[i]) ? 0 : kRounding * 8);
}

void TestRowOperations::rotary()
{
    for (const bool halves : {false, true}) {
        checkTurn({1, 1, 2, 2, 2, halves});
        checkTurn({5, 3, 64, 64, 192, halves});
        checkTurn({9, 2, 40, 24, 90, halves});    // a part of each head, rows apart
        checkTurn({3, 2, 256, 256, 512, halves}); // long heads
        checkTurn({70, 4, 80, 80, 4 * 80 + 160, halves});
        checkTurn({2, 2, 32, 0, 64, halves}); // nothing
    }
}

void TestRowOperations::gated()
{
    for (const auto activation : {SNUG_SILU, SNUG_GELU, SNUG_CLAMPED_SILU})
        for (const std::uint64_t count : {1U, 3U, 50U})
            for (const std::uint64_t cols : {1U, 77U, 700U}) {
                const std::uint64_t gateStride = cols + 2, upStride = cols + 7, outStride = cols + 1;
                const Floats gates = evenFloats(count * gateStride, -10, 10, 4);
                const Floats ups = evenFloats(count * upStride, -9, 9, 5);
                const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
                    const Operand g = rig.put(gates), u = rig.put(ups), out = rig.blank(count * outStride);
                    rig.run(gatedOperation(activation, {g.range(), count, cols, gateStride},
                                           {u.range(), count, cols, upStride}, {out.range(), count, cols, outStride}));
                    return rig.read(out);
                });
                for (std::uint64_t i = 0; i < found.size(); ++i) {
                    const std::uint64_t row = i / outStride, col = i % outStride;
                    if (col == cols) {
                        QCOMPARE(found[i], ForwardRig::kBlank);
                        continue;
                    }
                    const double g = real(gates[row * gateStride + col]), u = real(ups[row * upStride + col]);
                    NEAR(real(found[i]), activated(activation, g, u), kRounding * (std::abs(g * u) + std::abs(g)));
                }
            }
}

/// Over the gates, over the ups, and over the gates of a fused row.
void TestRowOperations::gatedInPlace()
{
    constexpr std::uint64_t kCount = 30, kCols = 192, kStride = 2 * kCols;
    const Floats rows = evenFloats(kCount * kStride, -9, 9, 6);
    for (const auto activation : {SNUG_SILU, SNUG_GELU, SNUG_CLAMPED_SILU})
        for (const bool overGates : {true, false}) {
            const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
                const Operand fused = rig.put(rows);
                const Rows gates{fused.range(), kCount, kCols, kStride}, ups{fused.from(kCols), kCount, kCols, kStride};
                rig.run(gatedOperation(activation, gates, ups, overGates ? gates : ups));
                return rig.read(fused);
            });
            for (std::uint64_t i = 0; i < found.size(); ++i) {
                const bool isGate = i % kStride < kCols;
                if (isGate != overGates) {
                    QCOMPARE(found[i], rows[i]);
                    continue;
                }
                const std::uint64_t gate = isGate ? i : i - kCols;
                const double g = real(rows[gate]), u = real(rows[gate + kCols]);
                NEAR(real(found[i]), activated(activation, g, u), kRounding * (std::abs(g * u) + std::abs(g)));
            }
        }
}

void TestRowOperations::add()
{
    for (const std::uint64_t count : {1U, 31U, 16384U, 40001U}) {
        const Floats to = evenFloats(count, -4, 4, 7), addend = evenFloats(count, -4, 4, 8);
        const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
            const Operand sum = rig.put(to), other = rig.put(addend);
            rig.run(addOperation(sum.range(), other.range(), count));
            return rig.read(sum);
        });
        for (std::uint64_t i = 0; i < count; ++i)
            QCOMPARE(found[i], to[i] + addend[i]);
    }
}

void TestRowOperations::gather()
{
    for (const std::uint64_t cols : {1U, 5U, 3000U}) {
        const Floats in = evenFloats(20 * cols, -4, 4, 9);
        const Words rows{19, 0, 3, 3, 3, 18, 7};
        const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
            const Operand from = rig.put(in), numbers = rig.put(rows), out = rig.blank(rows.size() * cols);
            rig.run(gatherOperation(from.range(), numbers.range(), out.range(), rows.size(), cols));
            return rig.read(out);
        });
        for (std::uint64_t i = 0; i < found.size(); ++i)
            QCOMPARE(found[i], in[rows[i / cols] * cols + i % cols]);
    }
}

void TestRowOperations::scatterAdd()
{
    for (const std::uint64_t cols : {1U, 5U, 3000U}) {
        const Words rows{19, 0, 3, 18, 7};
        const Floats factors{0.5F, -1.25F, 0, 3, 0.1F};
        const Floats in = evenFloats(rows.size() * cols, -4, 4, 10), to = evenFloats(20 * cols, -4, 4, 11);
        const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
            const Operand from = rig.put(in), numbers = rig.put(rows), parts = rig.put(factors), sums = rig.put(to);
            rig.run(scatterAddOperation(from.range(), numbers.range(), parts.range(), sums.range(), rows.size(), cols));
            return rig.read(sums);
        });
        std::vector<double> exact(to.begin(), to.end());
        for (std::uint64_t i = 0; i < in.size(); ++i)
            exact[rows[i / cols] * cols + i % cols] += real(factors[i / cols]) * real(in[i]);
        for (std::uint64_t i = 0; i < to.size(); ++i)
            NEAR(real(found[i]), exact[i], exact[i] == real(to[i]) ? 0 : kRounding * 16);
    }
}

void TestRowOperations::softCap()
{
    constexpr float kCap = 30;
    for (const std::uint64_t count : {1U, 37U, 40001U}) {
        const Floats values = evenFloats(count, -150, 150, 12);
        const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
            const Operand logits = rig.put(values);
            rig.run(softCapOperation(logits.range(), count, kCap));
            return rig.read(logits);
        });
        for (std::uint64_t i = 0; i < count; ++i)
            NEAR(real(found[i]), real(kCap) * std::tanh(real(values[i]) / real(kCap)), kRounding * real(kCap));
    }
}

void TestRowOperations::columnSquares()
{
    for (const std::uint64_t cols : {1U, 255U, 700U})
        for (const std::uint64_t count : {1U, 60U}) {
            const Floats in = evenFloats(count * cols, -4, 4, 13), before = evenFloats(cols, 0, 100, 14);
            const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
                const Operand rows = rig.put(in), sums = rig.put(before);
                rig.run(columnSquaresOperation(rows.range(), sums.range(), count, cols));
                return rig.read(sums);
            });
            for (std::uint64_t col = 0; col < cols; ++col) {
                double exact = real(before[col]);
                for (std::uint64_t row = 0; row < count; ++row)
                    exact += std::pow(real(in[row * cols + col]), 2);
                NEAR(real(found[col]), exact, kSumTolerance * exact);
            }
        }
}

void TestRowOperations::roundRows()
{
    for (const bool small : {true, false}) {
        const std::uint64_t block = small ? 32 : 256, cols = 3 * block, count = 41;
        Floats in = evenFloats(count * cols, -4, 4, 15);
        std::fill_n(in.begin(), block, 0.0F); // nothing stays nothing
        in[block] = small ? 127.0F : -127.0F; // scales of one: ties go to even numbers
        in[block + 1] = 0.5F;
        in[block + 2] = 1.5F;
        const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
            const Operand rows = rig.put(in), out = rig.blank(count * cols);
            rig.run(roundRowsOperation(rows.range(), out.range(), count, cols, small ? SNUG_ROUND_32 : SNUG_ROUND_256));
            return rig.read(out);
        });
        QCOMPARE(found[0], 0.0F);
        QCOMPARE(found[block], in[block]);
        QCOMPARE(found[block + 1], 0.0F);
        QCOMPARE(found[block + 2], 2.0F);
        for (std::uint64_t first = 0; first < in.size(); first += block) {
            double most = 0;
            for (std::uint64_t i = 0; i < block; ++i)
                most = std::max(most, std::abs(real(in[first + i])));
            // half a step, and what a 16-bit scale is off at the largest of them
            for (std::uint64_t i = 0; i < block; ++i)
                NEAR(real(found[first + i]), real(in[first + i]), most / 127 * 0.5 + most * (small ? 5e-4 : 1e-6));
        }
    }
}

QTEST_APPLESS_MAIN(TestRowOperations)
#include "tst_rowoperations.moc"
