// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/devicestrip.h"

#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/meterbar.h"

#include <QHBoxLayout>
#include <QLabel>

#include <algorithm>

namespace snug::ui {

namespace {

/// "NVIDIA GeForce RTX 3050 Laptop GPU" is too long for a strip.
QString shortName(const std::string &name)
{
    QString text = QString::fromStdString(name);
    text.remove(QStringLiteral("NVIDIA "));
    text.remove(QStringLiteral(" Laptop GPU"));
    return text;
}

} // namespace

DeviceStrip::DeviceStrip(QWidget *parent)
    : Panel(Ground::Surface, Qt::BottomEdge, parent), m_meters(new QHBoxLayout), m_ram(new MeterBar(tr("RAM"), this)),
      m_swap(new MeterBar(tr("Swap"), this)), m_device(new QLabel(tr("Works on the processor"), this)),
      m_menu(makeIconButton(Icon::Menu, tr("Menu"), ButtonKind::Flat, this))
{
    setFixedHeight(kStripHeight);
    m_ram->setObjectName(QStringLiteral("ramMeter"));
    m_swap->setObjectName(QStringLiteral("swapMeter"));
    m_device->setObjectName(QStringLiteral("deviceLabel"));
    m_device->setToolTip(tr("This version quantizes on the processor, with the same bytes on every machine."));
    setTextLook(m_device, kSecondText, QFont::Normal, Ink::Text2);
    m_menu->setObjectName(QStringLiteral("menuPushButton"));
    m_meters->setSpacing(28);
    m_meters->addWidget(m_ram, 5);
    m_meters->addWidget(m_swap, 2);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(kSpace16, 0, kSpace12, 0);
    line->setSpacing(kSpace24);
    line->addLayout(m_meters, 1);
    line->addWidget(m_device);
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
        m_gpus[i]->setTitle(shortName(gpu.name));
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
        m_meters->addWidget(m_gpus.back(), 5);
    }
}

void DeviceStrip::setRamLimit(std::optional<std::uint64_t> limitBytes)
{
    m_ramLimit = limitBytes;
    setMemory(m_memory);
}

void DeviceStrip::setNarrow(bool narrow) { m_device->setVisible(!narrow); }

} // namespace snug::ui
