// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The kinds of button. A kind is a property of an ordinary QPushButton or QToolButton that the style reads.

#pragma once

#include "ui/theme/icons.h"

#include <QPushButton>

#include <optional>

namespace snug::ui {

/// One Primary per page. Link is accent-coloured text. Flat shows its ground on hover only.
enum class ButtonKind { Normal, Primary, Small, Link, Flat };

void setButtonKind(QAbstractButton *button, ButtonKind kind);
ButtonKind buttonKind(const QWidget *button);

/// A push button of a kind. Screen readers say its text.
QPushButton *makeButton(const QString &text, ButtonKind kind, QWidget *parent);
QPushButton *makeButton(const QString &text, Icon which, ButtonKind kind, QWidget *parent);
/// A square button with an icon alone; `name` is its accessible name and tooltip.
QPushButton *makeIconButton(Icon which, const QString &name, ButtonKind kind, QWidget *parent);

} // namespace snug::ui
