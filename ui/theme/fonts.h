// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The shipped fonts: a sans with figures of one width, and a mono for commands. Other scripts fall back to the
// system's.

#pragma once

#include "ui/theme/metrics.h"

#include <QFont>

namespace snug::ui {

/// Makes the shipped fonts known. Needs a QGuiApplication. Safe to call twice.
void loadFonts();
/// The sans at `pixelSize` (kBodyText, ...) and weight (QFont::Normal, Medium or DemiBold).
QFont sansFont(int pixelSize = kBodyText, QFont::Weight weight = QFont::Normal);
QFont monoFont(int pixelSize = kSecondText);

} // namespace snug::ui
