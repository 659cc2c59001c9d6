// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/dropoverlay.h"

#include "ui/theme/fonts.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QPainter>

namespace snug::ui {

DropOverlay::DropOverlay(QWidget *parent) : QWidget(parent)
{
    setAttribute(Qt::WA_TransparentForMouseEvents);
    hide();
}

void DropOverlay::paintEvent(QPaintEvent *)
{
    const Tokens &colors = tokens();
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    QColor veil = colors.window;
    veil.setAlpha(225);
    painter.fillRect(rect(), veil);
    QPen dashes(colors.accent, 1.5, Qt::CustomDashLine);
    dashes.setDashPattern({5, 4});
    painter.setPen(dashes);
    painter.drawRoundedRect(QRectF(rect()).adjusted(kSpace16, kSpace16, -kSpace16, -kSpace16), kCardRadius,
                            kCardRadius);
    paintText(painter, rect(), tr("Drop to open"), sansFont(kNameText, QFont::Medium), colors.text, Qt::AlignCenter);
}

} // namespace snug::ui
