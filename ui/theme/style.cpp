// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Metrics and dispatch: which control is drawn by which function.

#include "ui/theme/style.h"

#include "ui/theme/buttons.h"
#include "ui/theme/focusring.h"
#include "ui/theme/paint.h"
#include "ui/theme/styleparts.h"

#include <QAbstractScrollArea>
#include <QAbstractSpinBox>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QPainter>
#include <QScrollBar>
#include <QStyleFactory>
#include <QStyleOption>

namespace snug::ui {

namespace {
constexpr int kScrollBarWidth = 10, kShortestHandle = 28;
constexpr int kFieldPadding = 9, kComboArrow = 24;

bool isHoverable(const QWidget *widget)
{
    return qobject_cast<const QAbstractButton *>(widget) || qobject_cast<const QComboBox *>(widget) ||
           qobject_cast<const QLineEdit *>(widget) || qobject_cast<const QAbstractSpinBox *>(widget) ||
           qobject_cast<const QScrollBar *>(widget);
}
} // namespace

SnugStyle::SnugStyle() : QProxyStyle(QStyleFactory::create(QStringLiteral("Fusion"))) {}

void SnugStyle::polish(QWidget *widget)
{
    QProxyStyle::polish(widget);
    if (isHoverable(widget))
        widget->setAttribute(Qt::WA_Hover);
    if (FocusRing::wanted(widget))
        FocusRing::watch(widget);
    if (qobject_cast<QMenu *>(widget))
        widget->setAttribute(Qt::WA_TranslucentBackground);
}

void SnugStyle::polish(QPalette &palette) { palette = paletteOf(tokens()); }

int SnugStyle::pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const
{
    switch (metric) {
    case PM_ScrollBarExtent:
        return kScrollBarWidth;
    case PM_ScrollBarSliderMin:
        return kShortestHandle;
    case PM_ScrollView_ScrollBarSpacing:
        return 0;
    case PM_IndicatorWidth:
    case PM_IndicatorHeight:
    case PM_ExclusiveIndicatorWidth:
    case PM_ExclusiveIndicatorHeight:
        return kCheckSize;
    case PM_CheckBoxLabelSpacing:
    case PM_RadioButtonLabelSpacing:
        return kSpace8;
    case PM_ButtonIconSize:
    case PM_SmallIconSize:
        return kIconSize;
    case PM_ButtonShiftHorizontal:
    case PM_ButtonShiftVertical:
        return 0;
    case PM_MenuVMargin:
        return 5;
    case PM_MenuHMargin:
    case PM_MenuPanelWidth:
        return 1;
    case PM_ToolTipLabelFrameWidth:
        return 4;
    default:
        return QProxyStyle::pixelMetric(metric, option, widget);
    }
}

int SnugStyle::styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                         QStyleHintReturn *returnData) const
{
    switch (hint) {
    case SH_ScrollView_FrameOnlyAroundContents:
    case SH_ComboBox_Popup:
    case SH_EtchDisabledText:
    case SH_ItemView_ShowDecorationSelected:
        return 0;
    case SH_Slider_AbsoluteSetButtons:
        return Qt::LeftButton;
    case SH_Menu_SloppySubMenus:
        return 1;
    default:
        return QProxyStyle::styleHint(hint, option, widget, returnData);
    }
}

QSize SnugStyle::sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                                  const QWidget *widget) const
{
    switch (type) {
    case CT_PushButton:
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option))
            return buttonSize(*button, widget);
        break;
    case CT_LineEdit:
        return {size.width() + 2 * kFieldPadding, kControlHeight};
    case CT_SpinBox:
        return {size.width() + 2 * kFieldPadding + kComboArrow, kControlHeight};
    case CT_ComboBox:
        return {size.width() + kFieldPadding + kComboArrow, kControlHeight};
    case CT_MenuItem:
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            return menuItemSize(*item);
        break;
    default:
        break;
    }
    return QProxyStyle::sizeFromContents(type, option, size, widget);
}

QRect SnugStyle::subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const
{
    if (element == SE_LineEditContents && widget && !qobject_cast<const QAbstractSpinBox *>(widget->parentWidget()))
        return option->rect.adjusted(kFieldPadding - 2, 1, -kFieldPadding + 2, -1); // QLineEdit adds 2 of its own
    return QProxyStyle::subElementRect(element, option, widget);
}

QRect SnugStyle::subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                                const QWidget *widget) const
{
    const QRect &rect = option->rect;
    if (control == CC_ComboBox && subControl == SC_ComboBoxEditField)
        return visualRect(option->direction, rect, rect.adjusted(kFieldPadding - 2, 1, -kComboArrow, -1));
    if (control == CC_ComboBox && subControl == SC_ComboBoxListBoxPopup)
        return rect.adjusted(0, 2, 0, 2);
    if (control == CC_SpinBox && subControl == SC_SpinBoxEditField)
        return visualRect(option->direction, rect, rect.adjusted(kFieldPadding - 2, 1, -kComboArrow, -1));
    if (control == CC_ScrollBar) {
        const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option);
        // No arrows: the groove is all of it.
        if (subControl == SC_ScrollBarAddLine || subControl == SC_ScrollBarSubLine)
            return {};
        if (subControl == SC_ScrollBarGroove)
            return rect;
        if (bar) {
            const bool upright = bar->orientation == Qt::Vertical;
            const int length = upright ? rect.height() : rect.width();
            const qint64 range = qint64(bar->maximum) - bar->minimum;
            const int handle =
                range > 0 ? std::min(length, std::max(kShortestHandle,
                                                      int(qint64(length) * bar->pageStep / (range + bar->pageStep))))
                          : length;
            const int start = sliderPositionFromValue(bar->minimum, bar->maximum, bar->sliderPosition, length - handle,
                                                      bar->upsideDown);
            const auto part = [&rect, upright](int from, int size) {
                return upright ? QRect(rect.x(), rect.y() + from, rect.width(), size)
                               : QRect(rect.x() + from, rect.y(), size, rect.height());
            };
            if (subControl == SC_ScrollBarSlider)
                return part(start, handle);
            if (subControl == SC_ScrollBarSubPage)
                return part(0, start);
            if (subControl == SC_ScrollBarAddPage)
                return part(start + handle, length - start - handle);
        }
    }
    return QProxyStyle::subControlRect(control, option, subControl, widget);
}

void SnugStyle::drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                              const QWidget *widget) const
{
    const bool enabled = option->state & State_Enabled;
    switch (element) {
    case PE_IndicatorCheckBox:
    case PE_IndicatorItemViewItemCheck:
        paintCheck(*painter, option->rect,
                   option->state & State_NoChange ? Qt::PartiallyChecked
                   : option->state & State_On     ? Qt::Checked
                                                  : Qt::Unchecked,
                   enabled);
        return;
    case PE_IndicatorRadioButton:
        drawRadio(*painter, *option);
        return;
    case PE_PanelLineEdit:
    case PE_FrameLineEdit:
        // The edit inside a spin or combo box has no frame of its own.
        if (widget && (qobject_cast<const QAbstractSpinBox *>(widget->parentWidget()) ||
                       qobject_cast<const QComboBox *>(widget->parentWidget())))
            return;
        drawField(*painter, option->rect, enabled, option->state & State_MouseOver);
        return;
    case PE_PanelMenu:
        paintBox(*painter, option->rect, kControlRadius, tokens().raised, tokens().strongLine);
        return;
    case PE_FrameMenu:
    case PE_FrameFocusRect:
        return; // the ring is a widget of its own
    case PE_PanelTipLabel:
        paintBox(*painter, option->rect, 0, tokens().raised, tokens().strongLine);
        return;
    case PE_PanelButtonTool:
        if (option->state & (State_Sunken | State_On))
            paintBox(*painter, option->rect, kControlRadius, tokens().track, {});
        else if (enabled && option->state & State_MouseOver)
            paintBox(*painter, option->rect, kControlRadius, tokens().hover, {});
        return;
    case PE_Frame:
        if (!qobject_cast<const QAbstractScrollArea *>(widget))
            break;
        paintBox(*painter, option->rect, kControlRadius, {}, tokens().strongLine);
        return;
    case PE_IndicatorArrowDown:
    case PE_IndicatorArrowUp:
    case PE_IndicatorArrowRight: {
        const Icon which = element == PE_IndicatorArrowDown ? Icon::ChevronDown
                           : element == PE_IndicatorArrowUp ? Icon::ChevronUp
                                                            : Icon::ChevronRight;
        paintIcon(*painter, option->rect, which, enabled ? tokens().text2 : tokens().text3);
        return;
    }
    default:
        break;
    }
    QProxyStyle::drawPrimitive(element, option, painter, widget);
}

void SnugStyle::drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                            const QWidget *widget) const
{
    if (element == CE_PushButton || element == CE_PushButtonBevel || element == CE_PushButtonLabel) {
        if (const auto *button = qstyleoption_cast<const QStyleOptionButton *>(option)) {
            if (element != CE_PushButtonLabel)
                drawButtonBevel(*painter, *button, widget);
            if (element != CE_PushButtonBevel)
                drawButtonLabel(*painter, *button, widget);
            return;
        }
    }
    if (element == CE_ComboBoxLabel) {
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option))
            return drawComboLabel(*painter, *combo);
    }
    if (element == CE_MenuItem) {
        if (const auto *item = qstyleoption_cast<const QStyleOptionMenuItem *>(option))
            return drawMenuItem(*painter, *item);
    }
    if (element == CE_HeaderSection || element == CE_HeaderEmptyArea)
        return painter->fillRect(option->rect, tokens().surface);
    if (element == CE_Splitter)
        return painter->fillRect(option->rect, tokens().line);
    if (element == CE_MenuEmptyArea)
        return;
    QProxyStyle::drawControl(element, option, painter, widget);
}

void SnugStyle::drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                                   const QWidget *widget) const
{
    if (control == CC_ComboBox) {
        if (const auto *combo = qstyleoption_cast<const QStyleOptionComboBox *>(option))
            return drawCombo(*painter, *combo, widget);
    }
    if (control == CC_SpinBox) {
        if (const auto *spin = qstyleoption_cast<const QStyleOptionSpinBox *>(option))
            return drawSpinBox(*painter, *spin);
    }
    if (control == CC_ScrollBar) {
        if (const auto *bar = qstyleoption_cast<const QStyleOptionSlider *>(option))
            return drawScrollBar(*painter, *bar, subControlRect(control, bar, SC_ScrollBarSlider, widget));
    }
    QProxyStyle::drawComplexControl(control, option, painter, widget);
}

} // namespace snug::ui
