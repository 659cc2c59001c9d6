// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The log of the running job: batched, capped, in the mono font.

#pragma once

#include <QPlainTextEdit>

#include <string>
#include <vector>

namespace snug::ui {

/// Keeps the newest lines and follows them unless the user scrolled away. GUI thread only.
class LogView : public QPlainTextEdit
{
    Q_OBJECT

public:
    explicit LogView(QWidget *parent = nullptr);
    void append(const std::vector<std::string> &lines);
    QString lastLine() const { return m_lastLine; }
    void reset();

    QSize sizeHint() const override { return {400, 160}; }

private:
    QString m_lastLine;
};

} // namespace snug::ui
