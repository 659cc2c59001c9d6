// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints grounds and hairlines.

#include "ui/widgets/card.h"

#include "ui/theme/paint.h"

#include <QPainter>
#include <QVBoxLayout>

namespace snug::ui {

Card::Card(QWidget *parent) : QFrame(parent) { setFrameShape(QFrame::NoFrame); }

void Card::setKind(Kind kind)
{
    m_kind = kind;
    update();
}

QVBoxLayout *Card::rows()
{
    if (auto *existing = qobject_cast<QVBoxLayout *>(layout()))
        return existing;
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, 1);
    column->setSpacing(0);
    return column;
}

void Card::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens();
    const bool failure = m_kind == Kind::Failure;
    paintBox(painter, rect(), kCardRadius, failure ? t.failureCard : t.surface, failure ? t.failureLine : t.line);
}

Panel::Panel(Ground ground, Qt::Edges lines, QWidget *parent) : QWidget(parent), m_ground(ground), m_lines(lines) {}

void Panel::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const Tokens &t = tokens();
    painter.fillRect(rect(), m_ground == Ground::Surface ? t.surface : m_ground == Ground::Side ? t.side : t.window);
    if (m_lines & Qt::TopEdge)
        painter.fillRect(0, 0, width(), 1, t.line);
    if (m_lines & Qt::BottomEdge)
        painter.fillRect(0, height() - 1, width(), 1, t.line);
    if (m_lines & Qt::LeftEdge)
        painter.fillRect(0, 0, 1, height(), t.line);
    if (m_lines & Qt::RightEdge)
        painter.fillRect(width() - 1, 0, 1, height(), t.line);
}

} // namespace snug::ui
