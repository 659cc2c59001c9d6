// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How a result is loaded in other programs: one of them is picked, its exact command stands below, to copy.

#pragma once

#include "ui/pages/loadcommands.h"

#include <QWidget>

#include <vector>

namespace snug::ui {

/// GUI thread only.
class LoadBox : public QWidget
{
    Q_OBJECT

public:
    /// Its parts are called PREFIXInSegmentedBox and PREFIXCommandBox.
    LoadBox(std::vector<LoadWay> ways, const QString &prefix, QWidget *parent = nullptr);
};

} // namespace snug::ui
