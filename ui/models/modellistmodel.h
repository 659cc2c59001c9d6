// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Models found on this machine, under the name of the place they were found in.

#pragma once

#include "core/model/catalog.h"

#include <QAbstractListModel>
#include <QString>

#include <memory>
#include <vector>

namespace snug::ui {

/// A flat list: a group row, then its models, then the next group. Filtering keeps groups that still have models.
/// GUI thread only.
class ModelListModel : public QAbstractListModel
{
    Q_OBJECT

public:
    enum Role {
        KindRole = Qt::UserRole, ///< Kind
        DetailRole,              ///< "7.6 B · BF16", or the reason it cannot be used
        SizeRole,                ///< "14.2 GiB", empty when not known
        CountRole,               ///< models in a group
        PathRole,                ///< what openModel() takes
        UsableRole,
    };
    enum Kind { GroupKind, ModelKind };

    explicit ModelListModel(QObject *parent = nullptr);

    void setCatalog(std::shared_ptr<const Catalog> catalog);
    /// Shows models whose name or detail contains `text`, ignoring case.
    void setFilter(const QString &text);
    /// Models before filtering.
    int modelCount() const;
    /// The row of the model at `path`, or -1.
    int rowOf(const QString &path) const;

    int rowCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

private:
    struct Row
    {
        Kind kind = ModelKind;
        QString group;
        int count = 0;
        const CatalogEntry *entry = nullptr; ///< into m_catalog
    };

    void rebuild();
    QVariant groupData(const Row &row, int role) const;
    QVariant modelData(const Row &row, int role) const;

    std::shared_ptr<const Catalog> m_catalog;
    QString m_filter;
    std::vector<Row> m_rows;
};

} // namespace snug::ui
