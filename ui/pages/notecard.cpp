// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/notecard.h"

#include "ui/pages/iconmark.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QHBoxLayout>

namespace snug::ui {

NoteCard::NoteCard(QWidget *parent) : Card(parent), m_text(new WrappedLabel(this))
{
    m_text->setObjectName(QStringLiteral("noteCardLabel"));
    setTextLook(m_text, kBodyText, QFont::Normal, Ink::Text);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(kSpace16, 10, kSpace16, 10);
    line->setSpacing(kSpace8);
    // The colours of verdicts are for verdicts: nothing is wrong with what is made.
    line->addWidget(new IconMark(Icon::Warning, Ink::Text2, kIconSize, this), 0, Qt::AlignTop);
    line->addWidget(m_text, 1);
    hide();
}

void NoteCard::setNotes(const QStringList &notes)
{
    const QString text = notes.join(QLatin1Char('\n'));
    if (text != m_text->text())
        m_text->setText(text);
    setAccessibleName(text);
    setVisible(!text.isEmpty());
}

QString NoteCard::text() const { return m_text->text(); }

} // namespace snug::ui
