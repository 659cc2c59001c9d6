// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The pill as a widget.

#include "ui/widgets/pill.h"

#include "ui/theme/paint.h"

#include <QPainter>

namespace snug::ui {

Pill::Pill(const QString &text, Kind kind, QWidget *parent) : QWidget(parent), m_kind(kind)
{
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    setText(text);
}

void Pill::setText(const QString &text)
{
    m_text = text;
    setAccessibleName(text);
    updateGeometry();
    update();
}

QSize Pill::sizeHint() const { return pillSize(m_text, m_kind == Kind::Filled).toSize(); }

void Pill::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintPill(painter, rect(), m_text, m_kind == Kind::Filled);
}

} // namespace snug::ui
