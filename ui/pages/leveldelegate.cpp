// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/leveldelegate.h"

#include "ui/models/leveltablemodel.h"
#include "ui/theme/fonts.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

namespace snug::ui {

namespace {

constexpr int kCheckLeft = 16;
constexpr int kNameLeft = 42;
constexpr int kBarWidth = 56;
constexpr int kFigureWidth = 46; ///< room the size figure keeps beside its bar

bool ticked(const QModelIndex &index)
{
    return index.siblingAtColumn(LevelTableModel::LevelColumn).data(Qt::CheckStateRole).toInt() == Qt::Checked;
}

/// Nothing parts a level from the row that says what would make it fit.
bool hasLineBelow(const QModelIndex &index)
{
    const QModelIndex below = index.sibling(index.row() + 1, 0);
    return !below.isValid() || below.data(LevelTableModel::KindRole).toInt() != LevelTableModel::RemedyKind;
}

} // namespace

int LevelDelegate::verdictIndent(bool narrow) { return narrow ? 20 : kSpace32; }

QSize LevelDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    const bool remedy = index.data(LevelTableModel::KindRole).toInt() == LevelTableModel::RemedyKind;
    return {0, remedy ? kRowHeight + 3 : kRowHeight};
}

void LevelDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const bool remedy = index.data(LevelTableModel::KindRole).toInt() == LevelTableModel::RemedyKind;
    if (!remedy && ticked(index))
        painter->fillRect(option.rect, colors.tint);
    if (hasLineBelow(index))
        paintHairline(*painter, QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), colors.line);
    if (remedy)
        return; // a real label and button lie over it
    if (index.column() == LevelTableModel::LevelColumn)
        paintLevel(*painter, option, index);
    else if (index.column() == LevelTableModel::VerdictColumn)
        paintVerdict(*painter, option.rect.adjusted(verdictIndent(m_narrow), 0, 0, 0),
                     static_cast<Verdict>(index.data(LevelTableModel::VerdictRole).toInt()), index.data().toString());
    else
        paintFigure(*painter, option, index);
}

void LevelDelegate::paintLevel(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const QRectF row = option.rect;
    const QRectF check(row.left() + kCheckLeft, row.top(), kCheckSize, row.height());
    paintCheck(painter, check, static_cast<Qt::CheckState>(index.data(Qt::CheckStateRole).toInt()));
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(painter, QRectF(check.left(), check.center().y() - kCheckSize / 2.0, kCheckSize, kCheckSize),
                       kCheckRadius);
    const QFont nameFont = sansFont(kBodyText, QFont::DemiBold);
    const QString name = index.data(LevelTableModel::NameRole).toString();
    double x = row.left() + kNameLeft;
    const double nameWidth = QFontMetricsF(nameFont).horizontalAdvance(name);
    paintText(painter, QRectF(x, row.top(), row.right() - x, row.height()), name, nameFont, colors.text);
    x += nameWidth + kSpace8;
    const bool recommended = index.data(LevelTableModel::RecommendedRole).toBool();
    if (m_narrow) {
        if (recommended)
            paintIcon(painter, QRectF(x, row.center().y() - 7, 14, 14), Icon::Sparkle, colors.accent);
        return;
    }
    if (recommended) {
        const QString word = LevelTableModel::tr("Recommended");
        const QSizeF size = pillSize(word, /*filled=*/false);
        if (x + size.width() <= row.right()) {
            paintPill(painter, QRectF(QPointF(x, row.center().y() - size.height() / 2), size), word, /*filled=*/false);
            x += size.width() + kSpace8;
        }
    }
    // half a description says less than none
    const QString description = index.data(LevelTableModel::DescriptionRole).toString();
    if (QFontMetricsF(sansFont(kSecondText)).horizontalAdvance(description) <= row.right() - x)
        paintText(painter, QRectF(x, row.top(), row.right() - x, row.height()), description, sansFont(kSecondText),
                  colors.text2);
}

void LevelDelegate::paintFigure(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const QVariant verdict = index.data(LevelTableModel::CellVerdictRole);
    const QColor color = verdict.isValid() ? colors.verdict(static_cast<Verdict>(verdict.toInt())) : colors.text;
    const QRectF cell = option.rect;
    if (index.column() == LevelTableModel::SizeColumn && !m_narrow && cell.width() > kBarWidth + kFigureWidth)
        paintSizeBar(painter, QRectF(cell.right() - kFigureWidth - kBarWidth, cell.top(), kBarWidth, cell.height()),
                     index.data(LevelTableModel::SizeFractionRole).toDouble());
    paintText(painter, cell, index.data().toString(),
              sansFont(kBodyText, verdict.isValid() ? QFont::DemiBold : QFont::Normal), color,
              Qt::AlignRight | Qt::AlignVCenter);
}

bool LevelDelegate::editorEvent(QEvent *event, QAbstractItemModel *model, const QStyleOptionViewItem &,
                                const QModelIndex &index)
{
    if (!(index.flags() & Qt::ItemIsUserCheckable))
        return false;
    const auto type = event->type();
    const bool pressed =
        (type == QEvent::MouseButtonRelease && static_cast<QMouseEvent *>(event)->button() == Qt::LeftButton) ||
        (type == QEvent::KeyPress && (static_cast<QKeyEvent *>(event)->key() == Qt::Key_Space ||
                                      static_cast<QKeyEvent *>(event)->key() == Qt::Key_Select));
    if (!pressed)
        return type == QEvent::MouseButtonDblClick; // the second release of a double click ticks again
    return model->setData(index, ticked(index) ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

} // namespace snug::ui
