// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/iconmark.h"

#include <QPainter>

namespace snug::ui {

IconMark::IconMark(Icon which, Ink ink, int size, QWidget *parent) : QWidget(parent), m_which(which), m_ink(ink)
{
    setFixedSize(size, size);
}

void IconMark::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    paintIcon(painter, rect(), m_which, inkColor(m_ink, tokens()));
}

} // namespace snug::ui
