// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/memorysection.h"

#include "ui/bridge/format.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/limitslider.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

namespace snug::ui {

namespace {

/// What a job of ours may take: free now, and what this process gives back by ending up inside its own peak.
std::uint64_t freeForUs(const MemorySnapshot &memory)
{
    return memory.ramAvailableBytes() + memory.process.residentBytes;
}

QLabel *cell(const QString &text, bool strong, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTextLook(label, kSecondText, strong ? QFont::DemiBold : QFont::Normal, strong ? Ink::Text : Ink::Text2);
    return label;
}

} // namespace

MemorySection::MemorySection(QWidget *parent)
    : QWidget(parent), m_ram(new LimitRow(tr("RAM"), this)), m_freeButton(nullptr)
{
    m_ram->slider()->setObjectName(QStringLiteral("ramLimitSlider"));
    auto *left = new QVBoxLayout;
    left->setSpacing(kSpace4);
    left->addWidget(m_ram);
    auto *all = makeButton(tr("Use all that is free"), ButtonKind::Link, this);
    all->setObjectName(QStringLiteral("allFreePushButton"));
    m_freeButton = all;
    left->addWidget(all, 0, Qt::AlignLeft);
    left->addStretch();
    auto *peaks = new QWidget(this);
    peaks->setObjectName(QStringLiteral("peaksWidget"));
    peaks->setFixedWidth(260);
    m_peaks = new QGridLayout(peaks);
    m_peaks->setContentsMargins(0, 0, 0, 0);
    m_peaks->setVerticalSpacing(kSpace8);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, kSpace16, kSpace4);
    line->setSpacing(kSpace32);
    line->addLayout(left, 1);
    line->addWidget(peaks, 0, Qt::AlignTop);
    connect(m_ram, &LimitRow::limitChanged, this, [this](std::uint64_t bytes) {
        m_limit = bytes;
        refresh();
        emit limitChanged(m_limit);
    });
    connect(all, &QPushButton::clicked, this, [this] {
        m_limit.reset();
        refresh();
        emit limitChanged(m_limit);
    });
}

void MemorySection::setLimit(std::optional<std::uint64_t> limitBytes)
{
    m_limit = limitBytes;
    refresh();
}

void MemorySection::setPlan(const Plan *plan, const MemorySnapshot &memory)
{
    m_memory = memory;
    m_needBytes = plan ? plan->ramPeakBytes : 0;
    refreshPeaks(plan);
    refresh();
}

QString MemorySection::setting() const
{
    if (m_limit)
        return tr("RAM %1").arg(sizeText(*m_limit));
    return m_memory.ramTotalBytes() == 0 ? tr("RAM up to what is free")
                                         : tr("RAM up to what is free, %1").arg(sizeText(freeForUs(m_memory)));
}

void MemorySection::refresh()
{
    LimitValues values;
    values.totalBytes = m_memory.ramTotalBytes();
    values.othersBytes = m_memory.ramOthersBytes();
    values.needBytes = m_needBytes;
    m_ram->setValues(values);
    m_ram->setLimitBytes(m_limit.value_or(std::min(values.totalBytes, freeForUs(m_memory))));
    m_freeButton->setVisible(m_limit.has_value());
}

void MemorySection::refreshPeaks(const Plan *plan)
{
    while (QLayoutItem *item = m_peaks->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    QWidget *parent = m_peaks->parentWidget();
    if (!plan) {
        m_peaks->addWidget(cell(tr("Tick a level to see its peaks."), /*strong=*/false, parent), 0, 0);
        return;
    }
    std::uint64_t mostDisk = 0;
    for (const PhasePlan &phase : plan->phases)
        mostDisk = std::max(mostDisk, phase.diskPeakBytes);
    const SizeUnit ramUnit = unitFor(plan->ramPeakBytes);
    const SizeUnit diskUnit = unitFor(mostDisk);
    m_peaks->addWidget(cell(tr("Peak"), /*strong=*/true, parent), 0, 0);
    m_peaks->addWidget(cell(tr("RAM, %1").arg(ramUnit.name), /*strong=*/true, parent), 0, 1, Qt::AlignRight);
    m_peaks->addWidget(cell(tr("Disk, %1").arg(diskUnit.name), /*strong=*/true, parent), 0, 2, Qt::AlignRight);
    int row = 1;
    for (const PhasePlan &phase : plan->phases) {
        const bool most = phase.ramPeakBytes == plan->ramPeakBytes;
        m_peaks->addWidget(cell(phaseText(phase.phase), /*strong=*/false, parent), row, 0);
        m_peaks->addWidget(cell(inUnit(phase.ramPeakBytes, ramUnit, 1), most, parent), row, 1, Qt::AlignRight);
        m_peaks->addWidget(cell(inUnit(phase.diskPeakBytes, diskUnit, 1), /*strong=*/false, parent), row++, 2,
                           Qt::AlignRight);
    }
}

} // namespace snug::ui
