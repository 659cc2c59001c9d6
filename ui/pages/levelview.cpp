// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/levelview.h"

#include "ui/models/leveltablemodel.h"
#include "ui/pages/leveldelegate.h"
#include "ui/pages/twolineheader.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QMenu>

#include <array>

namespace snug::ui {

namespace {

/// Widths of the columns behind the first, from the design's pictures.
struct ColumnWidth
{
    int column;
    int wide;
    int narrow;
};
constexpr std::array<ColumnWidth, 7> kWidths{{{LevelTableModel::BitsColumn, 80, 50},
                                              {LevelTableModel::SizeColumn, 128, 66},
                                              {LevelTableModel::RamColumn, 95, 92},
                                              {LevelTableModel::VramColumn, 97, 93},
                                              {LevelTableModel::TimeColumn, 80, 65},
                                              {LevelTableModel::ContextColumn, 106, 97},
                                              {LevelTableModel::VerdictColumn, 155, 125}}};

/// Takes the height of its row, which the delegate works out, and asks for none.
class RemedyHolder : public QWidget
{
public:
    QSize sizeHint() const override { return {0, 0}; }
    QSize minimumSizeHint() const override { return {0, 0}; }
    bool hasHeightForWidth() const override { return false; }
};

} // namespace

LevelView::LevelView(LevelTableModel *model, QWidget *parent)
    : QTableView(parent), m_model(model), m_delegate(new LevelDelegate(this)),
      m_header(new TwoLineHeader(LevelTableModel::UnitRole, this))
{
    setObjectName(QStringLiteral("levelTableView"));
    setAccessibleName(tr("Levels"));
    setHorizontalHeader(m_header);
    setModel(model);
    setItemDelegate(m_delegate);
    setupLook();
    connect(model, &QAbstractItemModel::modelReset, this, &LevelView::refreshRows);
    connect(model, &QAbstractItemModel::dataChanged, this, &LevelView::refreshRows);
    connect(model, &QAbstractItemModel::headerDataChanged, this, &LevelView::layoutColumns);
    connect(m_header, &TwoLineHeader::menuRequested, this, &LevelView::showKvMenu);
    refreshRows();
}

void LevelView::setupLook()
{
    m_header->setMenuSection(LevelTableModel::ContextColumn);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(1);
    verticalHeader()->setSectionResizeMode(QHeaderView::ResizeToContents);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setSelectionMode(QAbstractItemView::NoSelection);
    setEditTriggers(QAbstractItemView::AllEditTriggers);
    setTabKeyNavigation(false);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    viewport()->setAutoFillBackground(false);
    setMouseTracking(true);
}

void LevelView::setNarrow(bool narrow)
{
    m_narrow = narrow;
    layoutColumns();
}

void LevelView::setVramVisible(bool visible)
{
    setColumnHidden(LevelTableModel::VramColumn, !visible);
    layoutColumns();
}

QSize LevelView::sizeHint() const
{
    int height = kHeaderHeight;
    for (int row = 0; row < m_model->rowCount(); ++row)
        height += m_delegate->sizeHint({}, m_model->index(row, 0)).height();
    return {600, height};
}

QSize LevelView::minimumSizeHint() const { return {200, sizeHint().height()}; }

void LevelView::resizeEvent(QResizeEvent *event)
{
    QTableView::resizeEvent(event);
    layoutColumns();
}

void LevelView::changeEvent(QEvent *event)
{
    QTableView::changeEvent(event);
    if (event->type() == QEvent::FontChange || event->type() == QEvent::StyleChange)
        layoutColumns();
}

void LevelView::keyPressEvent(QKeyEvent *event)
{
    const QModelIndex current = currentIndex();
    if ((event->key() == Qt::Key_Space || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) &&
        event->modifiers() == Qt::NoModifier && current.isValid()) {
        const bool ticked = current.data(Qt::CheckStateRole).toInt() == Qt::Checked;
        m_model->setData(current, ticked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
        return;
    }
    QTableView::keyPressEvent(event);
}

QModelIndex LevelView::moveCursor(CursorAction action, Qt::KeyboardModifiers modifiers)
{
    const int step = action == MoveUp || action == MovePrevious || action == MovePageUp   ? -1
                     : action == MoveDown || action == MoveNext || action == MovePageDown ? 1
                                                                                          : 0;
    if (step == 0)
        return QTableView::moveCursor(action, modifiers).siblingAtColumn(0);
    for (int row = currentIndex().row() + step; row >= 0 && row < m_model->rowCount(); row += step) {
        const QModelIndex index = m_model->index(row, 0);
        if (index.data(LevelTableModel::KindRole).toInt() == LevelTableModel::LevelKind)
            return index;
    }
    return currentIndex();
}

void LevelView::refreshRows()
{
    clearSpans();
    for (int row = 0; row < m_model->rowCount(); ++row) {
        const QModelIndex index = m_model->index(row, 0);
        const int kind = index.data(LevelTableModel::KindRole).toInt();
        if (kind == LevelTableModel::RemedyKind)
            placeRemedy(row);
        else if (indexWidget(index))
            setIndexWidget(index, nullptr);
        if (kind == LevelTableModel::GroupKind)
            setSpan(row, 0, 1, LevelTableModel::ColumnCount);
    }
    if (!currentIndex().isValid())
        setCurrentIndex(moveCursor(MoveDown, Qt::NoModifier)); // the first level, below a heading where there is one
    layoutColumns();
    updateGeometry();
}

void LevelView::placeRemedy(int row)
{
    const QModelIndex index = m_model->index(row, 0);
    setSpan(row, 0, 1, LevelTableModel::ColumnCount);
    const QString text = index.data(LevelTableModel::RemedyTextRole).toString();
    const QString press = index.data(LevelTableModel::RemedyButtonRole).toString();
    const QString make = index.data(LevelTableModel::RemedyMakeRole).toString();
    const QString shown = text + press + make;
    if (auto *present = indexWidget(index); present && present->property("remedy").toString() == shown)
        return; // a new button under the pointer would lose its press
    auto *holder = new RemedyHolder;
    holder->setProperty("remedy", shown);
    auto *line = new QHBoxLayout(holder);
    line->setContentsMargins(42, 0, kSpace16, 6);
    auto *label = new QLabel(text, holder);
    label->setObjectName(QStringLiteral("remedyLabel"));
    label->setTextFormat(Qt::PlainText);
    label->setWordWrap(true);
    label->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    setTextLook(label, kSecondText, QFont::Normal, Ink::Text2);
    line->addWidget(label, 1);
    if (!make.isEmpty()) {
        QPushButton *button = makeButton(make, ButtonKind::Small, holder);
        button->setObjectName(QStringLiteral("makeImportancePushButton"));
        button->setAccessibleDescription(text);
        // Queued: what it brings about may take the button away.
        connect(button, &QPushButton::clicked, this, &LevelView::makePressed, Qt::QueuedConnection);
        line->addWidget(button);
    }
    if (!press.isEmpty()) {
        QPushButton *button = makeButton(press, ButtonKind::Small, holder);
        button->setObjectName(QStringLiteral("remedyPushButton"));
        button->setAccessibleDescription(text);
        connect(button, &QPushButton::clicked, this,
                [this, at = QPersistentModelIndex(index)] { emit remedyPressed(at.row()); });
        line->addWidget(button);
    }
    setIndexWidget(index, holder);
}

void LevelView::layoutColumns()
{
    int rest = viewport()->width();
    // Without a card's column there is room for words even in a narrow window.
    const bool narrow = m_narrow && rest < 760;
    m_delegate->setNarrow(narrow);
    m_header->setIndent(LevelDelegate::verdictIndent(narrow));
    m_header->setPlainSections(narrow ? QList<int>{LevelTableModel::LevelColumn, LevelTableModel::BitsColumn}
                                      : QList<int>{});
    for (const ColumnWidth &width : kWidths) {
        if (isColumnHidden(width.column))
            continue;
        const int leftPad = width.column == LevelTableModel::VerdictColumn
                                ? LevelDelegate::verdictIndent(narrow) + kSpace8
                            : narrow ? kSpace8
                                     : kSpace16;
        int needed = m_header->neededWidth(width.column) + leftPad;
        if (width.column == LevelTableModel::VerdictColumn)
            needed = std::max(needed, longestVerdict() + LevelDelegate::verdictIndent(narrow) + kSpace16);
        const int chosen = std::max(narrow ? width.narrow : width.wide, needed);
        setColumnWidth(width.column, chosen);
        rest -= chosen;
    }
    setColumnWidth(LevelTableModel::LevelColumn, std::max(110, rest));
    const int height = sizeHint().height();
    m_delegate->setTableWidth(viewport()->width());
    if (sizeHint().height() != height) {
        verticalHeader()->resizeSections(QHeaderView::ResizeToContents);
        updateGeometry();
    }
    viewport()->update();
}

/// Icon and word of the longest verdict now in the table.
int LevelView::longestVerdict() const
{
    const QFontMetrics metrics(sansFont(kBodyText, QFont::Medium));
    int longest = 0;
    for (int row = 0; row < m_model->rowCount(); ++row)
        longest = std::max(
            longest, metrics.horizontalAdvance(m_model->index(row, LevelTableModel::VerdictColumn).data().toString()));
    return kIconSize + kSpace8 + longest;
}

void LevelView::showKvMenu(const QPoint &globalPosition)
{
    auto *menu = new QMenu(this);
    menu->setAttribute(Qt::WA_DeleteOnClose);
    const std::array<std::pair<KvType, QString>, 3> kinds{{{KvType::F16, tr("KV cache in f16, exact")},
                                                           {KvType::Q8_0, tr("KV cache in q8_0, half the memory")},
                                                           {KvType::Q4_0, tr("KV cache in q4_0, a quarter")}}};
    for (const auto &[kind, text] : kinds) {
        QAction *action = menu->addAction(text);
        action->setCheckable(true);
        action->setChecked(m_model->kvType() == kind);
        connect(action, &QAction::triggered, this, [this, chosen = kind] { m_model->setKvType(chosen); });
    }
    menu->popup(globalPosition);
}

} // namespace snug::ui
