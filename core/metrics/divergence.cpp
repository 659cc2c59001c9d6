// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/metrics/divergence.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace snug {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr Distribution kUnknown = {kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN, kNaN};

Distribution distributionOf(std::vector<float> values)
{
    // NaN has no place in an order, and a sort that meets one may run wild.
    if (values.empty() || std::any_of(values.begin(), values.end(), [](float value) { return std::isnan(value); }))
        return kUnknown;
    std::sort(values.begin(), values.end());
    const auto at = [&](double fraction) { return quantile(values, fraction); };
    return {at(0),    at(0.001), at(0.01), at(0.05), at(0.1),   at(0.25), at(0.5),
            at(0.75), at(0.9),   at(0.95), at(0.99), at(0.999), at(1)};
}

/// Root of a variance that is a difference of sums: rounding can put it just below zero. NaN stays NaN.
double rootOf(double variance) { return variance < 0 ? 0 : std::sqrt(variance); }

} // namespace

void DivergenceAccumulator::Sums::add(const TokenDivergence &token)
{
    lossBase += token.lossBase;
    lossBase2 += token.lossBase * token.lossBase;
    lossOther += token.lossOther;
    lossOther2 += token.lossOther * token.lossOther;
    lossProduct += token.lossBase * token.lossOther;
    kl += token.kl;
    kl2 += token.kl * token.kl;
    const double difference = token.probOther - token.probBase;
    const double square = difference * difference;
    change += difference;
    change2 += square;
    change4 += square * square;
    sameTop += token.sameTop ? 1 : 0;
    ++count;
}

DivergenceAccumulator::Sums &DivergenceAccumulator::Sums::operator+=(const Sums &other)
{
    lossBase += other.lossBase;
    lossBase2 += other.lossBase2;
    lossOther += other.lossOther;
    lossOther2 += other.lossOther2;
    lossProduct += other.lossProduct;
    kl += other.kl;
    kl2 += other.kl2;
    change += other.change;
    change2 += other.change2;
    change4 += other.change4;
    sameTop += other.sameTop;
    count += other.count;
    return *this;
}

void DivergenceAccumulator::add(std::uint64_t window, std::span<const TokenDivergence> tokens)
{
    Sums &sums = m_sums.of(window);
    for (const TokenDivergence &token : tokens) {
        sums.add(token);
        m_kl.push_back(static_cast<float>(token.kl));
        m_changes.push_back(static_cast<float>(token.probOther - token.probBase));
    }
}

void DivergenceAccumulator::merge(const DivergenceAccumulator &other)
{
    m_sums.merge(other.m_sums);
    m_kl.insert(m_kl.end(), other.m_kl.begin(), other.m_kl.end());
    m_changes.insert(m_changes.end(), other.m_changes.begin(), other.m_changes.end());
}

void DivergenceAccumulator::setPerplexities(const Sums &all, DivergenceFigures &figures)
{
    const Estimate base = meanEstimate(all.lossBase, all.lossBase2, all.count);
    const Estimate other = meanEstimate(all.lossOther, all.lossOther2, all.count);
    const auto n = static_cast<double>(all.count);
    const double covariance =
        all.count > 1 ? (all.lossProduct / n - all.lossBase / n * (all.lossOther / n)) / (n - 1) : 0;

    const double perplexityBase = std::exp(base.value);
    const double perplexityOther = std::exp(other.value);
    figures.perplexityBase = {perplexityBase, perplexityBase * base.standardError};
    figures.perplexityOther = {perplexityOther, perplexityOther * other.standardError};

    const auto square = [](double value) { return value * value; };
    const double logRatio = other.value - base.value;
    const double logRatioError = rootOf(square(other.standardError) + square(base.standardError) - 2 * covariance);
    figures.logRatio = {logRatio, logRatioError};
    figures.ratio = {std::exp(logRatio), std::exp(logRatio) * logRatioError};
    figures.increase = {perplexityOther - perplexityBase, rootOf(square(figures.perplexityOther.standardError) +
                                                                 square(figures.perplexityBase.standardError) -
                                                                 2 * perplexityBase * perplexityOther * covariance)};
    const double errors = base.standardError * other.standardError;
    figures.correlation = errors > 0 ? covariance / errors : kNaN;
}

DivergenceFigures DivergenceAccumulator::running() const
{
    const Sums all = m_sums.total();
    DivergenceFigures figures;
    figures.tokens = all.count;
    figures.windows = m_sums.windowCount();
    setPerplexities(all, figures);
    figures.kl = meanEstimate(all.kl, all.kl2, all.count);
    figures.sameTop = shareEstimate(all.sameTop, all.count);
    figures.probabilityChange = meanEstimate(all.change, all.change2, all.count);
    const Estimate meanSquare = meanEstimate(all.change2, all.change4, all.count);
    const double root = std::sqrt(meanSquare.value);
    figures.probabilityChangeRms = {root, root > 0 ? meanSquare.standardError / (2 * root) : meanSquare.standardError};
    figures.klValues = kUnknown;
    figures.probabilityChanges = kUnknown;
    return figures;
}

DivergenceFigures DivergenceAccumulator::figures() const
{
    DivergenceFigures figures = running();
    figures.klValues = distributionOf(m_kl);
    figures.probabilityChanges = distributionOf(m_changes);
    return figures;
}

} // namespace snug
