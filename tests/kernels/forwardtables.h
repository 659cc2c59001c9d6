// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What tests of the forward kernels have in common: every table of them, numbers, rows that notice what is done beside
// them.

#pragma once

#include "core/kernels/forward/forwardkernels.h"

#include <cstddef>
#include <span>
#include <string>
#include <vector>

namespace snug::test {

struct ForwardTable
{
    std::string name;
    kernels::ForwardKernels kernels;
};

/// Of every set this processor can run, and the same templates on arrays as lanes.
std::span<const ForwardTable> forwardTables();

/// 0 to 70 and some long ones.
std::span<const int> rowLengths();

/// Spread evenly over low .. high; the same everywhere.
std::vector<float> randomFloats(std::size_t count, float low, float high, unsigned seed);

/// A copy of values between NaNs of a certain kind: what is read beyond the ends spoils results, what is written there
/// is seen.
class GuardedRow
{
public:
    explicit GuardedRow(std::span<const float> values);

    float *data() { return m_all.data() + kBefore; }
    std::span<const float> values() const { return std::span(m_all).subspan(kBefore, m_count); }
    bool whole() const;

private:
    static constexpr std::size_t kBefore = 17, kAfter = 32; // odd: rows start where no vector does
    std::size_t m_count;
    std::vector<float> m_all;
};

} // namespace snug::test
