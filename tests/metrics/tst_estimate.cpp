// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Errors and intervals against numbers worked by hand and against the definitions solved another way.

#include "core/metrics/estimate.h"
#include "tests/metrics/closeness.h"

#include <limits>
#include <vector>

using namespace snug;

class TstEstimate : public QObject
{
    Q_OBJECT

private slots:
    void meansByHand();
    void meansOfLittle();
    void shares();
    void wilsonByHand();
    void wilsonSolvesItsEquation();
    void errorsHaveTwoDigits();
    void quantilesByHand();
};

void TstEstimate::meansByHand()
{
    // 1, 2, 3, 6: mean 3, mean square 12.5, variance 3.5, error sqrt(3.5 / 3).
    const Estimate mean = meanEstimate(12, 50, 4);
    QCOMPARE(mean.value, 3.0);
    SNUG_CLOSE(mean.standardError, 1.0801234497346435, 1e-15);
}

void TstEstimate::meansOfLittle()
{
    QVERIFY(std::isnan(meanEstimate(0, 0, 0).value));
    QCOMPARE(meanEstimate(7, 49, 1).value, 7.0);
    QCOMPARE(meanEstimate(7, 49, 1).standardError, 0.0);
    QCOMPARE(meanEstimate(3, 3 - 1e-15, 3).standardError, 0.0); // three ones, the squares added with an error
    const double infinity = std::numeric_limits<double>::infinity();
    QCOMPARE(meanEstimate(infinity, infinity, 5).value, infinity);
    QVERIFY(std::isnan(meanEstimate(infinity, infinity, 5).standardError));
}

void TstEstimate::shares()
{
    const Estimate share = shareEstimate(3, 5);
    QCOMPARE(share.value, 0.6);
    SNUG_CLOSE(share.standardError, std::sqrt(0.06), 1e-15); // 0.24 / 4
    QCOMPARE(shareEstimate(5, 5).standardError, 0.0);
    QCOMPARE(shareEstimate(1, 1).standardError, 0.0);
    QVERIFY(std::isnan(shareEstimate(0, 0).value));
}

void TstEstimate::wilsonByHand()
{
    // 5 of 10 at z = 1.96 is the textbook's 0.2366 to 0.7634.
    const Interval half = wilsonInterval(5, 10);
    SNUG_CLOSE(half.low, 0.236593, 1e-6);
    SNUG_CLOSE(half.high, 0.763407, 1e-6);
    const Interval none = wilsonInterval(0, 10); // z^2 / (n + z^2) = 3.841459 / 13.841459
    QCOMPARE(none.low, 0.0);
    SNUG_CLOSE(none.high, 0.277533, 1e-6);
    QCOMPARE(wilsonInterval(10, 10).high, 1.0);
    QCOMPARE(wilsonInterval(0, 0).low, 0.0);
    QCOMPARE(wilsonInterval(0, 0).high, 1.0);
}

void TstEstimate::wilsonSolvesItsEquation()
{
    // The ends are the shares q from which the observed one is z standard errors away: (p - q)^2 = z^2 q (1 - q) / n.
    const double z2 = 1.959963984540054 * 1.959963984540054;
    for (const std::uint64_t count : {3u, 17u, 1000u, 14042u}) {
        for (std::uint64_t hits = 1; hits < count; hits += 1 + count / 50) {
            const auto [low, high] = wilsonInterval(hits, count);
            const double n = static_cast<double>(count);
            const double p = static_cast<double>(hits) / n;
            QVERIFY(0 < low && low < p && p < high && high < 1);
            for (const double q : {low, high})
                SNUG_CLOSE((p - q) * (p - q), z2 * q * (1 - q) / n, 1e-14);
        }
    }
}

void TstEstimate::errorsHaveTwoDigits()
{
    QCOMPARE(estimateText({0.0000612, 0.0000034}, 5), std::string("0.0000612 ± 0.0000034"));
    QCOMPARE(estimateText({5.12345, 0.045}, 4), std::string("5.123 ± 0.045"));
    QCOMPARE(estimateText({5.12345, 0.0956}, 4), std::string("5.123 ± 0.096"));
    QCOMPARE(estimateText({1234.5, 120.2}, 4), std::string("1234 ± 120"));
    QCOMPARE(estimateText({-0.5, 1.25}, 4), std::string("-0.5 ± 1.2"));
    QCOMPARE(estimateText({0.5, 0}, 4), std::string("0.5000 ± 0"));
    QCOMPARE(estimateText({0.5, std::numeric_limits<double>::quiet_NaN()}, 4), std::string("0.5000"));
    QCOMPARE(estimateText({0.5, std::numeric_limits<double>::infinity()}, 4), std::string("0.5000"));
    QCOMPARE(estimateText({std::numeric_limits<double>::quiet_NaN(), 0.1}, 4), std::string("-"));
}

void TstEstimate::quantilesByHand()
{
    const std::vector<float> values = {1, 2, 4, 8, 16};
    QCOMPARE(quantile(values, 0), 1.0);
    QCOMPARE(quantile(values, 0.5), 4.0);
    QCOMPARE(quantile(values, 1), 16.0);
    SNUG_CLOSE(quantile(values, 0.9), 12.8, 1e-14); // place 3.6: 0.4 * 8 + 0.6 * 16
    SNUG_CLOSE(quantile(values, 0.1), 1.4, 1e-14);
    const std::vector<float> even = {1, 2, 5, 9};
    QCOMPARE(quantile(even, 0.5), 3.5);
    const std::vector<float> one = {3};
    QCOMPARE(quantile(one, 0.999), 3.0);
    const std::vector<float> infinite = {1, 2, std::numeric_limits<float>::infinity()};
    QCOMPARE(quantile(infinite, 0.5), 2.0);
}

QTEST_APPLESS_MAIN(TstEstimate)
#include "tst_estimate.moc"
