// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Three labels in a column.

#include "ui/widgets/keyfigure.h"

#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"

#include <QLabel>
#include <QVBoxLayout>

namespace snug::ui {

KeyFigure::KeyFigure(const QString &caption, QWidget *parent)
    : QWidget(parent), m_caption(new QLabel(caption, this)), m_figure(new QLabel(this)), m_note(new ElidedLabel(this))
{
    setTextLook(m_caption, kSecondText, QFont::Normal, Ink::Text2);
    setTextLook(m_figure, kNameText, QFont::DemiBold, Ink::Text);
    setTextLook(m_note, kSecondText, QFont::Normal, Ink::Text2);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    for (QLabel *label : {m_caption, m_figure}) {
        label->setTextFormat(Qt::PlainText);
        column->addWidget(label);
    }
    column->addWidget(m_note);
    m_figure->setFixedHeight(25);
}

void KeyFigure::setCaption(const QString &caption)
{
    m_caption->setText(caption);
    describe();
}

void KeyFigure::setFigure(const QString &figure)
{
    m_figure->setText(figure);
    describe();
}

void KeyFigure::setNote(const QString &note)
{
    m_note->setText(note);
    describe();
}

void KeyFigure::describe()
{
    setAccessibleName(QStringLiteral("%1: %2, %3").arg(m_caption->text(), m_figure->text(), m_note->text()));
}

} // namespace snug::ui
