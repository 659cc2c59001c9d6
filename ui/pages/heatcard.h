// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The card with the heat strip: relative error by layer and projection, for one level at a time.

#pragma once

#include "ui/bridge/jobcontroller.h"
#include "ui/charts/heatgrid.h"
#include "ui/widgets/card.h"

#include <QStringList>

#include <map>
#include <optional>
#include <string>
#include <vector>

class QComboBox;

namespace snug::ui {

class HeatStrip;

/// GUI thread only.
class HeatCard : public Card
{
    Q_OBJECT

public:
    explicit HeatCard(QWidget *parent = nullptr);
    /// A new job: which cells there are.
    void setPlan(const Plan &plan);
    void addEvents(const std::vector<JobEvent> &events);
    /// Nothing is in work any more.
    void setFinished();
    /// Upper end of the colour scale now; the tensor table colours by the same.
    double scaleEnd() const { return m_scaleEnd; }
    HeatStrip *strip() const { return m_strip; }

signals:
    void scaleChanged(double end);

private:
    std::optional<HeatIndex> indexOf(TensorRole role, int layer) const;
    void addTensor(const TensorReport &tensor);
    void fillLevelBox();
    void showLevel(int level);
    void widenScale(double error);

    QComboBox *m_levelBox;
    HeatStrip *m_strip;
    std::vector<TensorRole> m_rows;
    std::vector<TensorRole> m_extras;
    std::vector<std::string> m_levels;
    std::map<std::string, std::map<std::pair<int, int>, double>> m_errors; ///< level -> (row, layer) -> error
    QStringList m_rowNames, m_extraNames;
    int m_layerCount = 0;
    std::optional<HeatIndex> m_current;
    int m_shown = 0;
    double m_scaleEnd = 0.004;
};

} // namespace snug::ui
