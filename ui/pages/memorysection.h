// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The "Memory limits" part of the Quantize page: limits set on the meters themselves, and the peaks phase by phase.

#pragma once

#include "core/jobs/devices.h"
#include "core/jobs/plan.h"

#include <QWidget>

#include <optional>

class QGridLayout;
class QVBoxLayout;

namespace snug::ui {

class LimitRow;

/// GUI thread only. The second limit is there where a device with memory of its own may do the work.
class MemorySection : public QWidget
{
    Q_OBJECT

public:
    explicit MemorySection(QWidget *parent = nullptr);
    /// Nothing: whatever is free when the job starts.
    void setLimit(std::optional<std::uint64_t> limitBytes);
    std::optional<std::uint64_t> limit() const { return m_ram.limit; }
    void setVramLimit(std::optional<std::uint64_t> limitBytes);
    /// Nothing also where no card does the work.
    std::optional<std::uint64_t> vramLimit() const;
    /// The device whose memory the second limit is for.
    void setCard(const std::optional<Device> &card);
    /// The ticked levels made together (null when none is), and the memory it was planned for.
    void setPlan(const Plan *plan, const MemorySnapshot &memory);
    /// "RAM 9.0 GiB, VRAM 5.2 GiB" or "RAM up to what is free, 9.6 GiB"
    QString setting() const;

signals:
    /// One of the two.
    void limitChanged();

private:
    /// A limit, its slider and the link that lifts it.
    struct Place
    {
        LimitRow *row = nullptr;
        QWidget *lift = nullptr;
        std::optional<std::uint64_t> limit;
        std::uint64_t totalBytes = 0, othersBytes = 0, freeBytes = 0, needBytes = 0;
    };

    void addPlace(Place &place, const QString &title, const char *slider, const char *lift, QVBoxLayout *column);
    static void show(Place &place);
    void readCard();
    void refresh();
    void refreshPeaks(const Plan *plan);

    Place m_ram, m_vram;
    QGridLayout *m_peaks;
    std::optional<Device> m_card;
    MemorySnapshot m_memory;
};

} // namespace snug::ui
