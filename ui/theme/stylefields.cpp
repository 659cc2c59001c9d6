// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Fields, combo boxes, spin boxes, scroll bars, menus and radio buttons.

#include "ui/theme/paint.h"
#include "ui/theme/styleparts.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStyleOption>

namespace snug::ui {

namespace {
constexpr int kMenuIconColumn = 28, kMenuItemHeight = 28;

QColor textColor(const QStyle::State state) { return state & QStyle::State_Enabled ? tokens().text : tokens().text3; }

/// The part of a menu text after the tab is its shortcut.
std::pair<QString, QString> menuTexts(const QStyleOptionMenuItem &option)
{
    const int tab = int(option.text.indexOf(QLatin1Char('\t')));
    return tab < 0 ? std::pair(option.text, QString()) : std::pair(option.text.left(tab), option.text.mid(tab + 1));
}
} // namespace

void drawField(QPainter &painter, const QRect &rect, bool enabled, bool hovered)
{
    const Tokens &t = tokens();
    paintBox(painter, rect, kControlRadius, enabled ? t.raised : t.window,
             enabled && hovered ? mixed(t.text3, t.strongLine, 0.5) : t.strongLine);
}

void drawCombo(QPainter &painter, const QStyleOptionComboBox &option, const QWidget *)
{
    drawField(painter, option.rect, option.state & QStyle::State_Enabled, option.state & QStyle::State_MouseOver);
    const QRectF arrow(option.rect.right() - 18, option.rect.center().y() - 5.5, 13, 13);
    const QRectF mirrored(option.rect.left() + 6, arrow.y(), 13, 13);
    paintIcon(painter, option.direction == Qt::RightToLeft ? mirrored : arrow, Icon::ChevronDown,
              option.state & QStyle::State_Enabled ? tokens().text2 : tokens().text3);
}

void drawComboLabel(QPainter &painter, const QStyleOptionComboBox &option)
{
    if (option.editable)
        return;
    QRectF area = QRectF(option.rect).adjusted(9, 0, -24, 0);
    if (!option.currentIcon.isNull()) {
        option.currentIcon.paint(&painter, QRect(int(area.x()), int(area.center().y()) - 8, 16, 16));
        area.adjust(22, 0, 0, 0);
    }
    paintText(painter, area, option.currentText, sansFont(), textColor(option.state));
}

void drawSpinBox(QPainter &painter, const QStyleOptionSpinBox &option)
{
    drawField(painter, option.rect, option.state & QStyle::State_Enabled, option.state & QStyle::State_MouseOver);
    if (option.buttonSymbols == QAbstractSpinBox::NoButtons)
        return;
    const double x = option.rect.right() - 18, y = option.rect.center().y();
    const auto ink = [&option](QAbstractSpinBox::StepEnabledFlag flag) {
        return option.stepEnabled & flag && option.state & QStyle::State_Enabled ? tokens().text2 : tokens().strongLine;
    };
    paintIcon(painter, {x, y - 10, 11, 11}, Icon::ChevronUp, ink(QAbstractSpinBox::StepUpEnabled));
    paintIcon(painter, {x, y + 1, 11, 11}, Icon::ChevronDown, ink(QAbstractSpinBox::StepDownEnabled));
}

void drawScrollBar(QPainter &painter, const QStyleOptionSlider &option, const QRect &handle)
{
    if (option.maximum <= option.minimum)
        return;
    const bool busy = option.state & (QStyle::State_MouseOver | QStyle::State_Sunken);
    const QRectF bar = option.orientation == Qt::Vertical ? QRectF(handle).adjusted(2, 2, -2, -2)
                                                          : QRectF(handle).adjusted(2, 2, -2, -2);
    paintBox(painter, bar, 3, busy ? tokens().others : tokens().strongLine, {});
}

void drawMenuItem(QPainter &painter, const QStyleOptionMenuItem &option)
{
    const Tokens &t = tokens();
    if (option.menuItemType == QStyleOptionMenuItem::Separator) {
        paintHairline(painter, QRectF(option.rect).adjusted(0, option.rect.height() / 2, 0, 0), t.line);
        return;
    }
    const bool enabled = option.state & QStyle::State_Enabled;
    if (enabled && option.state & QStyle::State_Selected)
        paintBox(painter, QRectF(option.rect).adjusted(4, 0, -4, 0), 4, t.hover, {});
    const QRect symbol(option.rect.x() + 10, option.rect.center().y() - 7, kIconSize, kIconSize);
    if (option.checked)
        paintIcon(painter, symbol, Icon::Check, t.accent);
    else if (!option.icon.isNull())
        option.icon.paint(&painter, symbol, Qt::AlignCenter, enabled ? QIcon::Normal : QIcon::Disabled);
    const auto [text, shortcut] = menuTexts(option);
    const QRect area = option.rect.adjusted(kMenuIconColumn + 4, 0, -14, 0);
    painter.setFont(sansFont());
    painter.setPen(enabled ? t.text : t.text3);
    painter.drawText(area, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, text);
    paintText(painter, area, shortcut, sansFont(kSecondText), t.text3, Qt::AlignRight | Qt::AlignVCenter);
    if (option.menuItemType == QStyleOptionMenuItem::SubMenu)
        paintIcon(painter, QRectF(option.rect.right() - 18, option.rect.center().y() - 5, 12, 12), Icon::ChevronRight,
                  t.text2);
}

QSize menuItemSize(const QStyleOptionMenuItem &option)
{
    if (option.menuItemType == QStyleOptionMenuItem::Separator)
        return {10, 9};
    const auto [text, shortcut] = menuTexts(option);
    const int shortcutWidth =
        shortcut.isEmpty() ? 0 : 24 + QFontMetrics(sansFont(kSecondText)).horizontalAdvance(shortcut);
    const int textWidth = QFontMetrics(sansFont()).size(Qt::TextShowMnemonic, text).width();
    return {kMenuIconColumn + 4 + textWidth + shortcutWidth + 26, kMenuItemHeight};
}

void drawRadio(QPainter &painter, const QStyleOption &option)
{
    const Tokens &t = tokens();
    const bool enabled = option.state & QStyle::State_Enabled, on = option.state & QStyle::State_On;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const QPointF middle = QRectF(option.rect).center();
    const QColor ring = on ? (enabled ? t.accent : t.text3) : (enabled ? t.checkBorder : t.strongLine);
    painter.setPen(QPen(ring, on ? 5 : 1.3));
    painter.setBrush(on ? t.onAccent : t.raised);
    painter.drawEllipse(middle, on ? 5.5 : 7.35, on ? 5.5 : 7.35);
    painter.restore();
}

} // namespace snug::ui
