// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Icon in front, clear button behind.

#include "ui/widgets/searchfield.h"

#include "ui/theme/icons.h"
#include "ui/theme/metrics.h"

#include <QAction>
#include <QKeyEvent>

namespace snug::ui {

SearchField::SearchField(const QString &placeholder, QWidget *parent) : QLineEdit(parent)
{
    setPlaceholderText(placeholder);
    setAccessibleName(placeholder);
    setTextMargins(-5, 0, 0, 0); // the icon brings a margin of its own
    addAction(icon(Icon::Search), QLineEdit::LeadingPosition);
    QAction *clearText = addAction(icon(Icon::Cancel), QLineEdit::TrailingPosition);
    clearText->setToolTip(tr("Clear"));
    clearText->setVisible(false);
    connect(clearText, &QAction::triggered, this, &QLineEdit::clear);
    connect(this, &QLineEdit::textChanged, this,
            [clearText](const QString &text) { clearText->setVisible(!text.isEmpty()); });
}

void SearchField::keyPressEvent(QKeyEvent *event)
{
    if (event->key() == Qt::Key_Escape && !text().isEmpty())
        return clear();
    QLineEdit::keyPressEvent(event);
}

} // namespace snug::ui
