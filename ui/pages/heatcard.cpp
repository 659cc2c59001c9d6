// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/heatcard.h"

#include "ui/charts/heatstrip.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>
#include <array>
#include <cmath>
#include <set>

namespace snug::ui {

namespace {

constexpr double kFirstScaleEnd = 0.004;

struct RoleName
{
    TensorRole role;
    const char *name;
};
/// Rows in the order work passes through a layer, named as GGUF names them.
constexpr std::array<RoleName, 10> kProjections{{{TensorRole::AttnQkv, "attn_qkv"},
                                                 {TensorRole::AttnQ, "attn_q"},
                                                 {TensorRole::AttnK, "attn_k"},
                                                 {TensorRole::AttnV, "attn_v"},
                                                 {TensorRole::AttnOutput, "attn_output"},
                                                 {TensorRole::Router, "router"},
                                                 {TensorRole::FfnGate, "ffn_gate"},
                                                 {TensorRole::FfnUp, "ffn_up"},
                                                 {TensorRole::FfnDown, "ffn_down"},
                                                 {TensorRole::Other, "other"}}};
constexpr std::array<RoleName, 2> kSingles{
    {{TensorRole::TokenEmbedding, "token_embd"}, {TensorRole::Output, "output"}}};

/// The next end at or above whose quarters are round numbers, for they are written below the scale.
double roundUp(double value)
{
    const double power = std::pow(10.0, std::floor(std::log10(value)));
    for (const double step : {1.2, 2.0, 4.0, 8.0, 12.0})
        if (value <= step * power * (1 + 1e-9))
            return step * power;
    return 12 * power;
}

} // namespace

HeatCard::HeatCard(QWidget *parent) : Card(parent), m_levelBox(new QComboBox(this)), m_strip(new HeatStrip(this))
{
    m_levelBox->setObjectName(QStringLiteral("heatLevelComboBox"));
    m_levelBox->setAccessibleName(tr("Level shown"));
    m_levelBox->hide();
    connect(m_levelBox, &QComboBox::currentIndexChanged, this, &HeatCard::showLevel);
    m_strip->setObjectName(QStringLiteral("heatStrip"));
    auto *title = new ElidedLabel(tr("Error by layer and projection"), this);
    setTextLook(title, kBodyText, QFont::DemiBold, Ink::Text);
    title->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    title->setMinimumWidth(title->sizeHint().width());
    auto *note = new ElidedLabel(tr("relative, lower is better"), this);
    setTextLook(note, kSecondText, QFont::Normal, Ink::Text2);
    note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    auto *header = new QHBoxLayout;
    header->setSpacing(kSpace8);
    header->addWidget(title);
    header->addWidget(note, 1);
    header->addWidget(m_levelBox);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace12, kSpace12, kSpace12, kSpace12);
    column->setSpacing(kSpace8);
    column->addLayout(header);
    column->addWidget(m_strip, 1);
}

void HeatCard::setPlan(const Plan &plan)
{
    m_rows.clear();
    m_extras.clear();
    m_errors.clear();
    m_levels.clear();
    m_scaleEnd = kFirstScaleEnd;
    int layerCount = 0;
    std::set<TensorRole> inLayers;
    std::set<TensorRole> alone;
    for (const VariantPlan &variant : plan.variants) {
        m_levels.push_back(variant.level);
        for (const TensorPlan &tensor : variant.tensors) {
            if (tensor.copied)
                continue;
            (tensor.layer >= 0 ? inLayers : alone).insert(tensor.role);
            layerCount = std::max(layerCount, tensor.layer + 1);
        }
    }
    QStringList rows;
    QStringList extras;
    for (const RoleName &projection : kProjections)
        if (inLayers.contains(projection.role)) {
            m_rows.push_back(projection.role);
            rows << QLatin1String(projection.name);
        }
    for (const RoleName &single : kSingles)
        if (alone.contains(single.role)) {
            m_extras.push_back(single.role);
            extras << QLatin1String(single.name);
        }
    m_strip->setShape(rows, layerCount, extras);
    m_strip->setRange(0, m_scaleEnd);
    m_rowNames = rows;
    m_extraNames = extras;
    m_layerCount = layerCount;
    m_shown = 0;
    fillLevelBox();
    emit scaleChanged(m_scaleEnd);
}

void HeatCard::fillLevelBox()
{
    const QSignalBlocker blocker(m_levelBox);
    m_levelBox->clear();
    for (const std::string &level : m_levels)
        m_levelBox->addItem(QString::fromStdString(level));
    m_levelBox->setVisible(m_levels.size() > 1);
}

std::optional<HeatIndex> HeatCard::indexOf(TensorRole role, int layer) const
{
    if (layer >= 0) {
        const auto row = std::find(m_rows.begin(), m_rows.end(), role);
        if (row == m_rows.end())
            return std::nullopt;
        return HeatIndex{static_cast<int>(row - m_rows.begin()), layer};
    }
    const auto extra = std::find(m_extras.begin(), m_extras.end(), role);
    if (extra == m_extras.end())
        return std::nullopt;
    return HeatIndex{static_cast<int>(m_rows.size()) + static_cast<int>(extra - m_extras.begin()), 0};
}

void HeatCard::addEvents(const std::vector<JobEvent> &events)
{
    for (const JobEvent &event : events) {
        if (const auto *started = std::get_if<TensorStarted>(&event))
            m_strip->setCurrent(m_current = indexOf(started->role, started->layer));
        else if (const auto *finished = std::get_if<TensorFinished>(&event))
            addTensor(finished->tensor);
    }
}

void HeatCard::addTensor(const TensorReport &tensor)
{
    const auto index = indexOf(tensor.role, tensor.layer);
    if (!index || tensor.copied)
        return;
    widenScale(tensor.relativeError);
    // Several tensors can share a cell (experts): the worst one is worth a look.
    double &error = m_errors[tensor.level][{index->row, index->layer}];
    error = std::max(error, tensor.relativeError);
    if (m_shown < static_cast<int>(m_levels.size()) && m_levels[static_cast<std::size_t>(m_shown)] == tensor.level)
        m_strip->setValue(*index, error);
}

void HeatCard::widenScale(double error)
{
    if (!(error > m_scaleEnd))
        return;
    m_scaleEnd = roundUp(error);
    m_strip->setRange(0, m_scaleEnd);
    emit scaleChanged(m_scaleEnd);
}

void HeatCard::showLevel(int level)
{
    if (level < 0 || level >= static_cast<int>(m_levels.size()))
        return;
    m_shown = level;
    m_strip->setShape(m_rowNames, m_layerCount, m_extraNames); // clears what the other level had
    m_strip->setRange(0, m_scaleEnd);
    m_strip->setCurrent(m_current);
    for (const auto &[cell, error] : m_errors[m_levels[static_cast<std::size_t>(level)]])
        m_strip->setValue({cell.first, cell.second}, error);
}

void HeatCard::setFinished()
{
    m_current.reset();
    m_strip->setCurrent(m_current);
}

} // namespace snug::ui
