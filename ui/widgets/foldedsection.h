// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A part that is folded away but says its present setting: a header row over a body that is shown or hidden.

#pragma once

#include <QWidget>

class QHBoxLayout;

namespace snug::ui {

class ElidedLabel;
class FoldHeader;

/// GUI thread only. Space, Return and a click fold and unfold; right unfolds, left folds.
class FoldedSection : public QWidget
{
    Q_OBJECT
public:
    explicit FoldedSection(const QString &title, QWidget *parent = nullptr);
    void setTitle(const QString &title);
    /// The grey text beside the title.
    void setSetting(const QString &setting);
    QString setting() const;
    /// Width kept for the title, so that settings of a stack line up; 0 for its own width.
    void setTitleWidth(int width);
    /// A hairline above, for all but the first of a stack.
    void setLineAbove(bool on);
    /// Takes ownership. The body is indented to the title.
    void setBody(QWidget *body, bool indented = true);
    QWidget *body() const { return m_body; }
    /// Between title and setting; takes ownership.
    void setLeading(QWidget *widget);
    /// At the right edge of the header; takes ownership.
    void setTrailing(QWidget *widget);
    bool isExpanded() const;
    void setExpanded(bool expanded);

signals:
    void expandedChanged(bool expanded);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    FoldHeader *m_header;
    QWidget *m_body = nullptr;
    QWidget *m_bodyHolder;
    bool m_lineAbove = false;
};

} // namespace snug::ui
