// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/charts/scatterchart.h"

#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/theme/tokens.h"

#include <QFontMetricsF>
#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace snug::ui {

namespace {

constexpr double kLeft = 52, kTop = 8, kFoot = 36, kRight = 12, kMark = 11, kNear = 10;
constexpr double kTickHeight = 36, kTickWidth = 70, kLabelHeight = 16;

bool isFinite(const ScatterPoint &point) { return std::isfinite(point.x) && std::isfinite(point.y); }

/// Whether a line goes through a place or begins in it.
bool crosses(const QPolygonF &line, const QRectF &place)
{
    const QLineF falling(place.topLeft(), place.bottomRight()), rising(place.bottomLeft(), place.topRight());
    for (qsizetype i = 1; i < line.size(); ++i) {
        const QLineF piece(line[i - 1], line[i]);
        if (piece.intersects(falling, nullptr) == QLineF::BoundedIntersection ||
            piece.intersects(rising, nullptr) == QLineF::BoundedIntersection)
            return true;
    }
    return false;
}

} // namespace

std::vector<std::size_t> paretoFront(const std::vector<ScatterPoint> &points)
{
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t(0));
    std::erase_if(order, [&](std::size_t i) { return !isFinite(points[i]); });
    std::ranges::stable_sort(order, [&](std::size_t a, std::size_t b) {
        return points[a].x != points[b].x ? points[a].x < points[b].x : points[a].y < points[b].y;
    });
    std::vector<std::size_t> front;
    for (const std::size_t i : order)
        if (front.empty() || points[i].y < points[front.back()].y)
            front.push_back(i);
    return front;
}

ScatterChart::ScatterChart(QWidget *parent) : QWidget(parent)
{
    setAccessibleName(tr("Size against loss"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void ScatterChart::setPoints(std::vector<ScatterPoint> points, const QString &nameX)
{
    std::erase_if(points, [](const ScatterPoint &point) { return !isFinite(point); });
    m_points = std::move(points);
    m_front = paretoFront(m_points);
    m_nameX = nameX;
    QStringList said;
    for (const ScatterPoint &point : m_points)
        said << words(point);
    setAccessibleDescription(said.join(QStringLiteral("; ")));
    update();
}

QString ScatterChart::words(const ScatterPoint &point) const
{
    return tr("%1: %2 (%3), KL divergence %4")
        .arg(point.label, decimalText(point.x, 2), m_nameX, decimalText(point.y, 4));
}

PlotFrame ScatterChart::frame() const
{
    PlotFrame frame;
    frame.plot = QRectF(kLeft, kTop, std::max(1.0, width() - kLeft - kRight), std::max(1.0, height() - kTop - kFoot));
    frame.nameX = m_nameX;
    double least = 0, largest = 0, loss = 0;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        least = i == 0 ? m_points[i].x : std::min(least, m_points[i].x);
        largest = std::max(largest, m_points[i].x);
        loss = std::max(loss, m_points[i].y);
    }
    const double spread = largest > least ? largest - least : std::max(largest, 1.0);
    const AxisTicks x =
        valueTicks(spread * 1.3, static_cast<int>(std::clamp(frame.plot.width() / kTickWidth, 1.0, 6.0)));
    frame.stepX = x.step;
    frame.fromX = std::max(0.0, std::floor((least - spread * 0.1) / x.step) * x.step);
    frame.toX = std::ceil((largest + spread * 0.15) / x.step) * x.step;
    const AxisTicks y =
        valueTicks(loss * 1.08, static_cast<int>(std::clamp(frame.plot.height() / kTickHeight, 1.0, 6.0)));
    frame.toY = y.end;
    frame.stepY = y.step;
    return frame;
}

QPointF ScatterChart::pointAt(std::size_t point) const { return frame().at(m_points[point].x, m_points[point].y); }

QPolygonF ScatterChart::frontLine(const PlotFrame &frame) const
{
    QPolygonF line;
    for (const std::size_t i : m_front)
        line << frame.at(m_points[i].x, m_points[i].y);
    return line;
}

void ScatterChart::paintFront(QPainter &painter, const PlotFrame &frame) const
{
    painter.setPen(QPen(tokens().text2, 1.3));
    painter.drawPolyline(frontLine(frame));
}

/// A name stands at the side of its point where it covers neither another point nor another name, nor, where there is
/// such a place, the line.
void ScatterChart::paintLabels(QPainter &painter, const PlotFrame &frame) const
{
    const QFont font = sansFont(kSecondText, QFont::Medium);
    const QFontMetricsF metrics(font);
    const QPolygonF line = frontLine(frame);
    std::vector<QRectF> taken;
    for (const ScatterPoint &point : m_points) {
        const QPointF at = frame.at(point.x, point.y);
        taken.emplace_back(at.x() - kMark / 2, at.y() - kMark / 2, kMark, kMark);
    }
    for (const ScatterPoint &point : m_points) {
        const QPointF at = frame.at(point.x, point.y);
        const double width = metrics.horizontalAdvance(point.label) + 2;
        const double beside = kMark / 2 + 5;
        const std::array<QRectF, 8> places{
            QRectF(at.x() + beside, at.y() - kLabelHeight / 2, width, kLabelHeight),
            QRectF(at.x() - beside - width, at.y() - kLabelHeight / 2, width, kLabelHeight),
            QRectF(at.x() - width / 2, at.y() - kMark / 2 - kLabelHeight - 1, width, kLabelHeight),
            QRectF(at.x() - width / 2, at.y() + kMark / 2 + 1, width, kLabelHeight),
            QRectF(at.x() + beside, at.y() - kLabelHeight, width, kLabelHeight),
            QRectF(at.x() - beside - width, at.y() - kLabelHeight, width, kLabelHeight),
            QRectF(at.x() + beside, at.y(), width, kLabelHeight),
            QRectF(at.x() - beside - width, at.y(), width, kLabelHeight)};
        const QRectF room(kLeft + 2, 0, this->width() - kLeft - 4, frame.plot.bottom());
        const auto fits = [&](const QRectF &place) {
            return room.contains(place) &&
                   std::ranges::none_of(taken, [&](const QRectF &other) { return other.intersects(place); });
        };
        auto place =
            std::ranges::find_if(places, [&](const QRectF &free) { return fits(free) && !crosses(line, free); });
        if (place == places.end())
            place = std::ranges::find_if(places, fits);
        if (place == places.end())
            continue; // its tooltip has it
        taken.push_back(*place);
        paintText(painter, *place, point.label, font, tokens().text, Qt::AlignCenter);
    }
}

void ScatterChart::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const PlotFrame frame = this->frame();
    frame.paint(painter);
    paintFront(painter, frame);
    for (const ScatterPoint &point : m_points)
        paintVariantMark(painter, frame.at(point.x, point.y), kMark, point.mark);
    paintLabels(painter, frame);
}

bool ScatterChart::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    for (std::size_t i = 0; i < m_points.size(); ++i)
        if (QLineF(pointAt(i), help->pos()).length() < kNear) {
            QToolTip::showText(help->globalPos(), words(m_points[i]), this);
            return true;
        }
    QToolTip::hideText();
    return true;
}

} // namespace snug::ui
