// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A selectable mono label and a copy button at its top right.

#include "ui/widgets/commandbox.h"

#include "ui/theme/buttons.h"
#include "ui/theme/paint.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QTimer>

namespace snug::ui {

namespace {
constexpr int kCopiedMs = 1500;
} // namespace

CommandBox::CommandBox(QWidget *parent)
    : QFrame(parent), m_text(new QLabel(this)),
      m_copy(makeIconButton(Icon::Copy, tr("Copy command"), ButtonKind::Flat, this))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_text->setTextFormat(Qt::PlainText);
    m_text->setFont(monoFont());
    setInk(m_text, Ink::Text);
    m_text->setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    m_text->setWordWrap(true);
    QSizePolicy policy(QSizePolicy::Ignored, QSizePolicy::Fixed); // a long command must not widen the page
    policy.setHeightForWidth(false);
    m_text->setSizePolicy(policy);
    m_text->setAccessibleName(tr("Command"));
    auto *row = new QHBoxLayout(this);
    row->setContentsMargins(kSpace12, 10, kSpace8, 10);
    row->addWidget(m_text, 1);
    row->addWidget(m_copy, 0, Qt::AlignTop);
    connect(m_copy, &QPushButton::clicked, this, &CommandBox::copy);
}

void CommandBox::setCommand(const QString &command)
{
    m_text->setText(command);
    fitHeight();
}

QString CommandBox::command() const { return m_text->text(); }

void CommandBox::copy()
{
    QGuiApplication::clipboard()->setText(command());
    m_copy->setIcon(icon(Icon::Check, Ink::Fits));
    m_copy->setToolTip(tr("Copied"));
    QTimer::singleShot(kCopiedMs, m_copy, [button = m_copy] {
        button->setIcon(icon(Icon::Copy));
        button->setToolTip(tr("Copy command"));
    });
}

void CommandBox::resizeEvent(QResizeEvent *event)
{
    QFrame::resizeEvent(event);
    fitHeight();
}

/// Long lines wrap. Trading height for width in the layout would make the whole page too high, so it is done here.
void CommandBox::fitHeight()
{
    const QMargins margins = layout()->contentsMargins();
    const int room = width() - margins.left() - margins.right() - layout()->spacing() - m_copy->sizeHint().width();
    m_text->setMinimumHeight(0); // a label never asks for less than its minimum
    const int height = m_text->heightForWidth(std::max(room, 100));
    if (height <= 0)
        return;
    m_text->setFixedHeight(height);
    setFixedHeight(height + margins.top() + margins.bottom());
}

void CommandBox::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    paintBox(painter, rect(), kControlRadius, tokens().hover, {});
}

} // namespace snug::ui
