// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints cells, labels and the scale of errors.

#include "ui/charts/heatstrip.h"

#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QLinearGradient>
#include <QPaintEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {
constexpr double kLabelGap = 8, kLayerLine = 21, kScaleTop = 30, kScaleHeight = 8, kFoot = 56;
constexpr double kTallestRow = 17, kWidestColumn = 26, kScaleWidth = 160;
constexpr double kLabelRoom = 14;       // between two layer numbers
constexpr int kToolTipDecimals = 4;     // as in the table of tensors
constexpr double kNarrowestOutline = 5; // below it an outline would fill the cell

double labelColumn(const QStringList &names)
{
    const QFontMetricsF metrics(sansFont(kUnitText));
    double widest = 40;
    for (const QString &name : names)
        widest = std::max(widest, metrics.horizontalAdvance(name));
    return std::ceil(std::min(widest, 110.0) + kLabelGap);
}

/// Decimals that write the ticks of the scale exactly, or at least tell them apart.
int decimalsFor(double low, double high)
{
    const double step = (high - low) / 4;
    const int enough = std::clamp(int(std::ceil(-std::log10(std::max(step, 1e-9)))), 2, 6);
    const auto exact = [](double value, int decimals) {
        const double scaled = value * std::pow(10.0, decimals);
        return std::abs(scaled - std::round(scaled)) < 1e-6;
    };
    return exact(low, enough) && exact(step, enough) ? enough : std::min(enough + 1, 6);
}
} // namespace

HeatStrip::HeatStrip(QWidget *parent) : QWidget(parent), m_scaleName(tr("error"))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    setAccessibleName(tr("Error by layer and projection"));
}

void HeatStrip::setShape(const QStringList &rows, int layerCount, const QStringList &extras)
{
    m_rows = rows;
    m_extras = extras;
    m_layerCount = std::max(0, layerCount);
    m_values.assign(std::size_t(m_rows.size()) * std::size_t(m_layerCount) + std::size_t(m_extras.size()),
                    std::nullopt);
    m_current.reset();
    updateGeometry();
    update();
}

void HeatStrip::setRange(double low, double high)
{
    if (low == m_low && high == m_high)
        return;
    m_low = low;
    m_high = high;
    update();
}

void HeatStrip::setScaleName(const QString &name)
{
    m_scaleName = name;
    update();
}

HeatGrid HeatStrip::grid() const
{
    HeatGrid grid{int(m_rows.size()), m_layerCount, int(m_extras.size()), {}};
    const double left = labelColumn(m_rows + m_extras);
    const double width = std::min(std::max(0.0, this->width() - left), m_layerCount * kWidestColumn);
    const double height = std::min(std::max(0.0, this->height() - kFoot), grid.allRows() * kTallestRow);
    grid.area = QRectF(left, 0, width, height);
    return grid;
}

std::size_t HeatStrip::slot(HeatIndex index) const
{
    const int rows = int(m_rows.size());
    return index.row < rows ? std::size_t(index.row) * std::size_t(m_layerCount) + std::size_t(index.layer)
                            : std::size_t(rows) * std::size_t(m_layerCount) + std::size_t(index.row - rows);
}

void HeatStrip::setValue(HeatIndex index, double value)
{
    const HeatGrid where = grid();
    if (!where.contains(index) || m_values[slot(index)] == value)
        return;
    m_values[slot(index)] = value;
    update(where.cell(index).toAlignedRect());
}

std::optional<double> HeatStrip::value(HeatIndex index) const
{
    return grid().contains(index) ? m_values[slot(index)] : std::nullopt;
}

void HeatStrip::setCurrent(std::optional<HeatIndex> index)
{
    if (index == m_current)
        return;
    const HeatGrid where = grid();
    for (const auto &changed : {m_current, index}) {
        if (changed && where.contains(*changed))
            update(where.cell(*changed).toAlignedRect());
    }
    m_current = index;
}

QString HeatStrip::rowName(int row) const
{
    return row < m_rows.size() ? m_rows.at(row) : m_extras.value(row - int(m_rows.size()));
}

QString HeatStrip::toolTipAt(const QPoint &position) const
{
    const auto index = grid().at(position);
    if (!index)
        return {};
    const QString name = index->row < m_rows.size() ? tr("Layer %1, %2").arg(index->layer).arg(rowName(index->row))
                                                    : rowName(index->row);
    const auto found = m_values[slot(*index)];
    const QString what = found                ? decimalText(*found, kToolTipDecimals)
                         : index == m_current ? tr("in work")
                                              : tr("to come");
    return QStringLiteral("%1: %2").arg(name, what);
}

QSize HeatStrip::sizeHint() const
{
    return {int(labelColumn(m_rows + m_extras)) + std::min(m_layerCount * 13, 420),
            int((m_rows.size() + m_extras.size()) * kTallestRow + kFoot)};
}

QSize HeatStrip::minimumSizeHint() const { return {220, int((m_rows.size() + m_extras.size()) * 8 + kFoot)}; }

void HeatStrip::paintCell(QPainter &painter, HeatIndex index, const HeatGrid &where) const
{
    const Tokens &t = tokens();
    const QRectF cell = where.cell(index);
    const auto found = m_values[slot(index)];
    const bool current = index == m_current;
    if (found)
        painter.fillRect(cell, t.heatAt(m_high > m_low ? (*found - m_low) / (m_high - m_low) : 0));
    else if (cell.width() < kNarrowestOutline && !current)
        painter.fillRect(cell, t.hover);
    painter.setBrush(Qt::NoBrush);
    if (current) {
        painter.setPen(QPen(t.accent, 2));
        painter.drawRoundedRect(cell.adjusted(1, 1, -1, -1), 1, 1);
    } else if (!found && cell.width() >= kNarrowestOutline) {
        painter.setPen(QPen(t.strongLine, 1));
        painter.drawRect(cell.adjusted(0.5, 0.5, -0.5, -0.5));
    }
}

void HeatStrip::paintLabels(QPainter &painter, const HeatGrid &where) const
{
    const QFont font = sansFont(kUnitText);
    const QColor color = tokens().text2;
    const double right = where.area.x() - kLabelGap;
    for (int row = 0; row < where.allRows(); ++row)
        paintText(painter, QRectF(0, where.area.y() + row * where.rowHeight() - 1, right, where.rowHeight()),
                  rowName(row), font, color, Qt::AlignRight | Qt::AlignVCenter, Qt::ElideMiddle);
    if (m_layerCount == 0)
        return;
    const QRectF line(0, where.area.bottom() + 2, right, kLayerLine - 4);
    paintText(painter, line, tr("layer"), font, color, Qt::AlignRight | Qt::AlignVCenter);
    const int last = m_layerCount - 1;
    const double spacing = QFontMetricsF(font).horizontalAdvance(QLocale().toString(last)) + kLabelRoom;
    const int step = where.labelStep(spacing);
    for (int layer = 0; layer <= last; ++layer) {
        const bool nearLast = layer != last && (last - layer) * where.columnWidth() < spacing;
        if (layer != last && (layer % step != 0 || nearLast))
            continue;
        const double middle = where.cell({0, layer}).center().x();
        paintText(painter, QRectF(middle - 20, line.y(), 40, line.height()), QLocale().toString(layer), font, color,
                  Qt::AlignCenter, Qt::ElideNone);
    }
}

void HeatStrip::paintScale(QPainter &painter, const HeatGrid &where) const
{
    const Tokens &t = tokens();
    const QFont font = sansFont(kUnitText);
    const QFontMetricsF metrics(font);
    const double left = where.area.x(), room = width() - left;
    const QRectF bar(left, where.area.bottom() + kScaleTop - 2, std::min(kScaleWidth, room * 0.6), kScaleHeight);
    QLinearGradient gradient(bar.topLeft(), bar.topRight());
    for (std::size_t stop = 0; stop < t.heat.size(); ++stop)
        gradient.setColorAt(double(stop) / double(t.heat.size() - 1), t.heat[stop]);
    painter.fillRect(bar, gradient);
    const double middle = bar.center().y();
    paintText(painter, QRectF(0, middle - 8, left - kLabelGap, 16), m_scaleName, font, t.text2,
              Qt::AlignRight | Qt::AlignVCenter);
    const int decimals = decimalsFor(m_low, m_high), steps = bar.width() < 120 ? 2 : 4;
    for (int i = 0; i <= steps; ++i) {
        const double x = bar.x() + bar.width() * i / steps;
        paintText(painter, QRectF(x - 24, bar.bottom() + 1, 48, 16),
                  decimalText(m_low + (m_high - m_low) * i / steps, decimals), font, t.text2, Qt::AlignCenter,
                  Qt::ElideNone);
    }
    double x = bar.right() + 36;
    const auto key = [&](const QString &word, bool current) {
        const double width = 17 + metrics.horizontalAdvance(word);
        if (x + width > this->width())
            return;
        const QRectF square(std::round(x), std::round(middle - 5.5), 11, 11);
        painter.setPen(QPen(current ? t.accent : t.strongLine, current ? 2 : 1));
        painter.setBrush(Qt::NoBrush);
        const double inset = current ? 1 : 0.5;
        painter.drawRoundedRect(square.adjusted(inset, inset, -inset, -inset), current ? 1 : 0, current ? 1 : 0);
        paintText(painter, QRectF(x + 17, middle - 8, width, 16), word, font, t.text2, Qt::AlignLeft | Qt::AlignVCenter,
                  Qt::ElideNone);
        x += width + 12;
    };
    key(tr("to come"), false);
    key(tr("now"), true);
}

void HeatStrip::paintEvent(QPaintEvent *event)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const HeatGrid where = grid();
    const QRectF dirty = event->rect();
    for (int row = 0; row < where.allRows(); ++row) {
        for (int layer = 0; layer < (row < where.rowCount ? where.layerCount : 1); ++layer) {
            if (dirty.intersects(where.cell({row, layer})))
                paintCell(painter, {row, layer}, where);
        }
    }
    if (where.area.contains(dirty))
        return; // only cells changed
    paintLabels(painter, where);
    paintScale(painter, where);
}

bool HeatStrip::event(QEvent *event)
{
    if (event->type() == QEvent::ToolTip) {
        auto *help = static_cast<QHelpEvent *>(event);
        const QString text = toolTipAt(help->pos());
        if (text.isEmpty())
            QToolTip::hideText();
        else
            QToolTip::showText(help->globalPos(), text, this, grid().cell(*grid().at(help->pos())).toAlignedRect());
        return true;
    }
    return QWidget::event(event);
}

} // namespace snug::ui
