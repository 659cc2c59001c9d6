// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/comparedelegate.h"

#include "ui/charts/variantmark.h"
#include "ui/models/comparetablemodel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace snug::ui {

namespace {

constexpr int kMarkLeft = 44, kMark = 10;

void toggle(QAbstractItemModel *model, const QModelIndex &index)
{
    const QModelIndex name = index.siblingAtColumn(CompareTableModel::NameColumn);
    const bool on = name.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    model->setData(name, on ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

bool isContext(int column)
{
    return column >= CompareTableModel::ContextF16Column && column <= CompareTableModel::ContextQ4Column;
}

} // namespace

QSize CompareDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &) const { return {0, kRowHeight}; }

void CompareDelegate::paintName(QPainter &painter, const QRectF &row, const QModelIndex &index, bool focused) const
{
    const auto state = static_cast<Qt::CheckState>(index.data(Qt::CheckStateRole).toInt());
    const QRectF check(row.left() + kSpace16, row.top(), kCheckSize, row.height());
    paintCheck(painter, check, state);
    if (focused) {
        QRectF ring(0, 0, kCheckSize, kCheckSize);
        ring.moveCenter(check.center());
        paintFocusRing(painter, ring, kCheckRadius);
    }
    paintVariantMark(painter, {row.left() + kMarkLeft + kMark / 2.0, row.center().y()}, kMark,
                     index.data(CompareTableModel::MarkRole).toInt());
    const Tokens &colors = tokens();
    paintText(painter, row.adjusted(kNameLeft - kSpace8, 0, -kSpace8, 0), index.data().toString(),
              sansFont(kBodyText, QFont::DemiBold), state == Qt::Checked ? colors.text : colors.text2,
              Qt::AlignLeft | Qt::AlignVCenter, Qt::ElideMiddle);
}

void CompareDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const QRectF row = option.rect;
    if (index.row() > 0)
        paintHairline(*painter, row, colors.line);
    if (index.column() == CompareTableModel::NameColumn) {
        const bool focused = option.state.testFlag(QStyle::State_HasFocus);
        return paintName(*painter, row, index, focused);
    }
    const QRectF cell = row.adjusted(0, 0, -kSpace12, 0);
    if (isContext(index.column()) && index.data(CompareTableModel::NoRoomRole).toBool()) {
        // Once over all three columns where the view has joined them, else in each.
        const QString words = row.width() > 150 ? tr("Does not fit") : tr("none", "no context fits");
        if (row.width() > 150) {
            const double width = QFontMetricsF(sansFont(kSecondText, QFont::Medium)).horizontalAdvance(words) + 22;
            return paintVerdict(*painter, QRectF(cell.right() - width, cell.top(), width, cell.height()),
                                Verdict::DoesNotFit, words);
        }
        return paintText(*painter, cell, words, sansFont(kBodyText), colors.doesNotFit,
                         Qt::AlignRight | Qt::AlignVCenter);
    }
    const bool shown =
        index.siblingAtColumn(CompareTableModel::NameColumn).data(Qt::CheckStateRole).toInt() == Qt::Checked;
    const bool best = index.data(CompareTableModel::BestRole).toBool();
    const bool known = !std::isnan(index.data(CompareTableModel::FigureRole).toDouble());
    paintText(*painter, cell, index.data().toString(), sansFont(kBodyText, best ? QFont::DemiBold : QFont::Normal),
              !known || !shown ? colors.text2 : colors.text, Qt::AlignRight | Qt::AlignVCenter);
}

bool CompareDelegate::editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &option,
                                  const QModelIndex &index)
{
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent *>(event)->key();
        if (key != Qt::Key_Space && key != Qt::Key_Select)
            return false;
        toggle(model, index);
        return true;
    }
    if (event->type() != QEvent::MouseButtonRelease || index.column() != CompareTableModel::NameColumn)
        return false;
    const auto *mouse = static_cast<QMouseEvent *>(event);
    const double x = mouse->position().x() - option.rect.left();
    if (mouse->button() != Qt::LeftButton || x > kMarkLeft)
        return false;
    toggle(model, index);
    return true;
}

} // namespace snug::ui
