// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is wrong with a field, below it: an icon and a sentence; nothing, and no room taken, while all is well.

#pragma once

#include <QWidget>

namespace snug::ui {

class WrappedLabel;

/// GUI thread only.
class FaultLabel : public QWidget
{
    Q_OBJECT

public:
    explicit FaultLabel(QWidget *parent = nullptr);
    /// Empty hides it.
    void setText(const QString &text);
    QString text() const;

private:
    WrappedLabel *m_text;
};

} // namespace snug::ui
