// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Pictures of measuring and comparing, with real measurements of the sample model.

#include "ui/bridge/measurecontroller.h"
#include "ui/main/mainwindow.h"
#include "ui/main/sample.h"
#include "ui/main/screenshots.h"
#include "ui/models/comparetablemodel.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/comparetable.h"
#include "ui/pages/measurepanel.h"
#include "ui/pages/runpage.h"
#include "ui/settings/settings.h"

#include <QFile>
#include <QLineEdit>
#include <QPushButton>

namespace snug::ui {

/// Goes on when the measurement that `begin` starts has ended.
void Screenshots::addMeasurement(const Step &begin)
{
    m_steps.push_back([this, begin] {
        connect(
            m_window->measuring(), &MeasureController::finished, this,
            [this] { QTimer::singleShot(0, this, &Screenshots::next); }, Qt::SingleShotConnection);
        begin();
    });
}

/// After a job that made two levels: its result is in view.
void Screenshots::addCompareStates()
{
    const auto onResult = [this] { m_window->runPage()->findChild<MeasurePanel *>()->measure(); };
    const auto onPage = [this] { m_window->comparePage()->measurePanel()->measure(); };
    addMeasurement(onResult);
    addStill(QStringLiteral("finished-measured"), [] {});
    m_steps.push_back([this] {
        const QString shortText = m_temporary.filePath(QStringLiteral("short.txt"));
        QFile file(shortText);
        if (!file.open(QIODevice::WriteOnly) || file.write("Once upon a time.") < 0)
            return fail(QStringLiteral("a text cannot be written"));
        m_settings->setMeasureText(shortText);
        m_window->showTab(MainWindow::CompareTab); // what comes into view again takes the text that was chosen
        m_window->showTab(MainWindow::RunTab);
        next();
    });
    addMeasurement(onResult);
    addStill(QStringLiteral("measure-failed"), [] {});
    addStill(QStringLiteral("compare"), [this] {
        m_settings->setMeasureText({});
        m_window->compareModel(m_model);
    });
    m_steps.push_back([this, onPage] {
        MeasureController *measuring = m_window->measuring();
        auto *catcher = new QObject(this); // ends the connections with it
        connect(measuring, &MeasureController::ticked, catcher, [=](const MeasureSnapshot &now) {
            if (now.fraction > 0.3 && measuring->state() == MeasureState::Running)
                measuring->pause();
        });
        connect(measuring, &MeasureController::stateChanged, catcher, [=, this](MeasureState state) {
            if (state != MeasureState::Paused)
                return;
            catcher->deleteLater();
            next();
        });
        connect(measuring, &MeasureController::finished, catcher, [=, this] {
            catcher->deleteLater();
            fail(QStringLiteral("a measurement ended before it could be caught at work"));
        });
        onPage();
    });
    takeAll(QStringLiteral("compare-measuring"));
    addMeasurement([this] { m_window->measuring()->resume(); });
    addStill(QStringLiteral("compare-measured"),
             [this] { m_window->comparePage()->table()->sortBy(CompareTableModel::KlMeanColumn); });
    addMeasurement([this] {
        m_window->comparePage()
            ->findChild<QLineEdit *>(QStringLiteral("promptLineEdit"))
            ->setText(QStringLiteral("It was a dark night, and the old house"));
        m_window->comparePage()->findChild<QPushButton *>(QStringLiteral("answerPushButton"))->click();
    });
    m_steps.push_back([this] {
        m_atEnd = true;
        next();
    });
    addStill(QStringLiteral("compare-answers"), [] {});
    m_steps.push_back([this] {
        m_atEnd = false;
        next();
    });
}

} // namespace snug::ui
