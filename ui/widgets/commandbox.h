// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A command to copy, in the mono font on a sunken ground.

#pragma once

#include <QFrame>

class QLabel;
class QPushButton;

namespace snug::ui {

/// GUI thread only. The text can be selected; the copy button shows a tick for a moment instead of a message.
class CommandBox : public QFrame
{
    Q_OBJECT
public:
    explicit CommandBox(QWidget *parent = nullptr);
    /// Line breaks are kept.
    void setCommand(const QString &command);
    QString command() const;

public slots:
    void copy();

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitHeight();
    QLabel *m_text;
    QPushButton *m_copy;
};

} // namespace snug::ui
