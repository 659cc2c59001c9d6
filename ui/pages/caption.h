// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The small grey words above a field.

#pragma once

#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QLabel>

namespace snug::ui {

inline QLabel *makeCaption(const QString &text, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTextLook(label, kSecondText, QFont::Normal, Ink::Text2);
    return label;
}

} // namespace snug::ui
