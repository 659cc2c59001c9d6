// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/faultlabel.h"

#include "ui/pages/iconmark.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QHBoxLayout>

namespace snug::ui {

FaultLabel::FaultLabel(QWidget *parent) : QWidget(parent), m_text(new WrappedLabel(this))
{
    setTextLook(m_text, kSecondText, QFont::Normal, Ink::DoesNotFit);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(6);
    line->addWidget(new IconMark(Icon::DoesNotFit, Ink::DoesNotFit, 14, this), 0, Qt::AlignTop);
    line->addWidget(m_text, 1);
    hide();
}

void FaultLabel::setText(const QString &text)
{
    m_text->setText(text);
    setAccessibleName(text);
    setVisible(!text.isEmpty());
}

QString FaultLabel::text() const { return m_text->text(); }

} // namespace snug::ui
