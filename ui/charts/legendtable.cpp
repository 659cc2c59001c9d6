// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One painted table for both charts.

#include "ui/charts/legendtable.h"

#include "ui/theme/paint.h"

#include <QPainter>

namespace snug::ui {

namespace {
constexpr double kHeader = 19, kRow = 20, kRuleGap = 2, kKeysGap = 7, kKeyRow = 19;
constexpr double kColumn = 62, kSwatch = 10, kNameLeft = 18, kKeyMark = 18, kKeyText = 24, kKeyColumn = 103;
} // namespace

LegendTable::LegendTable(QWidget *parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Preferred);
}

QString LegendTable::componentName(Component component)
{
    switch (component) {
    case Component::Weights:
        return tr("Weights");
    case Component::Activations:
        return tr("Activations");
    case Component::Statistics:
        return tr("Statistics");
    case Component::Workspace:
        return tr("Workspace");
    case Component::Output:
        return tr("Output");
    case Component::KvCache:
        return tr("KV cache");
    case Component::Other:
        break;
    }
    return tr("Other");
}

void LegendTable::setHeader(const QString &title, const QStringList &columns)
{
    m_title = title;
    m_columns = columns;
    setAccessibleName(title);
    updateGeometry();
    update();
}

void LegendTable::setRows(std::vector<LegendRow> rows)
{
    if (rows == m_rows)
        return;
    const bool resized = rows.size() != m_rows.size();
    m_rows = std::move(rows);
    QStringList spoken;
    for (const LegendRow &row : m_rows)
        spoken << row.name + QLatin1Char(' ') + row.values.join(QStringLiteral(", "));
    setAccessibleDescription(spoken.join(QStringLiteral("; ")));
    if (resized)
        updateGeometry();
    update();
}

void LegendTable::setKeys(std::vector<LegendKey> keys)
{
    m_keys = std::move(keys);
    updateGeometry();
    update();
}

QSize LegendTable::sizeHint() const
{
    double height = kHeader + kRuleGap + kKeysGap;
    for (const LegendRow &row : m_rows)
        height += kRow + (row.lineAbove ? kRuleGap : 0);
    height += double((m_keys.size() + 1) / 2) * kKeyRow;
    return {206, int(height) + 1};
}

QSize LegendTable::minimumSizeHint() const { return {170, sizeHint().height()}; }

QRectF LegendTable::columnRect(int column, const QRectF &row) const
{
    const double right = row.right() - double(m_columns.size() - 1 - column) * kColumn;
    const double width = m_columns.size() == 1 ? row.width() - kNameLeft : kColumn - 6;
    return {right - width, row.y(), width, row.height()};
}

void LegendTable::paintRow(QPainter &painter, const LegendRow &row, const QRectF &rect) const
{
    const Tokens &t = tokens();
    double left = rect.x();
    if (row.swatch != LegendRow::Swatch::None) {
        const QRectF swatch(rect.x(), std::round(rect.center().y() - kSwatch / 2), kSwatch, kSwatch);
        paintBox(painter, swatch, 2.5,
                 row.swatch == LegendRow::Swatch::Component ? t.component(row.component) : t.otherPrograms, {});
        left += kNameLeft;
    }
    const QFont font = sansFont(kSecondText, row.strong ? QFont::DemiBold : QFont::Normal);
    for (int column = 0; column < m_columns.size(); ++column) {
        const bool dim = std::size_t(column) < row.dim.size() && row.dim[std::size_t(column)];
        paintText(painter, columnRect(column, rect), row.values.value(column), font, dim ? t.text3 : t.text,
                  Qt::AlignRight | Qt::AlignVCenter, Qt::ElideNone);
    }
    const double room = rect.right() - left - double(m_columns.size()) * kColumn + 12;
    paintText(painter, QRectF(left, rect.y(), room, rect.height()), row.name, font, t.text);
}

void LegendTable::paintKey(QPainter &painter, LegendKey key, const QRectF &rect) const
{
    const Tokens &t = tokens();
    const QRectF mark(rect.x(), rect.y(), kKeyMark, rect.height());
    const QPointF middle = mark.center();
    const bool failed = key == LegendKey::AllRam;
    QPen pen(failed ? t.doesNotFit : t.text, 1.5);
    pen.setCapStyle(Qt::FlatCap);
    QString text;
    switch (key) {
    case LegendKey::Predicted:
        pen.setDashPattern({1.4, 1.7});
        text = tr("predicted");
        break;
    case LegendKey::Limit:
        text = tr("limit");
        break;
    case LegendKey::AllRam:
        text = tr("all RAM");
        break;
    case LegendKey::Peak:
        text = tr("true peak");
        painter.setPen(Qt::NoPen);
        painter.setBrush(t.text);
        painter.drawPolygon(QPolygonF({middle + QPointF(0, -4.8), middle + QPointF(4.8, 0), middle + QPointF(0, 4.8),
                                       middle + QPointF(-4.8, 0)}));
        break;
    case LegendKey::Now:
        text = tr("now");
        painter.fillRect(QRectF(std::round(middle.x()), middle.y() - 6, 1, 12), t.text);
        break;
    }
    if (key != LegendKey::Peak && key != LegendKey::Now) {
        painter.setPen(pen);
        painter.drawLine(QPointF(mark.left(), middle.y()), QPointF(mark.right(), middle.y()));
    }
    paintText(painter, rect.adjusted(kKeyText, 0, 0, 0), text, sansFont(kUnitText), t.text2);
}

void LegendTable::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens &t = tokens();
    const QFont headFont = sansFont(kSecondText, QFont::DemiBold);
    const QRectF head(0, 0, width(), kHeader - 3);
    paintText(painter, head, m_title, headFont, t.text2);
    for (int column = 0; column < m_columns.size(); ++column)
        paintText(painter, columnRect(column, head), m_columns.at(column), headFont, t.text2,
                  Qt::AlignRight | Qt::AlignVCenter, Qt::ElideNone);
    paintHairline(painter, QRectF(0, kHeader, width(), 1), t.line);
    double y = kHeader + kRuleGap;
    for (const LegendRow &row : m_rows) {
        if (row.lineAbove) {
            paintHairline(painter, QRectF(0, y, width(), 1), t.line);
            y += kRuleGap;
        }
        paintRow(painter, row, QRectF(0, y, width(), kRow));
        y += kRow;
    }
    y += kKeysGap;
    for (std::size_t i = 0; i < m_keys.size(); ++i)
        paintKey(painter, m_keys[i], QRectF(i % 2 ? kKeyColumn : 0, y + double(i / 2) * kKeyRow, kKeyColumn, kKeyRow));
}

} // namespace snug::ui
