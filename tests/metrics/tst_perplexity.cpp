// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sums of losses: by hand, against a plain two-pass computation, and the same in any grouping.

#include "core/metrics/perplexity.h"
#include "tests/metrics/closeness.h"

#include <array>
#include <limits>
#include <random>
#include <vector>

using namespace snug;

namespace {

/// Losses of windows as a model might give them.
std::vector<std::vector<double>> someLosses(int windows, int perWindow)
{
    std::mt19937 random(7);
    std::gamma_distribution<double> loss(1.3, 2.1);
    std::vector<std::vector<double>> all(static_cast<std::size_t>(windows));
    for (auto &window : all) {
        for (int i = 0; i < perWindow; ++i)
            window.push_back(loss(random));
    }
    return all;
}

} // namespace

class TstPerplexity : public QObject
{
    Q_OBJECT

private slots:
    void byHand();
    void nothingYet();
    void agreesWithTwoPasses();
    void sameInAnyGrouping();
    void rowsInSeveralCalls();
    void infiniteLoss();
};

void TstPerplexity::byHand()
{
    // p = 1/2, 1/4, 1/8: mean loss 2 ln 2, perplexity 4. Variance of 1, 2, 3 is 2/3: error sqrt(1/3) ln 2.
    const double ln2 = std::log(2.0);
    LossAccumulator losses;
    losses.add(0, std::array<double, 2>{ln2, 2 * ln2});
    losses.add(1, std::array<double, 1>{3 * ln2});
    const PerplexityFigure figure = losses.figure();
    SNUG_CLOSE(figure.perplexity, 4.0, 1e-15);
    SNUG_CLOSE(figure.meanLoss, 2 * ln2, 1e-15);
    SNUG_CLOSE(figure.meanLossStandardError, ln2 / std::sqrt(3.0), 1e-14);
    SNUG_CLOSE(figure.standardError, 4 * ln2 / std::sqrt(3.0), 1e-14);
    QCOMPARE(figure.tokens, std::uint64_t{3});
    QCOMPARE(figure.windows, std::uint64_t{2});
}

void TstPerplexity::nothingYet()
{
    const PerplexityFigure figure = LossAccumulator().figure();
    QVERIFY(std::isnan(figure.perplexity));
    QCOMPARE(figure.tokens, std::uint64_t{0});
}

void TstPerplexity::agreesWithTwoPasses()
{
    const auto windows = someLosses(200, 255);
    LossAccumulator losses;
    long double sum = 0;
    std::size_t count = 0;
    for (std::size_t i = 0; i < windows.size(); ++i) {
        losses.add(i, windows[i]);
        for (const double loss : windows[i])
            sum += loss;
        count += windows[i].size();
    }
    const long double mean = sum / static_cast<long double>(count);
    long double squares = 0;
    for (const auto &window : windows) {
        for (const double loss : window)
            squares += (loss - mean) * (loss - mean);
    }
    const auto n = static_cast<long double>(count);
    const PerplexityFigure figure = losses.figure();
    SNUG_CLOSE(figure.perplexity, static_cast<double>(std::exp(mean)), 1e-12);
    SNUG_CLOSE(figure.meanLossStandardError, static_cast<double>(std::sqrt(squares / n / (n - 1))), 1e-12);
}

void TstPerplexity::sameInAnyGrouping()
{
    const auto windows = someLosses(64, 33);
    LossAccumulator whole;
    for (std::size_t i = 0; i < windows.size(); ++i)
        whole.add(i, windows[i]);
    for (const std::size_t parts : {2u, 3u, 7u, 64u}) {
        // Windows dealt like cards, each part from its last window to its first, parts merged backwards in a tree.
        std::vector<LossAccumulator> part(parts);
        for (std::size_t i = windows.size(); i-- > 0;)
            part[i % parts].add(i, windows[i]);
        while (part.size() > 1) {
            LossAccumulator last = part.back();
            part.pop_back();
            last.merge(part[part.size() / 2]);
            part[part.size() / 2] = last;
        }
        QCOMPARE(part[0].figure().perplexity, whole.figure().perplexity);
        QVERIFY(part[0].figure().meanLoss == whole.figure().meanLoss);
        QVERIFY(part[0].figure().standardError == whole.figure().standardError);
        QCOMPARE(part[0].figure().tokens, whole.figure().tokens);
    }
}

void TstPerplexity::rowsInSeveralCalls()
{
    const auto windows = someLosses(5, 100);
    LossAccumulator whole;
    LossAccumulator inRows;
    for (std::size_t i = 0; i < windows.size(); ++i)
        whole.add(i, windows[i]);
    for (std::size_t row = 0; row < 100; row += 20) { // windows side by side, row chunk after row chunk
        for (std::size_t i = 0; i < windows.size(); ++i)
            inRows.add(i, std::span(windows[i]).subspan(row, 20));
    }
    QVERIFY(whole.figure().meanLoss == inRows.figure().meanLoss);
    QVERIFY(whole.figure().standardError == inRows.figure().standardError);
}

void TstPerplexity::infiniteLoss()
{
    LossAccumulator losses;
    losses.add(0, std::array<float, 2>{1.0F, std::numeric_limits<float>::infinity()});
    QCOMPARE(losses.figure().perplexity, std::numeric_limits<double>::infinity());
    QVERIFY(std::isnan(losses.figure().standardError));
}

QTEST_APPLESS_MAIN(TstPerplexity)
#include "tst_perplexity.moc"
