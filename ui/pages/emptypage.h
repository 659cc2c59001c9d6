// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the Quantize tab shows before a model is picked: a place to drop one, and where Snug looked.

#pragma once

#include "core/model/catalog.h"

#include <QWidget>

#include <memory>

class QGridLayout;
class QLabel;

namespace snug::ui {

class DropFrame;

/// GUI thread only.
class EmptyPage : public QWidget
{
    Q_OBJECT

public:
    explicit EmptyPage(QWidget *parent = nullptr);
    /// Null while the search goes on.
    void setCatalog(const std::shared_ptr<const Catalog> &catalog);
    /// Hides the button where no sample came with the program.
    void setSampleAvailable(bool available);
    void setDropActive(bool active);

signals:
    void chooseRequested();
    void sampleRequested();
    void addFolderRequested();
    void lookAgainRequested();
    void pathsDropped(const QStringList &paths);

private:
    QWidget *makeDropFrame();
    QWidget *makePlaces();

    DropFrame *m_frame = nullptr;
    QWidget *m_sampleButton = nullptr;
    QLabel *m_heading = nullptr;
    QWidget *m_places = nullptr;
    QGridLayout *m_placesGrid = nullptr;
    QLabel *m_placesTitle = nullptr;
};

} // namespace snug::ui
