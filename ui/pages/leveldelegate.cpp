// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/leveldelegate.h"

#include "ui/models/levelrow.h"
#include "ui/models/leveltablemodel.h"
#include "ui/theme/fonts.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QTableView>
#include <QToolTip>

namespace snug::ui {

namespace {

constexpr int kCheckLeft = 16;
constexpr int kNameLeft = 42;
constexpr int kBarWidth = 56;
constexpr int kFigureWidth = 46; ///< room the size figure keeps beside its bar
constexpr int kGroupHeight = 30;
constexpr int kFirstLine = 31, kLowerPad = 7;          ///< heights in a row with a sentence below its figures
constexpr int kMark = 14, kMarkRoom = 20;              ///< the sign before a warning
constexpr int kReadersTop = kFirstLine - 3;            ///< where the line of readers begins in its row
constexpr int kReadersLine = 21;                       ///< and its height
constexpr int kReaderRoom = 18, kReaderGap = kSpace16; ///< the sign before a reader, the space behind it

int kindOf(const QModelIndex &index) { return index.data(LevelTableModel::KindRole).toInt(); }

QModelIndex levelOf(const QModelIndex &index) { return index.siblingAtColumn(LevelTableModel::LevelColumn); }

bool ticked(const QModelIndex &index) { return levelOf(index).data(Qt::CheckStateRole).toInt() == Qt::Checked; }

bool usable(const QModelIndex &index) { return levelOf(index).data(LevelTableModel::UsableRole).toBool(); }

QString secondLine(const QModelIndex &index) { return levelOf(index).data(LevelTableModel::SecondLineRole).toString(); }

QList<ReaderMark> readersOf(const QModelIndex &index)
{
    return levelOf(index).data(LevelTableModel::ReadersRole).value<QList<ReaderMark>>();
}

bool refusedSomewhere(const QList<ReaderMark> &marks)
{
    return std::ranges::any_of(marks, [](const ReaderMark &mark) { return mark.kind == ReaderMark::Kind::Refuses; });
}

Icon iconOf(ReaderMark::Kind kind)
{
    return kind == ReaderMark::Kind::Fast    ? Icon::Fits
           : kind == ReaderMark::Kind::Works ? Icon::Check
                                             : Icon::DoesNotFit;
}

/// The word of a program that only works is no verdict on this level.
QColor colorOf(ReaderMark::Kind kind)
{
    return kind == ReaderMark::Kind::Fast    ? tokens().verdict(Verdict::Fits)
           : kind == ReaderMark::Kind::Works ? tokens().text2
                                             : tokens().verdict(Verdict::DoesNotFit);
}

QFont wordFont() { return sansFont(kSecondText, QFont::Medium); }

QString readerName(const ReaderMark &mark) { return mark.reader + QLatin1Char(' '); }

double readerWidth(const ReaderMark &mark)
{
    return kReaderRoom + QFontMetricsF(sansFont(kSecondText)).horizontalAdvance(readerName(mark)) +
           QFontMetricsF(wordFont()).horizontalAdvance(mark.word) + 2;
}

/// Where each mark lies in the view, its sign and words together.
QList<QRectF> readerRects(const QTableView &view, const QRect &cell, const QList<ReaderMark> &marks)
{
    QList<QRectF> rects;
    double x = view.columnViewportPosition(0) + kNameLeft;
    for (const ReaderMark &mark : marks) {
        rects.append(QRectF(x, cell.top() + kReadersTop, readerWidth(mark), kReadersLine));
        x += rects.back().width() + kReaderGap;
    }
    return rects;
}

bool warned(const QModelIndex &index) { return levelOf(index).data(LevelTableModel::WarningRole).toBool(); }

/// Height of a text broken into lines of at most `width`.
int wrappedHeight(const QString &text, int width)
{
    const QRect room(0, 0, std::max(100, width), 1000);
    return QFontMetrics(sansFont(kSecondText)).boundingRect(room, Qt::TextWordWrap, text).height();
}

void paintGroup(QPainter &painter, const QRectF &row, const QString &title)
{
    paintText(painter, row.adjusted(kCheckLeft, 6, -kSpace16, 0), title, sansFont(kUnitText, QFont::DemiBold),
              tokens().text3);
}

/// Nothing parts a level from the row that says what would make it fit.
bool hasLineBelow(const QModelIndex &index)
{
    const QModelIndex below = index.sibling(index.row() + 1, 0);
    return !below.isValid() || kindOf(below) != LevelTableModel::RemedyKind;
}

} // namespace

int LevelDelegate::verdictIndent(bool narrow) { return narrow ? 20 : kSpace32; }

QSize LevelDelegate::sizeHint(const QStyleOptionViewItem &, const QModelIndex &index) const
{
    switch (kindOf(index)) {
    case LevelTableModel::RemedyKind:
        return {0, remedyHeight(index)};
    case LevelTableModel::GroupKind:
        return {0, kGroupHeight};
    default:
        const QList<ReaderMark> marks = readersOf(index);
        if (marks.isEmpty() && secondLine(index).isEmpty())
            return {0, kRowHeight};
        return {0, kFirstLine + readersHeight(index, marks) + secondLineHeight(index)};
    }
}

int LevelDelegate::remedyHeight(const QModelIndex &index) const
{
    int button = 0;
    for (const int role : {LevelTableModel::RemedyButtonRole, LevelTableModel::RemedyMakeRole})
        if (const QString press = index.data(role).toString(); !press.isEmpty())
            button += QFontMetrics(sansFont(kSecondText, QFont::Medium)).horizontalAdvance(press) + kSpace32;
    const QString text = index.data(LevelTableModel::RemedyTextRole).toString();
    return std::max(kRowHeight + 3, wrappedHeight(text, m_tableWidth - kNameLeft - kSpace16 - button) + kSpace16);
}

/// Where the sentence below a level stands, its height aside; from the left edge of the table.
QRectF LevelDelegate::secondLineRect(const QModelIndex &index) const
{
    const int left = kNameLeft + (warned(index) ? kMarkRoom : 0);
    return QRectF(left, 0, std::max(100, m_tableWidth - left - kSpace16), 0);
}

int LevelDelegate::secondLineHeight(const QModelIndex &index) const
{
    if (secondLine(index).isEmpty())
        return 0;
    return wrappedHeight(secondLine(index), static_cast<int>(secondLineRect(index).width())) + kLowerPad;
}

int LevelDelegate::readersHeight(const QModelIndex &index, const QList<ReaderMark> &marks) const
{
    return marks.isEmpty() ? 0 : kReadersLine + (secondLine(index).isEmpty() ? 4 : 0);
}

void LevelDelegate::paint(QPainter *painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const int kind = kindOf(index);
    if (kind == LevelTableModel::LevelKind && ticked(index))
        painter->fillRect(option.rect, colors.tint);
    if (hasLineBelow(index))
        paintHairline(*painter, QRectF(option.rect.left(), option.rect.bottom(), option.rect.width(), 1), colors.line);
    if (kind == LevelTableModel::GroupKind)
        return paintGroup(*painter, option.rect, index.data().toString());
    if (kind == LevelTableModel::RemedyKind)
        return; // a real label and button lie over it
    QStyleOptionViewItem line = option;
    const QList<ReaderMark> marks = readersOf(index);
    if (!secondLine(index).isEmpty())
        paintSecondLine(*painter, option, index, marks);
    if (!marks.isEmpty())
        paintReaders(*painter, option, marks);
    if (line.rect.height() > kRowHeight)
        line.rect.setHeight(kFirstLine);
    if (index.column() == LevelTableModel::LevelColumn)
        paintLevel(*painter, line, index, marks);
    else if (index.column() == LevelTableModel::VerdictColumn)
        paintVerdict(*painter, line.rect.adjusted(verdictIndent(m_narrow), 0, 0, 0),
                     static_cast<Verdict>(index.data(LevelTableModel::VerdictRole).toInt()), index.data().toString());
    else
        paintFigure(*painter, line, index);
}

/// Runs below all figures. Each cell paints the part that lies in it, because the next one may fill its ground.
void LevelDelegate::paintSecondLine(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                                    const QList<ReaderMark> &marks) const
{
    const auto *view = qobject_cast<const QTableView *>(option.widget);
    if (!view)
        return;
    QRectF lines = secondLineRect(index).translated(view->columnViewportPosition(0),
                                                    option.rect.top() + kFirstLine + readersHeight(index, marks) - 1);
    lines.setHeight(secondLineHeight(index) - kLowerPad);
    painter.save();
    painter.setClipRect(option.rect);
    if (warned(index))
        paintIcon(painter, QRectF(lines.left() - kMarkRoom, lines.top(), kMark, kMark), Icon::Info, tokens().text2);
    painter.setFont(sansFont(kSecondText));
    painter.setPen(tokens().text2);
    painter.drawText(lines, Qt::TextWordWrap, secondLine(index));
    painter.restore();
}

/// Runs below all figures, like the sentence.
void LevelDelegate::paintReaders(QPainter &painter, const QStyleOptionViewItem &option,
                                 const QList<ReaderMark> &marks) const
{
    const auto *view = qobject_cast<const QTableView *>(option.widget);
    if (!view)
        return;
    painter.save();
    painter.setClipRect(option.rect);
    const QList<QRectF> rects = readerRects(*view, option.rect, marks);
    for (qsizetype i = 0; i < marks.size(); ++i) {
        const ReaderMark &mark = marks[i];
        const QColor color = colorOf(mark.kind);
        const double top = rects[i].top() + (kReadersLine - kMark) / 2.0;
        paintIcon(painter, QRectF(rects[i].left(), top, kMark, kMark), iconOf(mark.kind), color);
        const QRectF name = rects[i].translated(kReaderRoom, 0);
        paintText(painter, name, readerName(mark), sansFont(kSecondText), tokens().text2);
        const double nameWidth = QFontMetricsF(sansFont(kSecondText)).horizontalAdvance(readerName(mark));
        paintText(painter, name.adjusted(nameWidth, 0, 0, 0), mark.word, wordFont(), color);
    }
    painter.restore();
}

bool LevelDelegate::helpEvent(QHelpEvent *event, QAbstractItemView *view, const QStyleOptionViewItem &option,
                              const QModelIndex &index)
{
    const auto *table = qobject_cast<const QTableView *>(view);
    const QList<ReaderMark> marks = table ? readersOf(index) : QList<ReaderMark>();
    const QList<QRectF> rects = table ? readerRects(*table, option.rect, marks) : QList<QRectF>();
    const QPointF middle = QPointF(event->pos()) + QPointF(0.5, 0.5); // of the pixel: a rectangle holds all its edges
    for (qsizetype i = 0; i < rects.size(); ++i)
        if (rects[i].contains(middle)) {
            QToolTip::showText(event->globalPos(), marks[i].why, view);
            return true;
        }
    return QStyledItemDelegate::helpEvent(event, view, option, index);
}

void LevelDelegate::paintLevel(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index,
                               const QList<ReaderMark> &marks) const
{
    const Tokens &colors = tokens();
    const QRectF row = option.rect;
    const QRectF check(row.left() + kCheckLeft, row.top(), kCheckSize, row.height());
    const bool possible = usable(index);
    paintCheck(painter, check, static_cast<Qt::CheckState>(index.data(Qt::CheckStateRole).toInt()), possible);
    if (option.state & QStyle::State_HasFocus)
        paintFocusRing(painter, QRectF(check.left(), check.center().y() - kCheckSize / 2.0, kCheckSize, kCheckSize),
                       kCheckRadius);
    const QFont nameFont = sansFont(kBodyText, QFont::DemiBold);
    const QString name = index.data(LevelTableModel::NameRole).toString();
    double x = row.left() + kNameLeft;
    const double nameWidth = QFontMetricsF(nameFont).horizontalAdvance(name);
    paintText(painter, QRectF(x, row.top(), row.right() - x, row.height()), name, nameFont,
              possible ? colors.text : colors.text2);
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
    if (!secondLine(index).isEmpty() && !warned(index) && !refusedSomewhere(marks))
        return; // the sentence says the same
    if (QFontMetricsF(sansFont(kSecondText)).horizontalAdvance(description) <= row.right() - x)
        paintText(painter, QRectF(x, row.top(), row.right() - x, row.height()), description, sansFont(kSecondText),
                  colors.text2);
}

void LevelDelegate::paintFigure(QPainter &painter, const QStyleOptionViewItem &option, const QModelIndex &index) const
{
    const Tokens &colors = tokens();
    const QVariant verdict = index.data(LevelTableModel::CellVerdictRole);
    const QColor color = verdict.isValid() ? colors.verdict(static_cast<Verdict>(verdict.toInt()))
                         : usable(index)   ? colors.text
                                           : colors.text2;
    const QRectF cell = option.rect;
    const double share = index.data(LevelTableModel::SizeFractionRole).toDouble();
    if (index.column() == LevelTableModel::SizeColumn && !m_narrow && share > 0 &&
        cell.width() > kBarWidth + kFigureWidth)
        paintSizeBar(painter, QRectF(cell.right() - kFigureWidth - kBarWidth, cell.top(), kBarWidth, cell.height()),
                     share);
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
