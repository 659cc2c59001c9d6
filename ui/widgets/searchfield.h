// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A line edit with a magnifying glass and a button to clear it.

#pragma once

#include <QLineEdit>

namespace snug::ui {

/// GUI thread only. Escape clears.
class SearchField : public QLineEdit
{
    Q_OBJECT
public:
    /// `placeholder` is also the accessible name.
    explicit SearchField(const QString &placeholder, QWidget *parent = nullptr);

protected:
    void keyPressEvent(QKeyEvent *event) override;
};

} // namespace snug::ui
