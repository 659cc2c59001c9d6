// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernels of a forward pass that look at a whole row, on every lane type, against double arithmetic.

#include "tests/kernels/forwardtables.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace snug::kernels;
using namespace snug::test;

namespace {

using Floats = std::vector<float>;

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr std::size_t kVocabulary = 151936;

double real(float value) { return static_cast<double>(value); }
long long length(const Floats &values) { return static_cast<long long>(values.size()); }

double exactLogSum(const Floats &values)
{
    double most = -std::numeric_limits<double>::infinity(), sum = 0;
    for (const float value : values)
        most = std::max(most, real(value));
    for (const float value : values)
        sum += std::exp(real(value) - most);
    return most + std::log(sum);
}

/// Shares below e^-16 left out.
double exactDivergence(const Floats &base, const Floats &other)
{
    const double baseSum = exactLogSum(base), otherSum = exactLogSum(other);
    double sum = 0;
    for (std::size_t i = 0; i < base.size(); ++i)
        if (const double share = real(base[i]) - baseSum; share > -16)
            sum += std::exp(share) * (share - (real(other[i]) - otherSum));
    return sum;
}

/// As a model's: most are small, few stand out.
Floats logits(std::size_t count, unsigned seed)
{
    Floats values = randomFloats(count, -8, 8, seed);
    for (float &value : values)
        value = value * value * value / 40 + 2;
    return values;
}

Floats changed(const Floats &values, float by, unsigned seed)
{
    Floats result = randomFloats(values.size(), -by, by, seed);
    for (std::size_t i = 0; i < values.size(); ++i)
        result[i] += values[i];
    return result;
}

} // namespace

class TestForwardSums : public QObject
{
    Q_OBJECT

private slots:
    void softmax_data() { addTables(); }
    void softmax();
    void softmaxOfOneThatCounts_data() { addTables(); }
    void softmaxOfOneThatCounts();
    void logSumExp_data() { addTables(); }
    void logSumExp();
    void logSumExpOfExtremes_data() { addTables(); }
    void logSumExpOfExtremes();
    void divergence_data() { addTables(); }
    void divergence();
    void divergenceOfExtremes_data() { addTables(); }
    void divergenceOfExtremes();
    void largest_data() { addTables(); }
    void largest();
    void products_data() { addTables(); }
    void products();
    void passesNan_data() { addTables(); }
    void passesNan();

private:
    static void addTables();
};

void TestForwardSums::addTables()
{
    QTest::addColumn<int>("table");
    for (std::size_t t = 0; t < forwardTables().size(); ++t)
        QTest::newRow(forwardTables()[t].name.c_str()) << static_cast<int>(t);
}

#define TABLE()                                                                                                        \
    QFETCH(int, table);                                                                                                \
    const ForwardKernels &kernels = forwardTables()[static_cast<std::size_t>(table)].kernels

/// Each share to a millionth of itself, and what rounding the differences and long sums adds.
void TestForwardSums::softmax()
{
    TABLE();
    for (const float sink : {-kInfinity, 3.0F, 30.0F})
        for (const int count : rowLengths()) {
            const Floats values = randomFloats(static_cast<std::size_t>(count), -12, 12, 11);
            GuardedRow row(values);
            kernels.softmax(row.data(), count, sink);
            QVERIFY(row.whole());
            Floats all = values;
            all.push_back(sink);
            const double sum = exactLogSum(all);
            for (std::size_t i = 0; i < values.size(); ++i) {
                const double exact = std::exp(real(values[i]) - sum);
                QVERIFY(std::abs(real(row.values()[i]) - exact) <= exact * (4e-6 + 1e-9 * count));
            }
        }
}

void TestForwardSums::softmaxOfOneThatCounts()
{
    TABLE();
    for (const std::size_t count : {1U, 7U, 16U, 45U})
        for (std::size_t at = 0; at < count; ++at) {
            Floats values(count, -kInfinity);
            values[at] = -5000;
            kernels.softmax(values.data(), length(values), -kInfinity);
            for (std::size_t i = 0; i < count; ++i)
                QCOMPARE(values[i], i == at ? 1.0F : 0.0F);
            values.assign(count, -kInfinity);
            values[at] = 2;
            kernels.softmax(values.data(), length(values), 2);
            for (std::size_t i = 0; i < count; ++i)
                QCOMPARE(values[i], i == at ? 0.5F : 0.0F);
            values.assign(count, -kInfinity);
            kernels.softmax(values.data(), length(values), 2);
            QCOMPARE(values, Floats(count, 0.0F));
        }
}

void TestForwardSums::logSumExp()
{
    TABLE();
    for (const int count : rowLengths()) {
        GuardedRow row(randomFloats(static_cast<std::size_t>(count), -20, 20, 12));
        const double exact = exactLogSum({row.values().begin(), row.values().end()});
        const double found = kernels.logSumExp(row.data(), count);
        QVERIFY(count == 0 ? found == exact : std::abs(found - exact) <= 2e-7 + 1e-7 * std::abs(exact));
    }
    for (const float range : {0.001F, 3.0F, 100.0F, 10000.0F}) {
        const Floats values = randomFloats(kVocabulary, -range, range, 13);
        const double exact = exactLogSum(values);
        QVERIFY(std::abs(kernels.logSumExp(values.data(), length(values)) - exact) <= 1e-7 * std::abs(exact));
    }
}

void TestForwardSums::logSumExpOfExtremes()
{
    TABLE();
    constexpr float kMost = std::numeric_limits<float>::max();
    for (const std::size_t count : {1U, 3U, 16U, 40U, 600U}) {
        Floats values(count, -kInfinity);
        QCOMPARE(kernels.logSumExp(values.data(), length(values)), -std::numeric_limits<double>::infinity());
        values[count / 2] = -kMost;
        QCOMPARE(kernels.logSumExp(values.data(), length(values)), -real(kMost));
        values[count - 1] = kMost;
        QCOMPARE(kernels.logSumExp(values.data(), length(values)), real(kMost));
        values[0] = kInfinity;
        QVERIFY(std::isnan(kernels.logSumExp(values.data(), length(values))));
    }
}

void TestForwardSums::divergence()
{
    TABLE();
    const auto found = [&](const Floats &base, const Floats &other) {
        return kernels.divergence(base.data(), kernels.logSumExp(base.data(), length(base)), other.data(),
                                  kernels.logSumExp(other.data(), length(other)), length(base));
    };
    const auto right = [](double value, double exact) { return std::abs(value - exact) <= 1e-5 * exact + 2e-7; };
    for (const int count : rowLengths()) {
        if (count == 0)
            continue;
        const Floats base = logits(static_cast<std::size_t>(count), 14), other = changed(base, 0.5F, 15);
        QCOMPARE(found(base, base), 0.0);
        GuardedRow guardedBase(base), guardedOther(other);
        const double sum = kernels.logSumExp(base.data(), count), otherSum = kernels.logSumExp(other.data(), count);
        QVERIFY(right(kernels.divergence(guardedBase.data(), sum, guardedOther.data(), otherSum, count),
                      exactDivergence(base, other)));
    }
    const Floats base = logits(kVocabulary, 16);
    QCOMPARE(found(base, base), 0.0);
    for (const float by : {0.0001F, 0.01F, 0.3F, 5.0F}) {
        const Floats other = changed(base, by, 17);
        QVERIFY(right(found(base, other), exactDivergence(base, other)));
    }
}

void TestForwardSums::divergenceOfExtremes()
{
    TABLE();
    for (const std::size_t count : {2U, 16U, 45U}) {
        Floats base(count, -kInfinity), other(count, -kInfinity);
        base[count - 1] = other[count - 1] = 4;
        QCOMPARE(kernels.divergence(base.data(), 4, other.data(), 4, length(base)), 0.0);
        other[0] = 4; // half of the other's share, none of the base's
        const double sum = 4 + std::log(2);
        QVERIFY(std::abs(kernels.divergence(base.data(), 4, other.data(), sum, length(base)) - std::log(2)) < 2e-7);
        QVERIFY(std::isinf(kernels.divergence(other.data(), sum, base.data(), 4, length(base))));
        // logarithms that a float does not tell apart
        const Floats high(count, 1e9F);
        const double highSum = 1e9 + std::log(static_cast<double>(count));
        QCOMPARE(kernels.divergence(high.data(), highSum, high.data(), highSum, length(high)), 0.0);
    }
}

void TestForwardSums::largest()
{
    TABLE();
    for (const int count : rowLengths()) {
        GuardedRow row(randomFloats(static_cast<std::size_t>(count), -1, 1, 18));
        const auto values = row.values();
        const auto expected = count ? std::ranges::max_element(values) - values.begin() : 0;
        QCOMPARE(kernels.largest(row.data(), count), static_cast<long long>(expected));
    }
    for (const std::size_t count : {1U, 8U, 33U})
        for (std::size_t at = 0; at < count; ++at) {
            Floats values(count, -kInfinity);
            QCOMPARE(kernels.largest(values.data(), length(values)), 0);
            values[at] = values[count - 1] = -7; // the first of equals
            QCOMPARE(kernels.largest(values.data(), length(values)), static_cast<long long>(at));
            std::fill_n(values.begin(), at, kNan);
            QCOMPARE(kernels.largest(values.data(), length(values)), static_cast<long long>(at));
            values.assign(count, kNan);
            QCOMPARE(kernels.largest(values.data(), length(values)), 0);
        }
}

/// To two millionths of the sum of all magnitudes.
void TestForwardSums::products()
{
    TABLE();
    for (const int count : rowLengths()) {
        GuardedRow a(randomFloats(static_cast<std::size_t>(count), -3, 3, 19));
        GuardedRow b(randomFloats(static_cast<std::size_t>(count), -3, 3, 20));
        double dot = 0, magnitudes = 0, squares = 0;
        for (std::size_t i = 0; i < a.values().size(); ++i) {
            const double x = real(a.values()[i]), y = real(b.values()[i]);
            dot += x * y;
            magnitudes += std::abs(x * y);
            squares += x * x;
        }
        QVERIFY(std::abs(real(kernels.dot(a.data(), b.data(), count)) - dot) <= 2e-6 * magnitudes);
        QVERIFY(std::abs(real(kernels.sumOfSquares(a.data(), count)) - squares) <= 2e-6 * squares);
    }
}

void TestForwardSums::passesNan()
{
    TABLE();
    for (const std::size_t count : {1U, 5U, 16U, 37U, 300U})
        for (std::size_t at = 0; at < count; ++at)
            for (const float rest : {-kInfinity, 1.0F}) {
                const Floats ones(count, 1.0F);
                Floats values(count, rest);
                values[at] = kNan;
                QVERIFY(std::isnan(kernels.logSumExp(values.data(), length(values))));
                QVERIFY(std::isnan(kernels.dot(values.data(), ones.data(), length(values))));
                QVERIFY(std::isnan(kernels.sumOfSquares(values.data(), length(values))));
                const double sum = std::log(static_cast<double>(count)) + 1;
                QVERIFY(std::isnan(kernels.divergence(values.data(), real(kNan), ones.data(), sum, length(values))));
                QVERIFY(std::isnan(kernels.divergence(ones.data(), sum, values.data(), real(kNan), length(values))));
                if (count > 1 && rest == 1.0F) { // shares of all
                    kernels.softmax(values.data(), length(values), -kInfinity);
                    QVERIFY(std::ranges::all_of(values, [](float value) { return std::isnan(value); }));
                }
            }
    Floats values(20, 1.0F);
    kernels.softmax(values.data(), length(values), kNan);
    QVERIFY(std::ranges::all_of(values, [](float value) { return std::isnan(value); }));
}

QTEST_APPLESS_MAIN(TestForwardSums)
#include "tst_forwardsums.moc"
