// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The rows of the device menu: automatic, the devices, and below them, not to be chosen, what is not there and why.

#pragma once

#include "core/jobs/devices.h"

#include <QAbstractListModel>

#include <vector>

namespace snug::ui {

/// GUI thread only.
class DeviceListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        DetailRole = Qt::UserRole + 1, ///< the second line
        IdRole,                        ///< as in JobSpec::device; empty where there is nothing to choose
        HeadingRole,                   ///< a bool: the name of a group
    };

    explicit DeviceListModel(QObject *parent = nullptr);
    /// Null: not looked for yet.
    void setDevices(const DeviceList *devices);
    /// Row of an id, or that of automatic.
    int rowOf(const QString &id) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        QString title, detail, id;
        bool heading = false;
        bool operator==(const Row &) const = default;
    };
    static std::vector<Row> rowsFor(const DeviceList *devices);

    std::vector<Row> m_rows;
};

} // namespace snug::ui
