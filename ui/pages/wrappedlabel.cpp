// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/wrappedlabel.h"

#include <QEvent>

namespace snug::ui {

WrappedLabel::WrappedLabel(QWidget *parent) : WrappedLabel(QString(), parent) {}

WrappedLabel::WrappedLabel(const QString &text, QWidget *parent) : QLabel(parent)
{
    setWordWrap(true);
    setTextFormat(Qt::PlainText);
    setText(text);
}

void WrappedLabel::setText(const QString &text)
{
    QLabel::setText(text);
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a label that wraps asks for height for width each time
    fitHeight();
}

void WrappedLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    fitHeight();
}

void WrappedLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        fitHeight();
}

void WrappedLabel::fitHeight()
{
    const int before = minimumHeight();
    setMinimumHeight(0); // a label never asks for less than its minimum
    const int wanted = heightForWidth(width());
    setFixedHeight(wanted > 0 ? wanted : before);
}

} // namespace snug::ui
