// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/failurecard.h"

#include "ui/bridge/format.h"
#include "ui/pages/iconmark.h"
#include "ui/pages/wrappedlabel.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"

#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

namespace snug::ui {

namespace {

constexpr int kBadge = 20;
constexpr int kCopiedMs = 1500;

WrappedLabel *sentence(int size, QFont::Weight weight, Ink ink, QWidget *parent)
{
    auto *label = new WrappedLabel(parent);
    label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    setTextLook(label, size, weight, ink);
    return label;
}

} // namespace

FailureCard::FailureCard(QWidget *parent)
    : Card(parent), m_heading(sentence(kTitleText - 1, QFont::DemiBold, Ink::Text, this)),
      m_message(sentence(kBodyText, QFont::Normal, Ink::Text, this)),
      m_advice(sentence(kBodyText, QFont::DemiBold, Ink::Text, this)), m_buttons(new QHBoxLayout),
      m_copy(makeButton(tr("Copy details"), Icon::Copy, ButtonKind::Flat, this))
{
    setKind(Kind::Failure);
    setObjectName(QStringLiteral("failureCard"));
    m_heading->setObjectName(QStringLiteral("failureHeadingLabel"));
    m_message->setObjectName(QStringLiteral("failureMessageLabel"));
    m_advice->setObjectName(QStringLiteral("failureAdviceLabel"));
    m_copy->setObjectName(QStringLiteral("copyDetailsPushButton"));
    connect(m_copy, &QPushButton::clicked, this, &FailureCard::copyDetails);
    m_buttons->setSpacing(kSpace8);
    m_buttons->addWidget(m_copy);
    m_buttons->addStretch();
    auto *column = new QVBoxLayout;
    column->setSpacing(kSpace8);
    column->addWidget(m_heading);
    column->addWidget(m_message);
    column->addWidget(m_advice);
    column->addSpacing(kSpace4);
    column->addLayout(m_buttons);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(18, kSpace16, kSpace16, kSpace16);
    line->setSpacing(kSpace12);
    line->addWidget(new IconMark(Icon::DoesNotFit, Ink::DoesNotFit, kBadge, this), 0, Qt::AlignTop);
    line->addLayout(column, 1);
}

void FailureCard::setFailure(const Error &error, const QString &moreDetails)
{
    const QString heading = failureHeading(error);
    m_heading->setText(heading);
    m_message->setText(windowWords(error.message));
    m_advice->setText(failureAdvice(error));
    m_advice->setVisible(!m_advice->text().isEmpty());
    m_details = failureDetails(error);
    if (!moreDetails.isEmpty())
        m_details += QLatin1Char('\n') + moreDetails;
    setAccessibleName(heading);
    setAccessibleDescription(m_message->text());
}

void FailureCard::setHeading(const QString &heading)
{
    m_heading->setText(heading);
    setAccessibleName(heading);
}

void FailureCard::setAdvice(const QString &advice)
{
    m_advice->setText(advice);
    m_advice->setVisible(!advice.isEmpty());
}

QPushButton *FailureCard::addButton(const QString &text, bool primary)
{
    QPushButton *button = makeButton(text, primary ? ButtonKind::Primary : ButtonKind::Normal, this);
    m_buttons->insertWidget(static_cast<int>(m_added.size()), button);
    m_added.push_back(button);
    return button;
}

void FailureCard::setPrimary(QPushButton *primary)
{
    for (QPushButton *button : m_added)
        setButtonKind(button, button == primary ? ButtonKind::Primary : ButtonKind::Normal);
    std::stable_partition(m_added.begin(), m_added.end(), [&](QPushButton *button) { return button == primary; });
    for (std::size_t i = 0; i < m_added.size(); ++i) {
        m_buttons->removeWidget(m_added[i]);
        m_buttons->insertWidget(static_cast<int>(i), m_added[i]);
        setTabOrder(m_added[i], i + 1 < m_added.size() ? m_added[i + 1] : m_copy);
    }
}

void FailureCard::copyDetails()
{
    QGuiApplication::clipboard()->setText(m_details);
    m_copy->setText(tr("Copied"));
    QTimer::singleShot(kCopiedMs, m_copy, [this] { m_copy->setText(tr("Copy details")); });
}

} // namespace snug::ui
