// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Dashes, drops, and the program's mark.

#include "ui/widgets/dropframe.h"

#include "ui/theme/paint.h"

#include <QDragEnterEvent>
#include <QMimeData>
#include <QPainter>
#include <QUrl>

namespace snug::ui {

namespace {
QStringList localPaths(const QMimeData *data)
{
    QStringList paths;
    for (const QUrl &url : data->urls()) {
        if (url.isLocalFile())
            paths << url.toLocalFile();
    }
    return paths;
}
} // namespace

DropFrame::DropFrame(QWidget *parent) : QFrame(parent)
{
    setFrameShape(QFrame::NoFrame);
    setAcceptDrops(true);
}

void DropFrame::setActive(bool active)
{
    m_active = active;
    update();
}

void DropFrame::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens &t = tokens();
    QPen pen(m_active ? t.accent : mixed(t.checkBorder, t.surface, 0.7), m_active ? 2 : 1.5);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({5.5, 3.5});
    painter.setPen(pen);
    painter.setBrush(m_active ? t.tint : t.surface);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 14, 14);
}

void DropFrame::dragEnterEvent(QDragEnterEvent *event)
{
    if (localPaths(event->mimeData()).isEmpty())
        return;
    event->acceptProposedAction();
    setActive(true);
}

void DropFrame::dragLeaveEvent(QDragLeaveEvent *) { setActive(false); }

void DropFrame::dropEvent(QDropEvent *event)
{
    setActive(false);
    const QStringList paths = localPaths(event->mimeData());
    if (paths.isEmpty())
        return;
    event->acceptProposedAction();
    emit pathsDropped(paths);
}

AppMark::AppMark(QWidget *parent) : QWidget(parent) { setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed); }

void AppMark::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Tokens &t = tokens();
    QPen pen(t.text2, 1.8);
    pen.setCapStyle(Qt::FlatCap);
    pen.setDashPattern({2.9, 1.7});
    painter.setPen(pen);
    painter.drawRoundedRect(QRectF(1, 1, 42, 42), 10, 10);
    paintBox(painter, QRectF(8, 20, 16, 16), 4, t.accent, {});
}

} // namespace snug::ui
