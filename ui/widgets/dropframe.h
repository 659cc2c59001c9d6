// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The dashed frame of the empty page, which takes dropped folders and files.

#pragma once

#include <QFrame>
#include <QStringList>

namespace snug::ui {

/// GUI thread only. Give it a layout of your own.
class DropFrame : public QFrame
{
    Q_OBJECT
public:
    explicit DropFrame(QWidget *parent = nullptr);
    /// Accent-coloured dashes, while something is dragged over the window.
    void setActive(bool active);

signals:
    void pathsDropped(const QStringList &paths);

protected:
    void paintEvent(QPaintEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    bool m_active = false;
};

/// The program's mark, painted: a dashed rounded square with a small accent square.
class AppMark : public QWidget
{
    Q_OBJECT
public:
    explicit AppMark(QWidget *parent = nullptr);
    QSize sizeHint() const override { return {44, 44}; }

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace snug::ui
