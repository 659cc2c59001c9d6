// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/models/devicelistmodel.h"

#include "ui/bridge/devicewords.h"
#include "ui/bridge/format.h"

namespace snug::ui {

DeviceListModel::DeviceListModel(QObject *parent) : QAbstractListModel(parent), m_rows(rowsFor(nullptr)) {}

std::vector<DeviceListModel::Row> DeviceListModel::rowsFor(const DeviceList *devices)
{
    std::vector<Row> rows{
        {tr("Automatic"), tr("Measured when a job starts; the fastest does the work."), QStringLiteral("auto")}};
    if (!devices) {
        rows.push_back({tr("Looking for devices…"), {}, {}});
        return rows;
    }
    std::vector<Row> missing;
    for (const Device &device : devices->devices) {
        Row row{deviceTitle(device), deviceDetail(device), QString::fromStdString(device.id)};
        if (!device.quantizes)
            row.id.clear();
        (device.quantizes ? rows : missing).push_back(std::move(row));
    }
    for (const std::string &reason : devices->notLoaded)
        missing.push_back({asSentence(windowWords(reason)), {}, {}});
    if (!missing.empty())
        rows.push_back({tr("Not available"), {}, {}, /*heading=*/true});
    rows.insert(rows.end(), missing.begin(), missing.end());
    return rows;
}

void DeviceListModel::setDevices(const DeviceList *devices)
{
    std::vector<Row> rows = rowsFor(devices);
    if (rows == m_rows)
        return;
    if (rows.size() == m_rows.size()) { // free memory is another: an open menu stays as it is
        m_rows = std::move(rows);
        emit dataChanged(index(0), index(static_cast<int>(m_rows.size()) - 1));
        return;
    }
    beginResetModel();
    m_rows = std::move(rows);
    endResetModel();
}

int DeviceListModel::rowOf(const QString &id) const
{
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (m_rows[row].id == id)
            return static_cast<int>(row);
    return 0;
}

int DeviceListModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_rows.size());
}

QVariant DeviceListModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return {};
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return row.title;
    case DetailRole:
        return row.detail;
    case IdRole:
        return row.id;
    case HeadingRole:
        return row.heading;
    case Qt::ToolTipRole:
    case Qt::AccessibleDescriptionRole:
        return row.heading ? QString() : row.detail.isEmpty() ? row.title : row.detail;
    default:
        return {};
    }
}

Qt::ItemFlags DeviceListModel::flags(const QModelIndex &index) const
{
    if (!index.isValid() || index.row() >= rowCount())
        return Qt::NoItemFlags;
    const Row &row = m_rows[static_cast<std::size_t>(index.row())];
    return row.id.isEmpty() ? Qt::ItemNeverHasChildren
                            : Qt::ItemIsEnabled | Qt::ItemIsSelectable | Qt::ItemNeverHasChildren;
}

} // namespace snug::ui
