// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What was known when something failed, folded away below the failure.

#pragma once

#include "ui/widgets/card.h"

#include <QList>
#include <QPair>
#include <QString>

class QGridLayout;

namespace snug::ui {

class FoldedSection;

/// GUI thread only.
class FailureDetails : public Card
{
    Q_OBJECT

public:
    using Facts = QList<QPair<QString, QString>>;

    explicit FailureDetails(QWidget *parent = nullptr);
    /// Name and value of each; those without a value are left out.
    void setFacts(const Facts &facts);
    /// One fact a line, for copying.
    static QString asText(const Facts &facts);

private:
    FoldedSection *m_fold;
    QGridLayout *m_grid;
};

} // namespace snug::ui
