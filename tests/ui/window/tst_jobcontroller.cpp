// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The states a job goes through, what arrives when, and that nothing waits for anything on the GUI thread.

#include "core/base/folderwatch.h"
#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/bridge/jobcontroller.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

#include <chrono>
#include <thread>
#include <vector>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestJobController : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void startsIdle();
    void runsToTheEnd();
    void tellsEveryEventOnce();
    void pausesAndResumes();
    void cancels();
    void cancelsWhilePaused();
    void failsInTheRun();
    void failsWhilePlanning();
    void ignoresASecondStart();
    void resetsOnlyWhenOver();
    void answersPlansWhileAJobRuns();
    void dropsStalePlans();
    void tellsThatRequantizingWouldDo();
    void offersToLiftATooSmallLimit();
    void findsModels();
    void newModelsShowUpByThemselves();
    void changesThatChangeNothingAreNotTold();
    void changesDuringASearchAreNotLost();
    void tellsModelsFromFoldersAndMatrices();
    void stopsTheJobWhenDestroyed();

private:
    JobSpec spec() const
    {
        JobSpec spec;
        spec.model = "/hub/qwen";
        spec.levels = {"Q4_K_M", "Q5_K_M"};
        return spec;
    }
    void startHeld()
    {
        m_state->mode = RunMode::Held;
        m_controller->start(spec());
        QTRY_COMPARE(m_controller->state(), JobState::Running);
        QTRY_COMPARE(m_state->runCount.load(), 1);
    }

    static bool write(const QString &path)
    {
        QFile file(path);
        return file.open(QIODevice::WriteOnly) && file.write("x") == 1;
    }
    /// Finds every file of the folders.
    Engine engineListing()
    {
        Engine engine = fakeEngine(m_state);
        engine.findModels = [this](const auto &folders, const auto &) {
            const bool late = m_changeLate.exchange(false);
            ++m_looks;
            Catalog catalog;
            for (const std::filesystem::path &path : folders) {
                catalog.folders.push_back(path);
                for (const auto &file : std::filesystem::directory_iterator(path))
                    catalog.entries.push_back({file.path(), file.path().stem().string(), path.string(), "1 B", 1});
            }
            if (late)
                changeAndWaitUntilTold(folders.front());
            return catalog;
        };
        return engine;
    }

    /// A change that a look at the folder no longer sees, and of which every watch has told before it ends. Headers
    /// thread.
    static void changeAndWaitUntilTold(const std::filesystem::path &folder)
    {
        std::atomic<bool> told = false;
        FolderWatch watch([&told] { told = true; });
        watch.watch({folder});
        write(QString::fromStdString((folder / "late.gguf").string()));
        for (int wait = 0; wait < 500 && !told; ++wait)
            std::this_thread::sleep_for(std::chrono::milliseconds(10));
        std::this_thread::sleep_for(std::chrono::milliseconds(100)); // another watch need not be as quick
    }

    std::atomic<int> m_looks = 0;
    std::atomic<bool> m_changeLate = false;
    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<JobController> m_controller;
};

void TestJobController::init()
{
    m_state = std::make_shared<FakeState>();
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
}

void TestJobController::cleanup()
{
    m_controller.reset();
    QVERIFY(!JobController::leftThreadBehind());
}

void TestJobController::startsIdle()
{
    QCOMPARE(m_controller->state(), JobState::Idle);
    QVERIFY(!m_controller->busy());
    QTRY_VERIFY(m_controller->memory().system.totalBytes > 0);
}

void TestJobController::runsToTheEnd()
{
    QList<JobState> states;
    connect(m_controller.get(), &JobController::stateChanged, this, [&](JobState state) { states << state; });
    QSignalSpy planned(m_controller.get(), &JobController::jobPlanned);
    QSignalSpy finished(m_controller.get(), &JobController::finished);
    m_controller->start(spec());
    QCOMPARE(m_controller->state(), JobState::Planning);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(states, (QList<JobState>{JobState::Planning, JobState::Running, JobState::Succeeded}));
    QCOMPARE(planned.count(), 1);
    QVERIFY(m_controller->jobPlan());
    QVERIFY(m_controller->report());
    QCOMPARE(m_controller->report()->outputs.size(), std::size_t(2));
    QCOMPARE(m_state->runSpecs.front(), spec());
}

void TestJobController::tellsEveryEventOnce()
{
    int started = 0;
    int ended = 0;
    connect(m_controller.get(), &JobController::ticked, this, [&](const JobTick &tick) {
        for (const JobEvent &event : tick.events) {
            started += std::holds_alternative<TensorStarted>(event);
            ended += std::holds_alternative<TensorFinished>(event);
        }
    });
    m_controller->start(spec());
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
    QCOMPARE(started, 28);
    QCOMPARE(ended, 56);
}

void TestJobController::pausesAndResumes()
{
    startHeld();
    m_controller->pause();
    QCOMPARE(m_controller->state(), JobState::Pausing);
    QTRY_COMPARE(m_controller->state(), JobState::Paused);
    QVERIFY(m_controller->busy());
    m_controller->resume();
    QCOMPARE(m_controller->state(), JobState::Running);
    m_state->released = true;
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
}

void TestJobController::cancels()
{
    startHeld();
    QSignalSpy finished(m_controller.get(), &JobController::finished);
    m_controller->cancel();
    QCOMPARE(m_controller->state(), JobState::Cancelling);
    QTRY_COMPARE(m_controller->state(), JobState::Cancelled);
    QCOMPARE(finished.count(), 1);
    QVERIFY(!m_controller->report()->error);
}

void TestJobController::cancelsWhilePaused()
{
    startHeld();
    m_controller->pause();
    QTRY_COMPARE(m_controller->state(), JobState::Paused);
    m_controller->cancel();
    QTRY_COMPARE(m_controller->state(), JobState::Cancelled);
}

void TestJobController::failsInTheRun()
{
    m_state->mode = RunMode::Failing;
    m_controller->start(spec());
    QTRY_COMPARE(m_controller->state(), JobState::Failed);
    QVERIFY(m_controller->report()->error);
    QCOMPARE(m_controller->report()->error->code, ErrorCode::DoesNotFit);
}

void TestJobController::failsWhilePlanning()
{
    m_state->planFails = true;
    m_controller->start(spec());
    QTRY_COMPARE(m_controller->state(), JobState::Failed);
    QCOMPARE(m_controller->report()->error->code, ErrorCode::BadInput);
    QCOMPARE(m_state->runCount.load(), 0);
    QVERIFY(!m_controller->jobPlan());
}

void TestJobController::ignoresASecondStart()
{
    startHeld();
    JobSpec other = spec();
    other.levels = {"Q8_0"};
    m_controller->start(other);
    QCOMPARE(m_controller->spec(), spec());
    m_state->released = true;
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
    QCOMPARE(m_state->runCount.load(), 1);
}

void TestJobController::resetsOnlyWhenOver()
{
    startHeld();
    m_controller->reset();
    QCOMPARE(m_controller->state(), JobState::Running);
    m_state->released = true;
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
    m_controller->reset();
    QCOMPARE(m_controller->state(), JobState::Idle);
    QVERIFY(!m_controller->report());
}

void TestJobController::answersPlansWhileAJobRuns()
{
    startHeld();
    QSignalSpy answers(m_controller.get(), &JobController::planReady);
    m_controller->requestPlan({spec(), {"Q4_K_M", "Q8_0"}});
    QTRY_COMPARE(answers.count(), 1);
    QCOMPARE(m_controller->state(), JobState::Running);
    const auto answer = answers.at(0).at(0).value<std::shared_ptr<const PlanAnswer>>();
    QVERIFY(answer->table);
    QCOMPARE(answer->table->variants.size(), std::size_t(2));
    QVERIFY(answer->chosen && *answer->chosen);
    QCOMPARE((*answer->chosen)->spec.levels, spec().levels);
    m_state->released = true;
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
}

void TestJobController::dropsStalePlans()
{
    QSignalSpy answers(m_controller.get(), &JobController::planReady);
    m_state->planHeld = true;
    JobSpec none = spec();
    none.levels.clear();
    m_controller->requestPlan({none, {"Q4_K_M"}});
    QTRY_COMPARE(m_state->planCount.load(), 1); // at work on the first question
    m_controller->requestPlan({none, {"Q5_K_M"}});
    const quint64 newest = m_controller->requestPlan({none, {"Q6_K"}});
    m_state->planHeld = false;
    QTRY_COMPARE(answers.count(), 1);
    QCOMPARE(answers.at(0).at(0).value<std::shared_ptr<const PlanAnswer>>()->id, newest);
    QCOMPARE(m_state->planCount.load(), 2); // the one in the middle was never worked on
    QTest::qWait(50);
    QCOMPARE(answers.count(), 1);
}

void TestJobController::tellsThatRequantizingWouldDo()
{
    m_state->quantized = true;
    QSignalSpy answers(m_controller.get(), &JobController::planReady);
    m_controller->requestPlan({spec(), {"Q4_K_M"}});
    QTRY_COMPARE(answers.count(), 1);
    const auto answer = answers.at(0).at(0).value<std::shared_ptr<const PlanAnswer>>();
    QVERIFY(!answer->table);
    QVERIFY(answer->requantizable);
}

void TestJobController::offersToLiftATooSmallLimit()
{
    JobSpec small = spec();
    small.ramLimitBytes = 1 << 20;
    QSignalSpy answers(m_controller.get(), &JobController::planReady);
    m_controller->requestPlan({small, {"Q4_K_M", "Q6_K"}});
    QTRY_COMPARE(answers.count(), 1);
    const auto answer = answers.at(0).at(0).value<std::shared_ptr<const PlanAnswer>>();
    const auto &variants = answer->table->variants;
    QCOMPARE(variants[0].remedies.size(), std::size_t(1));
    QVERIFY(variants[0].remedies[0].change);
    QVERIFY(!variants[0].remedies[0].change->ramLimitBytes);
    QVERIFY(!variants[0].remedies[0].buttonText.empty());
    QVERIFY(variants[1].remedies.empty()); // it does not fit without the limit either
}

void TestJobController::findsModels()
{
    QSignalSpy found(m_controller.get(), &JobController::modelsFound);
    m_controller->findModels({}, {});
    QTRY_COMPARE(found.count(), 1);
    QCOMPARE(found.at(0).at(0).value<std::shared_ptr<const Catalog>>()->entries.size(), std::size_t(3));
}

void TestJobController::newModelsShowUpByThemselves()
{
    QTemporaryDir folder;
    m_controller = std::make_unique<JobController>(engineListing());
    QSignalSpy found(m_controller.get(), &JobController::modelsFound);
    m_controller->findModels({folder.path()}, {});
    QTRY_COMPARE(found.count(), 1);
    QVERIFY(write(folder.filePath("new.gguf")));
    QTRY_COMPARE(found.count(), 2);
    QCOMPARE(found.at(1).at(0).value<std::shared_ptr<const Catalog>>()->entries.size(), std::size_t(1));
    QVERIFY(QFile::remove(folder.filePath("new.gguf")));
    QTRY_COMPARE(found.count(), 3);
    QVERIFY(found.at(2).at(0).value<std::shared_ptr<const Catalog>>()->entries.empty());
}

void TestJobController::changesThatChangeNothingAreNotTold()
{
    QTemporaryDir folder;
    QVERIFY(write(folder.filePath("a.gguf")));
    m_controller = std::make_unique<JobController>(engineListing());
    QSignalSpy found(m_controller.get(), &JobController::modelsFound);
    m_controller->findModels({folder.path()}, {});
    QTRY_COMPARE(found.count(), 1);
    QTRY_VERIFY(m_looks >= 2); // once more when the folder was first watched
    const int before = m_looks;
    QVERIFY(write(folder.filePath("a.gguf")));
    QTRY_VERIFY(m_looks > before);
    m_controller->findModels({folder.path()}, {}); // who asks is answered, whatever the answer
    QTRY_COMPARE(found.count(), 2);
}

void TestJobController::changesDuringASearchAreNotLost()
{
    QTemporaryDir folder;
    m_controller = std::make_unique<JobController>(engineListing());
    std::vector<std::size_t> found;
    QObject listening; // as long as there is where to put it
    connect(m_controller.get(), &JobController::modelsFound, &listening,
            [&found](const std::shared_ptr<const Catalog> &catalog) { found.push_back(catalog->entries.size()); });
    m_controller->findModels({folder.path()}, {});
    QTRY_COMPARE(found.size(), std::size_t(1));
    QTRY_VERIFY(m_looks >= 2); // once more when the folder was first watched
    m_changeLate = true;       // while the search for the next change runs
    QVERIFY(write(folder.filePath("early.gguf")));
    QTRY_COMPARE_WITH_TIMEOUT(found, (std::vector<std::size_t>{0, 1, 2}), 20'000);
}

void TestJobController::tellsModelsFromFoldersAndMatrices()
{
    QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir("checkpoint"));
    for (const char *name : {"checkpoint/config.json", "a.gguf", "b.dat"}) {
        QFile file(folder.filePath(name));
        QVERIFY(file.open(QIODevice::WriteOnly));
    }
    QSignalSpy told(m_controller.get(), &JobController::identified);
    m_controller->identify(
        {folder.path(), folder.filePath("checkpoint"), folder.filePath("a.gguf"), folder.filePath("b.dat")});
    QTRY_COMPARE(told.count(), 1);
    QCOMPARE(told.at(0).at(0).toStringList(), (QStringList{folder.filePath("checkpoint"), folder.filePath("a.gguf")}));
    QCOMPARE(told.at(0).at(1).toStringList(), QStringList{folder.path()});
    QCOMPARE(told.at(0).at(2).toStringList(), QStringList{folder.filePath("b.dat")});
}

void TestJobController::stopsTheJobWhenDestroyed()
{
    startHeld();
    m_controller.reset();
    QVERIFY(m_state->runEnded);
}

SNUG_UI_TEST_MAIN(TestJobController)
#include "tst_jobcontroller.moc"
