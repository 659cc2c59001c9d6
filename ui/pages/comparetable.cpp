// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/comparetable.h"

#include "ui/models/comparetablemodel.h"
#include "ui/pages/comparedelegate.h"
#include "ui/pages/twolineheader.h"
#include "ui/settings/settings.h"
#include "ui/theme/metrics.h"

#include <QActionGroup>
#include <QKeyEvent>
#include <QMenu>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace snug::ui {

namespace {

using Column = CompareTableModel::Column;
constexpr int kLeastNameWidth = 156, kLeastColumnWidth = 58;
constexpr int kMostRows = 9; ///< without a scroll bar
/// In the order in which they get room.
constexpr std::array kRanks{Column::SizeColumn,      Column::PerplexityColumn, Column::KlMeanColumn,
                            Column::ChangeColumn,    Column::SameTopColumn,    Column::ContextQ8Column,
                            Column::BitsColumn,      Column::Kl99Column,       Column::ContextF16Column,
                            Column::ContextQ4Column, Column::SpeedColumn};

/// Best first.
Qt::SortOrder firstOrder(int column)
{
    return column >= Column::SameTopColumn ? Qt::DescendingOrder : Qt::AscendingOrder;
}

QString nameOf(const CompareTableModel &model, int column)
{
    const QString name = model.headerData(column, Qt::Horizontal).toString();
    return column >= Column::ContextF16Column && column <= Column::ContextQ4Column
               ? CompareTable::tr("%1, %2").arg(
                     name, model.headerData(column, Qt::Horizontal, CompareTableModel::UnitRole).toString())
               : name;
}

} // namespace

CompareTable::CompareTable(Settings *settings, QWidget *parent)
    : Card(parent), m_settings(settings), m_model(new CompareTableModel(this)), m_table(new QTableView(this)),
      m_header(new TwoLineHeader(CompareTableModel::UnitRole, m_table)), m_columns(new QMenu(this))
{
    const QStringList hidden = m_settings->hiddenColumns();
    for (int column = Column::SizeColumn; column < Column::ColumnCount; ++column)
        if (hidden.contains(CompareTableModel::columnName(column)))
            m_hidden << column;
    setupTable();
    setupMenu();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, kSpace4);
    column->addWidget(m_table);
}

void CompareTable::setupTable()
{
    m_table->setObjectName(QStringLiteral("compareTableView"));
    m_table->setAccessibleName(tr("Variants"));
    m_table->setHorizontalHeader(m_header);
    m_table->setModel(m_model);
    m_table->setItemDelegate(new CompareDelegate(m_table));
    m_header->setSorting(m_model->sortColumn(), m_model->sortOrder());
    m_header->setRightPadding(kSpace12);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(kRowHeight);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->viewport()->setAutoFillBackground(false);
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
    connect(m_header, &TwoLineHeader::sortRequested, this, &CompareTable::sortBy);
    const auto arrange = [this] {
        fitHeight();
        layoutColumns();
        joinCells();
    };
    connect(m_model, &QAbstractItemModel::modelReset, this, arrange);
    connect(m_model, &QAbstractItemModel::layoutChanged, this, &CompareTable::joinCells);
    connect(m_model, &QAbstractItemModel::dataChanged, this, arrange);
    connect(m_model, &QAbstractItemModel::headerDataChanged, m_header->viewport(), qOverload<>(&QWidget::update));
}

void CompareTable::setupMenu()
{
    for (int column = Column::SizeColumn; column < Column::ColumnCount; ++column) {
        QAction *action = m_columns->addAction(nameOf(*m_model, column));
        action->setCheckable(true);
        action->setChecked(!m_hidden.contains(column));
        connect(action, &QAction::toggled, this, [this, column](bool shown) {
            shown ? void(m_hidden.remove(column)) : void(m_hidden.insert(column));
            QStringList names;
            for (const int hidden : m_hidden)
                names << CompareTableModel::columnName(hidden);
            names.sort();
            m_settings->setHiddenColumns(names);
            layoutColumns();
        });
    }
    m_columns->addSeparator();
    QMenu *sort = m_columns->addMenu(tr("Sort by"));
    for (int column = Column::NameColumn; column < Column::ColumnCount; ++column)
        sort->addAction(nameOf(*m_model, column), this, [this, column] { sortBy(column); });
}

void CompareTable::sortBy(int column)
{
    const bool again = m_model->sortColumn() == column;
    const Qt::SortOrder order = !again                                       ? firstOrder(column)
                                : m_model->sortOrder() == Qt::AscendingOrder ? Qt::DescendingOrder
                                                                             : Qt::AscendingOrder;
    m_model->sort(column, order);
    m_header->setSorting(column, order);
}

QList<int> CompareTable::visibleColumns() const
{
    QList<int> columns;
    for (int column = 0; column < Column::ColumnCount; ++column)
        if (!m_table->isColumnHidden(column))
            columns << column;
    return columns;
}

void CompareTable::fitHeight()
{
    const int rows = std::clamp(m_model->rowCount(), 1, kMostRows);
    m_table->setFixedHeight(kHeaderHeight + rows * kRowHeight + 2);
}

void CompareTable::layoutColumns()
{
    int rest = m_table->viewport()->width() - kLeastNameWidth;
    bool full = false;
    for (const Column column : kRanks) {
        const int width = std::max(kLeastColumnWidth, m_header->neededWidth(column) + kSpace12);
        full = full || width > rest;
        const bool shown = !m_hidden.contains(column) && !full;
        m_table->setColumnHidden(column, !shown);
        if (!shown)
            continue;
        m_table->setColumnWidth(column, width);
        rest -= width;
    }
    const QList<int> columns = visibleColumns();
    const int share = std::max(0, rest) / static_cast<int>(std::max<qsizetype>(1, columns.size()));
    for (const int column : columns)
        if (column != Column::NameColumn) {
            m_table->setColumnWidth(column, m_table->columnWidth(column) + share);
            rest -= share;
        }
    m_table->setColumnWidth(Column::NameColumn, kLeastNameWidth + std::max(0, rest));
    joinCells();
}

/// "Does not fit" stands once over the columns of contexts.
void CompareTable::joinCells()
{
    m_table->clearSpans();
    for (const Column column : {Column::ContextF16Column, Column::ContextQ8Column, Column::ContextQ4Column})
        if (m_table->isColumnHidden(column))
            return;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->index(row, Column::ContextF16Column).data(CompareTableModel::NoRoomRole).toBool())
            m_table->setSpan(row, Column::ContextF16Column, 1, 3);
}

bool CompareTable::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        layoutColumns();
    if (watched == m_table && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent *>(event)->key() == Qt::Key_Delete) {
        const QModelIndex current = m_table->currentIndex();
        if (current.isValid() && !current.data(CompareTableModel::SourceRole).toBool())
            emit removeRequested(current.data(CompareTableModel::PathRole).toString());
        return true;
    }
    return Card::eventFilter(watched, event);
}

} // namespace snug::ui
