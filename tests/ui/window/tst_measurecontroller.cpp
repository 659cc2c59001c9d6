// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The states a measurement goes through, and what arrives when.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/bridge/measurecontroller.h"

#include <QSignalSpy>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestMeasureController : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_controller.reset(); }
    void measuresToTheEnd();
    void tellsFiguresWhileItRuns();
    void pausesAndResumes();
    void stopsAndKeepsWhatIsThere();
    void stopsWhilePaused();
    void fails();
    void ignoresASecondStart();
    void describesModels();
    void stopsWhenDestroyed();

private:
    static MeasureRequest request()
    {
        MeasureRequest request;
        request.spec.base = "/m/source";
        request.spec.models = {"/m/q4.gguf"};
        request.spec.text = "/m/text.txt";
        request.titles = {"Source", "Q4_K_M"};
        return request;
    }
    void startHeld()
    {
        m_state->measureMode = RunMode::Held;
        m_controller->start(request());
        QTRY_COMPARE(m_controller->snapshot().partsDone, std::uint64_t(16));
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<MeasureController> m_controller;
};

void TestMeasureController::init()
{
    m_state = std::make_shared<FakeState>();
    m_controller = std::make_unique<MeasureController>(fakeEngine(m_state));
}

void TestMeasureController::measuresToTheEnd()
{
    QSignalSpy finished(m_controller.get(), &MeasureController::finished);
    m_controller->start(request());
    QCOMPARE(m_controller->state(), MeasureState::Running);
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(m_controller->state(), MeasureState::Succeeded);
    QVERIFY(!m_controller->busy());
    QCOMPARE(m_state->measureSpecs.front().text, std::string("/m/text.txt"));
    QCOMPARE(m_controller->report()->models.size(), std::size_t(1));
    QCOMPARE(m_controller->snapshot().partsDone, std::uint64_t(64)); // the last look comes before the end
}

void TestMeasureController::tellsFiguresWhileItRuns()
{
    QSignalSpy ticked(m_controller.get(), &MeasureController::ticked);
    startHeld();
    QVERIFY(ticked.count() > 0);
    const MeasureSnapshot &now = m_controller->snapshot();
    QCOMPARE(now.running.size(), std::size_t(2));
    QCOMPARE(now.running[1].klMean, 0.01);
    QCOMPARE(now.secondsLeft, 96.0);
    m_state->measureReleased = true;
    QTRY_VERIFY(!m_controller->busy());
}

void TestMeasureController::pausesAndResumes()
{
    startHeld();
    m_controller->pause();
    QTRY_COMPARE(m_controller->state(), MeasureState::Paused);
    QVERIFY(m_controller->busy());
    m_state->measureReleased = true;
    QTest::qWait(50); // held by the pause alone now
    QCOMPARE(m_controller->state(), MeasureState::Paused);
    m_controller->resume();
    QCOMPARE(m_controller->state(), MeasureState::Running);
    QTRY_COMPARE(m_controller->state(), MeasureState::Succeeded);
}

void TestMeasureController::stopsAndKeepsWhatIsThere()
{
    startHeld();
    m_controller->stop();
    QCOMPARE(m_controller->state(), MeasureState::Stopping);
    QTRY_COMPARE(m_controller->state(), MeasureState::Stopped);
    QCOMPARE(m_controller->report()->outcome, Outcome::Cancelled);
    QVERIFY(!m_controller->report()->models.empty());
}

void TestMeasureController::stopsWhilePaused()
{
    startHeld();
    m_controller->pause();
    QTRY_COMPARE(m_controller->state(), MeasureState::Paused);
    m_controller->stop();
    QTRY_COMPARE(m_controller->state(), MeasureState::Stopped);
}

void TestMeasureController::fails()
{
    m_state->measureMode = RunMode::Failing;
    m_controller->start(request());
    QTRY_COMPARE(m_controller->state(), MeasureState::Failed);
    QCOMPARE(m_controller->report()->error->code, ErrorCode::BadInput);
}

void TestMeasureController::ignoresASecondStart()
{
    startHeld();
    MeasureRequest other = request();
    other.spec.text = "/m/other.txt";
    m_controller->start(other);
    QCOMPARE(m_controller->request().spec.text, std::string("/m/text.txt"));
    m_state->measureReleased = true;
    QTRY_COMPARE(m_controller->state(), MeasureState::Succeeded);
    QCOMPARE(m_state->measureCount.load(), 1);
}

void TestMeasureController::describesModels()
{
    QSignalSpy described(m_controller.get(), &MeasureController::described);
    m_controller->describe("/hub/qwen");
    QTRY_COMPARE(described.count(), 1);
    const auto summary = described.at(0).at(1).value<std::shared_ptr<const Result<ModelSummary>>>();
    QVERIFY(summary->has_value());
    QCOMPARE((*summary)->name, std::string("Fake-7B"));
}

void TestMeasureController::stopsWhenDestroyed()
{
    startHeld();
    m_controller.reset();
    QCOMPARE(m_state->measureCount.load(), 1);
    QVERIFY(!MeasureController::leftThreadBehind());
}

SNUG_UI_TEST_MAIN(TestMeasureController)
#include "tst_measurecontroller.moc"
