// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/overridedelegate.h"

#include "ui/models/overridetablemodel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QPainter>

namespace snug::ui {

namespace {

constexpr double kDot = 6;   ///< the mark behind a type set by hand
constexpr double kMark = 12; ///< the sign behind a type that stands in for another
constexpr double kGap = 6;

} // namespace

QSize OverrideDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {0, kRowHeight}; }

void OverrideDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const QRectF row = option.rect;
    if (option.state & QStyle::State_Selected)
        painter->fillRect(row, colors.tint);
    paintHairline(*painter, QRectF(row.left(), row.bottom(), row.width(), 1), colors.line);
    const bool name = index.column() == OverrideTableModel::NameColumn;
    const bool last = index.column() == OverrideTableModel::SizeColumn;
    const bool editable = index.data(OverrideTableModel::EditableRole).toBool();
    const QRectF cell = row.adjusted(name ? kSpace16 : 0, 0, last ? -kSpace16 : 0, 0);
    if (index.column() == OverrideTableModel::TypeColumn)
        return paintType(*painter, cell, index);
    paintText(*painter, cell, index.data().toString(), sansFont(kSecondText, name ? QFont::Medium : QFont::Normal),
              name && editable ? colors.text : colors.text2,
              static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt()),
              name ? Qt::ElideMiddle : Qt::ElideRight);
    if (name && (option.state & QStyle::State_HasFocus))
        paintFocusRing(*painter, row.adjusted(6, 5, -6, -5), 3);
}

void OverrideDelegate::paintType(QPainter &painter, const QRectF &cell, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const bool overridden = index.data(OverrideTableModel::OverriddenRole).toBool();
    const bool editable = index.data(OverrideTableModel::EditableRole).toBool();
    const QFont font = sansFont(kSecondText, overridden ? QFont::DemiBold : QFont::Normal);
    const QString text = index.data().toString();
    paintText(painter, cell, text, font, overridden ? colors.accent : editable ? colors.text : colors.text2);
    QRectF rest = cell.adjusted(QFontMetricsF(font).horizontalAdvance(text) + kGap, 0, 0, 0);
    if (overridden) {
        painter.save();
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(Qt::NoPen);
        painter.setBrush(colors.accent);
        painter.drawEllipse(QRectF(rest.left(), rest.center().y() - kDot / 2, kDot, kDot));
        painter.restore();
        rest.adjust(kDot + kGap, 0, 0, 0);
    }
    if (index.data(OverrideTableModel::FallbackRole).toBool()) { // the tooltip says for what it stands in
        paintIcon(painter, QRectF(rest.left(), rest.center().y() - kMark / 2, kMark, kMark), Icon::Info, colors.text2);
        rest.adjust(kMark + kGap, 0, 0, 0);
    }
    const QString instead = index.data(OverrideTableModel::InsteadRole).toString();
    if (!instead.isEmpty())
        paintText(painter, rest, OverrideTableModel::tr("not %1", "a type that was replaced").arg(instead),
                  sansFont(kSecondText), colors.text2);
}

} // namespace snug::ui
