// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kernels of a forward pass that work value by value, on every lane type, against double arithmetic: lengths that
// leave lanes empty, rows whose surroundings are watched, NaN at every place. All lane types give the same bits here.
// Sums are in tst_forwardsums.

#include "core/kernels/forward/exponential.h"
#include "core/kernels/kernelset.h"
#include "core/kernels/lanes/array.h"
#include "tests/kernels/forwardtables.h"

#include <QTest>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

using namespace snug::kernels;
using namespace snug::test;

namespace {

using Floats = std::vector<float>;
using Gated = void (*)(const float *, const float *, float *, long long);

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr double kUnit = 0x1p-23; // of a last place

double real(float value) { return static_cast<double>(value); }

/// Distance from e^at in units of the last place.
double unitsOff(float found, float at)
{
    const double exact = std::exp(real(at));
    return std::abs(real(found) - exact) / std::ldexp(1.0, std::ilogb(exact) - 23);
}

/// One function of the table that makes value i of `out` from a[i] and b[i].
struct Function
{
    const char *name;
    void (*run)(const ForwardKernels &kernels, float *a, float *b, float *out, long long count);
    double (*exact)(double a, double b);
    double (*tolerance)(double a, double b); ///< absolute
    float range;                             ///< values are from -range to range
};

constexpr double kCap = 30, kFactor = 0.3125;

double tanhGelu(double g) { return 0.5 * g * (1 + std::tanh(std::sqrt(2 / M_PI) * (g + 0.044715 * g * g * g))); }

double clampedSilu(double g, double u)
{
    const double low = std::min(g, 7.0);
    return low / (1 + std::exp(-1.702 * low)) * (std::clamp(u, -7.0, 7.0) + 1);
}

// `b` is a row of its own, so that a function that changes `out` in place starts from it.
const Function kFunctions[] = {
    {"silu", [](const ForwardKernels &k, float *a, float *b, float *out, long long n) { k.silu(a, b, out, n); },
     [](double a, double b) { return a / (1 + std::exp(-a)) * b; },
     [](double a, double b) { return 5 * kUnit * std::abs(a / (1 + std::exp(-a)) * b) + 1e-35; }, 100},
    {"gelu", [](const ForwardKernels &k, float *a, float *b, float *out, long long n) { k.gelu(a, b, out, n); },
     [](double a, double b) { return tanhGelu(a) * b; },
     [](double a, double b) { return 4 * kUnit * std::abs(a * b) + 1e-35; }, 12},
    {"clampedSilu",
     [](const ForwardKernels &k, float *a, float *b, float *out, long long n) { k.clampedSilu(a, b, out, n); },
     clampedSilu,
     [](double a, double b) { return (5 + 2 * std::abs(a)) * kUnit * (std::abs(clampedSilu(a, b)) + 1e-20); }, 12},
    {"softCap",
     [](const ForwardKernels &k, float *a, float *, float *out, long long n) {
         std::copy(a, a + n, out);
         k.softCap(out, n, static_cast<float>(kCap));
     },
     [](double a, double) { return kCap * std::tanh(a / kCap); }, [](double, double) { return 2 * kUnit * kCap; }, 200},
    {"scale with weights",
     [](const ForwardKernels &k, float *a, float *b, float *out, long long n) {
         k.scale(a, b, static_cast<float>(kFactor), out, n);
     },
     [](double a, double b) { return a * kFactor * b; }, [](double a, double b) { return kUnit * std::abs(a * b); },
     1000},
    {"scale",
     [](const ForwardKernels &k, float *a, float *, float *out, long long n) {
         k.scale(a, nullptr, static_cast<float>(kFactor), out, n);
     },
     [](double a, double) { return a * kFactor; }, [](double a, double) { return kUnit * std::abs(a); }, 1000},
    {"addScaled",
     [](const ForwardKernels &k, float *a, float *b, float *out, long long n) {
         std::copy(b, b + n, out);
         k.addScaled(out, a, static_cast<float>(kFactor), n);
     },
     [](double a, double b) { return b + kFactor * a; },
     [](double a, double b) { return kUnit * (std::abs(a) + std::abs(b)); }, 1000},
    {"addSquares",
     [](const ForwardKernels &k, float *a, float *b, float *out, long long n) {
         std::copy(b, b + n, out);
         k.addSquares(out, a, n);
     },
     [](double a, double b) { return b + a * a; }, [](double a, double b) { return kUnit * (a * a + std::abs(b)); },
     1000},
    {"rotate, the first",
     [](const ForwardKernels &k, float *a, float *b, float *out, long long n) {
         std::copy(a, a + n, out);
         Floats other(b, b + n);
         const Floats cosines(other.size(), 0.6F), sines(other.size(), 0.8F);
         k.rotate(out, other.data(), cosines.data(), sines.data(), n);
     },
     [](double a, double b) { return a * real(0.6F) - b * real(0.8F); },
     [](double a, double b) { return kUnit * (std::abs(a) + std::abs(b)); }, 1000},
    {"rotate, the second",
     [](const ForwardKernels &k, float *a, float *b, float *out, long long n) {
         std::copy(b, b + n, out);
         Floats other(a, a + n);
         const Floats cosines(other.size(), 0.6F), sines(other.size(), 0.8F);
         k.rotate(other.data(), out, cosines.data(), sines.data(), n);
     },
     [](double a, double b) { return a * real(0.8F) + b * real(0.6F); },
     [](double a, double b) { return kUnit * (std::abs(a) + std::abs(b)); }, 1000},
};

/// Empty when every value is right.
QString wrongValue(const Function &function, std::span<const float> found, const Floats &a, const Floats &b)
{
    for (std::size_t i = 0; i < a.size(); ++i) {
        const double exact = function.exact(real(a[i]), real(b[i]));
        if (!(std::abs(real(found[i]) - exact) <= function.tolerance(real(a[i]), real(b[i]))))
            return QString("%1, value %2 of %3: %4 of %5 and %6, expected %7")
                .arg(function.name)
                .arg(i)
                .arg(a.size())
                .arg(real(found[i]), 0, 'g', 9)
                .arg(real(a[i]))
                .arg(real(b[i]))
                .arg(exact, 0, 'g', 9);
    }
    return {};
}

} // namespace

class TestForwardKernels : public QObject
{
    Q_OBJECT

private slots:
    void exponentialOfSpecialNumbers();
    void exponentialOfAll_data() { addTables(); }
    void exponentialOfAll();
    void valueByValue_data() { addTables(); }
    void valueByValue();
    void inPlace_data() { addTables(); }
    void inPlace();
    void passesNan_data() { addTables(); }
    void passesNan();

private:
    static void addTables();
};

void TestForwardKernels::addTables()
{
    QTest::addColumn<int>("table");
    for (std::size_t t = 0; t < forwardTables().size(); ++t)
        QTest::newRow(forwardTables()[t].name.c_str()) << static_cast<int>(t);
}

#define TABLE()                                                                                                        \
    QFETCH(int, table);                                                                                                \
    const ForwardKernels &kernels = forwardTables()[static_cast<std::size_t>(table)].kernels

void TestForwardKernels::exponentialOfSpecialNumbers()
{
    const auto both = [](float value, const std::function<bool(float)> &right) {
        using Four = ArrayLane<4>;
        float four[4];
        Four::store(exponential<Four>(Four::F(value)), four);
        return right(exponential<ScalarLane>(value)) && right(four[3]);
    };
    const auto is = [&](float value, float expected) { return both(value, [&](float e) { return e == expected; }); };
    QVERIFY(is(0.0F, 1));
    QVERIFY(is(-0.0F, 1));
    QVERIFY(is(std::numeric_limits<float>::denorm_min(), 1));
    QVERIFY(is(-kInfinity, 0));
    QVERIFY(is(-std::numeric_limits<float>::max(), 0));
    QVERIFY(is(-87.3366F, 0)); // e^this is below 2^-126
    QVERIFY(is(88.7229F, kInfinity));
    QVERIFY(is(std::numeric_limits<float>::max(), kInfinity));
    QVERIFY(is(kInfinity, kInfinity));
    QVERIFY(both(kNan, [](float e) { return std::isnan(e); }));
    for (const float value : {-87.33654F, -87.3F, -86.5F, 88.0F, 88.3F, 88.37627F, 88.5F, 88.7F, 88.72283F})
        QVERIFY2(both(value, [&](float e) { return unitsOff(e, value) <= 2; }), qPrintable(QString::number(value)));
}

/// A divergence from a distribution that is smaller by e everywhere is the exponential itself; softmax beside a value
/// that outweighs all others gives the rest.
void TestForwardKernels::exponentialOfAll()
{
    TABLE();
    double most = 0;
    constexpr int kSteps = 150000;
    for (int i = 0; i <= kSteps; ++i) {
        const float high = -15.99F + (88.7228F + 15.99F) * static_cast<float>(i) / kSteps;
        most = std::max(most, unitsOff(static_cast<float>(kernels.divergence(&high, 0, &high, 1, 1)), high));
        const float low = -17 + (-87.3365F + 17) * static_cast<float>(i) / kSteps;
        float both[] = {low, 0};
        kernels.softmax(both, 2, -kInfinity);
        most = std::max(most, unitsOff(both[0], low));
    }
    qInfo("%s: %.2f units of the last place", forwardTables()[static_cast<std::size_t>(table)].name.c_str(), most);
    QVERIFY(most <= 2);
}

void TestForwardKernels::valueByValue()
{
    TABLE();
    for (const Function &function : kFunctions)
        for (const int length : rowLengths()) {
            const auto count = static_cast<std::size_t>(length);
            const Floats a = randomFloats(count, -function.range, function.range, 1);
            const Floats b = randomFloats(count, -3, 3, 2);
            GuardedRow rowA(a), rowB(b), out(Floats(count, 0.5F));
            function.run(kernels, rowA.data(), rowB.data(), out.data(), length);
            QVERIFY2(rowA.whole() && rowB.whole() && out.whole(), function.name);
            const QString wrong = wrongValue(function, out.values(), a, b);
            QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
            Floats scalar(count);
            function.run(*findKernelSet("scalar")->forward, rowA.data(), rowB.data(), scalar.data(), length);
            QVERIFY2(std::ranges::equal(out.values(), scalar), function.name);
        }
}

void TestForwardKernels::inPlace()
{
    TABLE();
    for (const Gated gated : {kernels.silu, kernels.gelu, kernels.clampedSilu})
        for (const int length : rowLengths()) {
            const auto count = static_cast<std::size_t>(length);
            const Floats a = randomFloats(count, -9, 9, 3), b = randomFloats(count, -3, 3, 4);
            Floats apart(count);
            GuardedRow overGate(a), overUp(b);
            gated(a.data(), b.data(), apart.data(), length);
            gated(overGate.data(), b.data(), overGate.data(), length);
            gated(a.data(), overUp.data(), overUp.data(), length);
            QVERIFY(std::ranges::equal(overGate.values(), apart) && std::ranges::equal(overUp.values(), apart));
            QVERIFY(overGate.whole() && overUp.whole());
        }
}

/// NaN at one place comes out there and nowhere else.
void TestForwardKernels::passesNan()
{
    TABLE();
    for (const Function &function : kFunctions)
        for (const std::size_t count : {1U, 5U, 16U, 37U})
            for (std::size_t at = 0; at < count; ++at) {
                Floats a = randomFloats(count, -5, 5, 5), b = randomFloats(count, -3, 3, 6);
                Floats expected(count), found(count);
                function.run(kernels, a.data(), b.data(), expected.data(), static_cast<long long>(count));
                a[at] = kNan;
                function.run(kernels, a.data(), b.data(), found.data(), static_cast<long long>(count));
                for (std::size_t i = 0; i < count; ++i)
                    QVERIFY2(i == at ? std::isnan(found[i]) : found[i] == expected[i], function.name);
            }
}

QTEST_APPLESS_MAIN(TestForwardKernels)
#include "tst_forwardkernels.moc"
