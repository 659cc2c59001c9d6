// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints a QTabBar's tabs as text over a hairline.

#include "ui/widgets/tabstrip.h"

#include "ui/theme/focusring.h"
#include "ui/theme/paint.h"

#include <QFontMetrics>
#include <QMouseEvent>
#include <QPainter>

#include <cmath>

namespace snug::ui {

namespace {
constexpr int kTabGap = 26, kPillGap = 7;
constexpr double kUnderline = 2.5;

int textWidth(const QString &text)
{
    // As wide as the chosen look, so that nothing moves when the choice does.
    return QFontMetrics(sansFont(kBodyText, QFont::DemiBold)).size(Qt::TextShowMnemonic, text).width();
}
} // namespace

TabStrip::TabStrip(QWidget *parent) : QTabBar(parent)
{
    setDrawBase(false);
    setExpanding(false);
    setUsesScrollButtons(false);
    setElideMode(Qt::ElideNone);
    setMouseTracking(true);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    FocusRing::setWanted(this, false);
}

void TabStrip::setPill(int index, const QString &text)
{
    if (pill(index) == text)
        return;
    setTabData(index, text);
    setTabToolTip(index, text);
    // QTabBar lays its tabs out anew only when one of its own properties changes.
    setTabText(index, tabText(index) + QLatin1Char(' '));
    setTabText(index, tabText(index).trimmed());
}

QString TabStrip::pill(int index) const { return tabData(index).toString(); }

QSize TabStrip::tabSizeHint(int index) const
{
    const QString mark = pill(index);
    const int extra = mark.isEmpty() ? 0 : kPillGap + int(std::ceil(pillSize(mark, true).width()));
    return {textWidth(tabText(index)) + extra + kTabGap, kTabsHeight};
}

QSize TabStrip::minimumTabSizeHint(int index) const { return tabSizeHint(index); }

QSize TabStrip::sizeHint() const { return {QTabBar::sizeHint().width(), kTabsHeight}; }

QSize TabStrip::minimumSizeHint() const { return sizeHint(); }

void TabStrip::paintTab(QPainter &painter, int index) const
{
    const Tokens &t = tokens();
    const QRectF area = QRectF(tabRect(index)).adjusted(0, 0, -kTabGap, 0);
    const bool chosen = index == currentIndex();
    const QString text = tabText(index), mark = pill(index);
    painter.setFont(sansFont(kBodyText, chosen ? QFont::DemiBold : QFont::Medium));
    painter.setPen(!isTabEnabled(index) ? t.text3 : chosen || index == m_hovered ? t.text : t.text2);
    const QRectF line = area.adjusted(0, -1, 0, -1);
    painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, text);
    if (!mark.isEmpty())
        paintPill(painter, QRectF(area.x() + textWidth(text) + kPillGap, area.y() - 1, area.width(), area.height()),
                  mark,
                  /*filled=*/true);
    if (chosen)
        paintBox(painter, QRectF(area.x(), height() - kUnderline, area.width(), kUnderline), kUnderline / 2, t.accent,
                 {});
    if (chosen && hasFocus())
        paintFocusRing(painter, QRectF(area.x(), 10, area.width(), height() - 20), 4);
}

void TabStrip::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    for (int index = 0; index < count(); ++index) {
        if (isTabVisible(index))
            paintTab(painter, index);
    }
}

void TabStrip::mouseMoveEvent(QMouseEvent *event)
{
    const int now = tabAt(event->position().toPoint());
    if (now != m_hovered) {
        m_hovered = now;
        update();
    }
    QTabBar::mouseMoveEvent(event);
}

void TabStrip::leaveEvent(QEvent *event)
{
    m_hovered = -1;
    update();
    QTabBar::leaveEvent(event);
}

} // namespace snug::ui
