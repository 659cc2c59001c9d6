// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/main/modelpane.h"

#include "ui/main/modeldelegate.h"
#include "ui/models/modellistmodel.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/searchfield.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QListView>
#include <QMenu>
#include <QScrollBar>
#include <QVBoxLayout>

namespace snug::ui {

namespace {
/// The chosen model's ground reaches this far beyond the texts' edge.
constexpr int kBesideList = 6;
} // namespace

ModelPane::ModelPane(QWidget *parent)
    : Panel(Ground::Side, Qt::RightEdge, parent), m_model(new ModelListModel(this)),
      m_filter(new SearchField(tr("Filter models"), this)), m_list(new QListView(this)),
      m_hintTitle(new QLabel(tr("No models yet"), this)), m_hint(new WrappedLabel(this))
{
    setFixedWidth(kListWidth);
    setupList();
    m_filter->setObjectName(QStringLiteral("filterLineEdit"));
    m_filter->setToolTip(tr("Shows models whose name has these letters (Ctrl+F)"));
    connect(m_filter, &QLineEdit::textChanged, this, [this](const QString &text) {
        m_model->setFilter(text);
        markModel(m_chosen);
        refreshHint();
    });
    m_hint->setObjectName(QStringLiteral("noModelsLabel"));
    setTextLook(m_hintTitle, kBodyText, QFont::DemiBold, Ink::Text);
    setTextLook(m_hint, kSecondText, QFont::Normal, Ink::Text2);
    auto *top = new QVBoxLayout;
    top->setContentsMargins(kBesideList, 0, kBesideList, 0);
    top->setSpacing(kSpace8);
    top->addWidget(m_filter);
    auto *hints = new QVBoxLayout;
    hints->setContentsMargins(kSpace4, 0, 0, 0);
    hints->setSpacing(2);
    hints->addWidget(m_hintTitle);
    hints->addWidget(m_hint);
    top->addLayout(hints);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(kSpace12 - kBesideList, kSpace12, kSpace12 - kBesideList, kSpace8);
    column->setSpacing(kSpace8);
    column->addLayout(top, 0);
    column->addWidget(m_list, 1);
    column->addStretch();
    column->addWidget(makeButtons());
    refreshHint();
}

void ModelPane::setupList()
{
    m_list->setObjectName(QStringLiteral("modelListView"));
    m_list->setAccessibleName(tr("Models"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new ModelDelegate(m_list));
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_list->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_list->setSelectionMode(QAbstractItemView::SingleSelection);
    m_list->setMouseTracking(true);
    m_list->viewport()->setAutoFillBackground(false);
    connect(m_list, &QListView::clicked, this, &ModelPane::choose);
    connect(m_list, &QListView::activated, this, &ModelPane::choose);
    m_list->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(m_list, &QListView::customContextMenuRequested, this, &ModelPane::showMenu);
}

/// By the right button on a model, or by the menu key.
void ModelPane::showMenu(const QPoint &at)
{
    const QModelIndex under = m_list->indexAt(at);
    const QModelIndex index = under.isValid() ? under : m_list->currentIndex();
    if (!(index.flags() & Qt::ItemIsSelectable))
        return;
    const QString path = index.data(ModelListModel::PathRole).toString();
    auto *menu = new QMenu(m_list);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addAction(tr("Measure…"), this, [this, path] { emit measureRequested(path); });
    menu->popup(m_list->viewport()->mapToGlobal(at));
}

QWidget *ModelPane::makeButtons()
{
    auto *holder = new QWidget(this);
    m_addFolder = makeButton(tr("Add folder…"), Icon::Folder, ButtonKind::Normal, holder);
    m_addFolder->setObjectName(QStringLiteral("addFolderPushButton"));
    connect(m_addFolder, &QPushButton::clicked, this, &ModelPane::addFolderRequested);
    auto *file = makeIconButton(Icon::File, tr("Choose a model file…"), ButtonKind::Normal, holder);
    file->setObjectName(QStringLiteral("chooseFilePushButton"));
    connect(file, &QPushButton::clicked, this, &ModelPane::chooseFileRequested);
    auto *hint = new QLabel(tr("or drop a folder or GGUF anywhere"), holder);
    hint->setAlignment(Qt::AlignCenter);
    hint->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    setTextLook(hint, kUnitText, QFont::Normal, Ink::Text2);
    auto *line = new QHBoxLayout;
    line->setSpacing(kSpace8);
    m_addFolder->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    line->setContentsMargins(kBesideList, 0, kBesideList, 0);
    line->addWidget(m_addFolder, 1);
    line->addWidget(file);
    auto *column = new QVBoxLayout(holder);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace4);
    column->addLayout(line);
    column->addWidget(hint);
    return holder;
}

void ModelPane::setCatalog(const std::shared_ptr<const Catalog> &catalog)
{
    // The list changes by itself when files come and go: whoever is looking at it keeps the place.
    const int scrolled = m_list->verticalScrollBar()->value();
    const QString current = m_list->currentIndex().data(ModelListModel::PathRole).toString();
    m_searched = true;
    m_model->setCatalog(catalog);
    markModel(m_chosen);
    if (const int row = m_model->rowOf(current); row >= 0 && current != m_chosen)
        m_list->selectionModel()->setCurrentIndex(m_model->index(row), QItemSelectionModel::NoUpdate);
    refreshHint();
    m_list->doItemsLayout();
    m_list->verticalScrollBar()->setValue(scrolled);
}

void ModelPane::markModel(const QString &path)
{
    m_chosen = path;
    const int row = m_model->rowOf(path);
    if (row >= 0)
        m_list->setCurrentIndex(m_model->index(row));
    else
        m_list->clearSelection();
}

void ModelPane::setNarrow(bool narrow) { setFixedWidth(narrow ? kListWidthNarrow : kListWidth); }

void ModelPane::focusFilter()
{
    m_filter->setFocus(Qt::ShortcutFocusReason);
    m_filter->selectAll();
}

void ModelPane::choose(const QModelIndex &index)
{
    if (!(index.flags() & Qt::ItemIsSelectable))
        return;
    const QString path = index.data(ModelListModel::PathRole).toString();
    if (path == m_chosen)
        return;
    m_chosen = path;
    emit modelChosen(path);
}

void ModelPane::refreshHint()
{
    QString text;
    if (!m_searched)
        text = tr("Looking for models…");
    else if (m_model->modelCount() == 0)
        text = tr("Snug looked in the usual places and found none. It never downloads by itself.");
    else if (m_model->rowCount() == 0)
        text = tr("No model has these letters in its name.");
    m_hintTitle->setVisible(m_searched && m_model->modelCount() == 0);
    m_hint->setText(text);
    m_hint->setVisible(!text.isEmpty());
    m_list->setVisible(m_model->rowCount() > 0);
}

} // namespace snug::ui
