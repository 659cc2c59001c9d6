// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/devicestrip.h"

#include "ui/bridge/devicewords.h"
#include "ui/main/devicebox.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/meterbar.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace snug::ui {

namespace {
constexpr int kSwapWidth = 110; ///< its name and figures, however many cards stand beside it
}

DeviceStrip::DeviceStrip(QWidget *parent)
    : Panel(Ground::Surface, Qt::BottomEdge, parent), m_meters(new QHBoxLayout), m_ram(new MeterBar(tr("RAM"), this)),
      m_swap(new MeterBar(tr("Swap"), this)), m_deviceLabel(new QLabel(tr("Device"), this)),
      m_device(new DeviceBox(this)), m_menu(makeIconButton(Icon::Menu, tr("Menu"), ButtonKind::Flat, this))
{
    setFixedHeight(kStripHeight);
    m_ram->setObjectName(QStringLiteral("ramMeter"));
    m_swap->setObjectName(QStringLiteral("swapMeter"));
    setTextLook(m_deviceLabel, kSecondText, QFont::Normal, Ink::Text2);
    m_swap->setMinimumWidth(kSwapWidth);
    m_menu->setObjectName(QStringLiteral("menuPushButton"));
    m_meters->setSpacing(28);
    m_meters->addWidget(m_ram, 5);
    m_meters->addWidget(m_swap, 2);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(kSpace16, 0, kSpace12, 0);
    line->setSpacing(kSpace24);
    line->addLayout(m_meters, 1);
    auto *device = new QHBoxLayout;
    device->setSpacing(kSpace8);
    device->addWidget(m_deviceLabel);
    device->addWidget(m_device);
    line->addLayout(device);
    line->addWidget(m_menu);
}

void DeviceStrip::setMemory(const MemorySnapshot &memory)
{
    m_memory = memory;
    MeterValues ram;
    ram.totalBytes = memory.ramTotalBytes();
    ram.oursBytes = memory.process.residentBytes;
    ram.othersBytes = memory.ramOthersBytes();
    ram.budgetBytes = m_ramLimit;
    m_ram->setValues(ram);
    MeterValues swap;
    swap.totalBytes = memory.system.swapTotalBytes;
    swap.othersBytes =
        memory.system.swapTotalBytes - std::min(memory.system.swapTotalBytes, memory.system.swapFreeBytes);
    m_swap->setValues(swap);
    m_swap->setVisible(swap.totalBytes > 0);
    matchGpus(memory.gpus.size());
    for (std::size_t i = 0; i < memory.gpus.size(); ++i) {
        const GpuMemory &gpu = memory.gpus[i];
        MeterValues values;
        values.totalBytes = gpu.totalBytes;
        values.oursBytes = gpu.oursBytes;
        values.othersBytes = gpu.usedBytes - std::min(gpu.usedBytes, gpu.oursBytes);
        if (!m_card || memoryOf(*m_card, memory.gpus) == &gpu)
            values.budgetBytes = m_vramLimit;
        m_gpus[i]->setTitle(shortCardName(gpu.name));
        m_gpus[i]->setValues(values);
    }
}

void DeviceStrip::matchGpus(std::size_t count)
{
    while (m_gpus.size() > count) {
        delete m_gpus.back();
        m_gpus.pop_back();
    }
    while (m_gpus.size() < count) {
        m_gpus.push_back(new MeterBar(QString(), this));
        m_gpus.back()->setObjectName(QStringLiteral("gpuMeter"));
        m_meters->addWidget(m_gpus.back(), 5);
    }
}

void DeviceStrip::setRamLimit(std::optional<std::uint64_t> limitBytes)
{
    m_ramLimit = limitBytes;
    setMemory(m_memory);
}

void DeviceStrip::setVramLimit(std::optional<std::uint64_t> limitBytes, const std::optional<Device> &card)
{
    m_vramLimit = limitBytes;
    m_card = card;
    setMemory(m_memory);
}

void DeviceStrip::setNarrow(bool narrow)
{
    m_deviceLabel->setVisible(!narrow);
    m_device->setNarrow(narrow);
    m_meters->setSpacing(narrow ? kSpace16 : 28);
    layout()->setSpacing(narrow ? kSpace16 : kSpace24);
}

} // namespace snug::ui
