// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Quantize page against a made-up engine: ticks, settings, remedies, failures, the button.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/failurecard.h"
#include "ui/pages/levelview.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/limitslider.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestQuantizePage : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void showsTheModel();
    void ticksTheRecommendedLevelAtFirst();
    void ticksWhatWasTickedLastTime();
    void tellsWhatWillBeMade();
    void needsATick();
    void ticksByMouseAndKeyboard();
    void startsTheTickedLevels();
    void asksBeforeReplacingFiles();
    void copiesTheCommand();
    void remedyButtonSetsTheSetting();
    void showsAFailureWithItsCause();
    void requantizesOnRequest();
    void limitMovesThePlan();
    void layersSayWhatLevelsDo();
    void overridesReachTheJob();
    void outputFolderAndName();
    void hidesVramWithoutGpu();
    void waitsWhileAJobRuns();
    void staysInsideNarrowWindows();

private:
    template <class T> T *find(const char *name) const { return m_page->findChild<T *>(QLatin1String(name)); }
    QString text(const char *label) const { return find<QLabel>(label)->text(); }
    void open()
    {
        m_page->setModel("/hub/qwen", {});
        QTRY_VERIFY(m_page->levels()->rowCount() > 0 && find<QPushButton>("startPushButton")->isEnabled());
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<QuantizePage> m_page;
};

void TestQuantizePage::init()
{
    m_state = std::make_shared<FakeState>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_page = std::make_unique<QuantizePage>(m_controller.get(), m_settings.get());
    m_page->resize(1028, 700);
    m_page->show();
}

void TestQuantizePage::cleanup()
{
    m_page.reset();
    m_controller.reset();
}

void TestQuantizePage::showsTheModel()
{
    open();
    QCOMPARE(text("modelNameLabel"), QString("Fake-7B"));
    const QString facts = text("modelFactsLabel");
    for (const char *fact : {"Llama", "7.62 B parameters", "BF16", "14.19", "28 / 4 heads", "context 32,768"})
        QVERIFY2(facts.contains(QLatin1String(fact)), qPrintable(facts));
    m_page->setNarrow(true);
    QVERIFY(!text("modelFactsLabel").contains("heads"));
}

void TestQuantizePage::ticksTheRecommendedLevelAtFirst()
{
    open();
    QCOMPARE(m_page->levels()->ticked(), QStringList{"Q4_K_M"});
    QVERIFY(!m_settings->tickedLevels("gguf", {})); // the user has not ticked anything
}

void TestQuantizePage::ticksWhatWasTickedLastTime()
{
    m_settings->setTickedLevels({"Q3_K_M", "Q8_0"}, "gguf", {});
    open();
    QCOMPARE(m_page->levels()->ticked(), (QStringList{"Q3_K_M", "Q8_0"}));
}

void TestQuantizePage::tellsWhatWillBeMade()
{
    m_settings->setTickedLevels({"Q4_K_M", "Q5_K_M"}, "gguf", {});
    open();
    QTRY_VERIFY(text("summaryLabel").contains("9.4 GiB to write"));
    QVERIFY(text("summaryNoteLabel").contains("about 4 min"));
}

void TestQuantizePage::needsATick()
{
    open();
    m_page->levels()->setTicked({});
    QVERIFY(!find<QPushButton>("startPushButton")->isEnabled());
    QVERIFY(!find<QPushButton>("copyCommandPushButton")->isEnabled());
    QCOMPARE(text("summaryLabel"), QString("No level ticked"));
    QCOMPARE(m_settings->tickedLevels("gguf", {}).value_or(QStringList{"x"}), QStringList());
}

void TestQuantizePage::ticksByMouseAndKeyboard()
{
    open();
    auto *view = find<LevelView>("levelTableView");
    const QModelIndex first = m_page->levels()->index(0, 0);
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(first).center());
    QCOMPARE(first.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(first).center());
    QCOMPARE(first.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    view->setFocus();
    view->setCurrentIndex(first);
    QTest::keyClick(view, Qt::Key_Down);
    QTest::keyClick(view, Qt::Key_Space);
    QCOMPARE(m_page->levels()->index(1, 0).data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    // Below Q6_K lies its remedy, which arrows pass over.
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(view, Qt::Key_Down);
    QCOMPARE(view->currentIndex().data().toString(), QString("Q8_0"));
}

void TestQuantizePage::startsTheTickedLevels()
{
    open();
    QSignalSpy started(m_page.get(), &QuantizePage::startRequested);
    QTest::mouseClick(find<QPushButton>("startPushButton"), Qt::LeftButton);
    QCOMPARE(started.count(), 1);
    const JobSpec spec = started.at(0).at(0).value<JobSpec>();
    QCOMPARE(spec.model, std::string("/hub/qwen"));
    QCOMPARE(spec.levels, std::vector<std::string>{"Q4_K_M"});
    QVERIFY(!spec.overwrite);
}

void TestQuantizePage::asksBeforeReplacingFiles()
{
    QFile file(m_folder->filePath("there.gguf"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    m_state->existing = file.fileName().toStdString();
    open();
    QVERIFY(text("summaryNoteLabel").contains("replaces"));
    QSignalSpy started(m_page.get(), &QuantizePage::startRequested);
    m_page->start();
    QCOMPARE(started.count(), 0);
    auto *question = find<QMessageBox>("overwriteMessageBox");
    QVERIFY(question);
    for (QAbstractButton *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QCOMPARE(started.count(), 1);
    QVERIFY(started.at(0).at(0).value<JobSpec>().overwrite);
}

void TestQuantizePage::copiesTheCommand()
{
    open();
    find<QPushButton>("copyCommandPushButton")->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(toCommandLine(m_page->spec())));
}

void TestQuantizePage::remedyButtonSetsTheSetting()
{
    open();
    auto *button = find<QPushButton>("remedyPushButton");
    QVERIFY(button);
    QCOMPARE(button->text(), QString("Use one thread"));
    button->click();
    QTRY_VERIFY(!find<QPushButton>("remedyPushButton"));
    QCOMPARE(m_page->spec().threads, 1);
}

void TestQuantizePage::showsAFailureWithItsCause()
{
    m_state->planFails = true;
    m_page->setModel("/hub/qwen", {});
    auto *card = find<FailureCard>("failureCard");
    auto *message = card->findChild<QLabel *>("failureMessageLabel");
    QTRY_VERIFY(message->isVisible());
    QVERIFY(message->text().contains("12 bytes found, 24 expected"));
    QVERIFY(!find<QPushButton>("requantizePushButton")->isVisible());
    card->copyDetails();
    QVERIFY(QGuiApplication::clipboard()->text().contains("code: bad_input"));
    QVERIFY(!find<QPushButton>("startPushButton")->isEnabled());
}

void TestQuantizePage::requantizesOnRequest()
{
    m_state->quantized = true;
    m_page->setModel("/hub/qwen", {});
    auto *button = find<QPushButton>("requantizePushButton");
    QTRY_VERIFY(button->isVisible());
    button->click();
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    QVERIFY(m_page->spec().allowRequantize);
}

void TestQuantizePage::limitMovesThePlan()
{
    open();
    m_page->section("memorySection")->setExpanded(true);
    auto *slider = find<LimitSlider>("ramLimitSlider");
    QVERIFY(slider);
    QVERIFY(m_page->section("memorySection")->setting().contains("up to what is free"));
    QSignalSpy answers(m_controller.get(), &JobController::planReady);
    emit slider->limitChanged(4ull << 30);
    QCOMPARE(m_page->spec().ramLimitBytes.value_or(0), std::uint64_t(4) << 30);
    QTRY_VERIFY(answers.count() > 0);
    QCOMPARE(m_settings->ramLimitBytes().value_or(0), std::uint64_t(4) << 30);
    QVERIFY(m_page->section("memorySection")->setting().contains("4.0"));
    find<QPushButton>("allFreePushButton")->click();
    QVERIFY(!m_page->spec().ramLimitBytes);
}

void TestQuantizePage::layersSayWhatLevelsDo()
{
    open();
    QCOMPARE(m_page->section("layersSection")->setting(),
             QString("As each level says, output head Q6_K, no overrides"));
    QString all;
    for (const QLabel *label : find<QWidget>("levelSharesWidget")->findChildren<QLabel *>())
        all += label->text() + ' ';
    QVERIFY2(all.contains("Q4_K") && all.contains('%'), qPrintable(all));
}

void TestQuantizePage::overridesReachTheJob()
{
    open();
    auto *head = find<QComboBox>("headComboBox");
    head->setCurrentIndex(head->findData("Q8_0"));
    find<QCheckBox>("pureCheckBox")->setChecked(true);
    QCOMPARE(m_page->spec().outputTensorType, std::string("Q8_0"));
    QVERIFY(m_page->spec().pure);
    head->setCurrentIndex(head->findData("leave"));
    QVERIFY(m_page->spec().leaveOutputTensor);
    QVERIFY(m_page->spec().outputTensorType.empty());
    m_page->setModel("/hub/llama", {});
    QVERIFY(!m_page->spec().pure); // choices belong to a model
}

void TestQuantizePage::outputFolderAndName()
{
    open();
    QVERIFY(m_page->section("outputSection")->setting().contains("/models/Fake-7B-GGUF"));
    QVERIFY(m_page->section("outputSection")->setting().contains("211"));
    QVERIFY(m_page->spec().output.empty());
    auto *folder = find<QLineEdit>("outputFolderLineEdit");
    auto *name = find<QLineEdit>("outputNameLineEdit");
    folder->setText("~/here");
    QCOMPARE(QString::fromStdString(m_page->spec().output), QDir::homePath() + "/here/");
    name->setText("mine.gguf");
    QCOMPARE(QString::fromStdString(m_page->spec().output), QDir::homePath() + "/here/mine.gguf");
    m_page->levels()->setTicked({"Q4_K_M", "Q8_0"});
    QCOMPARE(QString::fromStdString(m_page->spec().output),
             QDir::homePath() + "/here/"); // one name for two files will not do
}

void TestQuantizePage::hidesVramWithoutGpu()
{
    open();
    auto *view = find<LevelView>("levelTableView");
    QVERIFY(view->isColumnHidden(LevelTableModel::VramColumn));
    m_state->withGpu = true;
    m_page->refresh();
    QTRY_VERIFY(!view->isColumnHidden(LevelTableModel::VramColumn));
}

void TestQuantizePage::waitsWhileAJobRuns()
{
    open();
    m_state->mode = RunMode::Held;
    m_controller->start(m_page->spec());
    QVERIFY(!find<QPushButton>("startPushButton")->isEnabled());
    QCOMPARE(text("summaryNoteLabel"), QString("Another job is running."));
    m_controller->cancel();
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
}

void TestQuantizePage::staysInsideNarrowWindows()
{
    open();
    m_page->setNarrow(true);
    m_page->resize(756, 540);
    QCoreApplication::processEvents();
    auto *view = find<LevelView>("levelTableView");
    int width = 0;
    for (int column = 0; column < LevelTableModel::ColumnCount; ++column)
        width += view->columnWidth(column);
    QVERIFY2(width <= view->viewport()->width(),
             qPrintable(QString("%1 > %2").arg(width).arg(view->viewport()->width())));
    auto *start = find<QPushButton>("startPushButton");
    QVERIFY(m_page->rect().contains(QRect(start->mapTo(m_page.get(), QPoint()), start->size())));
}

SNUG_UI_TEST_MAIN(TestQuantizePage)
#include "tst_quantizepage.moc"
