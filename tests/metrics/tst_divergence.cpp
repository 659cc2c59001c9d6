// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Figures of divergence: by hand, against two passes over vocabularies made up here, and the same in any grouping.

#include "core/metrics/divergence.h"
#include "tests/metrics/closeness.h"

#include <array>
#include <random>
#include <vector>

using namespace snug;

namespace {

using Tokens = std::vector<TokenDivergence>;

std::vector<double> softmax(const std::vector<double> &logits)
{
    double sum = 0;
    for (const double logit : logits)
        sum += std::exp(logit);
    std::vector<double> shares;
    for (const double logit : logits)
        shares.push_back(std::exp(logit) / sum);
    return shares;
}

/// Tokens over a vocabulary of 20: logits, and the same with noise.
Tokens someTokens(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::normal_distribution<double> normal;
    Tokens tokens(count);
    for (TokenDivergence &token : tokens) {
        std::vector<double> base(20);
        std::vector<double> other(20);
        for (std::size_t i = 0; i < 20; ++i) {
            base[i] = 2 * normal(random);
            other[i] = base[i] + 0.2 * normal(random);
        }
        const auto p = softmax(base);
        const auto q = softmax(other);
        const std::size_t truth = random() % 20;
        for (std::size_t i = 0; i < 20; ++i)
            token.kl += p[i] * std::log(p[i] / q[i]);
        token.lossBase = -std::log(p[truth]);
        token.lossOther = -std::log(q[truth]);
        token.probBase = p[truth];
        token.probOther = q[truth];
        token.sameTop =
            std::max_element(p.begin(), p.end()) - p.begin() == std::max_element(q.begin(), q.end()) - q.begin();
    }
    return tokens;
}

/// Mean and standard error in two passes.
template <class Value> Estimate twoPasses(const Tokens &tokens, Value value)
{
    long double sum = 0;
    for (const TokenDivergence &token : tokens)
        sum += value(token);
    const auto n = static_cast<long double>(tokens.size());
    long double squares = 0;
    for (const TokenDivergence &token : tokens)
        squares += (value(token) - sum / n) * (value(token) - sum / n);
    return {static_cast<double>(sum / n), static_cast<double>(std::sqrt(squares / n / (n - 1)))};
}

std::vector<double> everything(const DivergenceFigures &f)
{
    const auto &k = f.klValues;
    const auto &c = f.probabilityChanges;
    return {f.perplexityBase.value,
            f.perplexityBase.standardError,
            f.perplexityOther.value,
            f.logRatio.value,
            f.logRatio.standardError,
            f.ratio.value,
            f.increase.value,
            f.increase.standardError,
            f.correlation,
            f.kl.value,
            f.kl.standardError,
            f.sameTop.value,
            f.probabilityChange.value,
            f.probabilityChange.standardError,
            f.probabilityChangeRms.value,
            k.minimum,
            k.p001,
            k.p01,
            k.p05,
            k.p10,
            k.p25,
            k.median,
            k.p75,
            k.p90,
            k.p95,
            k.p99,
            k.p999,
            k.maximum,
            c.minimum,
            c.p001,
            c.p01,
            c.p05,
            c.p10,
            c.p25,
            c.median,
            c.p75,
            c.p90,
            c.p95,
            c.p99,
            c.p999,
            c.maximum};
}

} // namespace

class TstDivergence : public QObject
{
    Q_OBJECT

private slots:
    void byHand();
    void nothingYet();
    void aModelAgainstItself();
    void agreesWithTwoPasses();
    void percentilesAreExact();
    void sameInAnyGrouping();
    void notANumber();
};

void TstDivergence::byHand()
{
    // Two tokens. Losses: base 1 and 3, other 1.5 and 3.5; both means have the error 1 and the covariance 1.
    DivergenceAccumulator all;
    all.add(0, Tokens{{0.1, 1, 1.5, 0.5, 0.3, true}});
    all.add(1, Tokens{{0.3, 3, 3.5, 0.2, 0.3, false}});
    const DivergenceFigures figures = all.figures();
    QCOMPARE(figures.tokens, std::uint64_t{2});
    QCOMPARE(figures.windows, std::uint64_t{2});
    SNUG_CLOSE(figures.perplexityBase.value, std::exp(2.0), 1e-15);
    SNUG_CLOSE(figures.perplexityBase.standardError, std::exp(2.0), 1e-15);
    SNUG_CLOSE(figures.perplexityOther.value, std::exp(2.5), 1e-15);
    SNUG_CLOSE(figures.logRatio.value, 0.5, 1e-15);
    SNUG_CLOSE(figures.logRatio.standardError, 0.0, 1e-7);
    SNUG_CLOSE(figures.ratio.value, std::exp(0.5), 1e-15);
    SNUG_CLOSE(figures.correlation, 1.0, 1e-14);
    // e^2.5 - e^2, its error the difference of the two errors: they move together.
    SNUG_CLOSE(figures.increase.value, std::exp(2.5) - std::exp(2.0), 1e-15);
    SNUG_CLOSE(figures.increase.standardError, std::exp(2.5) - std::exp(2.0), 1e-13);
    SNUG_CLOSE(figures.kl.value, 0.2, 1e-15);
    SNUG_CLOSE(figures.kl.standardError, 0.1, 1e-15);
    QCOMPARE(figures.sameTop.value, 0.5);
    QCOMPARE(figures.sameTop.standardError, 0.5);
    SNUG_CLOSE(figures.probabilityChange.value, -0.05, 1e-15);               // -0.2 and +0.1
    SNUG_CLOSE(figures.probabilityChangeRms.value, std::sqrt(0.025), 1e-15); // mean of 0.04 and 0.01
    SNUG_CLOSE(figures.probabilityChangeRms.standardError, 0.015 / (2 * std::sqrt(0.025)), 1e-14);
    SNUG_CLOSE(figures.klValues.median, 0.2, 1e-7);
    SNUG_CLOSE(figures.klValues.p90, 0.28, 1e-7);
    SNUG_CLOSE(figures.probabilityChanges.maximum, 0.1, 1e-7);
    SNUG_CLOSE(figures.probabilityChanges.minimum, -0.2, 1e-7);
}

void TstDivergence::nothingYet()
{
    const DivergenceFigures figures = DivergenceAccumulator().figures();
    QCOMPARE(figures.tokens, std::uint64_t{0});
    for (const double value : everything(figures))
        QVERIFY(std::isnan(value));
}

void TstDivergence::aModelAgainstItself()
{
    Tokens tokens = someTokens(500, 3);
    for (TokenDivergence &token : tokens) {
        token.kl = 0;
        token.lossOther = token.lossBase;
        token.probOther = token.probBase;
        token.sameTop = true;
    }
    DivergenceAccumulator all;
    all.add(0, tokens);
    const DivergenceFigures figures = all.figures();
    QCOMPARE(figures.kl.value, 0.0);
    QCOMPARE(figures.klValues.maximum, 0.0);
    QCOMPARE(figures.logRatio.value, 0.0);
    SNUG_CLOSE(figures.logRatio.standardError, 0.0, 1e-8);
    QCOMPARE(figures.ratio.value, 1.0);
    QCOMPARE(figures.sameTop.value, 1.0);
    QCOMPARE(figures.probabilityChangeRms.value, 0.0);
    QCOMPARE(figures.probabilityChangeRms.standardError, 0.0);
    SNUG_CLOSE(figures.correlation, 1.0, 1e-12);
}

void TstDivergence::agreesWithTwoPasses()
{
    const Tokens tokens = someTokens(5000, 11);
    DivergenceAccumulator all;
    for (std::size_t i = 0; i < tokens.size(); i += 250)
        all.add(i / 250, std::span(tokens).subspan(i, 250));
    const DivergenceFigures figures = all.figures();

    const Estimate kl = twoPasses(tokens, [](const TokenDivergence &t) { return t.kl; });
    SNUG_CLOSE(figures.kl.value, kl.value, 1e-13);
    SNUG_CLOSE(figures.kl.standardError, kl.standardError, 1e-13);
    // The difference of two means over the same tokens is the mean of their differences, error and all.
    const Estimate log = twoPasses(tokens, [](const TokenDivergence &t) { return t.lossOther - t.lossBase; });
    SNUG_CLOSE(figures.logRatio.value, log.value, 1e-13);
    SNUG_CLOSE(figures.logRatio.standardError, log.standardError, 1e-11);
    SNUG_CLOSE(figures.ratio.value, std::exp(log.value), 1e-13);
    // So is the first-order error of e^a - e^b: that of the mean of e^a x - e^b y.
    const Estimate base = twoPasses(tokens, [](const TokenDivergence &t) { return t.lossBase; });
    const Estimate other = twoPasses(tokens, [](const TokenDivergence &t) { return t.lossOther; });
    const double a = std::exp(other.value);
    const double b = std::exp(base.value);
    const Estimate step = twoPasses(tokens, [&](const TokenDivergence &t) { return a * t.lossOther - b * t.lossBase; });
    SNUG_CLOSE(figures.increase.value, a - b, 1e-12);
    SNUG_CLOSE(figures.increase.standardError, step.standardError, 1e-10);
    const Estimate change = twoPasses(tokens, [](const TokenDivergence &t) { return t.probOther - t.probBase; });
    SNUG_CLOSE(figures.probabilityChange.value, change.value, 1e-13);
    SNUG_CLOSE(figures.probabilityChange.standardError, change.standardError, 1e-13);
    const Estimate square = twoPasses(
        tokens, [](const TokenDivergence &t) { return (t.probOther - t.probBase) * (t.probOther - t.probBase); });
    SNUG_CLOSE(figures.probabilityChangeRms.value, std::sqrt(square.value), 1e-13);
    const Estimate same = twoPasses(tokens, [](const TokenDivergence &t) { return t.sameTop ? 1.0 : 0.0; });
    SNUG_CLOSE(figures.sameTop.value, same.value, 1e-13);
    SNUG_CLOSE(figures.sameTop.standardError, same.standardError, 1e-13);
    QVERIFY(figures.kl.value > 0.01 && figures.sameTop.value < 1); // the tokens are worth measuring
}

void TstDivergence::percentilesAreExact()
{
    // 1001 tokens with KL 0, 1, ... 1000 in disorder: p percent is 10 p, without interpolation.
    Tokens tokens(1001);
    for (std::size_t i = 0; i < tokens.size(); ++i) {
        tokens[i].kl = static_cast<double>(i * 577 % 1001);
        tokens[i].probOther = (static_cast<double>(i * 331 % 1001) - 500) / 1024;
    }
    DivergenceAccumulator all;
    all.add(0, tokens);
    const Distribution kl = all.figures().klValues;
    const std::vector<double> found = {kl.minimum, kl.p001, kl.p01, kl.p05, kl.p10,  kl.p25,    kl.median,
                                       kl.p75,     kl.p90,  kl.p95, kl.p99, kl.p999, kl.maximum};
    const std::vector<double> expected = {0, 1, 10, 50, 100, 250, 500, 750, 900, 950, 990, 999, 1000};
    for (std::size_t i = 0; i < expected.size(); ++i)
        SNUG_CLOSE(found[i], expected[i], 1e-12);
    const Distribution change = all.figures().probabilityChanges;
    SNUG_CLOSE(change.p10, -400.0 / 1024, 1e-12);
    SNUG_CLOSE(change.median, 0.0, 1e-12);
    SNUG_CLOSE(change.p999, 499.0 / 1024, 1e-12);
}

void TstDivergence::sameInAnyGrouping()
{
    const Tokens tokens = someTokens(40 * 50, 5);
    const auto window = [&](std::size_t i) { return std::span(tokens).subspan(i * 50, 50); };
    DivergenceAccumulator whole;
    for (std::size_t i = 0; i < 40; ++i)
        whole.add(i, window(i));
    for (const std::size_t parts : {2u, 5u, 40u}) {
        std::vector<DivergenceAccumulator> part(parts);
        for (std::size_t i = 40; i-- > 0;) {
            part[i * 7 % parts].add(i, window(i).first(20));
            part[i * 7 % parts].add(i, window(i).subspan(20));
        }
        DivergenceAccumulator merged;
        for (std::size_t i = parts; i-- > 0;)
            merged.merge(part[i]);
        QVERIFY(everything(merged.figures()) == everything(whole.figures()));
        QCOMPARE(merged.figures().tokens, std::uint64_t{2000});
    }
    QVERIFY(whole.running().kl.value == whole.figures().kl.value);
    QVERIFY(std::isnan(whole.running().klValues.median));
}

void TstDivergence::notANumber()
{
    Tokens tokens = someTokens(50, 2);
    tokens[20].kl = std::nan("");
    DivergenceAccumulator all;
    all.add(0, tokens);
    const DivergenceFigures figures = all.figures();
    QVERIFY(std::isnan(figures.kl.value));
    QVERIFY(std::isnan(figures.klValues.median));
    QVERIFY(std::isfinite(figures.probabilityChanges.median));
    QVERIFY(std::isfinite(figures.perplexityOther.value));
}

QTEST_APPLESS_MAIN(TstDivergence)
#include "tst_divergence.moc"
