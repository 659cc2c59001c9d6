// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Losses of tokens added up to a perplexity.

#pragma once

#include "core/metrics/windowsums.h"

#include <cstdint>
#include <span>

namespace snug {

struct PerplexityFigure
{
    double perplexity = 0;            ///< e to the mean loss; NaN without a token
    double standardError = 0;         ///< of the perplexity: the error of the mean loss times the perplexity
    double meanLoss = 0;              ///< natural logarithm, per token
    double meanLossStandardError = 0; ///< see meanEstimate()
    std::uint64_t tokens = 0;
    std::uint64_t windows = 0;
};

/// Adds up losses, window by window; see WindowSums for what "the same in any grouping" means.
/// A loss is -ln p of the true next token. An infinite one makes the perplexity infinite and its error NaN; whether NaN
/// is to be refused is for the one who computes it to say.
/// Source: llama.cpp, tools/perplexity/perplexity.cpp, perplexity(): "Final estimate: PPL = ... +/- ...".
/// Threads: one at a time; give each thread its own and merge them.
class LossAccumulator
{
public:
    /// The next losses of a window. Its rows may come in several calls, in order.
    void add(std::uint64_t window, std::span<const float> losses);
    void add(std::uint64_t window, std::span<const double> losses);
    /// Takes in what `other` holds of other windows.
    void merge(const LossAccumulator &other) { m_sums.merge(other.m_sums); }
    /// The value so far.
    PerplexityFigure figure() const;

private:
    struct Sums
    {
        double loss = 0;
        double lossSquared = 0;
        std::uint64_t count = 0;

        void add(double value);
        Sums &operator+=(const Sums &other);
    };

    WindowSums<Sums> m_sums;
};

} // namespace snug
