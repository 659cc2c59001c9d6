// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Push buttons: normal, primary, small, link and flat.

#include "ui/theme/buttons.h"
#include "ui/theme/paint.h"
#include "ui/theme/styleparts.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyleOptionButton>

namespace snug::ui {

namespace {
constexpr int kIconGap = 6;

QFont buttonFont(ButtonKind kind)
{
    switch (kind) {
    case ButtonKind::Primary:
        return sansFont(kBodyText, QFont::DemiBold);
    case ButtonKind::Small:
        return sansFont(kSecondText, QFont::Medium);
    default:
        return sansFont(kBodyText, QFont::Medium);
    }
}

int paddingOf(ButtonKind kind, bool hasText, bool hasIcon)
{
    if (!hasText)
        return 8;
    switch (kind) {
    case ButtonKind::Primary:
        return hasIcon ? 18 : 19;
    case ButtonKind::Small:
        return 11;
    case ButtonKind::Link:
        return 0;
    case ButtonKind::Flat:
        return 8;
    case ButtonKind::Normal:
        break;
    }
    return hasIcon ? 13 : 14;
}

QColor bevelFill(ButtonKind kind, const QStyle::State state)
{
    const Tokens &t = tokens();
    const bool enabled = state & QStyle::State_Enabled;
    const bool pressed = state & (QStyle::State_Sunken | QStyle::State_On);
    const bool hovered = enabled && (state & QStyle::State_MouseOver);
    if (kind == ButtonKind::Primary) {
        if (!enabled)
            return t.track;
        // Towards the text's own ground, so that contrast never falls.
        const QColor deep = t.dark ? QColor(Qt::white) : QColor(Qt::black);
        return pressed ? mixed(deep, t.accent, 0.18) : hovered ? mixed(deep, t.accent, 0.09) : t.accent;
    }
    if (kind == ButtonKind::Flat)
        return pressed ? t.track : hovered ? t.hover : QColor();
    if (!enabled)
        return t.window;
    return pressed ? mixed(t.text, t.raised, 0.10) : hovered ? mixed(t.text, t.raised, 0.045) : t.raised;
}

QColor labelColor(ButtonKind kind, bool enabled)
{
    const Tokens &t = tokens();
    if (!enabled)
        return t.text3;
    switch (kind) {
    case ButtonKind::Primary:
        return t.onAccent;
    case ButtonKind::Link:
        return t.accent;
    case ButtonKind::Flat:
        return t.text2;
    default:
        return t.text;
    }
}
} // namespace

void drawButtonBevel(QPainter &painter, const QStyleOptionButton &option, const QWidget *widget)
{
    const ButtonKind kind = buttonKind(widget);
    if (kind == ButtonKind::Link)
        return;
    const bool framed = kind == ButtonKind::Normal || kind == ButtonKind::Small;
    paintBox(painter, option.rect, kControlRadius, bevelFill(kind, option.state),
             framed ? tokens().strongLine : QColor());
}

void drawButtonLabel(QPainter &painter, const QStyleOptionButton &option, const QWidget *widget)
{
    const ButtonKind kind = buttonKind(widget);
    const bool enabled = option.state & QStyle::State_Enabled;
    const QFont font = buttonFont(kind);
    const QColor color = labelColor(kind, enabled);
    const int iconWidth = option.icon.isNull() ? 0 : kIconSize;
    const int gap = iconWidth && !option.text.isEmpty() ? kIconGap : 0;
    const int padding = paddingOf(kind, !option.text.isEmpty(), iconWidth > 0);
    const int room = option.rect.width() - 2 * std::min(padding, 6) - iconWidth - gap;
    const QFontMetrics metrics(font);
    QString text = option.text;
    if (metrics.size(Qt::TextShowMnemonic, text).width() > room)
        text = metrics.elidedText(text, Qt::ElideRight, room, Qt::TextShowMnemonic);
    const int textWidth = text.isEmpty() ? 0 : metrics.size(Qt::TextShowMnemonic, text).width();
    int left = option.rect.x() + (option.rect.width() - iconWidth - gap - textWidth) / 2;
    if (kind == ButtonKind::Link)
        left = option.rect.x();
    if (iconWidth) {
        const QIcon::Mode mode = !enabled                      ? QIcon::Disabled
                                 : kind == ButtonKind::Primary ? QIcon::Selected
                                                               : QIcon::Normal;
        const QRect area(left, option.rect.center().y() - kIconSize / 2 + (option.rect.height() % 2 ? 0 : 1), kIconSize,
                         kIconSize);
        option.icon.paint(&painter, area, Qt::AlignCenter, mode, QIcon::Off);
    }
    QRect area = option.rect;
    area.setLeft(left + iconWidth + gap);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, text);
}

QSize buttonSize(const QStyleOptionButton &option, const QWidget *widget)
{
    const ButtonKind kind = buttonKind(widget);
    const bool hasText = !option.text.isEmpty(), hasIcon = !option.icon.isNull();
    const QFontMetrics metrics(buttonFont(kind));
    const int text = hasText ? metrics.size(Qt::TextShowMnemonic, option.text).width() : 0;
    const int width =
        text + (hasIcon ? kIconSize : 0) + (hasText && hasIcon ? kIconGap : 0) + 2 * paddingOf(kind, hasText, hasIcon);
    const int height = kind == ButtonKind::Small  ? kSmallButtonHeight
                       : kind == ButtonKind::Link ? metrics.height() + kSpace4
                                                  : kControlHeight;
    return {hasText ? width : std::max(width, height), height};
}

} // namespace snug::ui
