// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A figure and its error, and where they come from: sums over tokens, or counts.

#pragma once

#include <cstdint>
#include <span>
#include <string>

namespace snug {

/// A value with its standard error (one sigma), in the same unit.
struct Estimate
{
    double value = 0;
    double standardError = 0;
};

/// Mean of n numbers from their sum and the sum of their squares. The error is sqrt((mean of squares - mean squared) /
/// (n - 1)), as llama.cpp's perplexity tool has it; where rounding makes that negative, and below two numbers, it is 0.
/// NaN without a number; the error of a mean that is not finite is NaN.
/// (llama.cpp gives 0 below eleven numbers in its divergence mode.)
Estimate meanEstimate(double sum, double sumOfSquares, std::uint64_t count);

/// Share of hits, 0 to 1, with the error sqrt(p (1 - p) / (n - 1)): llama.cpp and lm-evaluation-harness alike.
/// NaN when count is 0.
Estimate shareEstimate(std::uint64_t hits, std::uint64_t count);

/// "5.123 ± 0.045": the error with two significant digits, the value with as many decimals. Without an error (0, NaN)
/// the value has `decimals`. "-" for a value that is not finite.
std::string estimateText(const Estimate &estimate, int decimals);

struct Interval
{
    double low = 0;
    double high = 0;
};

/// Wilson's score interval of a share, 95 % (z = 1.959964). Unlike p plus or minus its error it stays within 0 to 1 and
/// has a width at 0 and 1. Without a try it is 0 to 1.
/// Source: E. B. Wilson, J. Am. Stat. Assoc. 22 (1927) 209; llama.cpp prints the same for HellaSwag.
Interval wilsonInterval(std::uint64_t hits, std::uint64_t count);

/// The value below which `fraction` (0 to 1) of the sorted, not empty `values` lie: linear between neighbours at
/// fraction * (n - 1), in double, as llama.cpp and numpy's default. 0.5 is the median.
double quantile(std::span<const float> values, double fraction);

} // namespace snug
