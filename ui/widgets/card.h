// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A framed part of a page: a hairline, rounded corners, no shadow.

#pragma once

#include <QFrame>

class QVBoxLayout;

namespace snug::ui {

/// GUI thread only. Give it a layout of your own, or use rows().
class Card : public QFrame
{
    Q_OBJECT
public:
    enum class Kind { Normal, Failure };

    explicit Card(QWidget *parent = nullptr);
    void setKind(Kind kind);
    /// A column without margins or gaps, inside the hairline; made on first use.
    QVBoxLayout *rows();

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Kind m_kind = Kind::Normal;
};

/// A plain part with one ground: device strip, side list, action bar.
class Panel : public QWidget
{
    Q_OBJECT
public:
    enum class Ground { Window, Side, Surface };
    /// `lines` are the edges that carry a hairline.
    Panel(Ground ground, Qt::Edges lines, QWidget *parent = nullptr);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Ground m_ground;
    Qt::Edges m_lines;
};

} // namespace snug::ui
