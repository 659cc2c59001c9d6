// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The box and its segments. Qt's exclusive button groups already move the choice with the arrow keys.

#include "ui/widgets/segmentedbox.h"

#include "ui/theme/paint.h"

#include <QButtonGroup>
#include <QFontMetrics>
#include <QHBoxLayout>
#include <QPainter>
#include <QPushButton>

namespace snug::ui {

namespace {
constexpr int kInset = 3, kSegmentPadding = 14, kSegmentHeight = 26;

class Segment : public QPushButton
{
public:
    Segment(const QString &text, QWidget *parent) : QPushButton(text, parent)
    {
        setCheckable(true);
        setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    }
    // As wide as the chosen look, so that nothing moves when the choice does.
    QSize sizeHint() const override
    {
        const QFontMetrics metrics(sansFont(kBodyText, QFont::DemiBold));
        return {metrics.size(Qt::TextShowMnemonic, text()).width() + 2 * kSegmentPadding, kSegmentHeight};
    }
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens();
        if (isChecked())
            paintBox(painter, rect(), kControlRadius - 1, t.segment, t.strongLine);
        else if (underMouse() && isEnabled())
            paintBox(painter, rect(), kControlRadius - 1, mixed(t.text, t.hover, 0.06), {});
        painter.setFont(sansFont(kBodyText, isChecked() ? QFont::DemiBold : QFont::Medium));
        painter.setPen(!isEnabled() ? t.text3 : isChecked() ? t.text : t.text2);
        painter.drawText(rect(), Qt::AlignCenter | Qt::TextShowMnemonic | Qt::TextSingleLine, text());
    }
};
} // namespace

SegmentedBox::SegmentedBox(QWidget *parent)
    : QWidget(parent), m_layout(new QHBoxLayout(this)), m_group(new QButtonGroup(this))
{
    m_layout->setContentsMargins(kInset, kInset, kInset, kInset);
    m_layout->setSpacing(2);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(m_group, &QButtonGroup::idToggled, this, [this](int index, bool checked) {
        if (checked)
            emit currentChanged(index);
    });
}

int SegmentedBox::addSegment(const QString &text, const QString &toolTip)
{
    const int index = count();
    auto *segment = new Segment(text, this);
    segment->setToolTip(toolTip);
    m_group->addButton(segment, index);
    m_layout->addWidget(segment);
    if (index == 0) {
        const QSignalBlocker quiet(m_group);
        segment->setChecked(true);
    }
    return index;
}

void SegmentedBox::setSegmentText(int index, const QString &text)
{
    if (auto *segment = m_group->button(index)) {
        segment->setText(text);
        segment->updateGeometry();
    }
}

void SegmentedBox::setSegmentEnabled(int index, bool enabled)
{
    if (auto *segment = m_group->button(index))
        segment->setEnabled(enabled);
}

void SegmentedBox::setSegmentToolTip(int index, const QString &toolTip)
{
    if (auto *segment = m_group->button(index))
        segment->setToolTip(toolTip);
}

int SegmentedBox::count() const { return int(m_group->buttons().size()); }

int SegmentedBox::currentIndex() const { return m_group->checkedId(); }

void SegmentedBox::setCurrentIndex(int index)
{
    if (auto *segment = m_group->button(index))
        segment->setChecked(true);
}

void SegmentedBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, rect(), kSegmentedRadius, tokens().hover, tokens().line);
}

} // namespace snug::ui
