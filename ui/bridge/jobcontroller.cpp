// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "ui/bridge/jobcontroller.h"

#include "core/base/folderwatch.h"
#include "core/base/log.h"
#include "core/memory/sampler.h"
#include "ui/bridge/taskthread.h"

#include <atomic>
#include <deque>
#include <mutex>

namespace snug::ui {

namespace {

constexpr std::chrono::milliseconds kBusyTick{100};
constexpr std::chrono::milliseconds kIdleTick{1000};
constexpr std::chrono::milliseconds kSamplePeriod{100};
constexpr std::size_t kLogLines = 2000;
constexpr int kMostLooks = 3; ///< at folders that are watched for the first time

std::atomic<bool> s_leftThreadBehind = false;

std::vector<std::filesystem::path> toPaths(const QStringList &texts)
{
    std::vector<std::filesystem::path> paths;
    for (const QString &text : texts)
        paths.emplace_back(text.toStdString());
    return paths;
}

bool holdsModel(const std::filesystem::path &path)
{
    std::error_code ignored;
    return !std::filesystem::is_directory(path, ignored) || std::filesystem::exists(path / "config.json", ignored);
}

} // namespace

/// Where background threads leave things for the GUI thread. Outlives the controller when a thread does.
struct JobController::Mailbox
{
    std::mutex mutex; // guards owner and logLines
    JobController *owner = nullptr;
    std::deque<std::string> logLines;
    std::atomic<quint64> newestPlanId = 0;

    /// Has `receive` called on the GUI thread, unless the controller is gone by then. Any thread.
    template <class Receive> void deliver(Receive receive)
    {
        std::lock_guard lock(mutex);
        if (owner)
            QMetaObject::invokeMethod(
                owner, [target = owner, receive = std::move(receive)] { receive(*target); }, Qt::QueuedConnection);
    }

    void addLogLine(const std::string &line)
    {
        std::lock_guard lock(mutex);
        logLines.push_back(line);
        if (logLines.size() > kLogLines)
            logLines.pop_front();
    }
};

/// The running job's shared part; the worker keeps it alive.
struct JobController::Job
{
    JobContext context;
};

JobController::JobController(Engine engine, QObject *parent)
    : QObject(parent), m_engine(std::move(engine)), m_mailbox(std::make_shared<Mailbox>()),
      m_jobThread(std::make_unique<TaskThread>()), m_headersThread(std::make_unique<TaskThread>()),
      m_sampler(std::make_unique<MemorySampler>(kSamplePeriod, m_engine.readMemory))
{
    qRegisterMetaType<JobState>();
    m_mailbox->owner = this;
    m_watch = std::make_shared<FolderWatch>([mailbox = m_mailbox] {
        mailbox->deliver([](JobController &self) {
            if (!std::exchange(self.m_searchAgain, true))
                self.postSearch(Answer::WhenOther);
        });
    });
    log::setSink([mailbox = m_mailbox](log::Level, const std::string &line) { mailbox->addLogLine(line); });
    connect(&m_timer, &QTimer::timeout, this, &JobController::tick);
    m_timer.start(kBusyTick); // until the first look at memory is there
}

JobController::~JobController()
{
    log::setSink({});
    {
        std::lock_guard lock(m_mailbox->mutex);
        m_mailbox->owner = nullptr;
    }
    if (m_job)
        m_job->context.stop.request();
    const bool jobEnded = m_jobThread->finish(kClosingWait);
    const bool headersEnded = m_headersThread->finish(std::chrono::seconds(1));
    if (!jobEnded || !headersEnded)
        s_leftThreadBehind = true;
}

bool JobController::leftThreadBehind() { return s_leftThreadBehind; }

bool JobController::busy() const
{
    switch (m_state) {
    case JobState::Planning:
    case JobState::Running:
    case JobState::Pausing:
    case JobState::Paused:
    case JobState::Cancelling:
        return true;
    case JobState::Idle:
    case JobState::Succeeded:
    case JobState::Failed:
    case JobState::Cancelled:
        break;
    }
    return false;
}

MemorySnapshot JobController::memory() const { return m_sampler->latest(); }

void JobController::findModels(const QStringList &folders, const QStringList &recent)
{
    m_folders = toPaths(folders);
    m_recent = toPaths(recent);
    postSearch(Answer::Always);
}

void JobController::postSearch(Answer answer)
{
    m_headersThread->post([engine = m_engine, mailbox = m_mailbox, watch = m_watch, folders = m_folders,
                           recent = m_recent, answer]() mutable {
        // From here on a change may be one that this search does not see.
        mailbox->deliver([](JobController &self) { self.m_searchAgain = false; });
        for (int look = 0; look < kMostLooks; ++look) {
            auto catalog = std::make_shared<const Catalog>(engine.findModels(folders, recent));
            mailbox->deliver([catalog, answer](JobController &self) { self.takeCatalog(catalog, answer); });
            if (!watch->watch(catalog->folders))
                break;
            answer = Answer::WhenOther; // between the look and the watch something may have happened
        }
    });
}

void JobController::takeCatalog(const std::shared_ptr<const Catalog> &catalog, Answer answer)
{
    if (answer == Answer::WhenOther && m_catalog && *m_catalog == *catalog)
        return;
    m_catalog = catalog;
    emit modelsFound(catalog);
}

void JobController::findDevices(bool everything)
{
    m_headersThread->post([engine = m_engine, mailbox = m_mailbox, everything] {
        auto devices = std::make_shared<const DeviceList>(engine.findDevices(everything));
        mailbox->deliver([devices](JobController &self) { emit self.devicesFound(devices); });
    });
}

void JobController::identify(const QStringList &paths)
{
    m_headersThread->post([engine = m_engine, mailbox = m_mailbox, paths] {
        QStringList models, folders, matrices;
        for (const QString &path : paths) {
            const std::filesystem::path file = path.toStdString();
            std::error_code ignored;
            if (!std::filesystem::is_directory(file, ignored) && engine.readImportance(file))
                matrices << path;
            else
                (holdsModel(file) ? models : folders) << path;
        }
        mailbox->deliver(
            [models, folders, matrices](JobController &self) { emit self.identified(models, folders, matrices); });
    });
}

quint64 JobController::requestPlan(PlanRequest request)
{
    const quint64 id = ++m_mailbox->newestPlanId;
    m_headersThread->post([engine = m_engine, mailbox = m_mailbox, request = std::move(request), id] {
        if (mailbox->newestPlanId != id)
            return; // a newer question waits behind this one
        auto found = std::make_shared<const PlanAnswer>(answerPlan(engine, request, id));
        mailbox->deliver([found](JobController &self) {
            if (self.m_mailbox->newestPlanId == found->id)
                emit self.planReady(found);
        });
    });
    return id;
}

void JobController::start(const JobSpec &spec)
{
    if (busy())
        return;
    m_spec = spec;
    m_jobPlan.reset();
    m_report.reset();
    m_job = std::make_shared<Job>();
    const quint64 jobId = ++m_jobId;
    setState(JobState::Planning);
    m_jobThread->post([engine = m_engine, mailbox = m_mailbox, job = m_job, spec, jobId] {
        auto planned = engine.plan(spec, engine.currentMachine());
        auto report = std::make_shared<JobReport>();
        if (job->context.stop.requested()) {
            report->outcome = Outcome::Cancelled;
        } else if (!planned) {
            report->error = planned.error();
        } else {
            auto shared = std::make_shared<const Plan>(std::move(*planned));
            mailbox->deliver([jobId, shared](JobController &self) { self.takePlan(jobId, shared); });
            *report = engine.run(spec, job->context);
        }
        mailbox->deliver([jobId, report](JobController &self) { self.takeReport(jobId, report); });
    });
}

void JobController::takePlan(quint64 jobId, const std::shared_ptr<const Plan> &plan)
{
    if (jobId != m_jobId)
        return;
    m_jobPlan = plan;
    emit jobPlanned(plan);
    if (m_state == JobState::Planning)
        setState(JobState::Running);
    tick(); // the first point of the charts
}

void JobController::takeReport(quint64 jobId, const std::shared_ptr<const JobReport> &report)
{
    if (jobId != m_jobId)
        return;
    tick(); // what happened since the last one is part of the story
    m_report = report;
    switch (report->outcome) {
    case Outcome::Succeeded:
        setState(JobState::Succeeded);
        break;
    case Outcome::Failed:
        setState(JobState::Failed);
        break;
    case Outcome::Cancelled:
        setState(JobState::Cancelled);
        break;
    }
    m_job.reset();
    emit finished(report);
}

void JobController::pause()
{
    if (m_state != JobState::Running)
        return;
    m_job->context.pause.pause();
    setState(JobState::Pausing);
}

void JobController::resume()
{
    if (m_state != JobState::Pausing && m_state != JobState::Paused)
        return;
    m_job->context.pause.resume();
    setState(JobState::Running);
}

void JobController::cancel()
{
    if (!busy() || m_state == JobState::Cancelling)
        return;
    m_job->context.stop.request();
    m_job->context.pause.resume();
    setState(JobState::Cancelling);
}

void JobController::reset()
{
    if (busy() || m_state == JobState::Idle)
        return;
    m_jobPlan.reset();
    m_report.reset();
    setState(JobState::Idle);
}

void JobController::setState(JobState state)
{
    m_state = state;
    m_timer.start(busy() ? kBusyTick : kIdleTick);
    emit stateChanged(state);
}

void JobController::tick()
{
    const MemorySnapshot memory = m_sampler->latest();
    emit memoryChanged(memory);
    if (!m_job) {
        if (memory.system.totalBytes > 0 && m_timer.intervalAsDuration() != kIdleTick)
            m_timer.start(kIdleTick);
        return;
    }
    JobTick now;
    if (m_jobPlan) // before that nobody could make sense of them; the queue keeps them
        now.events = m_job->context.events.drain();
    now.progress = m_job->context.progress.snapshot();
    now.ledger = m_job->context.ledger.figures();
    now.memory = memory;
    {
        std::lock_guard lock(m_mailbox->mutex);
        now.logLines.assign(m_mailbox->logLines.begin(), m_mailbox->logLines.end());
        m_mailbox->logLines.clear();
    }
    if (m_state == JobState::Pausing && now.progress.paused)
        setState(JobState::Paused);
    emit ticked(now);
}

} // namespace snug::ui
