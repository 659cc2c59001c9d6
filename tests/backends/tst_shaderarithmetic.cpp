// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The shaders' own division, square root and rounding give the processor's bits on every Vulkan device, over millions
// of pairs, those nearest to a tie included; and what a device may get wrong is marked as doubtful.

#include "core/backends/device.h"
#include "core/backends/vulkan/shadertable.h"
#include "core/kernels/lanes/scalar.h"
#include "tests/backends/testbackends.h"

#include <QTest>

#include <bit>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

using namespace snug;
using namespace snug::test;
using Lane = kernels::ScalarLane;

namespace {

using Random = std::mt19937;

enum Question : std::uint32_t { Quotient, QuotientToRound, Root, Summand, NearestInt, RoundAway, HalfBits };

struct Case
{
    std::uint32_t question;
    float a, b;
};

struct Answer
{
    std::uint32_t bits, doubtful;
};

constexpr std::size_t kBatch = 1 << 19;

float floatOf(std::uint32_t bits) { return std::bit_cast<float>(bits); }
std::uint32_t bitsOf(float value) { return std::bit_cast<std::uint32_t>(value); }

/// Any 24 bits with the upper one set, times 2^exponent - 23, either sign.
float anyFloat(Random &random, int leastExponent, int largestExponent)
{
    const auto range = static_cast<std::uint32_t>(largestExponent - leastExponent + 1);
    const std::uint32_t exponent = static_cast<std::uint32_t>(leastExponent + 127) + random() % range;
    return floatOf((random() & 1u) << 31 | exponent << 23 | random() >> 9);
}

/// A dividend whose quotient by `b` is as near to half-way between two floats as 24 bits allow, or next to that one.
float nearTieDividend(float b, Random &random)
{
    const std::uint64_t divisor = (bitsOf(b) & 0x7fffffu) | 0x800000u;
    const std::uint64_t middle = 2 * (random() >> 8 | 0x800000u) + 1; // a quotient's 24 bits and a half
    const std::uint64_t product = divisor * middle;                   // 48 or 49 bits
    const int drop = std::bit_width(product) - 24;
    const std::int64_t near = static_cast<std::int64_t>(product >> drop) + static_cast<std::int64_t>(random() % 3) - 1;
    return std::ldexp(static_cast<float>(near), drop - 47);
}

/// A number whose root is as near to half-way between two floats as 24 bits allow, a square, or next to these.
float nearTieSquare(Random &random)
{
    const std::uint64_t root = random() >> 8 | 0x800000u;
    const std::uint64_t twice = 2 * root + (random() & 1u);
    const std::uint64_t square = twice * twice; // 50 bits at most
    const int drop = std::bit_width(square) - 24;
    const std::int64_t near = static_cast<std::int64_t>(square >> drop) + static_cast<std::int64_t>(random() % 3) - 1;
    return std::ldexp(static_cast<float>(near), drop - 48 + 2 * static_cast<int>(random() % 20) - 20);
}

/// Whole numbers and halves in reach of nearestInt(), and the floats next to them.
float nearHalf(Random &random)
{
    const float value = static_cast<float>(static_cast<int>(random() % (1u << (random() % 21 + 2)))) * 0.5f;
    const float moved = std::nextafter(value, random() & 1u ? 1e9f : -1e9f);
    const float picked = random() % 3 ? moved : value;
    return random() & 1u ? picked : -picked;
}

/// The question asked of a device whose own division and root are off by so many units in the last place.
std::uint32_t spoilt(Question question, int units) { return question | static_cast<std::uint32_t>(units) << 16; }

struct Expected
{
    std::uint32_t bits;
    bool mustBeSure, mustDoubt;
};

/// Quotients and products from 2^-100 up to 2^127 must be sure, all others in doubt. (Between the two a device that
/// flushes cannot tell.)
Expected inRange(float value, bool zeroOperand)
{
    const float magnitude = std::fabs(value);
    const bool sure = zeroOperand || (magnitude >= 0x1p-100f && magnitude < 0x1p127f);
    return {bitsOf(value), sure, !sure};
}

Expected expected(const Case &one)
{
    if (std::abs(static_cast<std::int32_t>(one.question) >> 16) > 50) // may be in doubt, but not wrong
        return {expected({one.question & 0xffffu, one.a, one.b}).bits, false, false};
    switch (one.question & 0xffffu) {
    case Quotient:
        return inRange(one.a / one.b, one.a == 0.0f);
    case QuotientToRound:
        return {bitsOf(one.a / one.b), true, false};
    case Root:
        return {bitsOf(std::sqrt(one.a)), true, false};
    case Summand:
        return inRange(one.a * one.b, one.a == 0.0f || one.b == 0.0f);
    case NearestInt:
        return {static_cast<std::uint32_t>(Lane::nearestInt(one.a)), true, false};
    case RoundAway:
        return {static_cast<std::uint32_t>(Lane::roundAway(one.a)), true, false};
    default:
        const std::uint16_t half = kernels::halfFromFloat(one.a);
        return {half, kernels::isFiniteHalf(half), !kernels::isFiniteHalf(half)};
    }
}

/// Runs batches of questions on one device.
class Bench
{
public:
    explicit Bench(const BackendDevice &device) : m_stream(std::move(*device.stream()))
    {
        m_up = take(device, BufferKind::Upload, sizeof(Case));
        m_in = take(device, BufferKind::OnDevice, sizeof(Case));
        m_out = take(device, BufferKind::OnDevice, sizeof(Answer));
        m_down = take(device, BufferKind::Download, sizeof(Answer));
    }

    std::vector<Answer> ask(const std::vector<Case> &cases)
    {
        std::memcpy(m_up.bytes().data(), cases.data(), cases.size() * sizeof(Case));
        SnugOperation operation{};
        operation.name = vulkan::kTryArithmetic;
        operation.operands[0] = m_in.whole();
        operation.operands[1] = m_out.whole();
        operation.numbers[0] = cases.size();
        const bool done = m_stream.copy(m_up.whole(), m_in.whole()) && m_stream.run(operation) &&
                          m_stream.copy(m_out.whole(), m_down.whole()) && m_stream.finish();
        std::vector<Answer> answers(done ? cases.size() : 0);
        if (done)
            std::memcpy(answers.data(), m_down.bytes().data(), answers.size() * sizeof(Answer));
        return answers;
    }

private:
    DeviceBuffer take(const BackendDevice &device, BufferKind kind, std::size_t itemBytes)
    {
        return std::move(*device.take(m_ledger, Component::Workspace, kind, kBatch * itemBytes));
    }

    Ledger m_ledger;
    DeviceBuffer m_up, m_in, m_out, m_down;
    DeviceStream m_stream; ///< goes first
};

} // namespace

class TestShaderArithmetic : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void anyQuotients()
    {
        check([](Random &r) { return Case{Quotient, anyFloat(r, -60, 60), anyFloat(r, -60, 60)}; });
    }
    void farQuotients()
    {
        check([](Random &r) { return Case{Quotient, anyFloat(r, -126, 127), anyFloat(r, -126, 127)}; });
    }
    void quotientsNearTies();
    void quotientsOfShortNumbers();
    void zeroQuotients();
    void quotientsToRound();
    void anyRoots()
    {
        check([](Random &r) { return Case{Root, std::fabs(anyFloat(r, -126, 127)), 0.0f}; });
    }
    void rootsNearTies()
    {
        check([](Random &r) { return Case{Root, nearTieSquare(r), 0.0f}; });
    }
    void poorGuesses();
    void products()
    {
        check([](Random &r) { return Case{Summand, anyFloat(r, -75, 75), anyFloat(r, -75, 75)}; });
    }
    void wholeNumbers();
    void halves()
    {
        check([](Random &r) { return Case{HalfBits, anyFloat(r, -30, 17), 0.0f}; });
    }

private:
    /// One batch of cases on every Vulkan device.
    template <class Make> void check(Make make);

    std::vector<BackendDevice> m_devices;
};

void TestShaderArithmetic::initTestCase()
{
    for (const TestDevice &device : testBackends().devices)
        if (device.id.starts_with("vulkan"))
            if (auto opened = device.backends->open(device.id))
                m_devices.push_back(*opened);
    if (m_devices.empty())
        QSKIP("no Vulkan device");
}

template <class Make> void TestShaderArithmetic::check(Make make)
{
    Random random(29);
    std::vector<Case> cases(kBatch);
    for (Case &one : cases)
        one = make(random);
    for (const BackendDevice &device : m_devices) {
        const std::vector<Answer> answers = Bench(device).ask(cases);
        QCOMPARE(answers.size(), cases.size());
        for (std::size_t i = 0; i < cases.size(); ++i) {
            const Expected wanted = expected(cases[i]);
            const bool equal = answers[i].doubtful || answers[i].bits == wanted.bits;
            if (equal && !(wanted.mustBeSure && answers[i].doubtful) && !(wanted.mustDoubt && !answers[i].doubtful))
                continue;
            QFAIL(qPrintable(QString("%1: question %2 of %3 and %4 gives 0x%5, expected 0x%6, %7")
                                 .arg(device.description().name.c_str())
                                 .arg(cases[i].question)
                                 .arg(static_cast<double>(cases[i].a), 0, 'g', 9)
                                 .arg(static_cast<double>(cases[i].b), 0, 'g', 9)
                                 .arg(answers[i].bits, 8, 16, QChar('0'))
                                 .arg(wanted.bits, 8, 16, QChar('0'))
                                 .arg(answers[i].doubtful ? "in doubt" : "sure")));
        }
    }
}

void TestShaderArithmetic::quotientsNearTies()
{
    check([](Random &random) {
        const float b = anyFloat(random, -20, 20);
        return Case{Quotient, nearTieDividend(b, random), b};
    });
}

/// Few bits: exact quotients, and those with long runs of equal bits.
void TestShaderArithmetic::quotientsOfShortNumbers()
{
    check([](Random &random) {
        const auto few = [&random] {
            const auto top = static_cast<int>(random() % 12) + 1;
            const float value = static_cast<float>(random() % (1u << top) + 1);
            return random() % 4 ? value : std::nextafter(value, 0.0f);
        };
        return Case{Quotient, few(), few()};
    });
}

void TestShaderArithmetic::zeroQuotients()
{
    check([](Random &random) { return Case{Quotient, random() & 1u ? 0.0f : -0.0f, anyFloat(random, -126, 127)}; });
}

void TestShaderArithmetic::quotientsToRound()
{
    check([](Random &random) { return Case{QuotientToRound, anyFloat(random, -60, 60), anyFloat(random, -60, 60)}; });
}

/// Guesses a few units off are mended; those further off are noticed.
void TestShaderArithmetic::poorGuesses()
{
    check([](Random &random) {
        const int most = random() & 1u ? 50 : 1 << (random() % 15);
        const int units = static_cast<int>(random() % static_cast<unsigned>(2 * most + 1)) - most;
        if (random() & 1u)
            return Case{spoilt(Root, units), nearTieSquare(random), 0.0f};
        const float b = anyFloat(random, -20, 20);
        return Case{spoilt(Quotient, units), nearTieDividend(b, random), b};
    });
}

void TestShaderArithmetic::wholeNumbers()
{
    check([](Random &random) { return Case{random() & 1u ? NearestInt : RoundAway, nearHalf(random), 0.0f}; });
}

QTEST_APPLESS_MAIN(TestShaderArithmetic)
#include "tst_shaderarithmetic.moc"
