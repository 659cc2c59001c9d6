// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How the Compare page is put together; what it does is in comparepage.cpp.

#include "ui/charts/layerchart.h"
#include "ui/charts/scatterchart.h"
#include "ui/pages/answerscard.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/comparetable.h"
#include "ui/pages/measurepanel.h"
#include "ui/pages/notecard.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/elidedlabel.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QStackedWidget>
#include <QVBoxLayout>

namespace snug::ui {

namespace {

constexpr int kChartHeight = 236;

QPushButton *menuButton(const QString &text, Icon which, const char *name, QWidget *parent)
{
    QPushButton *button = makeButton(text, which, ButtonKind::Normal, parent);
    button->setObjectName(QLatin1String(name));
    return button;
}

} // namespace

void ComparePage::setupLayout()
{
    m_content = makeContent();
    m_area = new QScrollArea(this);
    m_area->setFrameShape(QFrame::NoFrame);
    m_area->setWidgetResizable(true);
    m_area->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_area->setWidget(m_content);
    m_stack->addWidget(makeIdle());
    m_stack->addWidget(m_area);
    auto *page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->addWidget(m_stack);
}

QWidget *ComparePage::makeIdle()
{
    auto *idle = new QWidget(this);
    auto *heading = m_idleHeading = new QLabel(idle);
    heading->setObjectName(QStringLiteral("compareIdleLabel"));
    setTextLook(heading, kNameText, QFont::Medium, Ink::Text);
    auto *hint = m_idleHint = new QLabel(idle);
    hint->setObjectName(QStringLiteral("compareIdleHintLabel"));
    hint->setTextFormat(Qt::PlainText);
    hint->setWordWrap(true);
    hint->setAlignment(Qt::AlignCenter);
    setTextLook(hint, kBodyText, QFont::Normal, Ink::Text2);
    auto *go = makeButton(tr("Go to Quantize"), ButtonKind::Normal, idle);
    go->setObjectName(QStringLiteral("compareToQuantizePushButton"));
    connect(go, &QPushButton::clicked, this, &ComparePage::quantizeRequested);
    auto *column = new QVBoxLayout(idle);
    column->setSpacing(kSpace8);
    column->addStretch(2);
    column->addWidget(heading, 0, Qt::AlignHCenter);
    column->addWidget(hint);
    column->addSpacing(kSpace8);
    column->addWidget(go, 0, Qt::AlignHCenter);
    column->addStretch(3);
    setIdle(tr("Nothing to compare yet"), tr("Make levels of a model, or press Measure beside one. Its variants stand "
                                             "here side by side: size, quality, and what still fits this machine."));
    return idle;
}

void ComparePage::setIdle(const QString &heading, const QString &hint)
{
    m_idleHeading->setText(heading);
    m_idleHint->setText(hint);
}

QWidget *ComparePage::makeContent()
{
    auto *content = new QWidget(this);
    m_column = new QVBoxLayout(content);
    m_column->setContentsMargins(kPageMargin, kSpace16, kPageMargin, kSpace24);
    m_column->setSpacing(kCardGap);
    m_column->addWidget(makeHeading());
    m_note = new NoteCard(content);
    m_note->setObjectName(QStringLiteral("compareNoteCard"));
    m_table = new CompareTable(m_settings, content);
    m_measure = new MeasurePanel(m_controller, m_settings, content);
    m_scatter = new ScatterChart(content);
    m_scatter->setObjectName(QStringLiteral("scatterChart"));
    m_layers = new LayerChart(content);
    m_layers->setObjectName(QStringLiteral("layerChart"));
    m_answers = new AnswersCard(content);
    m_charts = new QHBoxLayout;
    m_charts->setSpacing(kCardGap);
    m_charts->addWidget(makeChartCard(tr("Size against loss"),
                                      tr("KL divergence; on the line nothing is both smaller and closer"), m_scatter,
                                      tr("Shown when levels are measured against their source."), m_scatterStack),
                        1);
    m_charts->addWidget(makeChartCard(tr("Error by layer"), tr("relative, lower is better"), m_layers,
                                      tr("Shown for levels that were made or measured here."), m_layerStack),
                        1);
    m_column->addWidget(m_note);
    m_column->addWidget(m_table);
    m_column->addWidget(m_measure);
    m_column->addLayout(m_charts);
    m_column->addWidget(m_answers);
    m_column->addStretch();
    return content;
}

QWidget *ComparePage::makeHeading()
{
    auto *heading = new QWidget(this);
    m_name = new ElidedLabel(heading);
    m_name->setObjectName(QStringLiteral("compareNameLabel"));
    m_name->setElideMode(Qt::ElideMiddle);
    setTextLook(m_name, kTitleText, QFont::DemiBold, Ink::Text);
    m_facts = new ElidedLabel(heading);
    m_facts->setObjectName(QStringLiteral("compareFactsLabel"));
    setTextLook(m_facts, kSecondText, QFont::Normal, Ink::Text2);
    m_models = new QComboBox(heading);
    m_models->setObjectName(QStringLiteral("compareModelComboBox"));
    m_models->setAccessibleName(tr("Model"));
    m_models->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_models->setMinimumContentsLength(14);
    m_add = menuButton(tr("Add variant"), Icon::Plus, "addVariantPushButton", heading);
    m_columns = menuButton(tr("Columns"), Icon::Columns, "columnsPushButton", heading);
    m_export = menuButton(tr("Export"), Icon::Export, "exportPushButton", heading);
    auto *words = new QVBoxLayout;
    words->setSpacing(2);
    words->addWidget(m_name);
    words->addWidget(m_facts);
    auto *line = new QHBoxLayout(heading);
    line->setContentsMargins(0, 0, 0, 0);
    line->setSpacing(kSpace8);
    line->addLayout(words, 1);
    for (QWidget *part : {static_cast<QWidget *>(m_models), static_cast<QWidget *>(m_add),
                          static_cast<QWidget *>(m_columns), static_cast<QWidget *>(m_export)})
        line->addWidget(part);
    return heading;
}

/// The chart, or in its place why there is none.
QWidget *ComparePage::makeChartCard(const QString &title, const QString &note, QWidget *chart, const QString &none,
                                    QStackedWidget *&stack)
{
    auto *card = new Card(this);
    auto *name = new QLabel(title, card);
    setTextLook(name, kBodyText, QFont::DemiBold, Ink::Text);
    auto *second = new ElidedLabel(note, card);
    setTextLook(second, kSecondText, QFont::Normal, Ink::Text2);
    auto *empty = new QLabel(none, card);
    empty->setWordWrap(true);
    empty->setAlignment(Qt::AlignCenter);
    setTextLook(empty, kSecondText, QFont::Normal, Ink::Text2);
    stack = new QStackedWidget(card);
    stack->addWidget(empty);
    stack->addWidget(chart);
    stack->setFixedHeight(kChartHeight);
    auto *top = new QHBoxLayout;
    top->setSpacing(kSpace8);
    top->addWidget(name);
    top->addWidget(second, 1);
    auto *column = new QVBoxLayout(card);
    column->setContentsMargins(kSpace12, kSpace12, kSpace12, kSpace8);
    column->setSpacing(kSpace8);
    column->addLayout(top);
    column->addWidget(stack);
    return card;
}

} // namespace snug::ui
