// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The sign over the window while something is dragged over it.

#pragma once

#include <QWidget>

namespace snug::ui {

/// Takes no input. GUI thread only.
class DropOverlay : public QWidget
{
    Q_OBJECT

public:
    explicit DropOverlay(QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;
};

} // namespace snug::ui
