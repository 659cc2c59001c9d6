// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// An icon that only shows: at the density of its window, in the colours of the scheme in force.

#pragma once

#include "ui/theme/icons.h"

#include <QWidget>

namespace snug::ui {

/// GUI thread only.
class IconMark : public QWidget
{
    Q_OBJECT

public:
    IconMark(Icon which, Ink ink, int size, QWidget *parent);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    Icon m_which;
    Ink m_ink;
};

} // namespace snug::ui
