// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The level table as a widget: as high as its rows, columns sized for the width at hand, real buttons in remedy rows.

#pragma once

#include <QTableView>

namespace snug::ui {

class LevelDelegate;
class LevelTableModel;
class TwoLineHeader;

/// Space and Return tick the current row, arrows move between rows. GUI thread only.
class LevelView : public QTableView
{
    Q_OBJECT

public:
    explicit LevelView(LevelTableModel *model, QWidget *parent = nullptr);
    void setNarrow(bool narrow);
    void setVramVisible(bool visible);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    /// The button of this remedy row was pressed.
    void remedyPressed(int row);
    /// The button that has an importance matrix made was pressed.
    void makePressed();

protected:
    void resizeEvent(QResizeEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;
    QModelIndex moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers) override;

private:
    void setupLook();
    void refreshRows();
    void placeRemedy(int row);
    void layoutColumns();
    int longestVerdict() const;
    void showKvMenu(const QPoint &globalPosition);

    LevelTableModel *m_model;
    LevelDelegate *m_delegate;
    TwoLineHeader *m_header;
    bool m_narrow = false;
};

} // namespace snug::ui
