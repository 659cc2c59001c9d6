// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/overridetablemodel.h"

#include "ui/bridge/format.h"
#include "ui/theme/numbers.h"

#include <algorithm>

namespace snug::ui {

namespace {

QString nameOf(TensorType type)
{
    const std::string_view name = tensorTypeName(type);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

double weightCount(const TensorPlan &tensor)
{
    double count = 1;
    for (const std::uint64_t length : tensor.shape)
        count *= static_cast<double>(length);
    return count;
}

QString shapeText(const TensorPlan &tensor)
{
    QStringList lengths;
    for (const std::uint64_t length : tensor.shape)
        lengths << QString::number(length);
    return lengths.join(QStringLiteral(" × "));
}

} // namespace

OverrideTableModel::OverrideTableModel(QObject *parent) : QAbstractTableModel(parent) {}

void OverrideTableModel::setVariant(const VariantPlan *variant, const VariantPlan *plain)
{
    std::vector<Row> rows;
    std::uint64_t largest = 0;
    if (variant)
        for (std::size_t i = 0; i < variant->tensors.size(); ++i) {
            rows.push_back({variant->tensors[i], {}});
            largest = std::max(largest, variant->tensors[i].sizeBytes);
            if (plain && i < plain->tensors.size() && plain->tensors[i].name == variant->tensors[i].name)
                rows.back().plainType = QString::fromStdString(plain->tensors[i].to);
        }
    const auto sameName = [](const Row &a, const Row &b) { return a.tensor.name == b.tensor.name; };
    const bool same = std::ranges::equal(rows, m_rows, sameName);
    m_planned = m_overrides;
    m_largestBytes = largest;
    if (same) { // a selection survives
        m_rows = std::move(rows);
        refreshAll();
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

void OverrideTableModel::refreshAll()
{
    if (!m_rows.empty())
        emit dataChanged(index(0, 0), index(rowCount() - 1, ColumnCount - 1));
    emit headerDataChanged(Qt::Horizontal, SizeColumn, SizeColumn); // its unit
}

void OverrideTableModel::setType(const QStringList &names, const QString &type)
{
    const auto before = m_overrides;
    for (const Row &row : m_rows) {
        if (row.tensor.fixed || !names.contains(QString::fromStdString(row.tensor.name)))
            continue;
        if (type.isEmpty())
            m_overrides.erase(row.tensor.name);
        else
            m_overrides[row.tensor.name] = type.toStdString();
    }
    if (m_overrides == before)
        return;
    refreshAll();
    emit overridesChanged();
}

void OverrideTableModel::clearOverrides()
{
    if (m_overrides.empty())
        return;
    m_overrides.clear();
    refreshAll();
    emit overridesChanged();
}

std::vector<std::string> OverrideTableModel::entries() const
{
    std::vector<std::string> entries;
    for (const auto &[name, type] : m_overrides)
        entries.push_back(joinEntry({patternOf(name), type}));
    return entries;
}

std::vector<TensorTypeEntry> OverrideTableModel::take(const std::vector<std::string> &tensorTypes)
{
    std::vector<TensorTypeEntry> others;
    m_overrides.clear();
    for (const std::string &text : tensorTypes) {
        const TensorTypeEntry entry = splitEntry(text);
        if (const auto name = tensorNameOf(entry.pattern);
            name && others.empty()) // behind a pattern it might not count
            m_overrides.emplace(*name, entry.type);
        else
            others.push_back(entry);
    }
    refreshAll();
    return others;
}

int OverrideTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

int OverrideTableModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

const std::string *OverrideTableModel::overrideOf(const Row &row) const
{
    const auto found = m_overrides.find(row.tensor.name);
    return found == m_overrides.end() ? nullptr : &found->second;
}

/// Until the plan has caught up with a change, what was asked for.
QString OverrideTableModel::typeText(const Row &row) const
{
    if (m_planned == m_overrides)
        return QString::fromStdString(row.tensor.to);
    if (const std::string *asked = overrideOf(row))
        return QString::fromStdString(*asked);
    return row.plainType.isEmpty() || !m_planned.contains(row.tensor.name) ? QString::fromStdString(row.tensor.to)
                                                                           : row.plainType;
}

QVariant OverrideTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(row, index.column());
    case Qt::AccessibleTextRole:
        return index.column() == TypeColumn && overrideOf(row) ? tr("%1, set by you").arg(typeText(row))
                                                               : cellText(row, index.column());
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return toolTip(row);
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    case OverriddenRole:
        return overrideOf(row) != nullptr;
    case InsteadRole:
        return overrideOf(row) && row.plainType != typeText(row) ? row.plainType : QString();
    case FallbackRole:
        return row.tensor.fallback;
    case EditableRole:
        return !row.tensor.fixed;
    case RowLengthRole:
        return row.tensor.shape.empty() ? quint64(0) : quint64(row.tensor.shape.front());
    default:
        return {};
    }
}

QString OverrideTableModel::cellText(const Row &row, int column) const
{
    switch (column) {
    case NameColumn:
        return QString::fromStdString(row.tensor.name);
    case ShapeColumn:
        return shapeText(row.tensor);
    case FromColumn:
        return nameOf(row.tensor.from);
    case TypeColumn:
        return typeText(row);
    case BitsColumn: {
        const double weights = weightCount(row.tensor);
        return weights > 0 ? decimalText(8 * static_cast<double>(row.tensor.sizeBytes) / weights, 2)
                           : QStringLiteral("–");
    }
    default:
        return sizeCell(row.tensor.sizeBytes);
    }
}

/// In the unit of the header; what would be 0.00 there names a unit of its own.
QString OverrideTableModel::sizeCell(std::uint64_t sizeBytes) const
{
    const SizeUnit unit = unitFor(m_largestBytes);
    return static_cast<double>(sizeBytes) < 0.01 * unit.bytes ? detailedSize(sizeBytes) : inUnit(sizeBytes, unit, 2);
}

QString OverrideTableModel::toolTip(const Row &row) const
{
    const QString why = QString::fromStdString(row.tensor.why);
    return overrideOf(row) && !row.plainType.isEmpty() ? tr("%1 The level's own choice is %2.").arg(why, row.plainType)
                                                       : why;
}

QVariant OverrideTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    const bool words = section != BitsColumn && section != SizeColumn;
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((words ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Tensor");
    case ShapeColumn:
        return tr("Shape");
    case FromColumn:
        return tr("From");
    case TypeColumn:
        return tr("Type");
    case BitsColumn:
        return tr("Bits");
    default:
        return unitFor(m_largestBytes).name;
    }
}

Qt::ItemFlags OverrideTableModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Qt::ItemFlags common = Qt::ItemIsEnabled | Qt::ItemNeverHasChildren;
    return m_rows[static_cast<std::size_t>(index.row())].tensor.fixed ? common : common | Qt::ItemIsSelectable;
}

} // namespace snug::ui
