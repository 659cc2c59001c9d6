// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The bar below the Quantize page: what pressing the button will do, and the button.

#pragma once

#include "ui/widgets/card.h"

class QPushButton;

namespace snug::ui {

class ElidedLabel;

/// GUI thread only.
class ActionBar : public Panel
{
    Q_OBJECT

public:
    explicit ActionBar(QWidget *parent = nullptr);
    void setSummary(const QString &first, const QString &second);
    /// Levels the button makes; 0 or `possible` false turns it off. Copying needs levels only.
    void setLevels(int count, bool possible);
    void setNarrow(bool narrow);

signals:
    void copyRequested();
    void startRequested();

private:
    void refreshTexts();

    ElidedLabel *m_first;
    ElidedLabel *m_second;
    QPushButton *m_copy;
    QPushButton *m_start;
    int m_count = 0;
    bool m_narrow = false;
};

} // namespace snug::ui
