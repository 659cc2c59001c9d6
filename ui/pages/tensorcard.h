// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The card with the table of tensors: newest kept in view unless the user scrolled away.

#pragma once

#include "ui/bridge/jobcontroller.h"
#include "ui/widgets/card.h"

class QTableView;

namespace snug::ui {

class ElidedLabel;
class TensorDelegate;
class TensorTableModel;

/// GUI thread only.
class TensorCard : public Card
{
    Q_OBJECT

public:
    explicit TensorCard(QWidget *parent = nullptr);
    /// A new job with so many levels.
    void clear(int levelCount);
    void addEvents(const std::vector<JobEvent> &events);
    void setTotal(std::size_t total);
    void setFinished();
    TensorTableModel *model() const { return m_model; }

public slots:
    /// Upper end of the colour scale, as in the heat strip.
    void setScaleEnd(double end);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    void setupTable();
    void layoutColumns();
    void refreshCount();

    TensorTableModel *m_model;
    TensorDelegate *m_delegate;
    QTableView *m_table;
    ElidedLabel *m_count;
    std::size_t m_total = 0;
    int m_levelCount = 1;
};

} // namespace snug::ui
