// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The tabs above the pages: text, now and then a pill, an underline below the chosen one.

#pragma once

#include <QTabBar>

namespace snug::ui {

/// GUI thread only. A QTabBar, so keys and screen readers work as everywhere. The first text begins at the left edge;
/// the hairline below belongs to the part that holds the strip.
class TabStrip : public QTabBar
{
    Q_OBJECT
public:
    explicit TabStrip(QWidget *parent = nullptr);
    /// Text in a pill beside the tab's own ("51 %"); empty for none.
    void setPill(int index, const QString &text);
    QString pill(int index) const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    QSize tabSizeHint(int index) const override;
    QSize minimumTabSizeHint(int index) const override;
    void paintEvent(QPaintEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    void paintTab(QPainter &painter, int index) const;
    int m_hovered = -1;
};

} // namespace snug::ui
