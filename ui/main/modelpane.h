// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The list of models at the left: filter, groups, buttons to add more.

#pragma once

#include "core/model/catalog.h"
#include "ui/widgets/card.h"

#include <memory>

class QLabel;
class QListView;
class QPushButton;

namespace snug::ui {

class ModelListModel;
class SearchField;
class WrappedLabel;

/// GUI thread only.
class ModelPane : public Panel
{
    Q_OBJECT

public:
    explicit ModelPane(QWidget *parent = nullptr);
    void setCatalog(const std::shared_ptr<const Catalog> &catalog);
    /// Marks the model at `path` as chosen without telling; nothing when it is not listed.
    void markModel(const QString &path);
    void setNarrow(bool narrow);
    void focusFilter();
    ModelListModel *model() const { return m_model; }

signals:
    void modelChosen(const QString &path);
    /// By the menu of a model.
    void measureRequested(const QString &path);
    void addFolderRequested();
    void chooseFileRequested();

private:
    void setupList();
    void showMenu(const QPoint &at);
    QWidget *makeButtons();
    void choose(const QModelIndex &index);
    void refreshHint();

    ModelListModel *m_model;
    SearchField *m_filter;
    QListView *m_list;
    QLabel *m_hintTitle;
    WrappedLabel *m_hint;
    QPushButton *m_addFolder = nullptr;
    QString m_chosen;
    bool m_searched = false;
};

} // namespace snug::ui
