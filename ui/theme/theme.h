// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The scheme in force: tokens, palette, style and fonts of the whole program, following the system when asked to.

#pragma once

#include "ui/theme/tokens.h"

#include <QObject>
#include <QPalette>

class QApplication;
class QWidget;

namespace snug::ui {

class DesktopScheme;

enum class Scheme { System, Light, Dark };

/// GUI thread only. Painted widgets need not listen: they read tokens() when painting and are repainted on a change.
class Theme : public QObject
{
    Q_OBJECT
public:
    static Theme &instance();
    const Tokens &tokens() const { return m_tokens; }
    Scheme scheme() const { return m_scheme; }

signals:
    /// Tokens are different now; palette and style are already in place.
    void changed();

private:
    friend void applyTheme(QApplication &app, Scheme scheme);
    void start(QApplication &app);
    void take(QApplication &app);
    Tokens m_tokens = lightTokens();
    Scheme m_scheme = Scheme::System;
    DesktopScheme *m_desktop = nullptr; // made on the first applyTheme(), owned by the program
    bool m_startedDark = false;         // lightness of the palette before ours
};

/// Colours in force.
inline const Tokens &tokens() { return Theme::instance().tokens(); }
/// Sets style, fonts and palette of the program; may be called again to change the scheme. Scheme::System follows the
/// desktop from then on.
void applyTheme(QApplication &app, Scheme scheme);
/// Qt's palette made of tokens.
QPalette paletteOf(const Tokens &tokens);

/// Which token a label's text takes.
enum class Ink { Text, Text2, Text3, Accent, OnAccent, Fits, Tight, DoesNotFit };
QColor inkColor(Ink ink, const Tokens &tokens);
/// Colours a widget's text, now and after every change of scheme.
void setInk(QWidget *widget, Ink ink);

} // namespace snug::ui
