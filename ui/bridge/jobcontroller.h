// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The only class in which threads meet: owns the thread that runs jobs and the thread that reads headers, plans and
// looks for models. Everything comes back to the GUI thread as immutable values.

#pragma once

#include "ui/bridge/planning.h"

#include <QObject>
#include <QTimer>

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace snug {
class FolderWatch;
class MemorySampler;
} // namespace snug

namespace snug::ui {

class TaskThread;

enum class JobState { Idle, Planning, Running, Pausing, Paused, Cancelling, Succeeded, Failed, Cancelled };

/// One look at the running job, ten times a second.
struct JobTick
{
    ProgressSnapshot progress;
    LedgerFigures ledger;
    MemorySnapshot memory;
    std::vector<JobEvent> events; ///< since the last tick, oldest first
    std::vector<std::string> logLines;
};

/// GUI thread only.
class JobController : public QObject
{
    Q_OBJECT

public:
    explicit JobController(Engine engine, QObject *parent = nullptr);
    /// Asks a running job to stop and waits up to kClosingWait for it.
    ~JobController() override;

    static constexpr std::chrono::seconds kClosingWait{5};

    const Engine &engine() const { return m_engine; }
    JobState state() const { return m_state; }
    /// A job is planned, running, paused or being cancelled.
    bool busy() const;
    /// The present or last job; empty model before the first one.
    const JobSpec &spec() const { return m_spec; }
    std::shared_ptr<const Plan> jobPlan() const { return m_jobPlan; }
    std::shared_ptr<const JobReport> report() const { return m_report; }
    /// Newest memory reading; zeros until the first one.
    MemorySnapshot memory() const;
    /// True once a thread had to be left behind: the process should then end without tidying up.
    static bool leftThreadBehind();

    /// Answered by modelsFound(), and again, without being asked, whenever something in the folders that were looked
    /// into has changed and made another answer.
    void findModels(const QStringList &folders, const QStringList &recent);
    /// Answered by devicesFound(). Unless `everything` is asked for, no driver is started where no card can be seen.
    void findDevices(bool everything);
    /// Tells models from folders to search and from importance matrices among dropped paths. Answered by identified().
    void identify(const QStringList &paths);
    /// Answered by planReady(); an earlier unanswered request is dropped.
    quint64 requestPlan(PlanRequest request);

    /// Plans and runs. Ignored while busy().
    void start(const JobSpec &spec);
    void pause();
    void resume();
    void cancel();
    /// Forgets a finished job: back to Idle. Ignored while busy().
    void reset();

signals:
    void stateChanged(snug::ui::JobState state);
    void modelsFound(std::shared_ptr<const snug::Catalog> catalog);
    void devicesFound(std::shared_ptr<const snug::DeviceList> devices);
    void identified(const QStringList &models, const QStringList &folders, const QStringList &matrices);
    void planReady(std::shared_ptr<const snug::ui::PlanAnswer> answer);
    void jobPlanned(std::shared_ptr<const snug::Plan> plan);
    void ticked(const snug::ui::JobTick &tick);
    void memoryChanged(const snug::MemorySnapshot &memory);
    void finished(std::shared_ptr<const snug::JobReport> report);

private:
    struct Mailbox;
    struct Job;

    enum class Answer { Always, WhenOther };
    void postSearch(Answer answer);
    void takeCatalog(const std::shared_ptr<const Catalog> &catalog, Answer answer);
    void setState(JobState state);
    void takePlan(quint64 jobId, const std::shared_ptr<const Plan> &plan);
    void takeReport(quint64 jobId, const std::shared_ptr<const JobReport> &report);
    void tick();

    Engine m_engine;
    std::shared_ptr<Mailbox> m_mailbox;
    std::unique_ptr<TaskThread> m_jobThread;
    std::unique_ptr<TaskThread> m_headersThread;
    std::shared_ptr<FolderWatch> m_watch; ///< a search that is left behind keeps it
    std::unique_ptr<MemorySampler> m_sampler;
    QTimer m_timer;

    std::vector<std::filesystem::path> m_folders, m_recent; ///< of the last search
    std::shared_ptr<const Catalog> m_catalog;               ///< its answer
    bool m_searchAgain = false;                             ///< a search for a change waits for its turn, not begun

    JobState m_state = JobState::Idle;
    JobSpec m_spec;
    quint64 m_jobId = 0;
    std::shared_ptr<Job> m_job;
    std::shared_ptr<const Plan> m_jobPlan;
    std::shared_ptr<const JobReport> m_report;
};

} // namespace snug::ui

Q_DECLARE_METATYPE(snug::ui::JobState)
