// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Icons of one line weight, drawn at the pixel density of the window they stand in and in a colour of the theme.

#pragma once

#include "ui/theme/theme.h"

#include <QIcon>

class QPainter;

namespace snug::ui {

enum class Icon {
    // clang-format off
    Search, Folder, File, Command, QueueAdd, Pause, Play, Cancel, ChevronRight, ChevronDown, ChevronUp, Info, Copy, Compare,
    Menu, Check, Sparkle, Warning, ArrowRight, Plus, Columns, Export, Refresh, Settings,
    Fits, Tight, DoesNotFit
    // clang-format on
};

/// For buttons, menus and actions. Normal, active, disabled and (on a primary button) on-accent colours come by
/// themselves.
QIcon icon(Icon which);
/// The same, always in one ink.
QIcon icon(Icon which, Ink ink);
/// Draws one icon into `rect` in `color`. Verdict icons cut their sign out of the shape.
void paintIcon(QPainter &painter, const QRectF &rect, Icon which, const QColor &color);
/// Icon of a verdict; Info where nothing is known.
Icon verdictIcon(Verdict verdict);
/// The program's own icon, for windows.
QIcon appIcon();

} // namespace snug::ui
