// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which experts a token goes to, and with what share.

#include "core/runtime/routing.h"

#include <QtTest>

#include <cmath>

using namespace snug;

namespace {

constexpr float kTolerance = 1e-6F;

/// The shares of one token, 0 of experts it does not go to.
std::vector<float> sharesOf(const std::vector<ExpertTokens> &routes, std::uint32_t token)
{
    std::vector<float> shares;
    for (const ExpertTokens &route : routes) {
        const auto at = std::ranges::find(route.tokens, token);
        shares.push_back(at == route.tokens.end() ? 0
                                                  : route.shares[static_cast<std::size_t>(at - route.tokens.begin())]);
    }
    return shares;
}

} // namespace

class TstRouting : public QObject
{
    Q_OBJECT

private slots:
    void shares_data()
    {
        QTest::addColumn<ExpertShares>("kind");
        QTest::addColumn<std::vector<float>>("expected");
        // Softmax of {1, 3, 2, 0}: 0.0871443, 0.643914, 0.236883, 0.0320586. Of {3, 2} alone: 0.731059, 0.268941.
        const std::vector<float> two = {0, 0.731059F, 0.268941F, 0};
        QTest::newRow("made to sum to one") << ExpertShares::SoftmaxThenTop << two;
        QTest::newRow("of those chosen") << ExpertShares::TopThenSoftmax << two;
        QTest::newRow("of all") << ExpertShares::SoftmaxOfAll << std::vector<float>{0, 0.643914F, 0.236883F, 0};
    }

    void shares()
    {
        QFETCH(ExpertShares, kind);
        QFETCH(std::vector<float>, expected);
        const std::vector<float> logits = {1, 3, 2, 0};
        const std::vector<float> found = sharesOf(routeTokens(logits, 4, 2, kind), 0);
        for (std::size_t i = 0; i < expected.size(); ++i)
            QVERIFY2(std::abs(found[i] - expected[i]) < kTolerance, qPrintable(QString("%1: %2").arg(i).arg(found[i])));
    }

    void ofEqualOnesTheLowerNumber()
    {
        const std::vector<float> logits = {1, 1, 1, 1};
        QCOMPARE(sharesOf(routeTokens(logits, 4, 2, ExpertShares::SoftmaxThenTop), 0),
                 (std::vector<float>{0.5F, 0.5F, 0, 0}));
    }

    void tokensOfAnExpertRise()
    {
        const std::vector<float> logits = {0, 5, 5, 0, 0, 5, 0, 6};
        const auto routes = routeTokens(logits, 2, 1, ExpertShares::TopThenSoftmax);
        QCOMPARE(routes[0].tokens, (std::vector<std::uint32_t>{1}));
        QCOMPARE(routes[1].tokens, (std::vector<std::uint32_t>{0, 2, 3}));
        QCOMPARE(routes[1].shares, (std::vector<float>{1, 1, 1}));
    }

    void largeLogitsStayNumbers()
    {
        const std::vector<float> logits = {3e38F, -3e38F, 3e38F};
        const auto routes = routeTokens(logits, 3, 3, ExpertShares::SoftmaxOfAll);
        QCOMPARE(sharesOf(routes, 0), (std::vector<float>{0.5F, 0, 0.5F}));
    }
};

QTEST_APPLESS_MAIN(TstRouting)
#include "tst_routing.moc"
