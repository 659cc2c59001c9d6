// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Plans of windows: by hand, and against the published recipes walked token by token.

#include "core/metrics/scoringwindows.h"

#include <QTest>

#include <algorithm>
#include <numeric>

using namespace snug;

namespace {

std::vector<std::int32_t> countingTokens(std::size_t count)
{
    std::vector<std::int32_t> tokens(count);
    std::iota(tokens.begin(), tokens.end(), 1000);
    return tokens;
}

/// The strided recipe with a mask of labels, as published: (window, target) pairs that enter the loss.
std::vector<std::pair<std::size_t, std::size_t>> maskedTargets(std::size_t tokens, std::size_t length,
                                                               std::size_t stride)
{
    std::vector<std::pair<std::size_t, std::size_t>> scored;
    std::size_t previousEnd = 0;
    std::size_t window = 0;
    for (std::size_t begin = 0; begin < tokens; begin += stride) {
        const std::size_t end = std::min(begin + length, tokens);
        std::vector<bool> masked(end - begin, false);
        for (std::size_t i = 0; i < end - begin - (end - previousEnd); ++i)
            masked[i] = true;
        const std::size_t before = scored.size();
        for (std::size_t i = 1; i < masked.size(); ++i) { // the shift of labels drops the first
            if (!masked[i])
                scored.emplace_back(window, begin + i);
        }
        window += scored.size() > before ? 1 : 0;
        previousEnd = end;
        if (end == tokens)
            break;
    }
    return scored;
}

} // namespace

class TstScoringWindows : public QObject
{
    Q_OBJECT

private slots:
    void halvesByHand();
    void halvesOfAnyLength();
    void halvesAreLimited();
    void stridesByHand();
    void stridesFollowTheRecipe();
    void refusals_data();
    void refusals();
};

void TstScoringWindows::halvesByHand()
{
    const auto tokens = countingTokens(19);
    const auto plan = planHalfWindows({8, std::nullopt, 1}, tokens.size(), "text");
    QVERIFY(plan);
    QCOMPARE(plan->windows, (std::vector<ScoringWindow>{{0, 8, 4, 3}, {8, 8, 4, 3}}));
    // What goes in begins with the mark; rows 4, 5, 6 predict tokens 5, 6, 7.
    QCOMPARE(plan->inputs(tokens, 1), (std::vector<std::int32_t>{1, 1009, 1010, 1011, 1012, 1013, 1014, 1015}));
    const auto targets = plan->targets(tokens, 1);
    QCOMPARE(std::vector<std::int32_t>(targets.begin(), targets.end()), (std::vector<std::int32_t>{1013, 1014, 1015}));
    QCOMPARE(plan->scoredTokens(), std::uint64_t{6});

    const auto unmarked = planHalfWindows({8, std::nullopt, std::nullopt}, tokens.size(), "text");
    QCOMPARE(unmarked->inputs(tokens, 1).front(), 1008);
}

void TstScoringWindows::halvesOfAnyLength()
{
    for (std::size_t length = 3; length < 40; ++length) {
        const auto tokens = countingTokens(5 * length - 1);
        const auto plan = planHalfWindows({length, std::nullopt, std::nullopt}, tokens.size(), "text");
        QVERIFY(plan);
        QCOMPARE(plan->windows.size(), std::size_t{4});
        for (std::size_t i = 0; i < 4; ++i) {
            std::vector<std::int32_t> expected;
            for (std::size_t row = length / 2; row < length - 1; ++row)
                expected.push_back(tokens[i * length + row + 1]);
            const auto targets = plan->targets(tokens, i);
            QCOMPARE(std::vector<std::int32_t>(targets.begin(), targets.end()), expected);
        }
    }
    // The well-known figure: 255 of 512.
    QCOMPARE(planHalfWindows({}, 512, "text")->windows.front().rowCount, std::size_t{255});
}

void TstScoringWindows::halvesAreLimited()
{
    QCOMPARE(planHalfWindows({512, 3, {}}, 100'000, "text")->windows.size(), std::size_t{3});
    QCOMPARE(planHalfWindows({512, 300, {}}, 100'000, "text")->windows.size(), std::size_t{195});
}

void TstScoringWindows::stridesByHand()
{
    const auto plan = planStridedWindows({6, 4, std::nullopt}, 15, "text");
    QVERIFY(plan);
    // Tokens 1..5, then 6..9, 10..13, 14, each with what stands before it in its window.
    QCOMPARE(plan->windows, (std::vector<ScoringWindow>{{0, 6, 0, 5}, {4, 6, 1, 4}, {8, 6, 1, 4}, {12, 3, 1, 1}}));
    QCOMPARE(plan->scoredTokens(), std::uint64_t{14});
    const auto tokens = countingTokens(15);
    QCOMPARE(plan->targets(tokens, 1).front(), 1006);
    QCOMPARE(plan->inputs(tokens, 3), (std::vector<std::int32_t>{1012, 1013, 1014}));

    const auto whole = planStridedWindows({1024, 512, std::nullopt}, 700, "text");
    QCOMPARE(whole->windows, (std::vector<ScoringWindow>{{0, 700, 0, 699}}));
    QCOMPARE(planStridedWindows({6, 4, 2}, 15, "text")->windows.size(), std::size_t{2});
}

void TstScoringWindows::stridesFollowTheRecipe()
{
    for (std::size_t count = 2; count < 36; ++count) {
        for (std::size_t length = 2; length < 12; ++length) {
            for (std::size_t stride = 1; stride <= length; ++stride) {
                const auto plan = planStridedWindows({length, stride, std::nullopt}, count, "text");
                QVERIFY(plan);
                std::vector<std::pair<std::size_t, std::size_t>> scored;
                for (std::size_t i = 0; i < plan->windows.size(); ++i) {
                    const ScoringWindow &window = plan->windows[i];
                    QVERIFY(window.length <= length && window.firstRow + window.rowCount < window.length);
                    for (std::size_t row = window.firstRow; row < window.firstRow + window.rowCount; ++row)
                        scored.emplace_back(i, window.begin + row + 1);
                }
                QCOMPARE(scored, maskedTargets(count, length, stride));
                QVERIFY(stride == length || plan->scoredTokens() == count - 1);
            }
        }
    }
}

void TstScoringWindows::refusals_data()
{
    QTest::addColumn<bool>("strided");
    QTest::addColumn<int>("length");
    QTest::addColumn<int>("stride");
    QTest::addColumn<int>("most"); // -1: no limit
    QTest::addColumn<int>("tokens");
    QTest::addColumn<bool>("usage");
    QTest::addColumn<QString>("message");
    QTest::newRow("nothing to score") << false << 2 << 0 << -1 << 100 << true << "Give at least 3";
    QTest::newRow("no window wanted") << false << 8 << 0 << 0 << 100 << true << "At most 0 windows";
    QTest::newRow("short text") << false << 512 << 0 << -1 << 511 << false << "it has 511 tokens, one window takes 512";
    QTest::newRow("no context") << true << 1 << 1 << -1 << 100 << true << "Give at least 2";
    QTest::newRow("no stride") << true << 8 << 0 << -1 << 100 << true << "A stride of 0";
    QTest::newRow("long stride") << true << 8 << 9 << -1 << 100 << true << "Give 1 to 8";
    QTest::newRow("no stride wanted") << true << 8 << 4 << 0 << 100 << true << "At most 0 windows";
    QTest::newRow("one token") << true << 8 << 4 << -1 << 1 << false << "it has 1 tokens, at least 2 are needed";
}

void TstScoringWindows::refusals()
{
    QFETCH(bool, strided);
    QFETCH(int, length);
    QFETCH(int, stride);
    QFETCH(int, most);
    QFETCH(int, tokens);
    QFETCH(bool, usage);
    QFETCH(QString, message);
    const auto limit = most < 0 ? std::nullopt : std::optional<std::uint64_t>(most);
    const auto plan =
        strided ? planStridedWindows({static_cast<std::size_t>(length), static_cast<std::size_t>(stride), limit},
                                     static_cast<std::uint64_t>(tokens), "text")
                : planHalfWindows({static_cast<std::size_t>(length), limit, std::nullopt},
                                  static_cast<std::uint64_t>(tokens), "text");
    QVERIFY(!plan);
    QCOMPARE(plan.error().code, usage ? ErrorCode::Usage : ErrorCode::BadInput);
    QVERIFY2(plan.error().message.find(message.toStdString()) != std::string::npos, plan.error().message.c_str());
}

QTEST_APPLESS_MAIN(TstScoringWindows)
#include "tst_scoringwindows.moc"
