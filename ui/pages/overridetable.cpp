// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/overridetable.h"

#include "ui/bridge/format.h"
#include "ui/pages/overridedelegate.h"
#include "ui/pages/plainheader.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/numbers.h"
#include "ui/theme/paint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/searchfield.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QMenu>
#include <QSignalBlocker>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>
#include <array>

namespace snug::ui {

namespace {

constexpr int kRowsInView = 8;
constexpr int kNameWidth = 200;

/// Columns beside the name in the order in which they get room.
struct ColumnRank
{
    int column;
    int width;
};
constexpr std::array<ColumnRank, 5> kRanks{{{OverrideTableModel::TypeColumn, 170},
                                            {OverrideTableModel::SizeColumn, 84},
                                            {OverrideTableModel::BitsColumn, 56},
                                            {OverrideTableModel::FromColumn, 64},
                                            {OverrideTableModel::ShapeColumn, 130}}};

/// " (+0.31 GiB)": what overrides cost or save; empty where they do neither.
QString differenceText(std::uint64_t with, std::uint64_t without)
{
    if (with == without)
        return {};
    const QString size = detailedSize(with > without ? with - without : without - with);
    return QStringLiteral(" (%1%2)").arg(with > without ? QLatin1Char('+') : QChar(0x2212)).arg(size);
}

} // namespace

OverrideTable::OverrideTable(QWidget *parent)
    : QWidget(parent), m_model(new OverrideTableModel(this)), m_found(new QSortFilterProxyModel(this)),
      m_table(new QTableView(this))
{
    m_found->setSourceModel(m_model);
    m_found->setFilterKeyColumn(OverrideTableModel::NameColumn);
    m_found->setFilterCaseSensitivity(Qt::CaseInsensitive);
    setupTable();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addWidget(makeHead());
    auto *frame = new Card(this);
    frame->rows()->addWidget(m_table);
    column->addWidget(frame);
    column->addWidget(makeFoot());
    connect(m_model, &OverrideTableModel::overridesChanged, this, &OverrideTable::refreshFoot);
    connect(m_table->selectionModel(), &QItemSelectionModel::selectionChanged, this, &OverrideTable::refreshFoot);
    connect(m_found, &QAbstractItemModel::modelReset, this, &OverrideTable::refreshFoot);
    connect(m_filter, &SearchField::textChanged, m_found, &QSortFilterProxyModel::setFilterFixedString);
    connect(m_levels, &QComboBox::currentIndexChanged, this, &OverrideTable::refreshVariant);
    connect(m_table, &QTableView::doubleClicked, this, &OverrideTable::showTypes);
    connect(m_table, &QTableView::customContextMenuRequested, this, &OverrideTable::showTypes);
    connect(m_change, &QPushButton::clicked, this, &OverrideTable::showTypes);
    connect(m_reset, &QPushButton::clicked, this, [this] { m_model->setType(chosenNames(), QString()); });
    connect(m_resetAll, &QPushButton::clicked, m_model, &OverrideTableModel::clearOverrides);
    setPlan(nullptr, nullptr);
}

void OverrideTable::setupTable()
{
    m_table->setObjectName(QStringLiteral("overrideTableView"));
    m_table->setAccessibleName(tr("Tensors and their types"));
    m_table->setHorizontalHeader(new PlainHeader(m_table));
    m_table->setModel(m_found);
    m_table->setItemDelegate(new OverrideDelegate(m_table));
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setMinimumSectionSize(1);
    m_table->verticalHeader()->setDefaultSectionSize(OverrideDelegate::kRowHeight);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setTabKeyNavigation(false);
    m_table->setContextMenuPolicy(Qt::CustomContextMenu);
    m_table->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_table->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_table->viewport()->setAutoFillBackground(false);
    m_table->setFixedHeight(PlainHeader::kHeight + kRowsInView * OverrideDelegate::kRowHeight);
    m_table->viewport()->installEventFilter(this);
    m_table->installEventFilter(this);
}

QWidget *OverrideTable::makeHead()
{
    auto *head = new QWidget(this);
    m_filter = new SearchField(tr("Filter tensors, such as ffn_down"), head);
    m_filter->setObjectName(QStringLiteral("overrideFilterLineEdit"));
    m_filter->setFixedWidth(250);
    m_levels = new QComboBox(head);
    m_levels->setObjectName(QStringLiteral("overrideLevelComboBox"));
    m_levels->setAccessibleName(tr("Level shown"));
    m_levels->setToolTip(tr("Shows this level's types. What you set holds for every ticked level."));
    m_total = new ElidedLabel(head);
    m_total->setObjectName(QStringLiteral("overrideTotalLabel"));
    m_total->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setTextLook(m_total, kBodyText, QFont::Normal, Ink::Text2);
    auto *line = new QHBoxLayout(head);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace8);
    line->addWidget(m_filter);
    line->addWidget(m_levels);
    line->addWidget(m_total, 1);
    return head;
}

QWidget *OverrideTable::makeFoot()
{
    auto *foot = new QWidget(this);
    m_change = makeButton(tr("Change type…"), ButtonKind::Small, foot);
    m_change->setObjectName(QStringLiteral("changeTypePushButton"));
    m_reset = makeButton(tr("Back to the level's type"), ButtonKind::Small, foot);
    m_reset->setObjectName(QStringLiteral("resetTypePushButton"));
    m_resetAll = makeButton(QString(), ButtonKind::Link, foot);
    m_resetAll->setObjectName(QStringLiteral("resetAllTypesPushButton"));
    m_chosen = new ElidedLabel(foot);
    m_chosen->setObjectName(QStringLiteral("chosenTensorsLabel"));
    setTextLook(m_chosen, kSecondText, QFont::Normal, Ink::Text2);
    auto *line = new QHBoxLayout(foot);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace8);
    line->addWidget(m_change);
    line->addWidget(m_reset);
    line->addWidget(m_chosen, 1);
    line->addWidget(m_resetAll);
    return foot;
}

void OverrideTable::setPlan(const Plan *plan, const Plan *plain)
{
    m_variants = plan ? plan->variants : std::vector<VariantPlan>();
    m_plain = plain ? plain->variants : std::vector<VariantPlan>();
    refreshLevels();
    refreshVariant();
}

void OverrideTable::refreshLevels()
{
    const QSignalBlocker quiet(m_levels);
    const QString shown = m_levels->currentText();
    m_levels->clear();
    for (const VariantPlan &variant : m_variants)
        m_levels->addItem(QString::fromStdString(variant.level));
    m_levels->setCurrentIndex(std::max(0, m_levels->findText(shown)));
    m_levels->setVisible(m_variants.size() > 1);
}

void OverrideTable::refreshVariant()
{
    const auto at = static_cast<std::size_t>(std::max(0, m_levels->currentIndex()));
    const VariantPlan *variant = at < m_variants.size() ? &m_variants[at] : nullptr;
    const VariantPlan *plain = at < m_plain.size() ? &m_plain[at] : nullptr;
    m_model->setVariant(variant, plain);
    if (!variant) {
        m_total->setText(tr("Tick a level to see its tensors."));
    } else {
        const QString total = tr("%1, %2 bits per weight")
                                  .arg(detailedSize(variant->outputBytes), decimalText(variant->bitsPerWeight, 2));
        m_total->setText(total + (plain ? differenceText(variant->outputBytes, plain->outputBytes) : QString()));
    }
    refreshFoot();
}

void OverrideTable::refreshFoot()
{
    const auto chosen = static_cast<int>(chosenNames().size());
    const int overrides = m_model->overrideCount();
    m_change->setEnabled(chosen > 0);
    m_reset->setEnabled(std::ranges::any_of(m_table->selectionModel()->selectedRows(), [](const QModelIndex &row) {
        return row.data(OverrideTableModel::OverriddenRole).toBool();
    }));
    m_chosen->setText(chosenText());
    m_resetAll->setText(tr("Take back %n override(s)", nullptr, overrides));
    m_resetAll->setVisible(overrides > 0);
}

/// Of one tensor why it has its type, of several how many.
QString OverrideTable::chosenText() const
{
    const QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty())
        return tr("Choose tensors in the table.");
    const QString why = rows.size() == 1 ? rows.front().data(Qt::AccessibleDescriptionRole).toString() : QString();
    return why.isEmpty() ? tr("%n tensor(s) chosen", nullptr, static_cast<int>(rows.size())) : why;
}

QStringList OverrideTable::chosenNames() const
{
    QStringList names;
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows())
        names << row.data().toString();
    return names;
}

std::vector<std::uint64_t> OverrideTable::chosenRowLengths() const
{
    std::vector<std::uint64_t> lengths;
    for (const QModelIndex &row : m_table->selectionModel()->selectedRows())
        lengths.push_back(row.data(OverrideTableModel::RowLengthRole).toULongLong());
    return lengths;
}

QMenu *OverrideTable::typeMenu()
{
    delete m_menu;
    m_menu = new QMenu(this);
    const std::vector<std::uint64_t> lengths = chosenRowLengths();
    for (const TensorTypeOffer &type : m_types) {
        const QString name = QString::fromStdString(type.name);
        const auto odd = std::ranges::find_if(lengths, [&](auto length) { return length % type.blockLength != 0; });
        const QString text = odd == lengths.end()
                                 ? tr("%1\t%2 bits").arg(name, decimalText(type.bitsPerWeight, 2))
                                 : tr("%1\trows of %2 are no multiple of %3").arg(name).arg(*odd).arg(type.blockLength);
        QAction *action = m_menu->addAction(text, this, [this, name] { m_model->setType(chosenNames(), name); });
        action->setObjectName(name);
        action->setEnabled(odd == lengths.end());
    }
    return m_menu;
}

void OverrideTable::showTypes()
{
    if (chosenNames().isEmpty() || m_types.empty())
        return;
    typeMenu()->popup(m_change->mapToGlobal(QPoint(0, m_change->height())));
}

bool OverrideTable::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_table->viewport() && event->type() == QEvent::Resize)
        layoutColumns();
    if (watched == m_table && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key == Qt::Key_Return || key == Qt::Key_Enter) {
            showTypes();
            return true;
        }
        if (key == Qt::Key_Delete) {
            m_model->setType(chosenNames(), QString());
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

void OverrideTable::layoutColumns()
{
    int rest = m_table->viewport()->width() - kNameWidth;
    for (const ColumnRank &rank : kRanks) {
        const bool shown = rank.width <= rest;
        m_table->setColumnHidden(rank.column, !shown);
        if (!shown)
            continue;
        m_table->setColumnWidth(rank.column, rank.width);
        rest -= rank.width;
    }
    m_table->setColumnWidth(OverrideTableModel::NameColumn, kNameWidth + std::max(0, rest));
}

} // namespace snug::ui
