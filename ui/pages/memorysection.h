// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Memory limits" part of the Quantize page: a limit set on the meter itself, and the peaks phase by phase.

#pragma once

#include "core/jobs/plan.h"

#include <QWidget>

#include <optional>

class QGridLayout;
class QLabel;

namespace snug::ui {

class LimitRow;

/// GUI thread only.
class MemorySection : public QWidget
{
    Q_OBJECT

public:
    explicit MemorySection(QWidget *parent = nullptr);
    /// Nothing: whatever is free when the job starts.
    void setLimit(std::optional<std::uint64_t> limitBytes);
    std::optional<std::uint64_t> limit() const { return m_limit; }
    /// The ticked levels made together (null when none is), and the memory it was planned for.
    void setPlan(const Plan *plan, const MemorySnapshot &memory);
    /// "RAM 9.0 GiB" or "RAM up to what is free, 9.6 GiB"
    QString setting() const;

signals:
    void limitChanged(std::optional<std::uint64_t> limitBytes);

private:
    void refresh();
    void refreshPeaks(const Plan *plan);

    LimitRow *m_ram;
    QWidget *m_freeButton;
    QGridLayout *m_peaks;
    std::optional<std::uint64_t> m_limit;
    MemorySnapshot m_memory;
    std::uint64_t m_needBytes = 0;
};

} // namespace snug::ui
