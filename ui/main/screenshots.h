// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Pictures of every page in its main states, from the real window with the sample model and real jobs: light and dark,
// in two sizes.

#pragma once

#include "ui/bridge/jobcontroller.h"
#include "ui/main/madeupcard.h"

#include <QDir>
#include <QObject>
#include <QTemporaryDir>

#include <deque>
#include <functional>
#include <memory>
#include <optional>

namespace snug::ui {

class MainWindow;
class QuantizePage;
class Settings;

/// Walks through the states one after the other and then quits the program. GUI thread only.
class Screenshots : public QObject
{
    Q_OBJECT

public:
    /// Pictures go to `folder`, which is made; outputs of the jobs to a temporary one.
    Screenshots(const QString &folder, const QString &model, QObject *parent = nullptr);
    ~Screenshots() override;
    /// Returns at once. The program ends with 0, or with 1 when something could not be reached or written.
    void start();

private:
    using Step = std::function<void()>;
    struct Look
    {
        bool dark;
        bool narrow;
    };

    void addStill(const QString &state, const Step &prepare);
    /// A still of the Quantize page that waits for the plan which `change` brings about, scrolled to a part of it.
    void addPlanned(const QString &state, const QString &part, const Step &change);
    void addFoundStates();
    void addOptionStates();
    void addImatrixStates();
    void addMethodStates();
    void addMethod(const QString &state, const QString &method, const QString &format, const QStringList &ticked);
    void addFolderStates();
    void addRunStates();
    void addCompareStates();
    void addMeasurement(const Step &begin);
    /// The same window on a machine with a card.
    void addCardStates();
    void addDeviceMenu(const QString &state);
    /// Opens or closes the menu of devices in the strip.
    void showDevices(bool shown);
    void addRunning(const QString &state, const JobSpec &spec, double fromFraction, bool pause);
    void addEnded(const QString &state, const JobSpec &spec, JobState wanted, const Step &afterStart);
    void takeAll(const QString &state);
    void wear(Look look);
    void take(const QString &state, Look look);
    JobSpec spec(const QStringList &levels) const;
    /// The same with a model large enough to be caught at work.
    JobSpec longSpec() const;
    QuantizePage *page() const;
    /// Opens a model and goes on when it has been read.
    void openModel(const QString &model);
    bool writeImportance(const QString &path) const;
    /// Runs the next step once the event loop has settled.
    void next();
    void fail(const QString &why);

    QDir m_folder;
    QString m_model;
    QTemporaryDir m_temporary;
    MadeUpCard m_card;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<MainWindow> m_window;
    std::deque<Step> m_steps;
    bool m_atEnd = false; ///< the Compare page is scrolled to its end
    QString m_part;       ///< what of the Quantize page is in view: an object name, or empty for its beginning
    QTimer m_patience;    ///< a step that never comes about must not hang the program
};

} // namespace snug::ui
