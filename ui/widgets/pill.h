// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A short mark in a rounded outline ("Recommended") or on the accent ("51 %").

#pragma once

#include <QWidget>

namespace snug::ui {

/// GUI thread only.
class Pill : public QWidget
{
    Q_OBJECT
public:
    enum class Kind { Outlined, Filled };
    explicit Pill(const QString &text, Kind kind = Kind::Outlined, QWidget *parent = nullptr);
    void setText(const QString &text);
    QString text() const { return m_text; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QString m_text;
    Kind m_kind;
};

} // namespace snug::ui
