// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/tensorcard.h"

#include "ui/models/tensortablemodel.h"
#include "ui/pages/plainheader.h"
#include "ui/pages/tensordelegate.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"

#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollBar>
#include <QTableView>
#include <QVBoxLayout>

#include <array>

namespace snug::ui {

namespace {

constexpr int kNameWidth = 150;

/// Columns beside the name in the order in which they get room.
struct ColumnRank
{
    int column;
    int width;
};
constexpr std::array<ColumnRank, 7> kRanks{{{TensorTableModel::ErrorColumn, 84},
                                            {TensorTableModel::ToColumn, 54},
                                            {TensorTableModel::LevelColumn, 70},
                                            {TensorTableModel::TimeColumn, 62},
                                            {TensorTableModel::ShapeColumn, 110},
                                            {TensorTableModel::BitsColumn, 48},
                                            {TensorTableModel::FromColumn, 54}}};

} // namespace

TensorCard::TensorCard(QWidget *parent)
    : Card(parent), m_model(new TensorTableModel(this)), m_delegate(new TensorDelegate(this)),
      m_table(new QTableView(this)), m_count(new ElidedLabel(this))
{
    setupTable();
    auto *title = new QLabel(tr("Tensors"), this);
    setTextLook(title, kBodyText, QFont::DemiBold, Ink::Text);
    m_count->setObjectName(QStringLiteral("tensorCountLabel"));
    setTextLook(m_count, kSecondText, QFont::Normal, Ink::Text2);
    auto *header = new QHBoxLayout;
    header->setContentsMargins(kSpace16, kSpace12, kSpace16, kSpace4);
    header->setSpacing(kSpace8);
    header->addWidget(title);
    header->addWidget(m_count, 1);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(1, 1, 1, kSpace8);
    column->setSpacing(0);
    column->addLayout(header);
    column->addWidget(m_table, 1);
}

void TensorCard::setupTable()
{
    m_table->setObjectName(QStringLiteral("tensorTableView"));
    m_table->setAccessibleName(tr("Tensors"));
    m_table->setHorizontalHeader(new PlainHeader(m_table));
    m_table->setModel(m_model);
    m_table->setItemDelegate(m_delegate);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(1);
    m_table->verticalHeader()->setDefaultSectionSize(kDenseRowHeight);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionMode(QAbstractItemView::NoSelection);
    m_table->setTabKeyNavigation(false);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->viewport()->setAutoFillBackground(false);
    m_table->viewport()->installEventFilter(this);
    m_table->setMinimumHeight(PlainHeader::kHeight + 5 * kDenseRowHeight);
}

void TensorCard::clear(int levelCount)
{
    m_levelCount = levelCount;
    m_total = 0;
    m_model->clear();
    layoutColumns();
    refreshCount();
}

void TensorCard::addEvents(const std::vector<JobEvent> &events)
{
    QScrollBar *bar = m_table->verticalScrollBar();
    const bool following = bar->value() >= bar->maximum();
    std::vector<TensorReport> finished;
    QString working;
    bool started = false;
    for (const JobEvent &event : events) {
        if (const auto *end = std::get_if<TensorFinished>(&event)) {
            finished.push_back(end->tensor);
            if (working == QString::fromStdString(end->tensor.name))
                working.clear();
        } else if (const auto *begin = std::get_if<TensorStarted>(&event)) {
            working = QString::fromStdString(begin->name);
            started = true;
        }
    }
    m_model->append(finished);
    if (started)
        m_model->setWorking(working);
    if (finished.empty() && !started)
        return;
    if (following)
        m_table->scrollToBottom();
    refreshCount();
}

void TensorCard::setTotal(std::size_t total)
{
    if (total == m_total)
        return;
    m_total = total;
    refreshCount();
}

void TensorCard::setFinished() { m_model->setWorking({}); }

void TensorCard::setScaleEnd(double end)
{
    m_delegate->setScaleEnd(end);
    m_table->viewport()->update();
}

void TensorCard::refreshCount()
{
    const auto done = static_cast<std::uint64_t>(m_model->finishedCount());
    m_count->setText(m_total == 0 ? QString() : tr("%1 of %2").arg(countText(done), countText(m_total)));
}

bool TensorCard::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        layoutColumns();
    return Card::eventFilter(watched, event);
}

void TensorCard::layoutColumns()
{
    int rest = m_table->viewport()->width() - kNameWidth;
    for (const ColumnRank &rank : kRanks) {
        const bool needed = rank.column != TensorTableModel::LevelColumn || m_levelCount > 1;
        const bool shown = needed && rank.width <= rest;
        m_table->setColumnHidden(rank.column, !shown);
        if (!shown)
            continue;
        m_table->setColumnWidth(rank.column, rank.width);
        rest -= rank.width;
    }
    m_table->setColumnWidth(TensorTableModel::NameColumn, kNameWidth + std::max(0, rest));
}

} // namespace snug::ui
