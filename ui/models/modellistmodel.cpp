// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/modellistmodel.h"

#include "ui/bridge/engine.h"
#include "ui/bridge/format.h"
#include "ui/theme/numbers.h"

namespace snug::ui {

ModelListModel::ModelListModel(QObject *parent) : QAbstractListModel(parent) {}

void ModelListModel::setCatalog(std::shared_ptr<const Catalog> catalog)
{
    beginResetModel();
    m_rows.clear();
    m_catalog = std::move(catalog);
    rebuild();
    endResetModel();
}

void ModelListModel::setFilter(const QString &text)
{
    if (text == m_filter)
        return;
    beginResetModel();
    m_filter = text;
    rebuild();
    endResetModel();
}

int ModelListModel::modelCount() const { return m_catalog ? static_cast<int>(m_catalog->entries.size()) : 0; }

int ModelListModel::rowOf(const QString &path) const
{
    for (std::size_t i = 0; i < m_rows.size(); ++i)
        if (m_rows[i].entry && QString::fromStdString(m_rows[i].entry->path.string()) == path)
            return static_cast<int>(i);
    return -1;
}

int ModelListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant ModelListModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid | CheckIndexOption::ParentIsInvalid))
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (role == KindRole)
        return row.kind;
    return row.kind == GroupKind ? groupData(row, role) : modelData(row, role);
}

Qt::ItemFlags ModelListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    if (row.kind == GroupKind || !row.entry->usable)
        return Qt::ItemNeverHasChildren;
    return Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

void ModelListModel::rebuild()
{
    m_rows.clear();
    if (!m_catalog)
        return;
    std::size_t groupRow = 0;
    for (const CatalogEntry &entry : m_catalog->entries) {
        const bool wanted = m_filter.isEmpty() ||
                            QString::fromStdString(entry.name).contains(m_filter, Qt::CaseInsensitive) ||
                            QString::fromStdString(entry.detail).contains(m_filter, Qt::CaseInsensitive);
        if (!wanted)
            continue;
        const QString group = entry.group == kRecentGroup   ? tr("Recent")
                              : entry.group == kSampleGroup ? tr("Sample model")
                                                            : placeText(entry.group);
        if (m_rows.empty() || m_rows[groupRow].group != group) {
            groupRow = m_rows.size();
            m_rows.push_back({GroupKind, group, 0, nullptr});
        }
        ++m_rows[groupRow].count;
        m_rows.push_back({ModelKind, group, 0, &entry});
    }
}

QVariant ModelListModel::groupData(const Row &row, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return row.group;
    case CountRole:
        return row.count;
    case Qt::AccessibleTextRole:
        return tr("%1, %n model(s)", nullptr, row.count).arg(row.group);
    default:
        return {};
    }
}

QVariant ModelListModel::modelData(const Row &row, int role) const
{
    const CatalogEntry &entry = *row.entry;
    const QString name = QString::fromStdString(entry.name);
    const QString reason = QString::fromStdString(entry.detail);
    const QString detail = entry.partial ? tr("Not fully downloaded") : reason;
    switch (role) {
    case Qt::DisplayRole:
        return name;
    case DetailRole:
        return detail;
    case SizeRole:
        return entry.usable && entry.sizeBytes > 0 ? sizeText(entry.sizeBytes) : QString();
    case PathRole:
        return QString::fromStdString(entry.path.string());
    case UsableRole:
        return entry.usable;
    case Qt::ToolTipRole: {
        const QString path = homely(entry.path.string());
        return entry.usable ? path : path + QLatin1Char('\n') + reason;
    }
    case Qt::AccessibleTextRole:
        return name + QStringLiteral(", ") + reason;
    default:
        return {};
    }
}

} // namespace snug::ui
