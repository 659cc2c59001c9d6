// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The window as a person uses it: pick, filter, drop, run, close.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/bridge/imatrixcontroller.h"
#include "ui/main/mainwindow.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/meterbar.h"
#include "ui/widgets/tabstrip.h"

#include <QDropEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QMessageBox>
#include <QMimeData>
#include <QPushButton>
#include <QTemporaryDir>
#include <QUrl>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestMainWindow : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void startsEmpty();
    void listsModelsAndPicksOne();
    void doesNotPickWhatCannotBeUsed();
    void filtersTheList();
    void runsFromPressToResult();
    void takesDroppedModels();
    void takesDroppedFolders();
    void showsProgressInTheTab();
    void asksOnceBeforeClosing();
    void oneAfterTheOther();
    void askingToCloseKeepsWhatWasMade();
    void closesAtOnceWhenIdle();
    void remembersItsSize();
    void narrowsItself();
    void everyControlHasAName();

private:
    /// An importance matrix, up to its sixteenth window.
    void makeHeld()
    {
        ImatrixSpec spec;
        spec.model = "/hub/qwen";
        m_state->makeMode = RunMode::Held;
        m_window->making()->start(spec);
        QTRY_COMPARE(m_window->making()->snapshot().partsDone, std::uint64_t(16));
    }
    template <class T> T *find(const char *name) const { return m_window->findChild<T *>(QLatin1String(name)); }
    void show()
    {
        m_window->show();
        m_window->lookForModels();
        QTRY_VERIFY(find<QListView>("modelListView")->model()->rowCount() > 0);
    }
    void pick(int row)
    {
        auto *list = find<QListView>("modelListView");
        QTest::mouseClick(list->viewport(), Qt::LeftButton, {},
                          list->visualRect(list->model()->index(row, 0)).center());
    }
    void drop(const QString &path)
    {
        QMimeData data;
        data.setUrls({QUrl::fromLocalFile(path)});
        QDragEnterEvent enter({400, 400}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &enter);
        QVERIFY(enter.isAccepted());
        QDropEvent event({400, 400}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(m_window.get(), &event);
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<MainWindow> m_window;
};

void TestMainWindow::init()
{
    m_state = std::make_shared<FakeState>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_window = std::make_unique<MainWindow>(m_controller.get(), m_settings.get());
}

void TestMainWindow::cleanup()
{
    m_window.reset();
    m_controller.reset();
}

void TestMainWindow::startsEmpty()
{
    m_window->show();
    QVERIFY(find<QPushButton>("choosePushButton")->isVisible());
    QTRY_COMPARE(find<MeterBar>("ramMeter")->values().totalBytes, std::uint64_t(16) << 30);
    QCOMPARE(find<MeterBar>("ramMeter")->values().oursBytes, (std::uint64_t(1) << 30) / 10);
}

void TestMainWindow::listsModelsAndPicksOne()
{
    show();
    pick(1);
    QTRY_COMPARE(find<QLabel>("modelNameLabel")->text(), QString("Fake-7B"));
    QVERIFY(find<QLabel>("modelNameLabel")->isVisible());
    QVERIFY(!find<QPushButton>("choosePushButton")->isVisible());
    QCOMPARE(m_window->quantizePage()->modelPath(), QString("/hub/qwen"));
    QTRY_COMPARE(m_settings->recentModels(), QStringList{"/hub/qwen"});
}

void TestMainWindow::doesNotPickWhatCannotBeUsed()
{
    show();
    pick(4);
    QVERIFY(m_window->quantizePage()->modelPath().isEmpty());
}

void TestMainWindow::filtersTheList()
{
    show();
    QTest::keySequence(m_window.get(), QKeySequence::Find);
    auto *filter = find<QLineEdit>("filterLineEdit");
    QTest::keyClicks(filter, "llama");
    QCOMPARE(find<QListView>("modelListView")->model()->rowCount(), 2);
    QTest::keyClicks(filter, "zzz");
    QVERIFY(find<QLabel>("noModelsLabel")->isVisible());
}

void TestMainWindow::runsFromPressToResult()
{
    show();
    pick(1);
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    find<QPushButton>("startPushButton")->click();
    QCOMPARE(find<TabStrip>("pageTabStrip")->currentIndex(), int(MainWindow::RunTab));
    QTRY_VERIFY(find<QWidget>("resultPage")->isVisible());
    QCOMPARE(m_state->runSpecs.front().levels, std::vector<std::string>{"Q4_K_M"});
}

void TestMainWindow::takesDroppedModels()
{
    QFile file(m_folder->filePath("some.gguf"));
    QVERIFY(file.open(QIODevice::WriteOnly));
    show();
    drop(file.fileName());
    QTRY_COMPARE(m_window->quantizePage()->modelPath(), file.fileName());
    QVERIFY(m_settings->folders().isEmpty());
}

void TestMainWindow::takesDroppedFolders()
{
    show();
    drop(m_folder->path());
    QTRY_COMPARE(m_settings->folders(), QStringList{m_folder->path()});
    QVERIFY(m_window->quantizePage()->modelPath().isEmpty());
}

void TestMainWindow::showsProgressInTheTab()
{
    show();
    m_state->mode = RunMode::Held;
    pick(1);
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    m_window->quantizePage()->start();
    auto *tabs = find<TabStrip>("pageTabStrip");
    QTRY_VERIFY(tabs->pill(MainWindow::RunTab).contains('%'));
    m_controller->cancel();
    QTRY_VERIFY(tabs->pill(MainWindow::RunTab).isEmpty());
}

void TestMainWindow::asksOnceBeforeClosing()
{
    show();
    m_state->mode = RunMode::Held;
    JobSpec spec;
    spec.levels = {"Q4_K_M"};
    m_controller->start(spec);
    QTRY_COMPARE(m_state->runCount.load(), 1);
    m_window->close();
    QVERIFY(m_window->isVisible());
    m_window->close();
    QCOMPARE(m_window->findChildren<QMessageBox *>("closeMessageBox").size(), 1);
    auto *question = find<QMessageBox>("closeMessageBox");
    for (QAbstractButton *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QTRY_VERIFY(!m_window->isVisible());
    QVERIFY(m_state->runEnded);
}

void TestMainWindow::oneAfterTheOther()
{
    show();
    m_window->compareModel("/hub/qwen");
    m_window->openModel("/hub/qwen");
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    makeHeld();
    QVERIFY(!find<QPushButton>("startPushButton")->isEnabled());
    auto *panel = m_window->comparePage()->findChild<QWidget *>("measurePanel");
    QVERIFY(panel->findChild<QLabel *>("measureNoteLabel")->text().contains("matrix is being made"));
    QVERIFY(!panel->findChild<QPushButton *>("measurePushButton")->isEnabled());
    m_state->makeReleased = true;
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    QVERIFY(!panel->findChild<QLabel *>("measureNoteLabel")->text().contains("matrix is being made"));
}

void TestMainWindow::askingToCloseKeepsWhatWasMade()
{
    show();
    makeHeld();
    m_window->close();
    QVERIFY(m_window->isVisible());
    auto *question = find<QMessageBox>("closeMessageBox");
    QVERIFY(question->informativeText().contains("is kept"));
    for (QAbstractButton *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QTRY_VERIFY(!m_window->isVisible());
    QCOMPARE(m_state->windowsKept.load(), std::uint64_t(16));
}

void TestMainWindow::closesAtOnceWhenIdle()
{
    show();
    m_window->close();
    QVERIFY(!m_window->isVisible());
    QVERIFY(m_window->findChildren<QMessageBox *>().isEmpty());
}

void TestMainWindow::remembersItsSize()
{
    show();
    m_window->resize(1111, 777);
    m_window->close();
    MainWindow again(m_controller.get(), m_settings.get());
    QCOMPARE(again.size(), QSize(1111, 777));
}

void TestMainWindow::narrowsItself()
{
    show();
    m_window->resize(1280, 800);
    QCoreApplication::processEvents();
    auto *list = find<QListView>("modelListView");
    const int wide = list->width();
    m_window->resize(960, 640);
    QCoreApplication::processEvents();
    QVERIFY(list->width() < wide);
    QCOMPARE(m_window->size(), QSize(960, 640)); // nothing inside asks for more
}

void TestMainWindow::everyControlHasAName()
{
    show();
    pick(1);
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    for (const QAbstractButton *button : m_window->findChildren<QAbstractButton *>()) {
        const bool ownedByQt = !button->objectName().isEmpty() && button->objectName().startsWith("qt_");
        const QString name = button->accessibleName() + button->text() + button->toolTip();
        if (!ownedByQt && qstrcmp(button->metaObject()->className(), "QTableCornerButton") != 0 &&
            qstrcmp(button->metaObject()->className(), "QLineEditIconButton") != 0)
            QVERIFY2(!name.isEmpty(),
                     qPrintable(button->metaObject()->className() + QString(" ") + button->objectName()));
    }
    for (const char *name :
         {"levelTableView", "modelListView", "filterLineEdit", "outputFolderLineEdit", "headComboBox"})
        QVERIFY2(!find<QWidget>(name)->accessibleName().isEmpty(), name);
}

SNUG_UI_TEST_MAIN(TestMainWindow)
#include "tst_mainwindow.moc"
