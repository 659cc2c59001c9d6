// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/comparetablemodel.h"

#include "ui/models/measurewords.h"
#include "ui/theme/numbers.h"

#include <algorithm>
#include <cmath>

namespace snug::ui {

namespace {

constexpr double kUnknown = MeasuredFigures::kUnknown;
// In the order of Column.
constexpr std::array kNames{"name",        "bytes",        "bits_per_weight", "perplexity",
                            "ppl_change",  "kl_mean",      "kl_p99",          "same_top",
                            "context_f16", "context_q8_0", "context_q4_0",    "tokens_per_second"};
static_assert(kNames.size() == CompareTableModel::ColumnCount);

bool moreIsBetter(int column) { return column >= CompareTableModel::SameTopColumn; }

double contextOf(const CompareRow &row, std::optional<std::uint64_t> ContextFit::*type)
{
    if (!row.context || !((*row.context).*type))
        return kUnknown;
    return static_cast<double>(*((*row.context).*type));
}

} // namespace

CompareTableModel::CompareTableModel(QObject *parent) : QAbstractTableModel(parent) {}

QString CompareTableModel::columnName(int column)
{
    return QLatin1String(kNames[static_cast<std::size_t>(std::clamp(column, 0, ColumnCount - 1))]);
}

void CompareTableModel::setGroup(const VariantGroup *group)
{
    std::vector<CompareRow> rows = group ? group->variants : std::vector<CompareRow>();
    m_marks.clear();
    std::uint64_t largest = 0;
    for (const CompareRow &row : rows) {
        largest = std::max(largest, row.sizeBytes);
        if (!row.source)
            m_marks << row.path;
    }
    m_unit = unitFor(largest);
    arrange(rows);
    const bool same = std::ranges::equal(rows, m_rows, {}, &CompareRow::path, &CompareRow::path);
    if (!same)
        beginResetModel();
    m_rows = std::move(rows);
    if (!same)
        endResetModel();
    else if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, 0, ColumnCount - 1);
}

int CompareTableModel::markOf(const QString &path) const { return static_cast<int>(m_marks.indexOf(path)); }

double CompareTableModel::figure(const CompareRow &row, int column)
{
    MeasuredFigures figures = row.figures.value_or(MeasuredFigures());
    if (row.source && row.figures) { // it is what the others are compared with
        figures.change = figures.klMean = figures.kl99 = 0;
        figures.sameTop = 1;
    }
    switch (column) {
    case SizeColumn:
        return static_cast<double>(row.sizeBytes);
    case BitsColumn:
        return row.bitsPerWeight;
    case PerplexityColumn:
        return figures.perplexity;
    case ChangeColumn:
        return figures.change;
    case KlMeanColumn:
        return figures.klMean;
    case Kl99Column:
        return figures.kl99;
    case SameTopColumn:
        return figures.sameTop;
    case ContextF16Column:
        return contextOf(row, &ContextFit::f16);
    case ContextQ8Column:
        return contextOf(row, &ContextFit::q8_0);
    case ContextQ4Column:
        return contextOf(row, &ContextFit::q4_0);
    case SpeedColumn:
        return row.tokensPerSecond.value_or(kUnknown);
    default:
        return kUnknown;
    }
}

QString CompareTableModel::cellText(const CompareRow &row, int column) const
{
    if (column == NameColumn)
        return row.title;
    const double value = figure(row, column);
    if (column == ChangeColumn && row.source && row.figures)
        return tr("base", "what the others are compared with");
    if (std::isnan(value))
        return QStringLiteral("–");
    switch (column) {
    case SizeColumn:
        return inUnit(row.sizeBytes, m_unit, 2);
    case BitsColumn:
        return decimalText(value, 2);
    case PerplexityColumn:
        return decimalText(value, 3);
    case ChangeColumn:
        return changeText(value);
    case KlMeanColumn:
    case Kl99Column:
        return decimalText(value, row.source ? 0 : 4);
    case SameTopColumn:
        return decimalText(value * 100, row.source ? 0 : 1);
    case SpeedColumn:
        return decimalText(value, value < 10 ? 1 : 0);
    default:
        return value > 0 ? countText(static_cast<std::uint64_t>(value)) : tr("none", "no context fits");
    }
}

/// Among the ticked ones that are no source; equal ones are all best, and none where there is no difference.
bool CompareTableModel::isBest(const CompareRow &row, int column) const
{
    if (column == NameColumn || row.source || !row.shown)
        return false;
    const double value = figure(row, column);
    if (std::isnan(value))
        return false;
    int others = 0;
    for (const CompareRow &other : m_rows) {
        const double theirs = figure(other, column);
        if (&other == &row || other.source || !other.shown || std::isnan(theirs))
            continue;
        others += theirs != value;
        if (moreIsBetter(column) ? theirs > value : theirs < value)
            return false;
    }
    return others > 0;
}

int CompareTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int CompareTableModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant CompareTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const CompareRow &row = rowAt(index.row());
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, column);
    case Qt::AccessibleTextRole:
        return std::isnan(figure(row, column)) && column != NameColumn && cellText(row, column) == QStringLiteral("–")
                   ? tr("not measured")
                   : cellText(row, column);
    case Qt::ToolTipRole:
        if (column == NameColumn)
            return homely(row.path);
        if (column == PerplexityColumn && row.figures)
            return withError(row.figures->perplexity, row.figures->perplexityError, 4);
        if (column == KlMeanColumn && row.figures && !std::isnan(row.figures->klMean))
            return withError(row.figures->klMean, row.figures->klMeanError, 5);
        return cellText(row, column) == QStringLiteral("–") ? tr("Not measured yet.") : QString();
    case Qt::TextAlignmentRole:
        return int(Qt::AlignVCenter | (column == NameColumn ? Qt::AlignLeft : Qt::AlignRight));
    case Qt::CheckStateRole:
        return column == NameColumn ? QVariant(row.shown ? Qt::Checked : Qt::Unchecked) : QVariant();
    case FigureRole:
        return figure(row, column);
    case BestRole:
        return isBest(row, column);
    case MarkRole:
        return markOf(row.path);
    case PathRole:
        return row.path;
    case SourceRole:
        return row.source;
    case NoRoomRole:
        return figure(row, ContextF16Column) == 0 && figure(row, ContextQ8Column) == 0 &&
               figure(row, ContextQ4Column) == 0;
    default:
        return {};
    }
}

bool CompareTableModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::CheckStateRole || index.column() != NameColumn ||
        !checkIndex(index, CheckIndexOption::IndexIsValid))
        return false;
    CompareRow &row = m_rows[static_cast<std::size_t>(index.row())];
    const bool shown = value.toInt() == Qt::Checked;
    if (row.shown == shown)
        return true;
    row.shown = shown;
    emit dataChanged(this->index(0, 0), this->index(rowCount() - 1, ColumnCount - 1)); // who is best may change
    const QString path = row.path;
    emit shownChanged(path, shown);
    return true;
}

QVariant CompareTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return int(Qt::AlignVCenter | (section == NameColumn ? Qt::AlignLeft : Qt::AlignRight));
    if (role == Qt::DisplayRole) {
        const std::array<QString, ColumnCount> names{tr("Variant"), tr("Size"),    tr("Bits"),    tr("Perplexity"),
                                                     tr("Change"),  tr("KL mean"), tr("KL 99 %"), tr("Same first"),
                                                     tr("Context"), tr("Context"), tr("Context"), tr("Speed")};
        return names[static_cast<std::size_t>(section)];
    }
    if (role == UnitRole) {
        const auto shown = std::ranges::count_if(m_rows, &CompareRow::shown);
        const std::array<QString, ColumnCount> units{tr("%1 of %2 shown").arg(shown).arg(m_rows.size()),
                                                     m_unit.name,
                                                     tr("per weight"),
                                                     tr("lower is better"),
                                                     tr("on the base"),
                                                     tr("nats"),
                                                     tr("nats"),
                                                     tr("choice, %"),
                                                     tr("KV f16"),
                                                     tr("KV q8_0"),
                                                     tr("KV q4_0"),
                                                     tr("tokens/s, pred.")};
        return units[static_cast<std::size_t>(section)];
    }
    return {};
}

Qt::ItemFlags CompareTableModel::flags(const QModelIndex &index) const
{
    Qt::ItemFlags flags = QAbstractTableModel::flags(index);
    if (index.isValid() && index.column() == NameColumn)
        flags |= Qt::ItemIsUserCheckable;
    return flags;
}

void CompareTableModel::arrange(std::vector<CompareRow> &rows) const
{
    if (m_sortColumn < 0)
        return;
    const bool falling = m_sortOrder == Qt::DescendingOrder;
    std::ranges::stable_sort(rows, [&](const CompareRow &a, const CompareRow &b) {
        if (m_sortColumn == NameColumn)
            return falling ? b.title.localeAwareCompare(a.title) < 0 : a.title.localeAwareCompare(b.title) < 0;
        const double one = figure(a, m_sortColumn), other = figure(b, m_sortColumn);
        if (std::isnan(one) || std::isnan(other))
            return !std::isnan(one) && std::isnan(other);
        return falling ? other < one : one < other;
    });
}

void CompareTableModel::sort(int column, Qt::SortOrder order)
{
    m_sortColumn = column;
    m_sortOrder = order;
    emit layoutAboutToBeChanged();
    const QModelIndexList before = persistentIndexList();
    QStringList paths;
    for (const QModelIndex &index : before)
        paths << rowAt(index.row()).path;
    arrange(m_rows);
    QModelIndexList after;
    for (int i = 0; i < before.size(); ++i) {
        const auto row = std::ranges::find(m_rows, paths[i], &CompareRow::path);
        after << index(static_cast<int>(row - m_rows.begin()), before[i].column());
    }
    changePersistentIndexList(before, after);
    emit layoutChanged();
}

} // namespace snug::ui
