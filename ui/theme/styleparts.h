// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The drawing that SnugStyle hands on, one function a control.

#pragma once

#include <QStyle>

class QPainter;
class QStyleOption;
class QStyleOptionButton;
class QStyleOptionComboBox;
class QStyleOptionMenuItem;
class QStyleOptionSlider;
class QStyleOptionSpinBox;
class QWidget;

namespace snug::ui {

void drawButtonBevel(QPainter &painter, const QStyleOptionButton &option, const QWidget *widget);
void drawButtonLabel(QPainter &painter, const QStyleOptionButton &option, const QWidget *widget);
QSize buttonSize(const QStyleOptionButton &option, const QWidget *widget);

/// The ground of line edits, combo and spin boxes.
void drawField(QPainter &painter, const QRect &rect, bool enabled, bool hovered);
void drawCombo(QPainter &painter, const QStyleOptionComboBox &option, const QWidget *widget);
void drawComboLabel(QPainter &painter, const QStyleOptionComboBox &option);
void drawSpinBox(QPainter &painter, const QStyleOptionSpinBox &option);
void drawScrollBar(QPainter &painter, const QStyleOptionSlider &option, const QRect &handle);
void drawMenuItem(QPainter &painter, const QStyleOptionMenuItem &option);
QSize menuItemSize(const QStyleOptionMenuItem &option);
void drawRadio(QPainter &painter, const QStyleOption &option);

} // namespace snug::ui
