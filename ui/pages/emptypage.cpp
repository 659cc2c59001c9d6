// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/pages/emptypage.h"

#include "ui/bridge/format.h"
#include "ui/theme/buttons.h"
#include "ui/theme/metrics.h"
#include "ui/theme/paint.h"
#include "ui/widgets/card.h"
#include "ui/widgets/dropframe.h"
#include "ui/widgets/elidedlabel.h"

#include <QGridLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QVBoxLayout>

namespace snug::ui {

namespace {

constexpr int kFrameWidth = 620;
constexpr int kFrameHeight = 220;
constexpr int kPlaceHeight = 35;
constexpr int kPlaceNameWidth = 186;

QLabel *makeLabel(const QString &text, int size, QFont::Weight weight, Ink ink, QWidget *parent)
{
    auto *label = new QLabel(text, parent);
    setTextLook(label, size, weight, ink);
    return label;
}

} // namespace

EmptyPage::EmptyPage(QWidget *parent) : QWidget(parent)
{
    auto *column = new QVBoxLayout;
    column->setSpacing(kSpace24);
    column->addStretch(2);
    column->addWidget(makeDropFrame());
    column->addWidget(makePlaces());
    column->addStretch(3);
    auto *line = new QHBoxLayout(this);
    line->setContentsMargins(kPageMarginNarrow, kSpace16, kPageMarginNarrow, kSpace16);
    line->addStretch();
    line->addLayout(column, 10);
    line->addStretch();
    setCatalog(nullptr);
}

QWidget *EmptyPage::makeDropFrame()
{
    m_frame = new DropFrame(this);
    m_frame->setObjectName(QStringLiteral("modelDropFrame"));
    m_frame->setMaximumWidth(kFrameWidth);
    m_frame->setMinimumHeight(kFrameHeight);
    connect(m_frame, &DropFrame::pathsDropped, this, &EmptyPage::pathsDropped);
    auto *column = new QVBoxLayout(m_frame);
    column->setSpacing(kSpace8);
    column->addStretch();
    column->addWidget(new AppMark(m_frame), 0, Qt::AlignHCenter);
    column->addSpacing(kSpace8);
    m_heading = makeLabel(tr("Pick a model to make smaller"), kNameText, QFont::Medium, Ink::Text, m_frame);
    column->addWidget(m_heading, 0, Qt::AlignHCenter);
    auto *hint = makeLabel(tr("Drop a model folder or a GGUF file here, or choose one."), kBodyText, QFont::Normal,
                           Ink::Text2, m_frame);
    hint->setWordWrap(true);
    hint->setAlignment(Qt::AlignCenter);
    column->addWidget(hint);
    column->addSpacing(kSpace8);
    auto *choose = makeButton(tr("Choose a model…"), ButtonKind::Primary, m_frame);
    choose->setObjectName(QStringLiteral("choosePushButton"));
    connect(choose, &QPushButton::clicked, this, &EmptyPage::chooseRequested);
    auto *sample = makeButton(tr("Try the sample model"), ButtonKind::Normal, m_frame);
    sample->setObjectName(QStringLiteral("samplePushButton"));
    connect(sample, &QPushButton::clicked, this, &EmptyPage::sampleRequested);
    m_sampleButton = sample;
    auto *buttons = new QHBoxLayout;
    buttons->setSpacing(kSpace8);
    buttons->addStretch();
    buttons->addWidget(choose);
    buttons->addWidget(sample);
    buttons->addStretch();
    column->addLayout(buttons);
    column->addStretch();
    return m_frame;
}

QWidget *EmptyPage::makePlaces()
{
    auto *block = new QWidget(this);
    block->setMaximumWidth(kFrameWidth);
    auto *column = new QVBoxLayout(block);
    column->setContentsMargins(kSpace4, 0, kSpace4, 0);
    column->setSpacing(kSpace8);
    m_placesTitle = makeLabel(QString(), kBodyText, QFont::DemiBold, Ink::Text, block);
    column->addWidget(m_placesTitle);
    m_places = new QWidget(block);
    m_places->setObjectName(QStringLiteral("placesWidget"));
    m_placesGrid = new QGridLayout(m_places);
    m_placesGrid->setContentsMargins(0, 0, 0, 0);
    m_placesGrid->setSpacing(0);
    column->addWidget(m_places);
    auto *addFolder = makeButton(tr("Add a folder to look in…"), ButtonKind::Link, block);
    addFolder->setObjectName(QStringLiteral("addFolderPushButton"));
    connect(addFolder, &QPushButton::clicked, this, &EmptyPage::addFolderRequested);
    auto *again = makeButton(tr("Look again"), ButtonKind::Link, block);
    again->setObjectName(QStringLiteral("lookAgainPushButton"));
    connect(again, &QPushButton::clicked, this, &EmptyPage::lookAgainRequested);
    auto *links = new QHBoxLayout;
    links->setSpacing(kSpace16);
    links->addWidget(addFolder);
    links->addWidget(again);
    links->addStretch();
    column->addLayout(links);
    return block;
}

void EmptyPage::setCatalog(const std::shared_ptr<const Catalog> &catalog)
{
    m_placesTitle->setText(catalog ? tr("Where Snug looked") : tr("Looking for models…"));
    while (QLayoutItem *item = m_placesGrid->takeAt(0)) {
        delete item->widget();
        delete item;
    }
    if (!catalog)
        return;
    int row = 0;
    for (const CatalogPlace &place : catalog->places) {
        const bool isLocked = place.modelCount == 0 && !place.problem.empty();
        const QString state = isLocked                ? QString::fromStdString(place.problem)
                              : !place.exists         ? tr("not there")
                              : place.modelCount == 0 ? tr("no models in it")
                                                      : tr("%n model(s)", nullptr, place.modelCount);
        auto *line = new Panel(Panel::Ground::Window, Qt::TopEdge, m_places);
        line->setFixedHeight(kPlaceHeight);
        auto *cells = new QHBoxLayout(line);
        cells->setContentsMargins(0, 0, 0, 0);
        const QString name = placeText(place.name);
        auto *nameLabel = new ElidedLabel(name, line);
        setTextLook(nameLabel, kBodyText, QFont::Medium, Ink::Text);
        auto *pathLabel = new ElidedLabel(homely(place.path.string()), line);
        pathLabel->setElideMode(Qt::ElideMiddle);
        setTextLook(pathLabel, kSecondText, QFont::Normal, Ink::Text2);
        nameLabel->setFixedWidth(kPlaceNameWidth);
        cells->addWidget(nameLabel);
        cells->addWidget(pathLabel, 1);
        cells->addWidget(makeLabel(state, kSecondText, QFont::Normal, Ink::Text2, line));
        m_placesGrid->addWidget(line, row++, 0);
    }
}

void EmptyPage::setSampleAvailable(bool available) { m_sampleButton->setVisible(available); }

void EmptyPage::setDropActive(bool active) { m_frame->setActive(active); }

} // namespace snug::ui
