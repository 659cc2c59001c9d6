// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/memorysection.h"

#include "ui/bridge/devicewords.h"
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
#include <utility>
#include <vector>

namespace snug::ui {

namespace {

constexpr int kPeaksWidth = 260, kPeaksWidthWithCard = 308;

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

MemorySection::MemorySection(QWidget *parent) : QWidget(parent)
{
    auto *left = new QVBoxLayout;
    left->setSpacing(kSpace4);
    addPlace(m_ram, tr("RAM"), "ramLimitSlider", "allFreePushButton", left);
    left->addSpacing(kSpace8);
    addPlace(m_vram, tr("VRAM"), "vramLimitSlider", "allFreeVramPushButton", left);
    left->addStretch();
    auto *peaks = new QWidget(this);
    peaks->setObjectName(QStringLiteral("peaksWidget"));
    peaks->setFixedWidth(kPeaksWidth);
    m_peaks = new QGridLayout(peaks);
    m_peaks->setContentsMargins(0, 0, 0, 0);
    m_peaks->setHorizontalSpacing(kSpace16);
    m_peaks->setVerticalSpacing(kSpace8);
    m_peaks->setColumnStretch(0, 1);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, kSpace16, kSpace4);
    line->setSpacing(kSpace32);
    line->addLayout(left, 1);
    line->addWidget(peaks, 0, Qt::AlignTop);
}

void MemorySection::addPlace(Place &place, const QString &title, const char *slider, const char *lift,
                             QVBoxLayout *column)
{
    place.row = new LimitRow(title, this);
    place.row->slider()->setObjectName(QLatin1String(slider));
    auto *all = makeButton(tr("Use all that is free"), ButtonKind::Link, this);
    all->setObjectName(QLatin1String(lift));
    place.lift = all;
    column->addWidget(place.row);
    column->addWidget(all, 0, Qt::AlignLeft);
    const auto take = [this, &place](std::optional<std::uint64_t> limit) {
        place.limit = limit;
        show(place);
        emit limitChanged();
    };
    connect(place.row, &LimitRow::limitChanged, this, take);
    connect(all, &QPushButton::clicked, this, [take] { take(std::nullopt); });
}

void MemorySection::setLimit(std::optional<std::uint64_t> limitBytes)
{
    m_ram.limit = limitBytes;
    refresh();
}

void MemorySection::setVramLimit(std::optional<std::uint64_t> limitBytes)
{
    m_vram.limit = limitBytes;
    refresh();
}

std::optional<std::uint64_t> MemorySection::vramLimit() const { return m_card ? m_vram.limit : std::nullopt; }

void MemorySection::setCard(const std::optional<Device> &card)
{
    m_card = card;
    refresh();
}

void MemorySection::setPlan(const Plan *plan, const MemorySnapshot &memory)
{
    m_memory = memory;
    m_ram.needBytes = plan ? plan->ramPeakBytes : 0;
    m_vram.needBytes = 0;
    if (plan)
        for (const PhasePlan &phase : plan->phases)
            m_vram.needBytes = std::max(m_vram.needBytes, phase.vramPeakBytes);
    refresh();
    refreshPeaks(plan);
}

QString MemorySection::setting() const
{
    QString ram = m_ram.limit                     ? tr("RAM %1").arg(sizeText(*m_ram.limit))
                  : m_memory.ramTotalBytes() == 0 ? tr("RAM up to what is free")
                                                  : tr("RAM up to what is free, %1").arg(sizeText(m_ram.freeBytes));
    if (!vramLimit())
        return ram;
    return tr("%1, %2", "the limits of two memories").arg(ram, tr("VRAM %1").arg(sizeText(*m_vram.limit)));
}

/// The newest look at the card where there is one, else what was found when devices were looked for.
void MemorySection::readCard()
{
    m_vram.totalBytes = m_card->totalBytes;
    m_vram.freeBytes = std::min(m_card->freeBytes, m_card->totalBytes);
    if (const GpuMemory *seen = memoryOf(*m_card, m_memory.gpus)) {
        m_vram.totalBytes = seen->totalBytes;
        m_vram.freeBytes = seen->freeBytes() + seen->oursBytes;
    }
    m_vram.othersBytes = m_vram.totalBytes - std::min(m_vram.totalBytes, m_vram.freeBytes);
}

void MemorySection::refresh()
{
    m_ram.totalBytes = m_memory.ramTotalBytes();
    m_ram.othersBytes = m_memory.ramOthersBytes();
    m_ram.freeBytes = freeForUs(m_memory);
    show(m_ram);
    if (m_card)
        readCard();
    show(m_vram);
    m_vram.row->setVisible(m_card.has_value());
    m_vram.lift->setVisible(m_card && m_vram.limit);
}

void MemorySection::show(Place &place)
{
    LimitValues values;
    values.totalBytes = place.totalBytes;
    values.othersBytes = place.othersBytes;
    values.needBytes = place.needBytes;
    place.row->setValues(values);
    place.row->setLimitBytes(place.limit.value_or(std::min(values.totalBytes, place.freeBytes)));
    place.lift->setVisible(place.limit.has_value());
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
    parent->setFixedWidth(m_card ? kPeaksWidthWithCard : kPeaksWidth);
    std::vector<std::pair<QString, std::uint64_t PhasePlan::*>> columns{{tr("RAM, %1"), &PhasePlan::ramPeakBytes}};
    if (m_card)
        columns.emplace_back(tr("VRAM, %1"), &PhasePlan::vramPeakBytes);
    columns.emplace_back(tr("Disk, %1"), &PhasePlan::diskPeakBytes);
    m_peaks->addWidget(cell(tr("Peak"), /*strong=*/true, parent), 0, 0);
    for (std::size_t row = 0; row < plan->phases.size(); ++row)
        m_peaks->addWidget(cell(phaseText(plan->phases[row].phase), /*strong=*/false, parent), int(row) + 1, 0);
    int column = 1;
    for (const auto &[heading, peak] : columns) {
        std::uint64_t most = 0;
        for (const PhasePlan &phase : plan->phases)
            most = std::max(most, phase.*peak);
        const SizeUnit unit = unitFor(most);
        m_peaks->addWidget(cell(heading.arg(unit.name), /*strong=*/true, parent), 0, column, Qt::AlignRight);
        int row = 1;
        for (const PhasePlan &phase : plan->phases) {
            const bool strong = phase.*peak == most && most > 0 && peak != &PhasePlan::diskPeakBytes;
            m_peaks->addWidget(cell(inUnit(phase.*peak, unit, 1), strong, parent), row++, column, Qt::AlignRight);
        }
        ++column;
    }
}

} // namespace snug::ui
