// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The strip at the top: memory of the machine, live, and where work runs.

#pragma once

#include "core/jobs/devices.h"
#include "core/memory/probes.h"
#include "ui/widgets/card.h"

#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace snug::ui {

class DeviceBox;
class MeterBar;

/// A meter for RAM, one for swap where there is any, one for each GPU. GUI thread only.
class DeviceStrip : public Panel
{
    Q_OBJECT

public:
    explicit DeviceStrip(QWidget *parent = nullptr);
    void setMemory(const MemorySnapshot &memory);
    /// The limits the user set; drawn as ticks. Without a `card` the second is for whichever does the work.
    void setRamLimit(std::optional<std::uint64_t> limitBytes);
    void setVramLimit(std::optional<std::uint64_t> limitBytes, const std::optional<Device> &card);
    void setNarrow(bool narrow);
    DeviceBox *deviceBox() const { return m_device; }
    QPushButton *menuButton() const { return m_menu; }

private:
    void matchGpus(std::size_t count);

    QHBoxLayout *m_meters;
    MeterBar *m_ram;
    MeterBar *m_swap;
    std::vector<MeterBar *> m_gpus;
    QLabel *m_deviceLabel;
    DeviceBox *m_device;
    QPushButton *m_menu;
    std::optional<std::uint64_t> m_ramLimit, m_vramLimit;
    std::optional<Device> m_card;
    MemorySnapshot m_memory;
};

} // namespace snug::ui
