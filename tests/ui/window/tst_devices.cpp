// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where work runs: the menu in the strip, what is remembered of it, what becomes of a device that is gone, the cards'
// meters and limits.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/bridge/devicewords.h"
#include "ui/main/devicebox.h"
#include "ui/main/devicestrip.h"
#include "ui/main/mainwindow.h"
#include "ui/models/devicechoice.h"
#include "ui/models/devicelistmodel.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/limitslider.h"
#include "ui/widgets/meterbar.h"

#include <QAbstractItemModelTester>
#include <QAbstractItemView>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QWheelEvent>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestDevices : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void namesDevices();
    void listsWhatThereIsAndWhatNot();
    void listsNothingBeforeALook();
    void keepsTheRowsWhenMemoryMoves();
    void choosesForTheJob();
    void choosesByKeyboard();
    void remembersTheChoice();
    void fallsBackWhenTheDeviceIsGone();
    void comesBackToADeviceThatReturns();
    void cannotChooseWhatIsNotThere();
    void looksAgainWhenTheMenuOpens();
    void ignoresTheWheel();
    void saysThatBitsMayDiffer();
    void setsALimitForTheCard();
    void limitsNoSoftwareDriverByItself();
    void limitsNoCardThatDoesNotWork();
    void showsAMeterForEachCard();

private:
    template <class T> T *find(const char *name) const { return m_window->findChild<T *>(QLatin1String(name)); }
    DeviceBox *box() const { return m_window->strip()->deviceBox(); }
    QuantizePage *page() const { return m_window->quantizePage(); }
    QString idAt(int row) const { return box()->itemData(row, DeviceListModel::IdRole).toString(); }
    void makeWindow()
    {
        m_controller = std::make_unique<JobController>(fakeEngine(m_state));
        m_window = std::make_unique<MainWindow>(m_controller.get(), m_settings.get());
        m_window->show();
        QTRY_VERIFY(box()->count() > 2);
    }
    void open()
    {
        m_window->openModel("/hub/qwen");
        QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    }
    /// As if the row had been pressed.
    void choose(const QString &id)
    {
        const int row = box()->findData(id, DeviceListModel::IdRole);
        QVERIFY(row >= 0);
        box()->setCurrentIndex(row);
        emit box()->activated(row);
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<MainWindow> m_window;
};

void TestDevices::init()
{
    m_state = std::make_shared<FakeState>();
    m_state->withGpu = true;
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
}

void TestDevices::cleanup()
{
    m_window.reset();
    m_controller.reset();
}

void TestDevices::namesDevices()
{
    const DeviceList list = fakeDevices(true);
    QCOMPARE(deviceTitle(list.devices[0]), QString("Processor"));
    QCOMPARE(deviceTitle(list.devices[1]), QString("GeForce RTX 3050 (CUDA)"));
    QCOMPARE(deviceTitle(list.devices[2]), QString("GeForce RTX 3050 (Vulkan)"));
    QCOMPARE(deviceDetail(list.devices[0]), QString("Fake CPU, 4 usable  ·  instruction set avx2"));
    QCOMPARE(deviceDetail(list.devices[1]).replace(QChar(QChar::Nbsp), ' '),
             QString("5.0 of 6.0 GiB free  ·  driver 555.42"));
    JobReport report;
    QCOMPARE(workedOn(report), QString());
    report.device = "cpu";
    QCOMPARE(workedOn(report), QString("Processor"));
    QCOMPARE(onDevice(report), QString("on the processor"));
    report.device = "cuda:0";
    report.deviceName = "NVIDIA GeForce RTX 3050 Laptop GPU";
    QCOMPARE(workedOn(report), QString("GeForce RTX 3050 (CUDA)"));
    QCOMPARE(onDevice(report), QString("on GeForce RTX 3050 (CUDA)"));
    QCOMPARE(asSentence("no driver"), QString("No driver."));
    QCOMPARE(asSentence("Done."), QString("Done."));
    QCOMPARE(asSentence("is it there?"), QString("Is it there?"));
    QCOMPARE(asSentence(" "), QString());
}

void TestDevices::listsWhatThereIsAndWhatNot()
{
    const DeviceList list = fakeDevices(true);
    DeviceListModel model;
    QAbstractItemModelTester tester(&model);
    model.setDevices(&list);
    QStringList titles;
    for (int row = 0; row < model.rowCount(); ++row)
        titles << model.index(row).data().toString();
    QCOMPARE(titles,
             (QStringList{"Automatic", "Processor", "GeForce RTX 3050 (CUDA)", "GeForce RTX 3050 (Vulkan)",
                          "Not available", "Old card (Vulkan)", "No NVIDIA driver: libcuda.so.1 was not found."}));
    QVERIFY(model.index(0).data(DeviceListModel::DetailRole).toString().contains("Measured when a job starts"));
    QVERIFY(model.index(5).data(DeviceListModel::DetailRole).toString().contains("Vulkan 1.1, 1.2 is needed"));
    for (int row = 0; row < model.rowCount(); ++row)
        QCOMPARE(bool(model.flags(model.index(row)) & Qt::ItemIsEnabled), row < 4);
    QCOMPARE(model.index(6).data(Qt::ToolTipRole).toString(), titles[6]); // the reason, whole
    QCOMPARE(model.rowOf("vulkan:0"), 3);
    QCOMPARE(model.rowOf("cuda:7"), 0);
}

void TestDevices::listsNothingBeforeALook()
{
    DeviceListModel model;
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(!(model.flags(model.index(1)) & Qt::ItemIsEnabled));
    const DeviceChoice choice("cuda:0", "GeForce");
    QCOMPARE(choice.setting().id, QString("auto"));
    QVERIFY(choice.setting().notes.isEmpty());
}

void TestDevices::keepsTheRowsWhenMemoryMoves()
{
    DeviceList list = fakeDevices(true);
    DeviceListModel model;
    model.setDevices(&list);
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    QSignalSpy changed(&model, &QAbstractItemModel::dataChanged);
    model.setDevices(&list);
    QCOMPARE(changed.count(), 0);
    list.devices[1].freeBytes /= 2;
    model.setDevices(&list);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(reset.count(), 0);
    list.devices.pop_back();
    model.setDevices(&list);
    QCOMPARE(reset.count(), 1);
}

void TestDevices::choosesForTheJob()
{
    makeWindow();
    open();
    QCOMPARE(page()->spec().device, std::string("auto"));
    const int plans = m_state->planCount;
    choose("cuda:0");
    QCOMPARE(page()->spec().device, std::string("cuda:0"));
    QTRY_VERIFY(m_state->planCount > plans); // it is planned anew
    QTRY_VERIFY(find<QPushButton>("startPushButton")->isEnabled());
    page()->copyCommand();
    QVERIFY(QGuiApplication::clipboard()->text().contains("--device cuda:0"));
    find<QPushButton>("startPushButton")->click();
    QTRY_VERIFY(m_state->runEnded);
    QCOMPARE(m_state->runSpecs.at(0).device, std::string("cuda:0"));
    m_window->openModel("/hub/llama"); // the choice is the window's, not the model's
    QCOMPARE(page()->spec().device, std::string("cuda:0"));
}

void TestDevices::choosesByKeyboard()
{
    makeWindow();
    QSignalSpy chosen(box(), &DeviceBox::deviceChosen);
    QTest::keyClick(box(), Qt::Key_Down);
    QCOMPARE(chosen.value(0).value(0).toString(), QString("cpu"));
    for (int i = 0; i < 9; ++i)
        QTest::keyClick(box(), Qt::Key_Down);
    QCOMPARE(idAt(box()->currentIndex()), QString("vulkan:0")); // what is below cannot be chosen
    QCOMPARE(page()->spec().device, std::string("vulkan:0"));
}

void TestDevices::remembersTheChoice()
{
    makeWindow();
    choose("cuda:0");
    QCOMPARE(m_settings->device(), QString("cuda:0"));
    m_window.reset();
    makeWindow();
    QVERIFY(m_state->lookedEverywhere);
    QTRY_COMPARE(idAt(box()->currentIndex()), QString("cuda:0"));
    QCOMPARE(page()->spec().device, std::string("cuda:0"));
    QVERIFY(box()->toolTip().contains("GeForce RTX 3050 (CUDA)"));
    choose("auto");
    QCOMPARE(m_settings->device(), QString("auto"));
}

void TestDevices::fallsBackWhenTheDeviceIsGone()
{
    m_settings->setDevice("cuda:0", "GeForce RTX 3050 (CUDA)");
    m_state->cardGone = true;
    makeWindow();
    open();
    QCOMPARE(idAt(box()->currentIndex()), QString("auto"));
    QCOMPARE(page()->spec().device, std::string("auto"));
    auto *note = find<QLabel>("planNotesLabel");
    QTRY_VERIFY(note->isVisible());
    QVERIFY(note->text().contains("GeForce RTX 3050 (CUDA), which was chosen last, is not there now."));
    QCOMPARE(m_settings->device(), QString("cuda:0")); // it may come back
    choose("cpu");
    QVERIFY(!note->isVisible());
    QCOMPARE(page()->spec().device, std::string("cpu"));
}

void TestDevices::comesBackToADeviceThatReturns()
{
    m_settings->setDevice("cuda:0", "GeForce RTX 3050 (CUDA)");
    m_state->cardGone = true;
    makeWindow();
    QCOMPARE(page()->spec().device, std::string("auto"));
    m_state->cardGone = false;
    m_controller->findDevices(true);
    QTRY_COMPARE(page()->spec().device, std::string("cuda:0"));
    QCOMPARE(idAt(box()->currentIndex()), QString("cuda:0"));
}

void TestDevices::cannotChooseWhatIsNotThere()
{
    m_settings->setDevice("vulkan:1", "Old card (Vulkan)"); // is there, but cannot work
    makeWindow();
    QCOMPARE(page()->spec().device, std::string("auto"));
    DeviceChoice choice("", "");
    choice.setDevices(std::make_shared<const DeviceList>(fakeDevices(false)));
    QVERIFY(choice.setting().cards.empty()); // the processor does the work
    QSignalSpy chosen(&choice, &DeviceChoice::chosen);
    choice.choose("cuda:7");
    QCOMPARE(chosen.value(0).value(0).toString(), QString("auto"));
}

void TestDevices::looksAgainWhenTheMenuOpens()
{
    makeWindow();
    const int before = m_state->lookCount;
    QVERIFY(!m_state->lookedEverywhere); // no driver is started before somebody wants to know
    m_state->softwareDriver = true;
    const int rows = box()->count();
    box()->showPopup();
    const int height = box()->view()->window()->height();
    QTRY_VERIFY(box()->count() > rows);
    QVERIFY(box()->view()->window()->height() > height); // the open menu takes the new row in
    QCOMPARE(m_state->lookCount, before + 1);
    QVERIFY(m_state->lookedEverywhere);
    QVERIFY(box()->view()->isVisible());
    const QRect menu(box()->view()->window()->geometry());
    QVERIFY(menu.width() > box()->width());
    QVERIFY(menu.right() <= m_window->geometry().right());
    box()->hidePopup();
}

void TestDevices::ignoresTheWheel()
{
    makeWindow();
    QWheelEvent turn({5, 5}, box()->mapToGlobal(QPoint(5, 5)), {}, {0, -240}, Qt::NoButton, Qt::NoModifier,
                     Qt::NoScrollPhase, false);
    QApplication::sendEvent(box(), &turn);
    QCOMPARE(page()->spec().device, std::string("auto"));
}

void TestDevices::saysThatBitsMayDiffer()
{
    makeWindow();
    open();
    choose("vulkan:0");
    QTRY_VERIFY(find<QLabel>("planNotesLabel")->isVisible());
    QCOMPARE(find<QLabel>("planNotesLabel")->text(),
             QString("GeForce RTX 3050 (Vulkan): May differ in the last bit on this device."));
    QVERIFY(box()->toolTip().contains("may differ in the last bit"));
}

void TestDevices::setsALimitForTheCard()
{
    makeWindow();
    open();
    auto *fold = page()->section("memorySection");
    fold->setExpanded(true);
    auto *slider = find<LimitSlider>("vramLimitSlider");
    QVERIFY(slider->isVisible()); // automatic, and a card could do the work
    QCOMPARE(slider->values().totalBytes, std::uint64_t(6) << 30);
    emit slider->limitChanged(4ull << 30);
    QCOMPARE(page()->spec().vramLimitBytes.value_or(0), std::uint64_t(4) << 30);
    QCOMPARE(m_settings->vramLimitBytes().value_or(0), std::uint64_t(4) << 30);
    QVERIFY(fold->setting().contains("VRAM 4.0"));
    QTRY_COMPARE(find<MeterBar>("gpuMeter")->values().budgetBytes.value_or(0), std::uint64_t(4) << 30);
    auto *all = find<QPushButton>("allFreeVramPushButton");
    QVERIFY(all->isVisible());
    all->click();
    QVERIFY(!page()->spec().vramLimitBytes && !m_settings->vramLimitBytes());
    QVERIFY(!all->isVisible());
}

void TestDevices::limitsNoSoftwareDriverByItself()
{
    m_state->withGpu = false;
    m_state->softwareDriver = true;
    makeWindow();
    open();
    page()->section("memorySection")->setExpanded(true);
    auto *slider = find<LimitSlider>("vramLimitSlider");
    QVERIFY(!slider->isVisible()); // nobody looks at its memory: it is no card
    choose("vulkan:9");
    QVERIFY(slider->isVisible());
    QCOMPARE(slider->values().totalBytes, std::uint64_t(3) << 30);
}

void TestDevices::limitsNoCardThatDoesNotWork()
{
    m_settings->setVramLimitBytes(4ull << 30);
    makeWindow();
    open();
    QCOMPARE(page()->spec().vramLimitBytes.value_or(0), std::uint64_t(4) << 30);
    choose("cpu");
    page()->section("memorySection")->setExpanded(true);
    QVERIFY(!find<LimitSlider>("vramLimitSlider")->isVisible());
    QVERIFY(!page()->spec().vramLimitBytes);
    emit find<LimitSlider>("ramLimitSlider")->limitChanged(8ull << 30);
    QCOMPARE(m_settings->vramLimitBytes().value_or(0), std::uint64_t(4) << 30); // kept for the next choice
}

void TestDevices::showsAMeterForEachCard()
{
    DeviceStrip strip;
    MemorySnapshot look = fakeMachine(true).memory;
    look.gpus[0].usedBytes = 3ull << 30;
    look.gpus[0].oursBytes = 1ull << 30;
    look.gpus.push_back(look.gpus[0]);
    look.gpus[1].id = "vulkan:1";
    look.gpus[1].name = "Radeon RX 7800";
    strip.setVramLimit(2ull << 30, Device{"vulkan:1", "Radeon RX 7800", 0, 0, true, {}, {}});
    strip.setMemory(look);
    const auto meters = strip.findChildren<MeterBar *>("gpuMeter");
    QCOMPARE(meters.size(), qsizetype(2));
    QCOMPARE(meters[0]->accessibleName(), QString("GeForce RTX 3050"));
    QCOMPARE(meters[0]->values().oursBytes, std::uint64_t(1) << 30);
    QCOMPARE(meters[0]->values().othersBytes, std::uint64_t(2) << 30);
    QVERIFY(!meters[0]->values().budgetBytes);
    QCOMPARE(meters[1]->values().budgetBytes.value_or(0), std::uint64_t(2) << 30);
    strip.setVramLimit(2ull << 30, Device{"vulkan:0", "GeForce RTX 3050", 0, 0, true, {}, {}}); // another library's id
    QVERIFY(meters[0]->values().budgetBytes && !meters[1]->values().budgetBytes);
    strip.setVramLimit(2ull << 30, std::nullopt); // whichever does the work
    QVERIFY(meters[0]->values().budgetBytes && meters[1]->values().budgetBytes);
    look.gpus.clear();
    strip.setMemory(look);
    QVERIFY(strip.findChildren<MeterBar *>("gpuMeter").isEmpty());
}

SNUG_UI_TEST_MAIN(TestDevices)
#include "tst_devices.moc"
