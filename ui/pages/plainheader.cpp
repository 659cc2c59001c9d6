// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/plainheader.h"

#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QPainter>

namespace snug::ui {

PlainHeader::PlainHeader(QWidget *parent) : QHeaderView(Qt::Horizontal, parent)
{
    setSectionsClickable(false);
    setHighlightSections(false);
    setMinimumSectionSize(1);
    setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false);
}

void PlainHeader::paintSection(QPainter *painter, const QRect &rect, int section) const
{
    const bool first = section == 0;
    const bool last = section == count() - 1;
    paintHairline(*painter, QRectF(rect.left(), rect.bottom(), rect.width(), 1), tokens().line);
    paintText(*painter, rect.adjusted(first ? kSpace16 : 0, 0, last ? -kSpace16 : 0, 0),
              model()->headerData(section, Qt::Horizontal).toString(), sansFont(kSecondText, QFont::DemiBold),
              tokens().text2,
              static_cast<Qt::Alignment>(model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt()));
}

} // namespace snug::ui
