// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/failuredetails.h"

#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/foldedsection.h"

#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace snug::ui {

FailureDetails::FailureDetails(QWidget *parent) : Card(parent), m_fold(new FoldedSection(tr("Details"), this))
{
    m_fold->setObjectName(QStringLiteral("detailsSection"));
    m_fold->setTitleWidth(60);
    m_fold->setSetting(tr("what was known when it stopped"));
    auto *body = new QWidget(this);
    m_grid = new QGridLayout(body);
    m_grid->setContentsMargins(0, 0, kSpace16, kSpace4);
    m_grid->setHorizontalSpacing(kSpace24);
    m_grid->setVerticalSpacing(kSpace4);
    m_grid->setColumnStretch(1, 1);
    m_fold->setBody(body);
    rows()->addWidget(m_fold);
}

void FailureDetails::setFacts(const Facts &facts)
{
    while (QLayoutItem *item = m_grid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    int row = 0;
    for (const auto &[name, value] : facts) {
        if (value.isEmpty())
            continue;
        auto *nameLabel = new QLabel(name, m_grid->parentWidget());
        setTextLook(nameLabel, kSecondText, QFont::Normal, Ink::Text2);
        auto *valueLabel = new ElidedLabel(value, m_grid->parentWidget());
        valueLabel->setElideMode(Qt::ElideMiddle);
        setTextLook(valueLabel, kSecondText, QFont::Medium, Ink::Text);
        m_grid->addWidget(nameLabel, row, 0);
        m_grid->addWidget(valueLabel, row++, 1);
    }
    setVisible(row > 0);
}

QString FailureDetails::asText(const Facts &facts)
{
    QStringList lines;
    for (const auto &[name, value] : facts)
        if (!value.isEmpty())
            lines << name + QStringLiteral(": ") + value;
    return lines.join(QLatin1Char('\n'));
}

} // namespace snug::ui
