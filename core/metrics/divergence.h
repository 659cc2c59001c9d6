// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How far one model's predictions lie from another's: Kullback-Leibler divergence, change of the true token's
// probability, and the ratio of perplexities with an error that knows both ran over the same text.

#pragma once

#include "core/metrics/estimate.h"
#include "core/metrics/windowsums.h"

#include <cstdint>
#include <span>
#include <vector>

namespace snug {

/// Two predictions of one token. "Base" is the reference, mostly the source model; "other" the one that is measured.
struct TokenDivergence
{
    double kl = 0;        ///< sum over the vocabulary of p_base (ln p_base - ln p_other), in nats
    double lossBase = 0;  ///< -ln p_base of the true token
    double lossOther = 0; ///< -ln p_other of the true token
    double probBase = 0;  ///< p_base of the true token, 0 to 1
    double probOther = 0; ///< p_other of the true token, 0 to 1
    bool sameTop = false; ///< both hold the same token for the likeliest
};

/// Places in the sorted values: exact, of the values rounded to float, linear between neighbours (see quantile()).
struct Distribution
{
    double minimum = 0;
    double p001 = 0; ///< 0.1 %
    double p01 = 0;
    double p05 = 0;
    double p10 = 0;
    double p25 = 0;
    double median = 0;
    double p75 = 0;
    double p90 = 0;
    double p95 = 0;
    double p99 = 0;
    double p999 = 0; ///< 99.9 %
    double maximum = 0;
};

/// Figures of divergence over tokens. Without a token all but the counts are NaN.
struct DivergenceFigures
{
    std::uint64_t tokens = 0;
    std::uint64_t windows = 0;

    Estimate perplexityBase;
    Estimate perplexityOther;
    /// ln(PPL(other) / PPL(base)), the difference of the mean losses. Error: the root of both errors squared less twice
    /// the covariance of the two means.
    Estimate logRatio;
    Estimate ratio;         ///< PPL(other) / PPL(base); error: that of logRatio times the ratio
    Estimate increase;      ///< PPL(other) - PPL(base); error by the same covariance
    double correlation = 0; ///< of the two means, -1 to 1; NaN where either has no error

    Estimate kl; ///< mean, nats per token
    Distribution klValues;

    Estimate sameTop; ///< share, 0 to 1

    Estimate probabilityChange;    ///< mean of p_other - p_base of the true token
    Estimate probabilityChangeRms; ///< root of its mean square; error: that of the mean square over twice the root
    Distribution probabilityChanges;
};

/// Adds up tokens, window by window; see WindowSums for what "the same in any grouping" means.
/// Memory: 8 bytes a token (two floats, for the exact percentiles), and about 120 bytes a window; figures() takes
/// 4 bytes a token more while it runs. 300,000 tokens of WikiText-2 take 2.4 MB.
/// Source: llama.cpp, tools/perplexity/perplexity.cpp, kl_divergence(). It keeps losses in float and gives errors of 0
/// below eleven tokens; here they are doubles, and two tokens are enough.
/// Threads: one at a time; give each thread its own and merge them.
class DivergenceAccumulator
{
public:
    /// The next tokens of a window. Its rows may come in several calls, in order.
    void add(std::uint64_t window, std::span<const TokenDivergence> tokens);
    /// Takes in what `other` holds of other windows.
    void merge(const DivergenceAccumulator &other);
    /// The figures so far, percentiles with them: sorts all tokens. For a running value see running().
    DivergenceFigures figures() const;
    /// The same without the two distributions, which are left NaN: takes no time to speak of.
    DivergenceFigures running() const;

private:
    struct Sums
    {
        double lossBase = 0;
        double lossBase2 = 0;
        double lossOther = 0;
        double lossOther2 = 0;
        double lossProduct = 0;
        double kl = 0;
        double kl2 = 0;
        double change = 0;
        double change2 = 0;
        double change4 = 0;
        std::uint64_t sameTop = 0;
        std::uint64_t count = 0;

        void add(const TokenDivergence &token);
        Sums &operator+=(const Sums &other);
    };

    static void setPerplexities(const Sums &all, DivergenceFigures &figures);

    WindowSums<Sums> m_sums;
    std::vector<float> m_kl; // in the order they came: percentiles do not mind
    std::vector<float> m_changes;
};

} // namespace snug
