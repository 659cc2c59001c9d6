// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What the window measures and makes beside jobs: which pages hear of it, and what has to wait for what.

#include "ui/bridge/imatrixcontroller.h"
#include "ui/main/mainwindow.h"
#include "ui/main/modelpane.h"
#include "ui/main/sample.h"
#include "ui/models/comparison.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/quantizepage.h"
#include "ui/pages/resultpage.h"
#include "ui/pages/runpage.h"
#include "ui/theme/numbers.h"
#include "ui/widgets/tabstrip.h"

namespace snug::ui {

void MainWindow::connectMeasuring()
{
    m_run->result()->setMeasuring({m_measuring, m_comparison, m_settings, sampleTextPath()});
    connect(m_controller, &JobController::finished, m_comparison,
            [this](const std::shared_ptr<const JobReport> &report) {
                if (report->outcome == Outcome::Succeeded)
                    m_comparison->addJob(m_controller->spec(), *report, m_controller->jobPlan().get());
            });
    connect(m_measuring, &MeasureController::finished, m_comparison,
            [this](const std::shared_ptr<const EvaluateReport> &report) {
                m_comparison->takeReport(m_measuring->request().spec, *report);
            });
    connect(m_measuring, &MeasureController::stateChanged, this, &MainWindow::closeWhenIdle);
    connect(m_controller, &JobController::stateChanged, this, &MainWindow::refreshHindrances);
    m_compare->setSampleText(sampleTextPath());
    connect(m_measuring, &MeasureController::compared, m_comparison,
            [this](const std::shared_ptr<const CompareReport> &report) { m_comparison->takeComparison(*report); });
    connect(m_compare, &ComparePage::quantizeRequested, this, [this] { showTab(QuantizeTab); });
    connect(m_run, &RunPage::compareRequested, this, &MainWindow::compareModel);
    connect(m_quantize, &QuantizePage::measureRequested, this, &MainWindow::compareModel);
    connect(m_pane, &ModelPane::measureRequested, this, &MainWindow::compareModel);
    const auto share = [this] {
        const bool known = m_measuring->busy() && m_measuring->snapshot().partsTotal > 0;
        m_tabs->setPill(CompareTab, known ? percentText(m_measuring->snapshot().fraction) : QString());
    };
    connect(m_measuring, &MeasureController::ticked, this, share);
    connect(m_measuring, &MeasureController::stateChanged, this, share);
}

void MainWindow::connectMaking()
{
    m_quantize->setMaking(m_making, sampleTextPath());
    connect(m_making, &ImatrixController::stateChanged, this, &MainWindow::closeWhenIdle);
    connect(m_making, &ImatrixController::stateChanged, this, &MainWindow::refreshHindrances);
    connect(m_measuring, &MeasureController::stateChanged, this, &MainWindow::refreshHindrances);
    const auto share = [this] {
        const bool known = m_making->busy() && m_making->snapshot().partsTotal > 0;
        m_tabs->setPill(QuantizeTab, known ? percentText(m_making->snapshot().fraction) : QString());
    };
    connect(m_making, &ImatrixController::ticked, this, share);
    connect(m_making, &ImatrixController::stateChanged, this, share);
}

/// Each of these takes the processor and nine tenths of what memory is free: one after the other.
void MainWindow::refreshHindrances()
{
    const bool job = m_controller->busy();
    const QString measure = job                ? tr("A job is running. Measure when it has ended.")
                            : m_making->busy() ? tr("An importance matrix is being made. Measure when it is there.")
                                               : QString();
    m_run->result()->setMeasureHindrance(measure);
    m_compare->setHindrance(measure);
    m_quantize->setMakingHindrance(job ? tr("A job is running. A matrix can be made when it has ended.")
                                   : m_measuring->busy()
                                       ? tr("A measurement is running. A matrix can be made when it has ended.")
                                       : QString());
}

void MainWindow::compareModel(const QString &path)
{
    if (!path.isEmpty())
        m_compare->show(path);
    showTab(CompareTab);
}

} // namespace snug::ui
