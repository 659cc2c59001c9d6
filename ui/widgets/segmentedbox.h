// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One choice of a few, all in view: a framed box of checkable buttons.

#pragma once

#include <QWidget>

class QButtonGroup;
class QHBoxLayout;

namespace snug::ui {

/// GUI thread only. Arrow keys move the choice.
class SegmentedBox : public QWidget
{
    Q_OBJECT
public:
    explicit SegmentedBox(QWidget *parent = nullptr);
    /// Returns the index. The first segment added is chosen.
    int addSegment(const QString &text, const QString &toolTip = {});
    void setSegmentText(int index, const QString &text);
    void setSegmentEnabled(int index, bool enabled);
    void setSegmentToolTip(int index, const QString &toolTip);
    int count() const;
    /// -1 when empty.
    int currentIndex() const;
    void setCurrentIndex(int index);

signals:
    void currentChanged(int index);

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QHBoxLayout *m_layout;
    QButtonGroup *m_group;
};

} // namespace snug::ui
