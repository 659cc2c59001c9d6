// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Pictures of having an importance matrix made: where it is offered, the dialog, at work, stopped, made.

#include "ui/bridge/imatrixcontroller.h"
#include "ui/main/mainwindow.h"
#include "ui/main/screenshots.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/imatrixdialog.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"

#include <QApplication>
#include <QComboBox>
#include <QPushButton>

namespace snug::ui {

namespace {

constexpr auto kCalibration = "calibrationSection";

} // namespace

/// After a model was opened; ends as it began.
void Screenshots::addImatrixStates()
{
    const auto press = [this](const char *button) { page()->findChild<QPushButton *>(QLatin1String(button))->click(); };
    const auto untilLooked = [this] {
        connect(
            m_window->making(), &ImatrixController::looked, this,
            [this] { QTimer::singleShot(0, this, &Screenshots::next); }, Qt::SingleShotConnection);
    };
    addPlanned(QStringLiteral("quantize-make"), QLatin1String(kCalibration), [this] {
        for (const char *part : {"layersSection", "memorySection", "outputSection"})
            page()->section(QLatin1String(part))->setExpanded(false);
        page()->findChild<QPushButton *>(QStringLiteral("showAllPushButton"))->click();
        page()->refresh();
    });
    m_steps.push_back([this, untilLooked] {
        m_settings->setImatrixSource({}, 0);
        untilLooked();
        page()->askToMake();
    });
    takeAll(QStringLiteral("quantize-make-dialog"));
    m_steps.push_back([this, press] {
        ImatrixController *making = m_window->making();
        auto *catcher = new QObject(this); // ends the connections with it
        connect(making, &ImatrixController::ticked, catcher, [=](const MeasureSnapshot &now) {
            if (now.fraction > 0.2 && making->state() == MeasureState::Running)
                making->pause();
        });
        connect(making, &ImatrixController::stateChanged, catcher, [=, this](MeasureState state) {
            if (state != MeasureState::Paused)
                return;
            catcher->deleteLater();
            next();
        });
        connect(making, &ImatrixController::finished, catcher, [=, this] {
            catcher->deleteLater();
            fail(QStringLiteral("an importance matrix was made before it could be caught at work"));
        });
        press("imatrixMakePushButton");
    });
    takeAll(QStringLiteral("quantize-making"));
    m_steps.push_back([this] {
        connect(m_window->making(), &ImatrixController::finished, this, &Screenshots::next, Qt::SingleShotConnection);
        m_window->making()->stop();
    });
    addStill(QStringLiteral("quantize-making-stopped"), [] {});
    addPlanned(QStringLiteral("quantize-made"), QLatin1String(kCalibration),
               [press] { press("makingGoOnPushButton"); });
    m_steps.push_back([this] {
        connect(m_controller.get(), &JobController::planReady, this, &Screenshots::next, Qt::SingleShotConnection);
        page()->findChild<QPushButton *>(QStringLiteral("showAllPushButton"))->click();
        page()->setImportance(QString());
    });
}

} // namespace snug::ui
