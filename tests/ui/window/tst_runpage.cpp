// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Run page through the states of a job: at work, paused, cancelled, failed, finished.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/charts/heatstrip.h"
#include "ui/charts/memorychart.h"
#include "ui/models/tensortablemodel.h"
#include "ui/pages/notecard.h"
#include "ui/pages/runpage.h"
#include "ui/theme/buttons.h"
#include "ui/widgets/stepper.h"

#include <QClipboard>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTableView>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestRunPage : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void saysThatNothingRuns();
    void showsAJobAtWork();
    void pausesAndResumes();
    void asksBeforeCancelling();
    void saysWhatACancelLeft();
    void showsAFailureWhereTheWorkIs();
    void failsBeforeItBegan();
    void showsTheResult();
    void startsAfresh();
    void followsNewTensorsUnlessScrolled();
    void hidesVramWithoutGpu();
    void namesTheDevice();
    void saysThatADeviceWasGivenUp();

private:
    template <class T> T *find(const char *name) const { return m_page->findChild<T *>(QLatin1String(name)); }
    bool shown(const char *name) const
    {
        auto *widget = find<QWidget>(name);
        return widget && widget->isVisibleTo(m_page.get());
    }
    void start(RunMode mode, std::vector<std::string> levels = {"Q4_K_M", "Q5_K_M"})
    {
        m_state->mode = mode;
        JobSpec spec;
        spec.model = "/hub/qwen";
        spec.levels = std::move(levels);
        m_controller->start(spec);
    }
    void holdAtWork()
    {
        start(RunMode::Held);
        QTRY_VERIFY(find<QTableView>("tensorTableView")->model()->rowCount() > 8);
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<RunPage> m_page;
};

void TestRunPage::init()
{
    m_state = std::make_shared<FakeState>();
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_page = std::make_unique<RunPage>(m_controller.get());
    m_page->resize(1028, 700);
    m_page->show();
}

void TestRunPage::cleanup()
{
    m_page.reset();
    m_controller.reset();
}

void TestRunPage::saysThatNothingRuns()
{
    QVERIFY(shown("idleLabel"));
    QSignalSpy back(m_page.get(), &RunPage::quantizeRequested);
    find<QPushButton>("goToQuantizePushButton")->click();
    QCOMPARE(back.count(), 1);
}

void TestRunPage::showsAJobAtWork()
{
    QSignalSpy share(m_page.get(), &RunPage::shareChanged);
    holdAtWork();
    QVERIFY(!shown("idleLabel"));
    QCOMPARE(find<QLabel>("jobModelLabel")->text(), QString("Fake-7B"));
    QCOMPARE(find<QLabel>("jobLevelsLabel")->text(), QString("Q4_K_M, Q5_K_M"));
    QTRY_VERIFY(find<QLabel>("timeLeftLabel")->text().contains("left"));
    QVERIFY(find<QLabel>("jobLineLabel")->text().contains("Layer 2 of 4"));
    QVERIFY(find<QLabel>("jobLineLabel")->text().contains("5.10 M weights/s"));
    const auto steps = find<Stepper>("phaseStepper")->steps();
    QCOMPARE(steps[0].state, StepState::Done);
    QCOMPARE(steps[1].state, StepState::Now);
    QCOMPARE(find<QLabel>("tensorCountLabel")->text(), QString("16 of 56"));
    auto *heat = find<HeatStrip>("heatStrip");
    QCOMPARE(heat->grid().layerCount, 4);
    QCOMPARE(heat->grid().rowCount, 7);
    QCOMPARE(heat->value({0, 0}).value_or(-1), 0.02);
    QVERIFY(!heat->value({0, 3}));
    QVERIFY(!find<MemoryChart>("ramChart")->series().samples.empty());
    QVERIFY(!share.isEmpty());
    QVERIFY(share.last().at(0).toDouble() > 0.2);
    QVERIFY(!shown("failureCard"));
}

void TestRunPage::pausesAndResumes()
{
    holdAtWork();
    QVERIFY(!shown("resumePushButton"));
    find<QPushButton>("pausePushButton")->click();
    QTRY_VERIFY(shown("resumePushButton"));
    QVERIFY(!shown("pausePushButton"));
    QCOMPARE(find<QLabel>("timeLeftLabel")->text(), QString("Paused"));
    find<QPushButton>("resumePushButton")->click();
    QVERIFY(shown("pausePushButton"));
    m_state->released = true;
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
}

void TestRunPage::asksBeforeCancelling()
{
    holdAtWork();
    find<QPushButton>("cancelPushButton")->click();
    QCOMPARE(m_controller->state(), JobState::Running);
    auto *question = find<QMessageBox>("cancelMessageBox");
    QVERIFY(question);
    for (QAbstractButton *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QTRY_COMPARE(m_controller->state(), JobState::Cancelled);
}

void TestRunPage::saysWhatACancelLeft()
{
    holdAtWork();
    m_controller->cancel();
    QTRY_COMPARE(m_controller->state(), JobState::Cancelled);
    QVERIFY(find<QLabel>("jobLineLabel")->text().contains("partial files are deleted"));
    QVERIFY(shown("againPushButton"));
    QVERIFY(!shown("failureCard"));
    QVERIFY(!shown("cancelPushButton"));
    QSignalSpy again(m_page.get(), &RunPage::againRequested);
    find<QPushButton>("againPushButton")->click();
    QCOMPARE(again.at(0).at(0).value<JobSpec>().levels, m_controller->spec().levels);
    find<QPushButton>("discardPushButton")->click();
    QVERIFY(shown("idleLabel"));
}

void TestRunPage::showsAFailureWhereTheWorkIs()
{
    start(RunMode::Failing);
    QTRY_VERIFY(shown("failureCard"));
    QVERIFY(find<QLabel>("failureMessageLabel")->text().contains("0 bytes are free"));
    QVERIFY(find<QLabel>("jobLineLabel")->text().contains("of 56 tensors finished"));
    QCOMPARE(find<Stepper>("phaseStepper")->steps()[1].state, StepState::Failed);
    QVERIFY(find<MemoryChart>("ramChart")->series().stoppedSeconds);
    QVERIFY(shown("tryAgainPushButton"));
    // What does not fit will not fit a second time.
    QCOMPARE(buttonKind(find<QPushButton>("changeSettingsPushButton")), ButtonKind::Primary);
    QCOMPARE(buttonKind(find<QPushButton>("tryAgainPushButton")), ButtonKind::Normal);
    QVERIFY(find<QPushButton>("changeSettingsPushButton")->x() < find<QPushButton>("tryAgainPushButton")->x());
    QVERIFY(!shown("failureAdviceLabel")); // the message has it
    QVERIFY(shown("detailsSection"));
    find<QPushButton>("copyDetailsPushButton")->click();
    const QString copied = QGuiApplication::clipboard()->text();
    for (const char *fact :
         {"code: does_not_fit", "file: /out/x.gguf", "Last finished: blk.1.attn_q.weight", "RAM of this"})
        QVERIFY2(copied.contains(QLatin1String(fact)), qPrintable(copied));
    QVERIFY(shown("tensorTableView"));
}

void TestRunPage::failsBeforeItBegan()
{
    m_state->planFails = true;
    start(RunMode::Instant);
    QTRY_VERIFY(shown("failureCard"));
    QCOMPARE(buttonKind(find<QPushButton>("tryAgainPushButton")), ButtonKind::Primary);
    QVERIFY(!shown("ramChart"));
    QVERIFY(!shown("tensorTableView"));
    QVERIFY(find<QLabel>("jobLineLabel")->text().contains("before the first tensor"));
}

void TestRunPage::showsTheResult()
{
    start(RunMode::Instant);
    QTRY_VERIFY(shown("resultPage"));
    QCOMPARE(find<QLabel>("ratioLabel")->text(), QString("3.3×"));
    QSignalSpy opened(m_page.get(), &RunPage::openFolderRequested);
    find<QPushButton>("openFolderPushButton")->click();
    QVERIFY(opened.at(0).at(0).toString().endsWith("Fake-7B-Q4_K_M.gguf"));
    QVERIFY(find<QWidget>("levelSection_Q5_K_M"));
}

void TestRunPage::startsAfresh()
{
    start(RunMode::Failing);
    QTRY_VERIFY(shown("failureCard"));
    holdAtWork();
    QVERIFY(!shown("failureCard"));
    QVERIFY(!shown("detailsSection"));
    QCOMPARE(find<QLabel>("tensorCountLabel")->text(), QString("16 of 56"));
    QVERIFY(!find<MemoryChart>("ramChart")->series().stoppedSeconds);
}

void TestRunPage::followsNewTensorsUnlessScrolled()
{
    holdAtWork();
    auto *table = find<QTableView>("tensorTableView");
    QScrollBar *bar = table->verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    QCOMPARE(bar->value(), bar->maximum());
    bar->setValue(0);
    m_state->released = true;
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
    QCOMPARE(bar->value(), 0);
}

void TestRunPage::hidesVramWithoutGpu()
{
    holdAtWork();
    QVERIFY(!shown("vramChart"));
    m_state->withGpu = true;
    QTRY_VERIFY(shown("vramChart"));
}

void TestRunPage::namesTheDevice()
{
    holdAtWork();
    QTRY_VERIFY(find<QLabel>("jobLineLabel")->text().startsWith("Processor  ·  Layer 2 of 4"));
    QVERIFY(!shown("runNoteCard"));
}

void TestRunPage::saysThatADeviceWasGivenUp()
{
    m_state->gaveUp = true;
    holdAtWork();
    QTRY_VERIFY(shown("runNoteCard"));
    QCOMPARE(find<NoteCard>("runNoteCard")->text(), QString(kGaveUp));
    // The note takes its own room; it does not make the charts higher.
    QVERIFY(!find<QLabel>("noteCardLabel")->sizePolicy().hasHeightForWidth());
    m_state->released = true;
    QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
    QVERIFY(shown("resultNoteCard"));
    QCOMPARE(find<NoteCard>("resultNoteCard")->text(), QString(kGaveUp));
    start(RunMode::Failing);
    QTRY_COMPARE(m_controller->state(), JobState::Failed);
    QVERIFY(shown("runNoteCard")); // it may be part of the story
    QCOMPARE(find<NoteCard>("runNoteCard")->text(), QString(kGaveUp));
    m_state->gaveUp = false;
    start(RunMode::Failing);
    QTRY_COMPARE(m_controller->state(), JobState::Failed);
    QVERIFY(!shown("runNoteCard"));
}

SNUG_UI_TEST_MAIN(TestRunPage)
#include "tst_runpage.moc"
