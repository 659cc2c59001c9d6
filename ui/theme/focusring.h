// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The ring around the control that has the keyboard: one small overlay a window, outside the control and never clipped
// by it.

#pragma once

#include <QPointer>
#include <QVector>
#include <QWidget>

namespace snug::ui {

/// GUI thread only. watch() a control once; the ring shows when it gets the focus by keyboard or by program.
class FocusRing : public QWidget
{
    Q_OBJECT
public:
    /// Shows a ring around `control` whenever it has the focus by keyboard.
    static void watch(QWidget *control);
    /// Controls that paint their own focus are left alone.
    static bool wanted(const QWidget *control);
    /// For custom controls: on or off.
    static void setWanted(QWidget *control, bool wanted);

protected:
    void paintEvent(QPaintEvent *event) override;
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    explicit FocusRing(QWidget *control);
    void place();
    QPointer<QWidget> m_control;
};

} // namespace snug::ui
