// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A table header of one line, in the look of the dense rows below it.

#pragma once

#include <QHeaderView>

namespace snug::ui {

/// The first column keeps the margin of a card at its left, the last one at its right. GUI thread only.
class PlainHeader : public QHeaderView
{
    Q_OBJECT

public:
    static constexpr int kHeight = 26;

    explicit PlainHeader(QWidget *parent = nullptr);
    QSize sizeHint() const override { return {0, kHeight}; }

protected:
    void paintSection(QPainter *painter, const QRect &rect, int section) const override;
};

} // namespace snug::ui
