// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A label of several lines whose height follows its width without asking the layout to: layouts that trade height for
// width make every card of a scrolled page too high.

#pragma once

#include <QLabel>

namespace snug::ui {

/// Plain text only. GUI thread only.
class WrappedLabel : public QLabel
{
    Q_OBJECT

public:
    explicit WrappedLabel(QWidget *parent = nullptr);
    explicit WrappedLabel(const QString &text, QWidget *parent = nullptr);
    void setText(const QString &text);

protected:
    void resizeEvent(QResizeEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    void fitHeight();
};

} // namespace snug::ui
