// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The header is one wide checkable button; the body sits below it.

#include "ui/widgets/foldedsection.h"

#include "ui/theme/focusring.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"

#include <QAbstractButton>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

namespace snug::ui {

namespace {
constexpr int kLeft = 12, kChevronRoom = 23, kTitleGap = 8, kRight = 16;
} // namespace

class FoldHeader : public QAbstractButton
{
public:
    FoldHeader(const QString &title, QWidget *parent)
        : QAbstractButton(parent), m_title(new QLabel(this)), m_setting(new ElidedLabel(this))
    {
        setCheckable(true);
        setFocusPolicy(Qt::StrongFocus);
        setAttribute(Qt::WA_Hover);
        setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
        FocusRing::setWanted(this, false);
        setTextLook(m_title, kBodyText, QFont::DemiBold, Ink::Text);
        setTextLook(m_setting, kBodyText, QFont::Normal, Ink::Text2);
        m_row = new QHBoxLayout(this);
        m_row->setContentsMargins(kLeft + kChevronRoom, 0, kRight, 0);
        m_row->setSpacing(kTitleGap);
        m_row->addWidget(m_title);
        m_row->addWidget(m_setting, 1);
        setTitle(title);
        setTitleWidth(kFoldedTitleWidth);
    }

    void setTitle(const QString &title)
    {
        m_title->setText(title);
        describe();
    }
    void setSetting(const QString &setting)
    {
        m_setting->setText(setting);
        describe();
    }
    QString setting() const { return m_setting->text(); }
    void setTitleWidth(int width)
    {
        m_title->setMinimumWidth(width);
        m_row->setSpacing(width > 0 ? kTitleGap : 9);
    }
    void setLeading(QWidget *widget)
    {
        m_row->insertWidget(1, widget);
        m_row->insertSpacing(2, kSpace16 - kTitleGap);
    }
    void setTrailing(QWidget *widget) { m_row->addWidget(widget); }
    QSize sizeHint() const override { return {m_row->sizeHint().width(), kFoldedHeight}; }
    QSize minimumSizeHint() const override { return {m_row->minimumSize().width(), kFoldedHeight}; }

protected:
    void paintEvent(QPaintEvent *) override
    {
        QPainter painter(this);
        const Tokens &t = tokens();
        if (underMouse() && !isChecked())
            paintBox(painter, QRectF(rect()).adjusted(4, 3, -4, -3), kControlRadius, mixed(t.hover, t.surface, 0.6),
                     {});
        paintIcon(painter, QRectF(kLeft, (height() - 14) / 2.0, 14, 14),
                  isChecked() ? Icon::ChevronDown : Icon::ChevronRight, t.text2);
        if (hasFocus())
            paintFocusRing(painter, QRectF(rect()).adjusted(7, 6, -7, -6), 3);
    }
    void keyPressEvent(QKeyEvent *event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            click();
        else if (event->key() == Qt::Key_Right && !isChecked())
            click();
        else if (event->key() == Qt::Key_Left && isChecked())
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }

private:
    void describe()
    {
        setAccessibleName(m_title->text());
        setAccessibleDescription(m_setting->text());
    }
    QHBoxLayout *m_row;
    QLabel *m_title;
    ElidedLabel *m_setting;
};

FoldedSection::FoldedSection(const QString &title, QWidget *parent)
    : QWidget(parent), m_header(new FoldHeader(title, this)), m_bodyHolder(new QWidget(this))
{
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_header);
    column->addWidget(m_bodyHolder);
    m_bodyHolder->hide();
    connect(m_header, &QAbstractButton::toggled, this, [this](bool expanded) {
        m_bodyHolder->setVisible(expanded && m_body);
        emit expandedChanged(expanded);
    });
}

void FoldedSection::setTitle(const QString &title) { m_header->setTitle(title); }

void FoldedSection::setSetting(const QString &setting) { m_header->setSetting(setting); }

QString FoldedSection::setting() const { return m_header->setting(); }

void FoldedSection::setTitleWidth(int width) { m_header->setTitleWidth(width); }

void FoldedSection::setLineAbove(bool on)
{
    m_lineAbove = on;
    layout()->setContentsMargins(0, on ? 1 : 0, 0, 0);
    update();
}

void FoldedSection::setBody(QWidget *body, bool indented)
{
    delete m_body;
    delete m_bodyHolder->layout();
    m_body = body;
    auto *column = new QVBoxLayout(m_bodyHolder);
    column->setContentsMargins(indented ? kLeft + kChevronRoom : 0, 0, indented ? kRight + 11 : 0,
                               indented ? kSpace16 : 0);
    column->addWidget(body);
    m_bodyHolder->setVisible(isExpanded());
}

void FoldedSection::setLeading(QWidget *widget) { m_header->setLeading(widget); }

void FoldedSection::setTrailing(QWidget *widget) { m_header->setTrailing(widget); }

bool FoldedSection::isExpanded() const { return m_header->isChecked(); }

void FoldedSection::setExpanded(bool expanded) { m_header->setChecked(expanded); }

void FoldedSection::paintEvent(QPaintEvent *)
{
    if (!m_lineAbove)
        return;
    QPainter painter(this);
    paintHairline(painter, rect(), tokens().line);
}

} // namespace snug::ui
