// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Thins samples as they come.

#include "ui/charts/columnmaxima.h"

#include <algorithm>
#include <cmath>

namespace snug::ui {

double MemorySample::oursBytes() const
{
    double sum = 0;
    for (const double part : bytes)
        sum += part;
    return sum;
}

ColumnMaxima::ColumnMaxima(std::size_t capacity, double columnSeconds)
    : m_capacity(std::max<std::size_t>(2, capacity)), m_firstColumnSeconds(columnSeconds),
      m_columnSeconds(columnSeconds)
{
}

long long ColumnMaxima::columnOf(double seconds) const
{
    return std::llround(std::floor(std::max(0.0, seconds) / m_columnSeconds));
}

void ColumnMaxima::append(const MemorySample &sample)
{
    if (!m_samples.empty() && columnOf(sample.seconds) <= m_columns.back()) {
        // Not later than the newest column: only the larger one stays.
        if (sample.totalBytes() >= m_samples.back().totalBytes())
            m_samples.back() = sample;
        return;
    }
    while (m_samples.size() >= m_capacity)
        merge();
    const long long column = columnOf(sample.seconds);
    if (!m_samples.empty() && column <= m_columns.back())
        return append(sample); // merging made its column the newest one
    m_samples.push_back(sample);
    m_columns.push_back(column);
}

void ColumnMaxima::merge()
{
    m_columnSeconds *= 2;
    std::size_t kept = 0;
    for (std::size_t i = 0; i < m_samples.size(); ++i) {
        const long long column = m_columns[i] / 2;
        if (kept > 0 && m_columns[kept - 1] == column) {
            if (m_samples[i].totalBytes() > m_samples[kept - 1].totalBytes())
                m_samples[kept - 1] = m_samples[i];
        } else {
            m_samples[kept] = m_samples[i];
            m_columns[kept] = column;
            ++kept;
        }
    }
    m_samples.resize(kept);
    m_columns.resize(kept);
}

void ColumnMaxima::clear()
{
    m_samples.clear();
    m_columns.clear();
    m_columnSeconds = m_firstColumnSeconds;
}

} // namespace snug::ui
