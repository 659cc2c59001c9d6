// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// "Make one now" on the Quantize page: where it is offered, what the dialog says, and that the plan takes what was
// made.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/faultlabel.h"
#include "ui/pages/imatrixdialog.h"
#include "ui/pages/importancesection.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QTemporaryDir>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestQuantizeImatrix : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void offersOneWhereALevelNeedsIt();
    void offersNoneWhereTheModelCannotBeComputed();
    void dialogTellsWhatItTakes();
    void dialogTellsWhatWillNotDo();
    void dialogOffersWhatIsThere();
    void dialogGoesOnFromAnEarlierRun();
    void dialogWaitsForOtherWork();
    void planTakesWhatWasMade();
    void showsHowFarItIs();
    void stopsAndGoesOn();
    void saysWhyItFailed();
    void leavesAnotherModelAlone();
    void remembersTheText();

private:
    template <class T> T *find(const char *name) const { return m_page->findChild<T *>(QLatin1String(name)); }
    QString text(const char *label) const { return find<QLabel>(label)->text(); }
    QString fault(const char *name) const { return find<FaultLabel>(name)->text(); }
    bool shown(const char *name) const { return find<QWidget>(name)->isVisibleTo(m_page.get()); }
    bool canStart() const { return find<QPushButton>("startPushButton")->isEnabled(); }
    void open(const QString &model = "/hub/qwen")
    {
        m_settings->setTickedLevels({"Q4_K_M", "IQ2_XS"}, "gguf", {});
        m_page->setModel(model, {});
        QTRY_VERIFY(m_page->levels()->rowCount() > 0 && canStart());
    }
    ImatrixDialog *ask()
    {
        m_page->askToMake();
        return find<ImatrixDialog>("imatrixDialog");
    }
    bool ready() const { return find<QPushButton>("imatrixMakePushButton")->isEnabled(); }
    void makeHeld()
    {
        m_state->makeMode = RunMode::Held;
        QVERIFY(ask());
        QTRY_VERIFY(ready());
        find<QPushButton>("imatrixMakePushButton")->click();
        QTRY_COMPARE(m_making->snapshot().partsDone, std::uint64_t(16));
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<ImatrixController> m_making;
    std::unique_ptr<QuantizePage> m_page;
};

void TestQuantizeImatrix::init()
{
    m_state = std::make_shared<FakeState>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_making = std::make_unique<ImatrixController>(fakeEngine(m_state));
    m_page = std::make_unique<QuantizePage>(m_controller.get(), m_settings.get());
    m_page->setMaking(m_making.get(), "/sample/heldout.txt");
    m_page->resize(1028, 700);
    m_page->show();
}

void TestQuantizeImatrix::cleanup()
{
    m_state->makeReleased = true;
    m_page.reset();
    m_making.reset();
    m_controller.reset();
}

void TestQuantizeImatrix::offersOneWhereALevelNeedsIt()
{
    open();
    QTRY_VERIFY(find<QPushButton>("makeImportancePushButton"));
    const auto buttons = m_page->findChildren<QPushButton *>("makeImportancePushButton");
    QCOMPARE(buttons.size(), 1); // Q6_K does not fit for another reason
    m_page->section("calibrationSection")->setExpanded(true);
    QVERIFY(shown("makeImportanceSectionPushButton"));
    buttons.front()->click();
    QTRY_VERIFY(find<ImatrixDialog>("imatrixDialog"));
    find<QPushButton>("imatrixCancelPushButton")->click();
    m_page->setImportance("/m/right.dat");
    QTRY_VERIFY(!find<QPushButton>("makeImportancePushButton")); // no level waits any more
    QVERIFY(!shown("makeImportanceSectionPushButton"));
}

void TestQuantizeImatrix::offersNoneWhereTheModelCannotBeComputed()
{
    m_state->notComputable = true;
    open();
    QTRY_VERIFY(text("importanceInfoLabel").contains("cannot be computed yet"));
    QVERIFY(!find<QPushButton>("makeImportancePushButton"));
    m_page->section("calibrationSection")->setExpanded(true);
    QVERIFY(!shown("makeImportanceSectionPushButton"));
}

void TestQuantizeImatrix::dialogTellsWhatItTakes()
{
    open();
    ImatrixDialog *dialog = ask();
    QVERIFY(dialog);
    QVERIFY(!ready()); // before anything is known
    QTRY_VERIFY(ready());
    const QString takes = text("imatrixTakesLabel");
    for (const char *part : {"64 window", "512 tokens", "3.00", "of RAM"})
        QVERIFY2(takes.contains(QLatin1String(part)), qPrintable(takes));
    const ImatrixSpec spec = dialog->spec();
    QCOMPARE(spec.model, std::string("/hub/qwen"));
    QCOMPARE(spec.text, std::string("/sample/heldout.txt"));
    QVERIFY2(spec.output.ends_with("/Fake-7B.imatrix.gguf"), spec.output.c_str());
    QCOMPARE(spec.samples, std::optional<std::uint64_t>(128));
    auto *windows = find<QComboBox>("imatrixWindowsComboBox");
    windows->setCurrentIndex(windows->count() - 1);
    QVERIFY(!dialog->spec().samples); // the whole text
}

void TestQuantizeImatrix::dialogTellsWhatWillNotDo()
{
    open();
    ImatrixDialog *dialog = ask();
    QTRY_VERIFY(ready());
    find<QLineEdit>("imatrixPathLineEdit")->setText("/blocked/x.gguf");
    QVERIFY(!ready());
    QTRY_VERIFY(fault("imatrixFaultLabel").contains("is not a folder"));
    QVERIFY(!ready());
    find<QLineEdit>("imatrixPathLineEdit")->setText("/m/x.imatrix.gguf");
    QTRY_VERIFY(ready());
    QVERIFY(fault("imatrixFaultLabel").isEmpty());
    auto *texts = find<QComboBox>("imatrixTextComboBox");
    emit texts->activated(texts->count() - 1);
    auto *files = dialog->findChild<QFileDialog *>("imatrixTextFileDialog");
    QVERIFY(files);
    emit files->fileSelected("/m/short.txt");
    QTRY_VERIFY(fault("imatrixFaultLabel").contains("Take a longer text"));
    QVERIFY(!ready());
    find<QLineEdit>("imatrixPathLineEdit")->clear();
    QVERIFY(text("imatrixTakesLabel").contains("Say where"));
}

void TestQuantizeImatrix::dialogOffersWhatIsThere()
{
    open();
    m_state->matrixExists = true;
    QVERIFY(ask());
    QTRY_VERIFY(shown("imatrixUsePushButton"));
    QCOMPARE(find<QPushButton>("imatrixMakePushButton")->text(), QString("Replace it"));
    const QString path = QString::fromStdString(find<ImatrixDialog>("imatrixDialog")->spec().output);
    find<QPushButton>("imatrixUsePushButton")->click();
    QTRY_COMPARE(m_page->spec().imatrix, path.toStdString());
    QVERIFY(m_state->makeSpecs.empty());
}

void TestQuantizeImatrix::dialogGoesOnFromAnEarlierRun()
{
    open();
    m_state->windowsKept = 32;
    QVERIFY(ask());
    QTRY_VERIFY(ready());
    QVERIFY2(text("imatrixNoteLabel").contains("32 window"), qPrintable(text("imatrixNoteLabel")));
    find<QPushButton>("imatrixCancelPushButton")->click();
    QTRY_VERIFY(!find<ImatrixDialog>("imatrixDialog"));
    m_state->foreignResume = true;
    QVERIFY(ask());
    QTRY_VERIFY(ready());
    QVERIFY(text("imatrixNoteLabel").contains("thrown away"));
    find<QPushButton>("imatrixMakePushButton")->click();
    QTRY_VERIFY(m_making->report() && !m_making->busy());
    QVERIFY(m_state->makeSpecs.front().restart);
}

void TestQuantizeImatrix::dialogWaitsForOtherWork()
{
    open();
    m_page->setMakingHindrance("A measurement is running.");
    QVERIFY(ask());
    QTRY_VERIFY(text("imatrixTakesLabel").contains("GiB"));
    QVERIFY(!ready());
    QVERIFY(text("imatrixNoteLabel").contains("A measurement is running."));
    m_page->setMakingHindrance({});
    QVERIFY(ready());
}

void TestQuantizeImatrix::planTakesWhatWasMade()
{
    open();
    QCOMPARE(m_page->levels()->ticked(), QStringList{"Q4_K_M"}); // the other one waits
    QVERIFY(ask());
    QTRY_VERIFY(ready());
    find<QPushButton>("imatrixMakePushButton")->click();
    QTRY_COMPARE(m_page->levels()->ticked(), (QStringList{"IQ2_XS", "Q4_K_M"}));
    QTRY_VERIFY(canStart());
    QCOMPARE(m_page->spec().imatrix, m_state->makeSpecs.front().output);
    QVERIFY(m_page->section("calibrationSection")->setting().contains("Fake-7B.imatrix.gguf, 28 entries"));
}

void TestQuantizeImatrix::showsHowFarItIs()
{
    open();
    makeHeld();
    QVERIFY(m_page->section("calibrationSection")->isExpanded());
    QVERIFY(shown("makingPanel"));
    QCOMPARE(text("makingWindowsLabel"), QString("16 of 64 windows done"));
    QVERIFY(text("makingTimeLabel").contains("900 tokens per second"));
    QCOMPARE(m_page->section("calibrationSection")->setting(), QString("Being made, 25 %"));
    QVERIFY(!canStart()); // one after the other
    QVERIFY(text("summaryNoteLabel").contains("is being made"));
    QTRY_VERIFY(!find<QPushButton>("makeImportancePushButton"));
    m_page->askToMake();
    QVERIFY(!find<ImatrixDialog>("imatrixDialog") || !find<ImatrixDialog>("imatrixDialog")->isVisible());
    find<QPushButton>("makingPausePushButton")->click();
    QTRY_COMPARE(text("makingStateLabel"), QString("Paused"));
    find<QPushButton>("makingPausePushButton")->click();
    m_state->makeReleased = true;
    QTRY_VERIFY(canStart());
    QVERIFY(!shown("makingPanel"));
}

void TestQuantizeImatrix::stopsAndGoesOn()
{
    open();
    makeHeld();
    find<QPushButton>("makingStopPushButton")->click();
    QTRY_VERIFY(shown("makingGoOnPushButton"));
    QVERIFY2(text("makingNoteLabel").contains("16 of 64"), qPrintable(text("makingNoteLabel")));
    QTRY_VERIFY(canStart());
    QVERIFY(m_page->spec().imatrix.empty());
    m_state->makeReleased = true;
    find<QPushButton>("makingGoOnPushButton")->click();
    QTRY_VERIFY(!m_page->spec().imatrix.empty());
    QCOMPARE(m_making->report()->resumedWindows, std::uint64_t(16));
}

void TestQuantizeImatrix::saysWhyItFailed()
{
    open();
    m_state->makeMode = RunMode::Failing;
    QVERIFY(ask());
    QTRY_VERIFY(ready());
    find<QPushButton>("imatrixMakePushButton")->click();
    QTRY_VERIFY(fault("makingFaultLabel").contains("The disk is full"));
    QVERIFY(shown("makingFaultLabel"));
    QVERIFY(!shown("makingGoOnPushButton"));
    QVERIFY(m_page->spec().imatrix.empty());
    QVERIFY(shown("makeImportanceSectionPushButton"));
}

void TestQuantizeImatrix::leavesAnotherModelAlone()
{
    open();
    makeHeld();
    m_page->setModel("/hub/llama", {});
    QTRY_VERIFY(text("makingStateLabel").contains("of qwen"));
    m_state->makeReleased = true;
    QTRY_VERIFY(!m_making->busy());
    QTRY_VERIFY(canStart());
    QVERIFY(m_page->spec().imatrix.empty());
    QVERIFY(!shown("makingPanel"));
    open(); // the first one again
    QCOMPARE(m_page->spec().imatrix, m_state->makeSpecs.front().output);
}

void TestQuantizeImatrix::remembersTheText()
{
    open();
    m_settings->setImatrixSource("/m/mine.txt", 32);
    ImatrixDialog *dialog = ask();
    QCOMPARE(dialog->spec().text, std::string("/m/mine.txt"));
    QCOMPARE(dialog->spec().samples, std::optional<std::uint64_t>(32));
    QTRY_VERIFY(ready());
    QVERIFY(!text("imatrixNoteLabel").contains("same text")); // that is said of the one to measure on
}

SNUG_UI_TEST_MAIN(TestQuantizeImatrix)
#include "tst_quantizeimatrix.moc"
