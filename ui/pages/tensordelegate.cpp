// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/tensordelegate.h"

#include "ui/models/tensortablemodel.h"
#include "ui/theme/fonts.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QPainter>

namespace snug::ui {

namespace {
constexpr int kSwatch = 9;
}

QSize TensorDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {0, kDenseRowHeight}; }

void TensorDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const bool working = index.data(TensorTableModel::WorkingRole).toBool();
    const bool name = index.column() == TensorTableModel::NameColumn;
    const bool error = index.column() == TensorTableModel::ErrorColumn;
    const QRectF row = option.rect;
    if (working)
        painter->fillRect(row, colors.tint);
    paintHairline(*painter, QRectF(row.left(), row.bottom(), row.width(), 1), colors.line);
    const QString text = index.data().toString();
    const QFont font = sansFont(kSecondText, name ? QFont::Medium : QFont::Normal);
    const QColor ink = working && error ? colors.accent : name || error ? colors.text : colors.text2;
    const QRectF cell = row.adjusted(name ? kSpace16 : 0, 0, error ? -kSpace16 : 0, 0);
    paintText(*painter, cell, text, font, ink, static_cast<Qt::Alignment>(index.data(Qt::TextAlignmentRole).toInt()),
              name ? Qt::ElideMiddle : Qt::ElideRight);
    const QVariant value = index.data(TensorTableModel::ErrorRole);
    if (!error || !value.isValid())
        return;
    const double width = QFontMetricsF(font).horizontalAdvance(text);
    painter->fillRect(
        QRectF(cell.right() - width - kSpace4 - kSwatch, cell.center().y() - kSwatch / 2.0, kSwatch, kSwatch),
        colors.heatAt(value.toDouble() / m_scaleEnd));
}

} // namespace snug::ui
