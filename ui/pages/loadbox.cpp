// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/loadbox.h"

#include "ui/pages/wrappedlabel.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/commandbox.h"
#include "ui/widgets/segmentedbox.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <utility>

namespace snug::ui {

LoadBox::LoadBox(std::vector<LoadWay> ways, const QString &prefix, QWidget *parent) : QWidget(parent)
{
    auto *title = new QLabel(tr("Load in"), this);
    setTextLook(title, kBodyText, QFont::DemiBold, Ink::Text);
    auto *box = new SegmentedBox(this);
    box->setObjectName(prefix + QStringLiteral("InSegmentedBox"));
    box->setAccessibleName(tr("Load in"));
    for (const LoadWay &way : ways)
        box->addSegment(way.program);
    auto *command = new CommandBox(this);
    command->setObjectName(prefix + QStringLiteral("CommandBox"));
    auto *note = new WrappedLabel(this);
    note->setObjectName(prefix + QStringLiteral("NoteLabel"));
    setTextLook(note, kSecondText, QFont::Normal, Ink::Text2);
    auto *top = new QHBoxLayout;
    top->setSpacing(kSpace12);
    top->addWidget(title);
    top->addWidget(box);
    top->addStretch();
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addLayout(top);
    column->addWidget(command);
    column->addWidget(note);
    const auto choose = [=, all = std::move(ways)](int index) {
        const LoadWay &way = all[static_cast<std::size_t>(index)];
        command->setCommand(way.command);
        note->setText(way.note);
        note->setVisible(!way.note.isEmpty());
    };
    connect(box, &SegmentedBox::currentChanged, this, choose);
    if (box->count() > 0)
        choose(0);
}

} // namespace snug::ui
