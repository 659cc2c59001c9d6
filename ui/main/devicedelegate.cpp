// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/devicedelegate.h"

#include "ui/models/devicelistmodel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QFontMetrics>
#include <QPainter>

namespace snug::ui {

namespace {

constexpr int kLeft = 34, kRight = 14, kAbove = 7, kBelow = 8, kHeadingHeight = 30;
constexpr int kFlags = Qt::AlignLeft | Qt::AlignTop | Qt::TextWordWrap;

QFont titleFont(bool available) { return available ? sansFont(kBodyText, QFont::Medium) : sansFont(kSecondText); }

int heightOf(const QString &text, const QFont &font)
{
    const QRect room(0, 0, DeviceDelegate::kWidth - kLeft - kRight, 1000);
    return text.isEmpty() ? 0 : QFontMetrics(font).boundingRect(room, kFlags, text).height();
}

bool isHeading(const QModelIndex &index) { return index.data(DeviceListModel::HeadingRole).toBool(); }
bool isAvailable(const QModelIndex &index) { return index.flags() & Qt::ItemIsEnabled; }
QString detailOf(const QModelIndex &index) { return index.data(DeviceListModel::DetailRole).toString(); }

} // namespace

QSize DeviceDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    if (isHeading(index))
        return {kWidth, kHeadingHeight};
    return {kWidth, kAbove + heightOf(index.data().toString(), titleFont(isAvailable(index))) +
                        heightOf(detailOf(index), sansFont(kSecondText)) + kBelow};
}

void DeviceDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const QRect row = option.rect;
    const QString title = index.data().toString();
    painter->fillRect(row, colors.raised);
    if (isHeading(index)) {
        paintHairline(*painter, row, colors.line);
        paintText(*painter, QRectF(row).adjusted(kLeft, 6, -kRight, 0), title, sansFont(kUnitText, QFont::DemiBold),
                  colors.text2);
        return;
    }
    const bool available = isAvailable(index);
    if (available && option.state & (QStyle::State_Selected | QStyle::State_MouseOver))
        paintBox(*painter, QRectF(row).adjusted(4, 1, -4, -1), 4, colors.hover, {});
    if (index.row() == m_chosenRow)
        paintIcon(*painter, QRectF(row.x() + 11, row.y() + kAbove + 1, 15, 15), Icon::Check, colors.accent);
    QRect line(row.x() + kLeft, row.y() + kAbove, row.width() - kLeft - kRight, row.height());
    const QFont font = titleFont(available);
    line.setHeight(heightOf(title, font));
    painter->setFont(font);
    painter->setPen(available ? colors.text : colors.text3);
    painter->drawText(line, kFlags, title);
    line.moveTop(line.bottom() + 1);
    line.setHeight(row.bottom() - line.top());
    painter->setFont(sansFont(kSecondText));
    painter->setPen(available ? colors.text2 : colors.text3);
    painter->drawText(line, kFlags, detailOf(index));
}

} // namespace snug::ui
