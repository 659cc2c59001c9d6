// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Choices among known shares, and the generator's known numbers.

#include "core/runtime/sampling.h"

#include <QtTest>

#include <cmath>
#include <map>

using namespace snug;

namespace {

/// Shares 0.4, 0.3, 0.2, 0.1 of the tokens 2, 0, 3, 1.
const std::vector<float> kLogits = {std::log(0.3F), std::log(0.1F), std::log(0.4F), std::log(0.2F)};

constexpr SamplingOptions kAll{.temperature = 1, .topK = 0, .topP = 1, .minP = 0, .seed = 5489};

/// How often each token comes in so many draws.
std::map<std::int32_t, int> drawn(const SamplingOptions &options, int draws = 20000)
{
    Sampler sampler(options);
    std::map<std::int32_t, int> counts;
    for (int i = 0; i < draws; ++i)
        ++counts[*sampler.choose(kLogits)];
    return counts;
}

} // namespace

class TstSampling : public QObject
{
    Q_OBJECT

private slots:
    void greedyTakesTheFirstOfEqualOnes();
    void drawsByShare();
    void cuts_data();
    void cuts();
    void knownNumbersChoose();
    void temperatureSharpens();
    void refusesWhatCannotBe_data();
    void refusesWhatCannotBe();
    void damagedFiguresAreAnError();
};

void TstSampling::greedyTakesTheFirstOfEqualOnes()
{
    Sampler sampler({.temperature = 0});
    QCOMPARE(*sampler.choose(kLogits), 2);
    QCOMPARE(*sampler.choose(std::vector<float>{1, 3, 3, 2}), 1);
    QCOMPARE(*sampler.choose(std::vector<float>{-INFINITY, -3}), 1);
}

void TstSampling::drawsByShare()
{
    const auto counts = drawn(kAll);
    const double expected[] = {0.3, 0.1, 0.4, 0.2};
    for (int token = 0; token < 4; ++token) // 20000 draws: five standard deviations are below 0.018
        QVERIFY2(std::abs(counts.at(token) / 20000.0 - expected[token]) < 0.018, qPrintable(QString::number(token)));
}

void TstSampling::cuts_data()
{
    QTest::addColumn<int>("topK");
    QTest::addColumn<double>("topP");
    QTest::addColumn<double>("minP");
    QTest::addColumn<QList<int>>("left");
    QTest::newRow("nothing") << 0 << 1.0 << 0.0 << QList<int>{0, 1, 2, 3};
    QTest::newRow("topK 1") << 1 << 1.0 << 0.0 << QList<int>{2};
    QTest::newRow("topK 3") << 3 << 1.0 << 0.0 << QList<int>{0, 2, 3};
    QTest::newRow("topK beyond") << 9 << 1.0 << 0.0 << QList<int>{0, 1, 2, 3};
    QTest::newRow("topP 0.3 needs one") << 0 << 0.3 << 0.0 << QList<int>{2};
    QTest::newRow("topP 0.6 needs two") << 0 << 0.6 << 0.0 << QList<int>{0, 2};
    QTest::newRow("topP of what topK left") << 2 << 0.55 << 0.0 << QList<int>{2}; // 0.4 of 0.7
    QTest::newRow("minP 0.4") << 0 << 1.0 << 0.4 << QList<int>{0, 2, 3};
    QTest::newRow("minP 1") << 0 << 1.0 << 1.0 << QList<int>{2};
    QTest::newRow("all") << 3 << 0.9 << 0.6 << QList<int>{0, 2};
    QTest::newRow("minP changes no share") << 0 << 0.85 << 0.6 << QList<int>{0, 2};
}

void TstSampling::cuts()
{
    QFETCH(int, topK);
    QFETCH(double, topP);
    QFETCH(double, minP);
    QFETCH(QList<int>, left);
    QList<int> found;
    for (const auto &[token, count] :
         drawn({.temperature = 1, .topK = static_cast<std::uint32_t>(topK), .topP = topP, .minP = minP}, 1000))
        found.append(token);
    QCOMPARE(found, left);
}

void TstSampling::knownNumbersChoose()
{
    // The standard fixes the 10000th number of the generator with its own seed.
    std::mt19937_64 generator;
    generator.discard(9999);
    QCOMPARE(generator(), std::uint64_t(9981545732273789042ULL));
    // A draw is the number's upper 53 bits as a part of 1, laid over shares in falling order: 0.4, 0.7, 0.9, 1.
    generator.seed(7);
    Sampler sampler({.temperature = 1, .topK = 0, .topP = 1, .minP = 0, .seed = 7});
    for (int i = 0; i < 200; ++i) {
        const double draw = static_cast<double>(generator() >> 11) / 9007199254740992.0;
        QCOMPARE(*sampler.choose(kLogits), draw < 0.4 ? 2 : draw < 0.7 ? 0 : draw < 0.9 ? 3 : 1);
    }
}

void TstSampling::temperatureSharpens()
{
    SamplingOptions options = kAll;
    options.temperature = 0.5; // shares as their squares: 16 of 30
    QVERIFY(std::abs(drawn(options).at(2) / 20000.0 - 16.0 / 30) < 0.018);
    options.temperature = 1e-300; // nothing overflows
    QCOMPARE(drawn(options, 100).at(2), 100);
    options.temperature = 1e300; // all alike
    QVERIFY(std::abs(drawn(options).at(1) / 20000.0 - 0.25) < 0.018);
}

void TstSampling::refusesWhatCannotBe_data()
{
    QTest::addColumn<double>("temperature");
    QTest::addColumn<double>("topP");
    QTest::addColumn<double>("minP");
    QTest::newRow("temperature") << -1.0 << 1.0 << 0.0;
    QTest::newRow("temperature NaN") << std::nan("") << 1.0 << 0.0;
    QTest::newRow("temperature infinite") << double(INFINITY) << 1.0 << 0.0;
    QTest::newRow("topP 0") << 1.0 << 0.0 << 0.0;
    QTest::newRow("topP above 1") << 1.0 << 1.1 << 0.0;
    QTest::newRow("minP") << 1.0 << 1.0 << -0.1;
}

void TstSampling::refusesWhatCannotBe()
{
    QFETCH(double, temperature);
    QFETCH(double, topP);
    QFETCH(double, minP);
    const auto checked = checkSampling({.temperature = temperature, .topP = topP, .minP = minP});
    QVERIFY(!checked);
    QCOMPARE(checked.error().code, ErrorCode::Usage);
    QVERIFY(checkSampling({}));
}

void TstSampling::damagedFiguresAreAnError()
{
    Sampler sampler(kAll);
    QVERIFY(!sampler.choose(std::vector<float>{1, NAN}));
    QVERIFY(!sampler.choose(std::vector<float>{NAN, 1}));
    QVERIFY(!sampler.choose(std::vector<float>{1, INFINITY}));
    QVERIFY(!sampler.choose(std::vector<float>{-INFINITY, -INFINITY}));
    QVERIFY(!sampler.choose(std::vector<float>{}));
}

QTEST_GUILESS_MAIN(TstSampling)
#include "tst_sampling.moc"
