// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/modeldelegate.h"

#include "ui/models/modellistmodel.h"
#include "ui/theme/fonts.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QPainter>

namespace snug::ui {

namespace {

constexpr int kGroupHeight = 30;
constexpr int kModelHeight = 44;
constexpr int kInset = 12;
constexpr double kBar = 3;

bool isGroup(const QModelIndex &index)
{
    return index.data(ModelListModel::KindRole).toInt() == ModelListModel::GroupKind;
}

} // namespace

QSize ModelDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    return {100, isGroup(index) ? kGroupHeight : kModelHeight};
}

void ModelDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    if (isGroup(index))
        paintGroup(*painter, option.rect, index);
    else
        paintModel(*painter, option, index);
}

void ModelDelegate::paintGroup(QPainter &painter, const QRectF &row, const QModelIndex &index) const
{
    const QRectF text = row.adjusted(kInset, 4, -kInset, 0);
    const QFont font = sansFont(kSecondText, QFont::Medium);
    const QString count = index.data(ModelListModel::CountRole).toString();
    const double countWidth = QFontMetricsF(font).horizontalAdvance(count) + kSpace8;
    paintText(painter, text.adjusted(0, 0, -countWidth, 0), index.data().toString(), font, tokens().text3,
              Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);
    paintText(painter, text, count, font, tokens().text3, Qt::AlignRight | Qt::AlignVCenter);
}

void ModelDelegate::paintModel(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const QRectF row = QRectF(option.rect).adjusted(0, 1, 0, -1);
    const bool usable = index.data(ModelListModel::UsableRole).toBool();
    const bool chosen = option.state & QStyle::State_Selected;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    if (chosen || (usable && (option.state & QStyle::State_MouseOver))) {
        paintBox(painter, row, kControlRadius, chosen ? colors.chosen : colors.hover, Qt::transparent);
        if (chosen) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(colors.accent);
            painter.drawRoundedRect(QRectF(row.left(), row.top() + 8, kBar, row.height() - 16), kBar / 2, kBar / 2);
        }
    }
    if (option.state & QStyle::State_HasFocus && option.state & QStyle::State_KeyboardFocusChange)
        paintFocusRing(painter, row.adjusted(3, 3, -3, -3), kControlRadius);
    painter.restore();
    const QRectF text = row.adjusted(kInset, 3, -kInset, -3);
    const QRectF first(text.left(), text.top(), text.width(), text.height() / 2);
    const QRectF second = first.translated(0, text.height() / 2);
    paintText(painter, first, index.data().toString(), sansFont(kBodyText, QFont::Medium),
              usable ? colors.text : colors.text3, Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);
    const QFont small = sansFont(kSecondText);
    const QString size = index.data(ModelListModel::SizeRole).toString();
    const double sizeWidth = size.isEmpty() ? 0 : QFontMetricsF(small).horizontalAdvance(size) + kSpace8;
    paintText(painter, second.adjusted(0, 0, -sizeWidth, 0), index.data(ModelListModel::DetailRole).toString(), small,
              colors.text2);
    paintText(painter, second, size, small, colors.text2, Qt::AlignRight | Qt::AlignVCenter);
}

} // namespace snug::ui
