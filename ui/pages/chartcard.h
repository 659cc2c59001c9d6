// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The card with the memory charts and their legend.

#pragma once

#include "ui/widgets/card.h"

namespace snug::ui {

class JobTimeline;
class LegendTable;
class MemoryChart;

/// GUI thread only. The VRAM chart is there where a card is.
class ChartCard : public Card
{
    Q_OBJECT

public:
    explicit ChartCard(QWidget *parent = nullptr);
    /// Shows the timeline as it is now. While live, two charts take turns, so that one frame never draws both.
    void show(const JobTimeline &timeline, bool live);

private:
    void showLegend(const JobTimeline &timeline, bool live);

    MemoryChart *m_ram;
    MemoryChart *m_vram;
    LegendTable *m_legend;
    bool m_vramsTurn = false;
};

} // namespace snug::ui
