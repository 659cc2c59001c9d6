// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Turns tokens into palette, style and fonts, and keeps them in step with the desktop.

#include "ui/theme/theme.h"

#include "ui/theme/desktopscheme.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style.h"

#include <QApplication>
#include <QToolTip>
#include <QVariant>
#include <QWidget>

namespace snug::ui {

namespace {
constexpr char kInkProperty[] = "snugInk";

void giveInk(QWidget *widget)
{
    const QColor color = inkColor(static_cast<Ink>(widget->property(kInkProperty).toInt()), tokens());
    QPalette palette = widget->palette();
    for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText})
        palette.setColor(role, color);
    widget->setPalette(palette);
}
} // namespace

Theme &Theme::instance()
{
    static Theme theme;
    return theme;
}

void Theme::start(QApplication &app)
{
    if (m_desktop)
        return;
    m_startedDark = app.palette().color(QPalette::Window).lightness() < 128;
    loadFonts();
    m_desktop = new DesktopScheme(&app);
    connect(m_desktop, &QObject::destroyed, this, [this] { m_desktop = nullptr; });
    connect(m_desktop, &DesktopScheme::changed, this, [this, &app] { take(app); });
    app.setStyle(new SnugStyle);
    app.setFont(sansFont());
    QToolTip::setFont(sansFont(kSecondText));
}

void Theme::take(QApplication &app)
{
    const bool dark =
        m_scheme == Scheme::System ? m_desktop->prefersDark().value_or(m_startedDark) : m_scheme == Scheme::Dark;
    m_tokens = dark ? darkTokens() : lightTokens();
    if (m_desktop->prefersContrast())
        m_tokens = withHighContrast(m_tokens);
    const QPalette palette = paletteOf(m_tokens);
    app.setPalette(palette);
    QToolTip::setPalette(palette);
    emit changed();
}

void applyTheme(QApplication &app, Scheme scheme)
{
    Theme &theme = Theme::instance();
    theme.m_scheme = scheme;
    theme.start(app);
    theme.take(app);
}

QPalette paletteOf(const Tokens &t)
{
    QPalette palette;
    const auto set = [&palette](QPalette::ColorRole role, const QColor &color, const QColor &disabled) {
        palette.setColor(QPalette::Active, role, color);
        palette.setColor(QPalette::Inactive, role, color);
        palette.setColor(QPalette::Disabled, role, disabled);
    };
    set(QPalette::Window, t.window, t.window);
    set(QPalette::WindowText, t.text, t.text3);
    set(QPalette::Base, t.raised, t.window);
    set(QPalette::AlternateBase, t.hover, t.hover);
    set(QPalette::Text, t.text, t.text3);
    set(QPalette::PlaceholderText, t.text3, t.text3);
    set(QPalette::Button, t.raised, t.window);
    set(QPalette::ButtonText, t.text, t.text3);
    set(QPalette::BrightText, t.doesNotFit, t.text3);
    set(QPalette::Highlight, t.accent, t.track);
    set(QPalette::HighlightedText, t.onAccent, t.text2);
    set(QPalette::Link, t.accent, t.text3);
    set(QPalette::LinkVisited, t.accent, t.text3);
    set(QPalette::ToolTipBase, t.raised, t.raised);
    set(QPalette::ToolTipText, t.text, t.text3);
    set(QPalette::Light, t.raised, t.raised);
    set(QPalette::Midlight, t.hover, t.hover);
    set(QPalette::Mid, t.strongLine, t.strongLine);
    set(QPalette::Dark, t.checkBorder, t.strongLine);
    set(QPalette::Shadow, t.strongLine, t.strongLine);
    return palette;
}

QColor inkColor(Ink ink, const Tokens &t)
{
    switch (ink) {
    case Ink::Text:
        return t.text;
    case Ink::Text2:
        return t.text2;
    case Ink::Text3:
        return t.text3;
    case Ink::Accent:
        return t.accent;
    case Ink::OnAccent:
        return t.onAccent;
    case Ink::Fits:
        return t.fits;
    case Ink::Tight:
        return t.tight;
    case Ink::DoesNotFit:
        return t.doesNotFit;
    }
    return t.text;
}

void setInk(QWidget *widget, Ink ink)
{
    const bool first = !widget->property(kInkProperty).isValid();
    widget->setProperty(kInkProperty, static_cast<int>(ink));
    giveInk(widget);
    if (first)
        QObject::connect(&Theme::instance(), &Theme::changed, widget, [widget] { giveInk(widget); });
}

} // namespace snug::ui
