// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The strip at the top: memory of the machine, live.

#pragma once

#include "core/memory/probes.h"
#include "ui/widgets/card.h"

#include <optional>
#include <vector>

class QHBoxLayout;
class QLabel;
class QPushButton;

namespace snug::ui {

class MeterBar;

/// A meter for RAM, one for swap where there is any, one for each GPU. GUI thread only.
class DeviceStrip : public Panel
{
    Q_OBJECT

public:
    explicit DeviceStrip(QWidget *parent = nullptr);
    void setMemory(const MemorySnapshot &memory);
    /// The limit the user set; drawn as a tick.
    void setRamLimit(std::optional<std::uint64_t> limitBytes);
    void setNarrow(bool narrow);
    QPushButton *menuButton() const { return m_menu; }

private:
    void matchGpus(std::size_t count);

    QHBoxLayout *m_meters;
    MeterBar *m_ram;
    MeterBar *m_swap;
    std::vector<MeterBar *> m_gpus;
    QLabel *m_device;
    QPushButton *m_menu;
    std::optional<std::uint64_t> m_ramLimit;
    MemorySnapshot m_memory;
};

} // namespace snug::ui
