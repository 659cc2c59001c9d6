// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/chartcard.h"

#include "ui/bridge/format.h"
#include "ui/charts/legendtable.h"
#include "ui/charts/memorychart.h"
#include "ui/models/jobtimeline.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"

#include <QHBoxLayout>
#include <QVBoxLayout>

#include <algorithm>

namespace snug::ui {

namespace {

constexpr int kLegendWidth = 214;
constexpr int kLowest = 208; ///< and never lower than the legend

/// The components a legend lists, top of the stack first.
constexpr std::array<Component, kComponentCount> kTopDown{
    Component::KvCache,     Component::Output,  Component::Workspace, Component::Statistics,
    Component::Activations, Component::Weights, Component::Other};

double of(const MemorySample &sample, Component component) { return sample.bytes[static_cast<std::size_t>(component)]; }

/// Rows of figures for one or two columns.
class Rows
{
public:
    Rows(const SizeUnit &unit, bool twoColumns) : m_unit(unit), m_two(twoColumns) {}

    LegendRow &add(const QString &name, double ram, double vram)
    {
        LegendRow row;
        row.name = name;
        row.values << text(ram);
        row.dim.push_back(ram <= 0);
        if (m_two) {
            row.values << text(vram);
            row.dim.push_back(vram <= 0);
        }
        m_rows.push_back(row);
        return m_rows.back();
    }
    std::vector<LegendRow> take() { return std::move(m_rows); }

private:
    QString text(double bytes) const
    {
        return inUnit(static_cast<std::uint64_t>(bytes), m_unit, m_unit.bytes > 1e8 ? 2 : 1);
    }

    SizeUnit m_unit;
    bool m_two;
    std::vector<LegendRow> m_rows;
};

} // namespace

ChartCard::ChartCard(QWidget *parent)
    : Card(parent), m_ram(new MemoryChart(tr("RAM"), this)), m_vram(new MemoryChart(tr("VRAM"), this)),
      m_legend(new LegendTable(this))
{
    m_ram->setObjectName(QStringLiteral("ramChart"));
    m_vram->setObjectName(QStringLiteral("vramChart"));
    m_legend->setObjectName(QStringLiteral("chartLegend"));
    m_legend->setFixedWidth(kLegendWidth);
    m_vram->setPhaseNamesVisible(false);
    m_vram->hide();
    auto *charts = new QVBoxLayout;
    charts->setSpacing(0);
    charts->addWidget(m_ram, 1);
    charts->addWidget(m_vram, 1);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(kSpace12, kSpace12, kSpace12, kSpace8);
    line->setSpacing(kSpace24);
    line->addLayout(charts, 1);
    line->addWidget(m_legend, 0, Qt::AlignTop);
}

void ChartCard::show(const JobTimeline &timeline, bool live)
{
    const bool two = timeline.hasGpu();
    m_vram->setVisible(two);
    m_ram->setTimeAxisVisible(!two);
    m_vramsTurn = two && live && !m_vramsTurn;
    if (!live || !m_vramsTurn)
        m_ram->setSeries(timeline.ram());
    if (two && (!live || m_vramsTurn))
        m_vram->setSeries(timeline.vram());
    showLegend(timeline, live);
}

void ChartCard::showLegend(const JobTimeline &timeline, bool live)
{
    const bool two = timeline.hasGpu();
    const double largest = std::max({timeline.ramPeakBytes(), timeline.vramPeakBytes(), timeline.ramPredictedBytes(),
                                     timeline.vramPredictedBytes()});
    const SizeUnit unit = unitFor(static_cast<std::uint64_t>(largest));
    Rows rows(unit, two);
    for (const Component component : kTopDown) {
        if (!timeline.seen(component) && component != Component::Other)
            continue;
        LegendRow &row = rows.add(LegendTable::componentName(component), of(timeline.ramNow(), component),
                                  of(timeline.vramNow(), component));
        row.swatch = LegendRow::Swatch::Component;
        row.component = component;
    }
    LegendRow &total = rows.add(tr("Total"), timeline.ramNow().oursBytes(), timeline.vramNow().oursBytes());
    total.strong = true;
    total.lineAbove = true;
    rows.add(live ? tr("Peak so far") : tr("Peak"), timeline.ramPeakBytes(), timeline.vramPeakBytes());
    if (timeline.ramPredictedBytes() > 0)
        rows.add(tr("Predicted peak"), timeline.ramPredictedBytes(), timeline.vramPredictedBytes());
    m_legend->setHeader((live ? tr("Now, %1") : tr("At the end, %1")).arg(unit.name),
                        two ? QStringList{tr("RAM"), tr("VRAM")} : QStringList{tr("RAM")});
    m_legend->setRows(rows.take());
    std::vector<LegendKey> keys{LegendKey::Peak};
    if (!m_ram->series().predicted.empty())
        keys.insert(keys.begin(), LegendKey::Predicted);
    if (m_ram->series().limitBytes || (two && m_vram->series().limitBytes))
        keys.push_back(LegendKey::Limit);
    if (live)
        keys.push_back(LegendKey::Now);
    m_legend->setKeys(keys);
    setMinimumHeight(std::max(kLowest, m_legend->sizeHint().height() + 2 + layout()->contentsMargins().top() +
                                           layout()->contentsMargins().bottom()));
}

} // namespace snug::ui
