// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What every program with a window of ours sets up: name, language, look.

#pragma once

#include <QLocale>

class QApplication;

namespace snug::ui {

class Settings;

/// Names that decide where settings lie. Before Settings are made.
void nameApplication(const QString &version);
/// Loads Snug's and Qt's own texts for `locale`; English where there is no translation. May be called again.
void installTranslations(QApplication &app, const QLocale &locale);
/// Theme as remembered.
void applyRememberedTheme(QApplication &app, const Settings &settings);

} // namespace snug::ui
