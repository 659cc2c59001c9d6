// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One prompt with one seed, answered by several variants in columns, with the first token that differs marked.

#pragma once

#include "core/jobs/measure/compare.h"
#include "ui/charts/variantmark.h"

#include <QWidget>

#include <vector>

class QComboBox;
class QHBoxLayout;
class QLabel;
class QLineEdit;
class QPushButton;

namespace snug::ui {

class WrappedLabel;

/// One column.
struct AnswerColumn
{
    QString title;
    VariantMark mark = 0;
    CompareAnswer answer;
    bool writing = false; ///< not at its end yet: only `answer.text` is known
};

/// Rich text of an answer: what all have in common in grey, the token at `marked` on a ground, the rest plain.
QString answerHtml(const CompareAnswer &answer, std::optional<std::size_t> marked);
/// The token of the base that the first of the others differs from; nothing when all are the same.
std::optional<std::size_t> baseDifference(const std::vector<AnswerColumn> &columns);

/// GUI thread only.
class AnswersCard : public QWidget
{
    Q_OBJECT

public:
    static constexpr int kMostColumns = 4;

    explicit AnswersCard(QWidget *parent = nullptr);
    QString prompt() const;
    /// Length, temperature and seed as chosen, the same for all.
    void fillIn(CompareSpec &spec) const;
    /// Why the button is off; empty: it is not.
    void setHindrance(const QString &reason);
    /// The base first. None: the cards go away.
    void setAnswers(std::vector<AnswerColumn> columns);
    const std::vector<AnswerColumn> &answers() const { return m_columns; }
    /// Below the prompt; empty for none.
    void setFailure(const QString &sentence);

signals:
    void runRequested();

protected:
    void changeEvent(QEvent *event) override;

private:
    void refresh();
    void refreshButton();
    QWidget *makeOptions();
    QWidget *makeColumn(const AnswerColumn &column, std::optional<std::size_t> marked);

    QLineEdit *m_prompt, *m_seed;
    QComboBox *m_length, *m_temperature;
    QPushButton *m_run;
    WrappedLabel *m_note;
    QHBoxLayout *m_line;
    QWidget *m_holder = nullptr;
    QString m_hindrance, m_failure;
    std::vector<AnswerColumn> m_columns;
};

} // namespace snug::ui
