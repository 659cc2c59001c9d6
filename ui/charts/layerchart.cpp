// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/charts/layerchart.h"

#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/theme/tokens.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {

constexpr double kLeft = 52, kTop = 8, kFoot = 36, kRight = 12, kMark = 8, kNameGap = 10;
constexpr double kTickHeight = 36, kTickWidth = 50, kNameHeight = 15, kMostNameWidth = 110;

QFont nameFont() { return sansFont(kUnitText, QFont::Medium); }

} // namespace

LayerChart::LayerChart(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Error by layer"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LayerChart::setLines(std::vector<LayerLine> lines)
{
    std::erase_if(lines, [](const LayerLine &line) {
        return std::ranges::none_of(line.errors, [](double error) { return std::isfinite(error); });
    });
    m_lines = std::move(lines);
    QStringList said;
    for (const LayerLine &line : m_lines) {
        double largest = 0;
        std::size_t where = 0;
        for (std::size_t i = 0; i < line.errors.size(); ++i)
            if (line.errors[i] > largest) {
                largest = line.errors[i];
                where = i;
            }
        said << tr("%1: largest error %2 in layer %3")
                    .arg(line.label, decimalText(largest, 4), countText(static_cast<std::uint64_t>(where)));
    }
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    update();
}

double LayerChart::labelWidth() const
{
    double widest = 0;
    for (const LayerLine &line : m_lines)
        widest = std::max(widest, QFontMetricsF(nameFont()).horizontalAdvance(line.label) + 2);
    return std::min(widest, kMostNameWidth);
}

PlotFrame LayerChart::frame() const
{
    PlotFrame frame;
    frame.plot = QRectF(kLeft, kTop, std::max(1.0, width() - kLeft - kRight - kNameGap - labelWidth()),
                        std::max(1.0, height() - kTop - kFoot));
    frame.nameX = tr("layer");
    std::size_t layers = 1;
    double largest = 0;
    for (const LayerLine &line : m_lines) {
        layers = std::max(layers, line.errors.size());
        for (const double error : line.errors)
            if (std::isfinite(error))
                largest = std::max(largest, error);
    }
    frame.toX = std::max(1.0, static_cast<double>(layers) - 1);
    frame.stepX = std::max(
        1.0, valueTicks(frame.toX, static_cast<int>(std::clamp(frame.plot.width() / kTickWidth, 1.0, 8.0))).step);
    const AxisTicks y =
        valueTicks(largest * 1.05, static_cast<int>(std::clamp(frame.plot.height() / kTickHeight, 1.0, 6.0)));
    frame.toY = y.end;
    frame.stepY = y.step;
    return frame;
}

void LayerChart::paintLine(QPainter &painter, const PlotFrame &frame, const LayerLine &line) const
{
    QPolygonF part;
    const auto flush = [&] {
        painter.setPen(variantPen(line.mark, 1.6));
        if (part.size() > 1)
            painter.drawPolyline(part);
        part.clear();
    };
    QPointF last;
    for (std::size_t i = 0; i < line.errors.size(); ++i) {
        if (!std::isfinite(line.errors[i])) {
            flush();
            continue;
        }
        last = frame.at(static_cast<double>(i), line.errors[i]);
        part << last;
    }
    flush();
    paintVariantMark(painter, last, kMark, line.mark);
}

void LayerChart::paintNames(QPainter &painter, const PlotFrame &frame) const
{
    std::vector<std::pair<double, const LayerLine *>> names;
    for (const LayerLine &line : m_lines) {
        const auto last =
            std::find_if(line.errors.rbegin(), line.errors.rend(), [](double e) { return std::isfinite(e); });
        names.emplace_back(frame.at(0, *last).y(), &line);
    }
    std::ranges::stable_sort(names, {}, &std::pair<double, const LayerLine *>::first);
    double lowest = -kNameHeight;
    for (auto &[y, line] : names) // apart from the one above, and up again where the foot is reached
        lowest = y = std::max(y, lowest + kNameHeight);
    double highest = frame.plot.bottom() + kNameHeight;
    for (auto name = names.rbegin(); name != names.rend(); ++name)
        highest = name->first = std::min(name->first, highest - kNameHeight);
    for (const auto &[y, line] : names)
        paintText(painter, QRectF(frame.plot.right() + kNameGap, y - kNameHeight / 2, labelWidth(), kNameHeight),
                  line->label, nameFont(), tokens().text, Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);
}

void LayerChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const PlotFrame frame = this->frame();
    frame.paint(painter);
    for (const LayerLine &line : m_lines)
        paintLine(painter, frame, line);
    paintNames(painter, frame);
}

bool LayerChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const PlotFrame frame = this->frame();
    const double share = (help->pos().x() - frame.plot.left()) / frame.plot.width();
    if (m_lines.empty() || share < -0.02 || share > 1.02) {
        QToolTip::hideText();
        return true;
    }
    const auto layer = static_cast<std::size_t>(std::llround(std::clamp(share, 0.0, 1.0) * frame.toX));
    QStringList lines{tr("Layer %1").arg(countText(layer))};
    for (const LayerLine &line : m_lines)
        if (layer < line.errors.size() && std::isfinite(line.errors[layer]))
            lines << QStringLiteral("%1: %2").arg(line.label, decimalText(line.errors[layer], 4));
    QToolTip::showText(help->globalPos(), lines.join(QLatin1Char('\n')), this);
    return true;
}

} // namespace snug::ui
