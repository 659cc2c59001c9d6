// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/twolineheader.h"

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QMouseEvent>
#include <QPainter>

namespace snug::ui {

namespace {

constexpr int kFirstLine = 17;
constexpr int kSecondLine = 15;
constexpr int kChevron = 12;

} // namespace

TwoLineHeader::TwoLineHeader(int unitRole, QWidget *parent)
    : QHeaderView(Qt::Horizontal, parent), m_unitRole(unitRole), m_indent(kSpace32)
{
    setSectionResizeMode(QHeaderView::Fixed);
    setSectionsClickable(false);
    setHighlightSections(false);
    setMinimumSectionSize(1);
    setAutoFillBackground(false);
    viewport()->setAutoFillBackground(false); // the card below has round corners
}

void TwoLineHeader::setMenuSection(int section)
{
    m_menuSection = section;
    viewport()->update();
}

void TwoLineHeader::setSorting(int section, Qt::SortOrder order)
{
    m_sorting = true;
    m_sortSection = section;
    m_order = order;
    viewport()->setCursor(Qt::PointingHandCursor);
    viewport()->update();
}

void TwoLineHeader::setPlainSections(const QList<int> &sections)
{
    m_plainSections = sections;
    viewport()->update();
}

void TwoLineHeader::setIndent(int indent)
{
    m_indent = indent;
    viewport()->update();
}

void TwoLineHeader::setRightPadding(int padding)
{
    m_rightPadding = padding;
    viewport()->update();
}

int TwoLineHeader::neededWidth(int section) const
{
    const QString name = model()->headerData(section, Qt::Horizontal).toString();
    int first = QFontMetrics(sansFont(kBodyText, QFont::DemiBold)).horizontalAdvance(name);
    if (m_sorting)
        first += kChevron + kSpace4;
    int second = QFontMetrics(sansFont(kSecondText)).horizontalAdvance(unit(section));
    if (section == m_menuSection)
        second += kChevron + kSpace4;
    return std::max(first, second);
}

QSize TwoLineHeader::sizeHint() const { return {QHeaderView::sizeHint().width(), kHeaderHeight}; }

QString TwoLineHeader::unit(int section) const
{
    return m_plainSections.contains(section) ? QString()
                                             : model()->headerData(section, Qt::Horizontal, m_unitRole).toString();
}

QRect TwoLineHeader::textRect(const QRect &rect, int section) const
{
    const bool left = model()->headerData(section, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignLeft;
    return left ? rect.adjusted(section == 0 ? kSpace16 : m_indent, 0, 0, 0) : rect.adjusted(0, 0, -m_rightPadding, 0);
}

void TwoLineHeader::paintSection(QPainter *painter, const QRect &rect, int logicalIndex) const
{
    const Tokens &colors = tokens();
    const bool left = model()->headerData(logicalIndex, Qt::Horizontal, Qt::TextAlignmentRole).toInt() & Qt::AlignLeft;
    const Qt::Alignment alignment = (left ? Qt::AlignLeft : Qt::AlignRight) | Qt::AlignVCenter;
    const QRect text = textRect(rect, logicalIndex);
    const QRect first(text.left(), rect.top() + 7, text.width(), kFirstLine);
    QRect second(text.left(), first.bottom() + 1, text.width(), kSecondLine);
    const QString name = model()->headerData(logicalIndex, Qt::Horizontal).toString();
    const QFont font = sansFont(kBodyText, QFont::DemiBold);
    const bool sorted = m_sorting && logicalIndex == m_sortSection;
    paintText(*painter, first, name, font, sorted ? colors.accent : colors.text, alignment);
    if (sorted) {
        const double width = QFontMetricsF(font).horizontalAdvance(name);
        const double x = left ? first.left() + width + kSpace4 : first.right() - width - kSpace4 - kChevron;
        paintIcon(*painter, QRectF(x, first.top() + 3, kChevron, kChevron),
                  m_order == Qt::AscendingOrder ? Icon::ChevronUp : Icon::ChevronDown, colors.accent);
    }
    if (logicalIndex == m_menuSection) {
        paintIcon(*painter, QRectF(second.right() - kChevron + 1, second.top() + 2, kChevron, kChevron),
                  Icon::ChevronDown, colors.text2);
        second.adjust(0, 0, -kChevron - kSpace4, 0);
    }
    paintText(*painter, second, unit(logicalIndex), sansFont(kSecondText), colors.text2, alignment);
}

void TwoLineHeader::mouseReleaseEvent(QMouseEvent *event)
{
    QHeaderView::mouseReleaseEvent(event);
    const int section = logicalIndexAt(event->position().toPoint());
    if (m_sorting && section >= 0 && event->button() == Qt::LeftButton)
        emit sortRequested(section);
    if (section < 0 || section != m_menuSection || event->button() != Qt::LeftButton)
        return;
    emit menuRequested(viewport()->mapToGlobal(QPoint(sectionViewportPosition(section), height())));
}

} // namespace snug::ui
