// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A label of one line that never widens its page: it shortens its text and tells the whole of it in the tooltip.

#pragma once

#include <QLabel>

namespace snug::ui {

/// GUI thread only. Plain text only.
class ElidedLabel : public QLabel
{
    Q_OBJECT
public:
    explicit ElidedLabel(QWidget *parent = nullptr);
    explicit ElidedLabel(const QString &text, QWidget *parent = nullptr);
    /// Right unless told; middle for paths and model names.
    void setElideMode(Qt::TextElideMode mode);
    /// Whether the text does not fit now.
    bool isElided() const;

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    bool event(QEvent *event) override;

private:
    Qt::TextElideMode m_mode = Qt::ElideRight;
};

} // namespace snug::ui
