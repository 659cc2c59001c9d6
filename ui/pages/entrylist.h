// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A few lines a person types, each with a place for what is wrong with it, and links to add and remove lines.

#pragma once

#include <QStringList>
#include <QWidget>

#include <map>
#include <vector>

class QVBoxLayout;

namespace snug::ui {

/// A line is a text, and a choice beside it where there are choices. Begins without lines. GUI thread only.
class EntryList : public QWidget
{
    Q_OBJECT

public:
    struct Entry
    {
        QString text;
        QString choice; ///< empty where there are no choices

        bool operator==(const Entry &) const = default;
    };
    struct Words
    {
        QString name;        ///< of a line, for screen readers: "Pattern"
        QString placeholder; ///< "blk\.\d+\.ffn_down"
        QString add;         ///< "Add a pattern"
    };

    /// Lines are called NAMELineEdit0, NAMELineEdit1…, their choices NAMEComboBox0…, their faults NAMEFaultLabel0….
    EntryList(const QString &objectName, Words words, QWidget *parent = nullptr);
    void setChoices(const QStringList &choices, const QString &firstChoice);
    /// Lines with a text, in order.
    std::vector<Entry> entries() const;
    /// Tells nobody.
    void setEntries(const std::vector<Entry> &entries);
    /// What is wrong with which of entries(), by index.
    void setFaults(const std::map<std::size_t, QString> &faults);

signals:
    void changed();

private:
    struct Line;

    Line *addLine(const Entry &entry);
    void removeLine(Line *line);
    void renameLines();

    QString m_objectName;
    Words m_words;
    QStringList m_choices;
    QString m_firstChoice;
    QVBoxLayout *m_column;
    std::vector<Line *> m_lines; ///< owned as widgets
};

} // namespace snug::ui
