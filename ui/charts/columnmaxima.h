// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Keeps a long row of samples short: equal columns of time, of each the sample with the largest total.

#pragma once

#include "ui/charts/memoryseries.h"

#include <cstddef>
#include <vector>

namespace snug::ui {

/// At most `capacity` samples, whatever is appended. When full, columns become twice as wide and merge in pairs, so a
/// maximum is never lost. A plain value.
class ColumnMaxima
{
public:
    /// Starts with columns of `columnSeconds`.
    explicit ColumnMaxima(std::size_t capacity = 700, double columnSeconds = 0.1);
    /// Samples come in rising time; an earlier one counts as of the newest column.
    void append(const MemorySample &sample);
    void clear();
    const std::vector<MemorySample> &samples() const { return m_samples; }
    double columnSeconds() const { return m_columnSeconds; }

private:
    long long columnOf(double seconds) const;
    void merge();
    std::size_t m_capacity;
    double m_firstColumnSeconds;
    double m_columnSeconds;
    std::vector<MemorySample> m_samples; // at most one a column
    std::vector<long long> m_columns;    // the column of each
};

} // namespace snug::ui
