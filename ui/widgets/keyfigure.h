// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One figure that matters: a caption, the figure, a note.

#pragma once

#include <QWidget>

class QLabel;

namespace snug::ui {

class ElidedLabel;

/// GUI thread only.
class KeyFigure : public QWidget
{
    Q_OBJECT
public:
    explicit KeyFigure(const QString &caption, QWidget *parent = nullptr);
    void setCaption(const QString &caption);
    void setFigure(const QString &figure);
    void setNote(const QString &note);

private:
    void describe();
    QLabel *m_caption;
    QLabel *m_figure;
    ElidedLabel *m_note;
};

} // namespace snug::ui
