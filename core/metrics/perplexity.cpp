// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/metrics/perplexity.h"

#include "core/metrics/estimate.h"

#include <cmath>

namespace snug {

void LossAccumulator::Sums::add(double value)
{
    loss += value;
    lossSquared += value * value;
    ++count;
}

LossAccumulator::Sums &LossAccumulator::Sums::operator+=(const Sums &other)
{
    loss += other.loss;
    lossSquared += other.lossSquared;
    count += other.count;
    return *this;
}

void LossAccumulator::add(std::uint64_t window, std::span<const float> losses)
{
    Sums &sums = m_sums.of(window);
    for (const float loss : losses)
        sums.add(static_cast<double>(loss));
}

void LossAccumulator::add(std::uint64_t window, std::span<const double> losses)
{
    Sums &sums = m_sums.of(window);
    for (const double loss : losses)
        sums.add(loss);
}

PerplexityFigure LossAccumulator::figure() const
{
    const Sums all = m_sums.total();
    const Estimate mean = meanEstimate(all.loss, all.lossSquared, all.count);
    const double perplexity = std::exp(mean.value);
    return {perplexity,          perplexity * mean.standardError, mean.value, mean.standardError, all.count,
            m_sums.windowCount()};
}

} // namespace snug
