// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A failure where the work is: what happened, the figures, what to do, and details to unfold and copy.

#pragma once

#include "core/base/error.h"
#include "ui/widgets/card.h"

#include <vector>

class QHBoxLayout;
class QPushButton;

namespace snug::ui {

class WrappedLabel;

/// GUI thread only.
class FailureCard : public Card
{
    Q_OBJECT

public:
    explicit FailureCard(QWidget *parent = nullptr);
    /// `moreDetails` is copied below what the error itself says.
    void setFailure(const Error &error, const QString &moreDetails = {});
    /// In place of the heading for this kind of failure.
    void setHeading(const QString &heading);
    /// In place of what helps with this kind of failure; empty: nothing beside the message.
    void setAdvice(const QString &advice);
    /// A button before "Copy details".
    QPushButton *addButton(const QString &text, bool primary);
    /// Makes this one of the added buttons the coloured one and puts it first.
    void setPrimary(QPushButton *primary);
    QString details() const { return m_details; }

public slots:
    void copyDetails();

private:
    WrappedLabel *m_heading;
    WrappedLabel *m_message;
    WrappedLabel *m_advice;
    QHBoxLayout *m_buttons;
    QPushButton *m_copy;
    QString m_details;
    std::vector<QPushButton *> m_added;
};

} // namespace snug::ui
