// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/jobtitle.h"

#include "ui/pages/iconmark.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/verdictlabel.h"

#include <QHBoxLayout>

namespace snug::ui {

JobTitle::JobTitle(QWidget *parent)
    : QWidget(parent), m_model(new ElidedLabel(this)), m_levels(new ElidedLabel(this)), m_end(new VerdictLabel(this))
{
    m_model->setObjectName(QStringLiteral("jobModelLabel"));
    m_levels->setObjectName(QStringLiteral("jobLevelsLabel"));
    m_model->setElideMode(Qt::ElideMiddle);
    for (ElidedLabel *label : {m_model, m_levels}) {
        setTextLook(label, kTitleText, QFont::DemiBold, Ink::Text);
        label->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }
    m_end->hide();
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace8);
    line->addWidget(m_model);
    line->addWidget(new IconMark(Icon::ArrowRight, Ink::Text2, kIconSize, this));
    line->addWidget(m_levels);
    line->addSpacing(kSpace4);
    line->addWidget(m_end);
    line->addStretch(1);
}

void JobTitle::setTitle(const QString &model, const QString &levels)
{
    m_model->setText(model);
    m_levels->setText(levels);
}

void JobTitle::setFinished(const QString &word)
{
    m_end->setVerdict(Verdict::Fits, word);
    m_end->setVisible(!word.isEmpty());
}

} // namespace snug::ui
