// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/actionbar.h"

#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"

#include <QHBoxLayout>
#include <QTimer>
#include <QVBoxLayout>

namespace snug::ui {

namespace {
constexpr int kCopiedMs = 1500;
}

ActionBar::ActionBar(QWidget *parent)
    : Panel(Ground::Surface, Qt::TopEdge, parent), m_first(new ElidedLabel(this)), m_second(new ElidedLabel(this)),
      m_copy(makeButton(QString(), Icon::Command, ButtonKind::Normal, this)),
      m_start(makeButton(QString(), ButtonKind::Primary, this))
{
    setFixedHeight(kActionBarHeight);
    m_first->setObjectName(QStringLiteral("summaryLabel"));
    m_second->setObjectName(QStringLiteral("summaryNoteLabel"));
    setTextLook(m_first, kBodyText, QFont::DemiBold, Ink::Text);
    setTextLook(m_second, kSecondText, QFont::Normal, Ink::Text2);
    m_copy->setObjectName(QStringLiteral("copyCommandPushButton"));
    m_copy->setToolTip(tr("The same job as a line for the terminal (Ctrl+Shift+C)"));
    m_start->setObjectName(QStringLiteral("startPushButton"));
    m_start->setToolTip(tr("Start now (Ctrl+Return)"));
    connect(m_copy, &QPushButton::clicked, this, [this] {
        emit copyRequested();
        m_copy->setText(tr("Copied"));
        QTimer::singleShot(kCopiedMs, this, &ActionBar::refreshTexts);
    });
    connect(m_start, &QPushButton::clicked, this, &ActionBar::startRequested);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addStretch();
    words->addWidget(m_first);
    words->addWidget(m_second);
    words->addStretch();
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(kPageMargin, 0, kPageMargin, 0);
    line->setSpacing(kSpace8);
    line->addLayout(words, 1);
    line->addWidget(m_copy);
    line->addWidget(m_start);
    refreshTexts();
}

void ActionBar::setSummary(const QString &first, const QString &second)
{
    m_first->setText(first);
    m_second->setText(second);
}

void ActionBar::setLevels(int count, bool possible)
{
    m_count = count;
    m_copy->setEnabled(count > 0);
    m_start->setEnabled(count > 0 && possible);
    refreshTexts();
}

void ActionBar::setNarrow(bool narrow)
{
    m_narrow = narrow;
    const int margin = narrow ? kPageMarginNarrow : kPageMargin;
    layout()->setContentsMargins(margin, 0, margin, 0);
    refreshTexts();
}

void ActionBar::refreshTexts()
{
    m_copy->setText(m_narrow ? tr("Copy") : tr("Copy command"));
    m_copy->setAccessibleName(tr("Copy command"));
    m_start->setText(m_narrow || m_count < 2 ? tr("Quantize") : tr("Quantize %n level(s)", nullptr, m_count));
}

} // namespace snug::ui
