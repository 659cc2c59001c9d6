// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/metrics/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <limits>

namespace snug {

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();
constexpr int kMostDecimals = 12; ///< beyond is rounding

} // namespace

Estimate meanEstimate(double sum, double sumOfSquares, std::uint64_t count)
{
    if (count == 0)
        return {kNaN, kNaN};
    const auto n = static_cast<double>(count);
    const double mean = sum / n;
    if (!std::isfinite(mean))
        return {mean, kNaN};
    const double variance = sumOfSquares / n - mean * mean;
    return {mean, count > 1 && variance > 0 ? std::sqrt(variance / (n - 1)) : 0};
}

Estimate shareEstimate(std::uint64_t hits, std::uint64_t count)
{
    if (count == 0)
        return {kNaN, kNaN};
    const auto n = static_cast<double>(count);
    const double share = static_cast<double>(hits) / n;
    return {share, count > 1 ? std::sqrt(share * (1 - share) / (n - 1)) : 0};
}

std::string estimateText(const Estimate &estimate, int decimals)
{
    if (!std::isfinite(estimate.value))
        return "-";
    if (!(estimate.standardError > 0) || std::isinf(estimate.standardError))
        return fmt::format("{:.{}f}", estimate.value, decimals) + (estimate.standardError == 0 ? " ± 0" : "");
    const int shown =
        std::clamp(1 - static_cast<int>(std::floor(std::log10(estimate.standardError))), 0, kMostDecimals);
    return fmt::format("{:.{}f} ± {:.{}f}", estimate.value, shown, estimate.standardError, shown);
}

Interval wilsonInterval(std::uint64_t hits, std::uint64_t count)
{
    if (count == 0)
        return {0, 1};
    constexpr double kZ = 1.959963984540054; // the normal distribution's 97.5 %
    const auto n = static_cast<double>(count);
    const double share = static_cast<double>(hits) / n;
    const double z2n = kZ * kZ / n;
    const double middle = share + z2n / 2;
    const double half = kZ * std::sqrt((share * (1 - share) + z2n / 4) / n);
    // At 0 and at 1 the formula gives exactly those; its rounding does not.
    return {hits == 0 ? 0 : (middle - half) / (1 + z2n), hits == count ? 1 : (middle + half) / (1 + z2n)};
}

double quantile(std::span<const float> values, double fraction)
{
    assert(!values.empty());
    const double place = std::clamp(fraction, 0.0, 1.0) * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const double part = place - static_cast<double>(below);
    const double low = values[below];
    if (part == 0) // an infinite neighbour must not make it NaN
        return low;
    return (1 - part) * low + part * static_cast<double>(values[below + 1]);
}

} // namespace snug
