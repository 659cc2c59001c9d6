// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The look of Qt's own controls: a proxy over Fusion that draws checks, buttons, fields, menus, scroll bars and focus.

#pragma once

#include <QProxyStyle>

namespace snug::ui {

/// GUI thread only. Reads tokens() at paint time.
class SnugStyle : public QProxyStyle
{
    Q_OBJECT
public:
    SnugStyle();

    void polish(QWidget *widget) override;
    void polish(QPalette &palette) override;
    using QProxyStyle::polish;
    int pixelMetric(PixelMetric metric, const QStyleOption *option, const QWidget *widget) const override;
    int styleHint(StyleHint hint, const QStyleOption *option, const QWidget *widget,
                  QStyleHintReturn *returnData) const override;
    QSize sizeFromContents(ContentsType type, const QStyleOption *option, const QSize &size,
                           const QWidget *widget) const override;
    QRect subElementRect(SubElement element, const QStyleOption *option, const QWidget *widget) const override;
    QRect subControlRect(ComplexControl control, const QStyleOptionComplex *option, SubControl subControl,
                         const QWidget *widget) const override;
    void drawPrimitive(PrimitiveElement element, const QStyleOption *option, QPainter *painter,
                       const QWidget *widget) const override;
    void drawControl(ControlElement element, const QStyleOption *option, QPainter *painter,
                     const QWidget *widget) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex *option, QPainter *painter,
                            const QWidget *widget) const override;
};

} // namespace snug::ui
