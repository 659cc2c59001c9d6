// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The one window: device strip, models at the left, the tabs Quantize, Run and Compare.

#pragma once

#include "ui/bridge/jobcontroller.h"

#include <QMainWindow>

#include <memory>

class QHBoxLayout;
class QStackedWidget;

namespace snug::ui {

class Comparison;
class ComparePage;
class DeviceChoice;
class DeviceStrip;
class DropOverlay;
class EmptyPage;
class ImatrixController;
class MeasureController;
class ModelPane;
class QuantizePage;
class RunPage;
class Settings;
class TabStrip;

/// GUI thread only. Controller and settings outlive it.
class MainWindow : public QMainWindow
{
    Q_OBJECT

public:
    MainWindow(JobController *controller, Settings *settings, QWidget *parent = nullptr);
    ~MainWindow() override;

    enum Tab { QuantizeTab, RunTab, CompareTab };

    /// Shows the levels of a model, as if it had been dropped.
    void openModel(const QString &path);
    void openSample();
    void showTab(Tab tab);
    void lookForModels();
    QuantizePage *quantizePage() const { return m_quantize; }
    DeviceStrip *strip() const { return m_strip; }
    RunPage *runPage() const { return m_run; }
    EmptyPage *emptyPage() const { return m_empty; }
    MeasureController *measuring() const { return m_measuring; }
    ImatrixController *making() const { return m_making; }
    Comparison *comparison() const { return m_comparison; }
    ComparePage *comparePage() const { return m_compare; }
    /// Shows a model beside its variants, as "Measure" does.
    void compareModel(const QString &path);
    /// The folder in which a model's output folder is made unless the user says otherwise; empty for "beside the
    /// model".
    QString outputRootFor(const QString &modelPath) const;

protected:
    void resizeEvent(QResizeEvent *event) override;
    void closeEvent(QCloseEvent *event) override;
    void changeEvent(QEvent *event) override;
    void dragEnterEvent(QDragEnterEvent *event) override;
    void dragLeaveEvent(QDragLeaveEvent *event) override;
    void dropEvent(QDropEvent *event) override;

private:
    void setupLayout();
    void setupMenu();
    void setupShortcuts();
    void connectParts();
    void connectMeasuring();
    void connectMaking();
    void refreshHindrances();
    void layoutFor(int width);
    void takeDevice();
    void takeCatalog(const std::shared_ptr<const Catalog> &catalog);
    void takePaths(const QStringList &models, const QStringList &folders, const QStringList &matrices);
    void startJob(const JobSpec &spec);
    void chooseModel();
    void chooseFolder();
    void addFolder(const QString &folder);
    void openFolderOf(const QString &file);
    void showDropSign(bool shown);
    /// Something runs that closing would throw away.
    bool busy() const;
    void askToClose();
    void closeWhenIdle();

    JobController *m_controller;
    Settings *m_settings;
    MeasureController *m_measuring;
    ImatrixController *m_making;
    Comparison *m_comparison;
    DeviceChoice *m_device;
    DeviceStrip *m_strip;
    ModelPane *m_pane;
    TabStrip *m_tabs;
    QHBoxLayout *m_tabsLine = nullptr;
    QStackedWidget *m_pages;
    QStackedWidget *m_quantizeStack;
    EmptyPage *m_empty;
    QuantizePage *m_quantize;
    RunPage *m_run;
    ComparePage *m_compare;
    DropOverlay *m_overlay;
    bool m_closing = false;
};

} // namespace snug::ui
