// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/entrylist.h"

#include "ui/pages/faultlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QVBoxLayout>

#include <algorithm>

namespace snug::ui {

struct EntryList::Line : QWidget
{
    explicit Line(QWidget *parent)
        : QWidget(parent), text(new QLineEdit(this)), choice(new QComboBox(this)), fault(new FaultLabel(this)),
          remove(makeIconButton(Icon::Cancel, EntryList::tr("Remove"), ButtonKind::Flat, this))
    {
        auto *grid = new QGridLayout(this);
        grid->setContentsMargins(0, 0, 0, 0);
        grid->setHorizontalSpacing(kSpace8);
        grid->setVerticalSpacing(kSpace4);
        grid->addWidget(text, 0, 0);
        grid->addWidget(choice, 0, 1);
        grid->addWidget(remove, 0, 2);
        grid->addWidget(fault, 1, 0, 1, 3);
        grid->setColumnStretch(0, 1);
    }
    bool counts() const { return !text->text().trimmed().isEmpty(); }

    QLineEdit *text;
    QComboBox *choice;
    FaultLabel *fault;
    QPushButton *remove;
};

EntryList::EntryList(const QString &objectName, Words words, QWidget *parent)
    : QWidget(parent), m_objectName(objectName), m_words(std::move(words)), m_column(new QVBoxLayout)
{
    m_column->setSpacing(kSpace8);
    QPushButton *add = makeButton(m_words.add, ButtonKind::Link, this);
    add->setObjectName(objectName + QStringLiteral("AddPushButton"));
    connect(add, &QPushButton::clicked, this, [this] { addLine({})->text->setFocus(Qt::TabFocusReason); });
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(kSpace8);
    column->addLayout(m_column);
    column->addWidget(add, 0, Qt::AlignLeft);
}

void EntryList::setChoices(const QStringList &choices, const QString &firstChoice)
{
    m_choices = choices;
    m_firstChoice = firstChoice;
    for (Line *line : m_lines) {
        const QSignalBlocker quiet(line->choice);
        const QString now = line->choice->currentText();
        line->choice->clear();
        line->choice->addItems(choices);
        line->choice->setCurrentIndex(std::max(0, line->choice->findText(now)));
        line->choice->setVisible(!choices.isEmpty());
    }
}

EntryList::Line *EntryList::addLine(const Entry &entry)
{
    auto *line = new Line(this);
    line->text->setText(entry.text);
    line->text->setPlaceholderText(m_words.placeholder);
    line->text->setAccessibleName(m_words.name);
    line->choice->addItems(m_choices);
    line->choice->setVisible(!m_choices.isEmpty());
    const int at = line->choice->findText(entry.choice.isEmpty() ? m_firstChoice : entry.choice, Qt::MatchFixedString);
    line->choice->setCurrentIndex(std::max(0, at));
    connect(line->text, &QLineEdit::editingFinished, this, [this, line] {
        if (line->text->isModified())
            emit changed();
        line->text->setModified(false);
    });
    connect(line->choice, &QComboBox::currentIndexChanged, this, [this, line] {
        if (line->counts())
            emit changed();
    });
    connect(line->remove, &QPushButton::clicked, this, [this, line] { removeLine(line); });
    m_lines.push_back(line);
    m_column->addWidget(line);
    line->show();
    renameLines();
    return line;
}

void EntryList::removeLine(Line *line)
{
    const bool counted = line->counts();
    std::erase(m_lines, line);
    line->hide();
    line->deleteLater();
    renameLines();
    if (counted)
        emit changed();
}

void EntryList::renameLines()
{
    for (std::size_t i = 0; i < m_lines.size(); ++i) {
        m_lines[i]->text->setObjectName(m_objectName + QStringLiteral("LineEdit%1").arg(i));
        m_lines[i]->choice->setObjectName(m_objectName + QStringLiteral("ComboBox%1").arg(i));
        m_lines[i]->choice->setAccessibleName(tr("%1, choice").arg(m_words.name));
        m_lines[i]->fault->setObjectName(m_objectName + QStringLiteral("FaultLabel%1").arg(i));
        m_lines[i]->remove->setObjectName(m_objectName + QStringLiteral("RemovePushButton%1").arg(i));
    }
}

std::vector<EntryList::Entry> EntryList::entries() const
{
    std::vector<Entry> entries;
    for (const Line *line : m_lines)
        if (line->counts())
            entries.push_back({line->text->text().trimmed(), line->choice->currentText()});
    return entries;
}

void EntryList::setEntries(const std::vector<Entry> &entries)
{
    if (entries == this->entries())
        return;
    for (Line *line : std::exchange(m_lines, {}))
        delete line;
    for (const Entry &entry : entries)
        addLine(entry);
}

void EntryList::setFaults(const std::map<std::size_t, QString> &faults)
{
    std::size_t at = 0;
    for (Line *line : m_lines) {
        if (!line->counts()) {
            line->fault->setText(QString());
            continue;
        }
        const auto found = faults.find(at++);
        line->fault->setText(found == faults.end() ? QString() : found->second);
    }
}

} // namespace snug::ui
