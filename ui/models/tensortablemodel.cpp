// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/tensortablemodel.h"

#include "ui/bridge/format.h"
#include "ui/theme/numbers.h"

#include <algorithm>

namespace snug::ui {

namespace {

QString typeText(TensorType type)
{
    const std::string_view name = tensorTypeName(type);
    return QString::fromLatin1(name.data(), static_cast<qsizetype>(name.size()));
}

QString shapeText(const std::vector<std::uint64_t> &shape)
{
    QStringList lengths;
    for (const std::uint64_t length : shape)
        lengths << QString::number(length);
    return lengths.join(QStringLiteral(" × "));
}

QString secondsText(double seconds)
{
    if (seconds < 0.005)
        return TensorTableModel::tr("<%1 s", "seconds").arg(decimalText(0.01, 2));
    return TensorTableModel::tr("%1 s", "seconds").arg(decimalText(seconds, seconds < 0.95 ? 2 : 1));
}

bool leftAligned(int column) { return column == TensorTableModel::NameColumn; }

} // namespace

TensorTableModel::TensorTableModel(QObject *parent) : QAbstractTableModel(parent) {}

void TensorTableModel::clear()
{
    beginResetModel();
    m_tensors.clear();
    m_working.clear();
    endResetModel();
}

void TensorTableModel::setWorking(const QString &name)
{
    if (name == m_working)
        return;
    const int row = finishedCount();
    if (m_working.isEmpty()) {
        beginInsertRows({}, row, row);
        m_working = name;
        endInsertRows();
    } else if (name.isEmpty()) {
        beginRemoveRows({}, row, row);
        m_working.clear();
        endRemoveRows();
    } else {
        m_working = name;
        emit dataChanged(index(row, 0), index(row, ColumnCount - 1));
    }
}

void TensorTableModel::append(const std::vector<TensorReport> &tensors)
{
    if (tensors.empty())
        return;
    const std::string working = m_working.toStdString();
    if (std::any_of(tensors.begin(), tensors.end(), [&](const TensorReport &tensor) { return tensor.name == working; }))
        setWorking({});
    const int first = finishedCount();
    beginInsertRows({}, first, first + static_cast<int>(tensors.size()) - 1);
    m_tensors.insert(m_tensors.end(), tensors.begin(), tensors.end());
    endInsertRows();
}

int TensorTableModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : finishedCount() + (m_working.isEmpty() ? 0 : 1);
}

int TensorTableModel::columnCount(const QModelIndex &parent) const { return parent.isValid() ? 0 : ColumnCount; }

QVariant TensorTableModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((leftAligned(index.column()) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (index.row() >= finishedCount())
        return workingData(index.column(), role);
    const TensorReport &tensor = m_tensors[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return cellText(tensor, index.column());
    case Qt::ToolTipRole:
        return index.column() == NameColumn ? QVariant(QString::fromStdString(tensor.name)) : QVariant();
    case ErrorRole:
        return tensor.copied ? QVariant() : QVariant(tensor.relativeError);
    case WorkingRole:
        return false;
    default:
        return {};
    }
}

QVariant TensorTableModel::workingData(int column, int role) const
{
    if (role == WorkingRole)
        return true;
    if (role != Qt::DisplayRole)
        return {};
    if (column == NameColumn)
        return m_working;
    return column == ErrorColumn ? QVariant(tr("working")) : QVariant();
}

QString TensorTableModel::cellText(const TensorReport &tensor, int column) const
{
    switch (column) {
    case NameColumn:
        return QString::fromStdString(tensor.name);
    case LevelColumn:
        return QString::fromStdString(tensor.level);
    case ShapeColumn:
        return shapeText(tensor.shape);
    case FromColumn:
        return typeText(tensor.from);
    case ToColumn:
        return QString::fromStdString(tensor.to);
    case BitsColumn:
        return decimalText(tensor.bitsPerWeight, 2);
    case TimeColumn:
        return secondsText(tensor.seconds);
    default:
        return tensor.copied ? tr("copied") : decimalText(tensor.relativeError, 4);
    }
}

QVariant TensorTableModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return QVariant::fromValue((leftAligned(section) ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case NameColumn:
        return tr("Tensor");
    case LevelColumn:
        return tr("Level");
    case ShapeColumn:
        return tr("Shape");
    case FromColumn:
        return tr("From");
    case ToColumn:
        return tr("To");
    case BitsColumn:
        return tr("Bits");
    case TimeColumn:
        return tr("Time");
    default:
        return tr("Error");
    }
}

} // namespace snug::ui
