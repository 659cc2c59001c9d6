// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Something a person should know of a job that goes on all the same: a sign and one or more sentences.

#pragma once

#include "ui/widgets/card.h"

#include <QStringList>

namespace snug::ui {

class WrappedLabel;

/// GUI thread only. Hidden, and without room of its own, while there is nothing to say.
class NoteCard : public Card
{
    Q_OBJECT

public:
    explicit NoteCard(QWidget *parent = nullptr);
    void setNotes(const QStringList &notes);
    QString text() const;

private:
    WrappedLabel *m_text;
};

} // namespace snug::ui
