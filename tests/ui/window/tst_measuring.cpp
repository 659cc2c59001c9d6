// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Measuring as a person does it: from the result, with what is seen while it runs and what stays.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/main/mainwindow.h"
#include "ui/models/comparison.h"
#include "ui/models/measurewords.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/measurepanel.h"
#include "ui/pages/resultpage.h"
#include "ui/pages/runpage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/keyfigure.h"

#include <QComboBox>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTemporaryDir>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestMeasuring : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void measuresEveryLevelAgainstTheSource();
    void showsProgressAndFiguresSoFar();
    void pausesAndStops();
    void saysWhatWentWrong();
    void aFailureStaysWithItsRequest();
    void callsTheTextOfSnugByItsName();
    void remembersTextAndSize();
    void wantsATextFirst();
    void saysWhyItCannot();
    void asksBeforeClosing();
    void saysFigures_data();
    void saysFigures();

private:
    template <class T> T *find(const char *name) const
    {
        return m_window->runPage()->findChild<T *>(QLatin1String(name));
    }
    void makeLevels()
    {
        JobSpec spec;
        spec.model = "/hub/qwen";
        spec.levels = {"Q4_K_M", "Q8_0"};
        m_controller->start(spec);
        QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
        m_window->showTab(MainWindow::RunTab);
    }
    void startHeld()
    {
        makeLevels();
        m_state->measureMode = RunMode::Held;
        find<QPushButton>("measurePushButton")->click();
        QTRY_COMPARE(m_window->measuring()->snapshot().partsDone, std::uint64_t(16));
    }
    QString figure(const char *name) const
    {
        auto *found = find<KeyFigure>(name);
        return found ? found->accessibleName() : QString();
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<MainWindow> m_window;
};

void TestMeasuring::init()
{
    m_state = std::make_shared<FakeState>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
    m_settings->setMeasureText("/texts/some.txt");
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_window = std::make_unique<MainWindow>(m_controller.get(), m_settings.get());
    m_window->show();
}

void TestMeasuring::cleanup()
{
    m_window.reset();
    m_controller.reset();
}

void TestMeasuring::measuresEveryLevelAgainstTheSource()
{
    makeLevels();
    QVERIFY(!find<KeyFigure>("klKeyFigure"));
    find<QPushButton>("measurePushButton")->click();
    QTRY_VERIFY(find<KeyFigure>("klKeyFigure"));
    const EvaluateSpec &spec = m_state->measureSpecs.front();
    QCOMPARE(spec.base, std::string("/hub/qwen"));
    QCOMPARE(spec.models.size(), std::size_t(2));
    QCOMPARE(spec.text, std::string("/texts/some.txt"));
    QCOMPARE(spec.context, std::uint64_t(512));
    QCOMPARE(spec.chunks.value_or(0), std::uint64_t(32));
    QVERIFY2(figure("perplexityKeyFigure").contains("7.600 ± 0.030"), qPrintable(figure("perplexityKeyFigure")));
    QVERIFY(figure("perplexityKeyFigure").contains("+1.3"));
    QVERIFY(figure("klKeyFigure").contains("0.0100"));
    QVERIFY(figure("klKeyFigure").contains("0.1000"));
    QVERIFY(figure("sameTopKeyFigure").contains("97.0"));
    QVERIFY(find<FoldedSection>("levelSection_Q8_0")->setting().contains("KL 0.0200"));
    QVERIFY(find<QLabel>("measureNoteLabel")->text().contains("64 window(s) of 512 tokens of some.txt in 2:08"));
    QVERIFY(find<QPushButton>("measurePushButton")->isVisible());
}

void TestMeasuring::showsProgressAndFiguresSoFar()
{
    startHeld();
    QTRY_COMPARE(find<QLabel>("measureWindowsLabel")->text(), QString("16 of 64 windows done"));
    QCOMPARE(find<QLabel>("measureLayersLabel")->text(), QString("Layer 0 of 4, Q8_0"));
    QVERIFY(find<QLabel>("measureTimeLabel")->text().startsWith("about 2 min left"));
    QStringList texts;
    for (const QLabel *label : find<QWidget>("measurePanel")->findChildren<QLabel *>())
        if (label->isVisible())
            texts << label->text();
    QVERIFY(texts.contains("7.600 ± 0.050"));
    QVERIFY(texts.contains("0.0100 ± 0.0010"));
    QVERIFY(!find<QPushButton>("measurePushButton")->isVisible());
    m_state->measureReleased = true;
    QTRY_VERIFY(!m_window->measuring()->busy());
}

void TestMeasuring::pausesAndStops()
{
    startHeld();
    auto *pause = find<QPushButton>("measurePausePushButton");
    pause->click();
    QTRY_COMPARE(find<QLabel>("measureStateLabel")->text(), QString("Paused"));
    QCOMPARE(pause->text(), QString("Resume"));
    pause->click();
    QCOMPARE(m_window->measuring()->state(), MeasureState::Running);
    find<QPushButton>("measureStopPushButton")->click();
    QTRY_COMPARE(m_window->measuring()->state(), MeasureState::Stopped);
    QVERIFY(find<KeyFigure>("klKeyFigure")); // what was measured so far stays
    QVERIFY(find<QLabel>("measureNoteLabel")->text().contains("stopped before the end"));
}

void TestMeasuring::saysWhatWentWrong()
{
    makeLevels();
    m_state->measureMode = RunMode::Failing;
    find<QPushButton>("measurePushButton")->click();
    auto *card = find<QWidget>("measureFailureCard");
    QTRY_VERIFY(card->isVisible());
    QVERIFY(card->findChild<QLabel *>("failureMessageLabel")->text().contains("100 tokens"));
    m_state->measureMode = RunMode::Instant;
    find<QPushButton>("measurePushButton")->click();
    QVERIFY(!card->isVisible());
    QTRY_VERIFY(find<KeyFigure>("klKeyFigure"));
}

void TestMeasuring::aFailureStaysWithItsRequest()
{
    makeLevels();
    m_state->measureMode = RunMode::Failing;
    find<QPushButton>("measurePushButton")->click();
    auto *card = find<QWidget>("measureFailureCard");
    QTRY_VERIFY(card->isVisible());
    find<QPushButton>("comparePushButton")->click();
    QVERIFY(m_window->comparePage()->isVisible());
    QVERIFY(!m_window->comparePage()->findChild<QWidget *>("measureFailureCard")->isVisible()); // not asked there
    m_window->showTab(MainWindow::RunTab);
    QVERIFY(card->isVisible());
    auto *context = find<QComboBox>("measureContextComboBox");
    context->setCurrentIndex(context->findData(256));
    emit context->activated(context->currentIndex());
    QVERIFY(!card->isVisible()); // it is about another form
}

void TestMeasuring::callsTheTextOfSnugByItsName()
{
    Settings settings(m_folder->filePath("other.ini"));
    MeasureController controller(fakeEngine(m_state));
    MeasurePanel panel(&controller, &settings);
    panel.setSampleText("/share/heldout.txt");
    QCOMPARE(panel.textTitle("/share/heldout.txt"), QString("English novels (comes with Snug)"));
    QCOMPARE(panel.textTitle("/texts/some.txt"), QString("some.txt"));
    panel.setSubject([] {
        MeasureRequest request;
        request.spec.models = {"/m/a.gguf"};
        return request;
    });
    panel.measure();
    QTRY_COMPARE(controller.state(), MeasureState::Succeeded);
    const auto *note = panel.findChild<QLabel *>("measureNoteLabel");
    QVERIFY2(note->text().contains("English novels (comes with Snug)"), qPrintable(note->text()));
    const QString said = note->text();
    MeasureRequest prompt; // answers to a prompt change nothing of it
    prompt.titles = QStringList{"a"};
    prompt.sideBySide = CompareSpec();
    prompt.sideBySide->models = {"/m/a.gguf", "/m/b.gguf"};
    prompt.sideBySide->prompt = "x";
    controller.start(prompt);
    QTRY_COMPARE(controller.state(), MeasureState::Succeeded);
    QCOMPARE(note->text(), said);
}

void TestMeasuring::remembersTextAndSize()
{
    makeLevels();
    auto *context = find<QComboBox>("measureContextComboBox");
    context->setCurrentIndex(context->findData(2048));
    emit context->activated(context->currentIndex());
    QCOMPARE(m_settings->measureContext(), 2048);
    QCOMPARE(m_settings->measureWindows(), 32);
    for (int i = 0; i < 6; ++i)
        m_settings->setMeasureText(QString("/texts/%1.txt").arg(i));
    QCOMPARE(m_settings->measureTexts().size(), Settings::kMostTexts);
    QCOMPARE(m_settings->measureTexts().first(), QString("/texts/5.txt"));
    makeLevels(); // a new result
    QCOMPARE(find<QComboBox>("measureTextComboBox")->currentText(), QString("5.txt"));
    QCOMPARE(find<QComboBox>("measureContextComboBox")->currentData().toInt(), 2048);
}

void TestMeasuring::wantsATextFirst()
{
    Settings empty(m_folder->filePath("empty.ini"));
    MeasurePanel panel(m_window->measuring(), &empty);
    auto *start = panel.findChild<QPushButton *>("measurePushButton");
    QVERIFY(!start->isEnabled());
    QCOMPARE(panel.findChild<QLabel *>("measureNoteLabel")->text(), QString("Choose a text."));
    panel.setSampleText("/share/heldout.txt");
    QVERIFY(start->isEnabled());
    QVERIFY(panel.findChild<QLabel *>("measureNoteLabel")->text().isEmpty());
}

void TestMeasuring::saysWhyItCannot()
{
    makeLevels();
    m_window->runPage()->result()->setMeasureHindrance("A job is running.");
    QVERIFY(!find<QPushButton>("measurePushButton")->isEnabled());
    QCOMPARE(find<QLabel>("measureNoteLabel")->text(), QString("A job is running."));
    m_window->runPage()->result()->setMeasureHindrance({});
    QVERIFY(find<QPushButton>("measurePushButton")->isEnabled());
}

void TestMeasuring::asksBeforeClosing()
{
    startHeld();
    m_window->close();
    QVERIFY(m_window->isVisible());
    auto *question = m_window->findChild<QMessageBox *>("closeMessageBox");
    QVERIFY(question);
    QVERIFY(question->text().contains("measurement"));
    for (QAbstractButton *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QTRY_VERIFY(!m_window->isVisible());
    QCOMPARE(m_window->measuring()->state(), MeasureState::Stopped);
}

void TestMeasuring::saysFigures_data()
{
    QTest::addColumn<QString>("said");
    QTest::addColumn<QString>("expected");
    QTest::newRow("error") << withError(7.5561, 0.0312, 3) << "7.556 ± 0.031";
    QTest::newRow("two digits of a small error") << withError(0.0000612, 0.0000021, 5) << "0.0000612 ± 0.0000021";
    QTest::newRow("two digits of a large error") << withError(25.9181, 0.703, 3) << "25.92 ± 0.70";
    QTest::newRow("no error") << withError(7.5561, 0, 3) << "7.556";
    QTest::newRow("error unknown") << withError(7.5561, MeasuredFigures::kUnknown, 3) << "7.556";
    QTest::newRow("share") << sharePercent(0.918) << "91.8 %";
    QTest::newRow("more") << changeText(0.013) << "+1.3 %";
    QTest::newRow("less") << changeText(-0.002) << "−0.2 %";
    QTest::newRow("the same") << changeText(-0.0001) << "0.0 %";
    QTest::newRow("much more") << changeText(2.5) << "+250 %";
}

void TestMeasuring::saysFigures()
{
    QFETCH(QString, said);
    QFETCH(QString, expected);
    QCOMPARE(said, expected);
}

SNUG_UI_TEST_MAIN(TestMeasuring)
#include "tst_measuring.moc"
