// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Methods on the Quantize page against a made-up engine: levels and ticks of each, marks of readers, options of
// folders, a method that has nothing to do with a model.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/levelrow.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/faultlabel.h"
#include "ui/pages/levelview.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/segmentedbox.h"

#include <QComboBox>
#include <QDir>
#include <QHelpEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMessageBox>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QToolTip>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestMethod : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { close(); }
    void saysWhatAMethodIs();
    void showsTheLevelsOfAMethod();
    void keepsTheTicksOfEachMethod();
    void isRememberedWithItsFormat();
    void formatsHaveLevelsOfTheirOwn();
    void showsWhatReadersSay();
    void hidesWhatFoldersHaveNot();
    void writesOptionsIntoTheJob();
    void offersTheUsualOptionsWhereALevelHasNoOther();
    void namesAWrongPattern();
    void saysWhereTheFolderGoes();
    void asksBeforeReplacingFolders();
    void refusesAQuantizedSource();
    void aMatrixBringsGgufBack();
    void worksByKeyboard();
    void staysInsideNarrowWindows();

private:
    template <class T> T *find(const char *name) const { return m_page->findChild<T *>(QLatin1String(name)); }
    QString text(const char *label) const { return find<QLabel>(label)->text(); }
    bool ready() const { return m_page->levels()->rowCount() > 0 && find<QPushButton>("startPushButton")->isEnabled(); }
    void make();
    void close();
    void open(const char *method = nullptr, const char *format = nullptr);
    QStringList names() const;
    QModelIndex level(const char *name) const;
    QList<ReaderMark> marksOf(const char *name) const
    {
        return level(name).data(LevelTableModel::ReadersRole).value<QList<ReaderMark>>();
    }
    static QString tipAt(const LevelView *view, const QPoint &place)
    {
        QToolTip::hideText();
        QHelpEvent help(QEvent::ToolTip, place, view->viewport()->mapToGlobal(place));
        QCoreApplication::sendEvent(view->viewport(), &help);
        return QToolTip::text();
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<QuantizePage> m_page;
};

void TestMethod::init()
{
    m_state = std::make_shared<FakeState>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
    make();
}

void TestMethod::make()
{
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_page = std::make_unique<QuantizePage>(m_controller.get(), m_settings.get());
    m_page->resize(1028, 700);
    m_page->show();
}

void TestMethod::close()
{
    m_page.reset();
    m_controller.reset();
}

void TestMethod::open(const char *method, const char *format)
{
    if (method)
        m_page->setMethod(method, format);
    m_page->setModel("/hub/qwen", {});
    QTRY_VERIFY(ready());
}

QStringList TestMethod::names() const
{
    QStringList names;
    for (int row = 0; row < m_page->levels()->rowCount(); ++row)
        if (const QModelIndex index = m_page->levels()->index(row, 0);
            index.data(LevelTableModel::KindRole).toInt() == LevelTableModel::LevelKind)
            names << index.data().toString();
    return names;
}

QModelIndex TestMethod::level(const char *name) const
{
    for (int row = 0; row < m_page->levels()->rowCount(); ++row)
        if (m_page->levels()->index(row, 0).data().toString() == QLatin1String(name))
            return m_page->levels()->index(row, 0);
    return {};
}

void TestMethod::saysWhatAMethodIs()
{
    open();
    QCOMPARE(text("methodSentenceLabel"), QString("One file. For llama.cpp and LM Studio."));
    QVERIFY(!find<SegmentedBox>("formatSegmentedBox"));
    find<SegmentedBox>("methodSegmentedBox")->setCurrentIndex(1);
    QCOMPARE(text("methodSentenceLabel"), QString("Without calibration. For transformers and vLLM."));
    QCOMPARE(m_page->spec().method, std::string("bnb"));
    QVERIFY(!find<SegmentedBox>("formatSegmentedBox")); // there is only one
    find<SegmentedBox>("methodSegmentedBox")->setCurrentIndex(2);
    QVERIFY(find<SegmentedBox>("formatSegmentedBox")->isVisible());
    QVERIFY(text("formatSentenceLabel").contains("vLLM"));
}

void TestMethod::showsTheLevelsOfAMethod()
{
    open("bnb");
    QCOMPARE(names(), (QStringList{"nf4-dq", "nf4", "int8"}));
    QCOMPARE(m_page->levels()->ticked(), QStringList{"nf4-dq"}); // the recommended one
    find<QPushButton>("showAllPushButton")->click();
    QVERIFY(names().contains("fp4"));
    m_page->setMethod("gguf");
    QTRY_VERIFY(ready());
    QVERIFY(names().contains("Q4_K_M"));
    QVERIFY(!names().contains("int8"));
}

void TestMethod::keepsTheTicksOfEachMethod()
{
    open();
    m_page->levels()->setTicked({"Q3_K_M", "Q8_0"});
    m_page->setMethod("bnb");
    QTRY_VERIFY(ready());
    m_page->levels()->setTicked({"int8"});
    m_page->setMethod("gguf");
    QTRY_COMPARE(m_page->levels()->ticked(), (QStringList{"Q3_K_M", "Q8_0"}));
    m_page->setMethod("bnb");
    QTRY_COMPARE(m_page->levels()->ticked(), QStringList{"int8"});
    QTRY_VERIFY(ready());
    QCOMPARE(m_page->spec().levels, std::vector<std::string>{"int8"});
}

void TestMethod::isRememberedWithItsFormat()
{
    open("rtn", "gptq");
    close();
    make();
    open();
    QCOMPARE(m_page->spec().method, std::string("rtn"));
    QCOMPARE(m_page->spec().format, std::string("gptq"));
    QCOMPARE(find<SegmentedBox>("formatSegmentedBox")->currentIndex(), 1);
    m_page->setMethod("gguf");
    QVERIFY(m_page->spec().format.empty());
    find<SegmentedBox>("methodSegmentedBox")->setCurrentIndex(2);
    QCOMPARE(m_page->spec().format, std::string("gptq")); // as it was last
    close();
    m_settings->setMethod("awq", "yaml"); // of a later version
    make();
    QCOMPARE(m_page->spec().method, std::string("gguf"));
}

void TestMethod::formatsHaveLevelsOfTheirOwn()
{
    open("rtn");
    QVERIFY(names().contains("fp8"));
    QVERIFY(m_page->spec().format.empty()); // the method's own
    m_page->levels()->setTicked({"fp8", "4bit-g128"});
    find<SegmentedBox>("formatSegmentedBox")->setCurrentIndex(1);
    QTRY_VERIFY(ready());
    QVERIFY(!names().contains("fp8"));
    QCOMPARE(m_page->levels()->ticked(), QStringList{"4bit-g128"}); // recommended
    find<SegmentedBox>("formatSegmentedBox")->setCurrentIndex(0);
    QTRY_COMPARE(m_page->levels()->ticked(), (QStringList{"4bit-g128", "fp8"}));
}

void TestMethod::showsWhatReadersSay()
{
    open("rtn");
    const auto marks = marksOf("4bit-g32");
    QCOMPARE(marks.size(), 2);
    QCOMPARE(marks[0].kind, ReaderMark::Kind::Refuses);
    QCOMPARE(marks[0].reader + ' ' + marks[0].word, QString("vLLM refuses"));
    QCOMPARE(marks[1].kind, ReaderMark::Kind::Works);
    const QString below = level("4bit-g32").data(LevelTableModel::SecondLineRole).toString();
    QCOMPARE(below, QString("vLLM: Groups of 32 do not divide 27648 over its kernels. Better: Groups of 128."));
    QVERIFY(level("4bit-g128").data(LevelTableModel::SecondLineRole).toString().isEmpty());
    QVERIFY(level("4bit-g32").data(Qt::AccessibleTextRole).toString().contains("vLLM: refuses, transformers: works"));
    QVERIFY(level("fp8").data(Qt::ToolTipRole).toString().contains("vLLM: fast. Runs on its fast kernels."));
    auto *view = find<LevelView>("levelTableView");
    QVERIFY(view->visualRect(level("4bit-g32")).height() > view->visualRect(level("4bit-g128")).height());
    QVERIFY(view->visualRect(level("4bit-g128")).height() > 40); // room for the line of marks
    QCOMPARE(tipAt(view, view->visualRect(level("fp8")).topLeft() + QPoint(50, 28)), marksOf("fp8").front().why);
    QVERIFY(tipAt(view, view->visualRect(level("fp8")).topLeft() + QPoint(50, 49)) != marksOf("fp8").front().why);
}

void TestMethod::hidesWhatFoldersHaveNot()
{
    m_state->withGpu = true;
    open();
    QVERIFY(m_page->section("layersSection")->isVisible());
    QVERIFY(!m_page->section("folderSection")->isVisible());
    QVERIFY(!find<LevelView>("levelTableView")->isColumnHidden(LevelTableModel::VramColumn));
    m_page->setMethod("rtn");
    QTRY_VERIFY(ready());
    QVERIFY(!m_page->section("layersSection")->isVisible());
    QVERIFY(!m_page->section("calibrationSection")->isVisible());
    QVERIFY(m_page->section("folderSection")->isVisible());
    QVERIFY(find<LevelView>("levelTableView")->isColumnHidden(LevelTableModel::VramColumn));
    m_page->section("outputSection")->setExpanded(true);
    QVERIFY(!find<QPushButton>("headerValueAddPushButton")->isVisible());
    QCOMPARE(find<QComboBox>("filesComboBox")->itemText(0), QString("Files of 5 GB at most"));
}

void TestMethod::writesOptionsIntoTheJob()
{
    open("rtn");
    QCOMPARE(m_page->section("folderSection")->setting(), QString("Symmetric codes, searched scales"));
    find<QComboBox>("scalesComboBox")->setCurrentIndex(1);
    QVERIFY(m_page->spec().minMax);
    JobSpec job = m_page->spec();
    job.splitSizeBytes = 2'000'000'000;
    m_page->output()->take(job);
    QCOMPARE(m_page->spec().splitSizeBytes.value_or(0), std::uint64_t(2'000'000'000));
    m_page->setMethod("bnb");
    QTRY_VERIFY(ready());
    QVERIFY(!m_page->spec().minMax); // has no such choice
    auto *block = find<QComboBox>("blockSizeComboBox");
    block->setCurrentIndex(block->findData(128));
    QCOMPARE(m_page->spec().blockSize, 128);
    QTRY_COMPARE(m_page->section("folderSection")->setting(), QString("A scale for 128 weights each"));
    m_page->setMethod("gguf");
    QTRY_VERIFY(ready());
    QCOMPARE(m_page->spec().blockSize, 0);
}

void TestMethod::offersTheUsualOptionsWhereALevelHasNoOther()
{
    open("rtn");
    find<QComboBox>("symmetryComboBox")->setCurrentIndex(1);
    QTRY_VERIFY(!level("fp8").data(LevelTableModel::UsableRole).toBool());
    QVERIFY(level("4bit-g128").data(LevelTableModel::UsableRole).toBool());
    QPushButton *button = nullptr;
    QTRY_VERIFY(button = find<QPushButton>("remedyPushButton"));
    QCOMPARE(button->text(), QString("Set the usual options"));
    QCOMPARE(text("remedyLabel"), QString("The level fp8 has no asymmetric form; levels such as 4bit-g128 have."));
    button->click();
    QTRY_VERIFY(level("fp8").data(LevelTableModel::UsableRole).toBool());
    QVERIFY(!m_page->spec().asymmetric);
}

void TestMethod::namesAWrongPattern()
{
    open("rtn");
    m_page->section("folderSection")->setExpanded(true);
    find<QPushButton>("ignoreAddPushButton")->click();
    auto *line = find<QLineEdit>("ignoreLineEdit0");
    QVERIFY(line);
    const auto type = [line](const char *text) {
        line->setText(text);
        line->setModified(true);
        emit line->editingFinished();
    };
    type("lm_(");
    QTRY_VERIFY(find<FaultLabel>("ignoreFaultLabel0")->text().contains("no regular expression"));
    QCOMPARE(text("summaryNoteLabel"), QString("Options: a pattern of modules cannot be used."));
    QVERIFY(names().contains("4bit-g128")); // the page stays usable
    type("lm_head");
    QTRY_VERIFY(ready());
    QCOMPARE(m_page->spec().ignore, std::vector<std::string>{"lm_head"});
    QVERIFY(m_page->section("folderSection")->setting().contains("1 pattern"));
}

void TestMethod::saysWhereTheFolderGoes()
{
    m_page->setMethod("bnb");
    m_page->setModel("/hub/qwen", "/out");
    QTRY_VERIFY(ready());
    auto *folder = find<QLineEdit>("outputFolderLineEdit");
    QCOMPARE(folder->text(), QString("/out"));
    QTRY_COMPARE(find<QLineEdit>("outputNameLineEdit")->placeholderText(), QString("Fake-7B-nf4-dq"));
    m_page->setMethod("gguf");
    QTRY_COMPARE(folder->text(), QString("/out/Fake-7B-GGUF"));
    folder->setText("/mine");
    emit folder->editingFinished();
    m_page->setMethod("rtn");
    QTRY_VERIFY(ready());
    QCOMPARE(folder->text(), QString("/mine")); // what was typed stays
    QCOMPARE(m_page->spec().output, std::string("/mine/"));
}

void TestMethod::asksBeforeReplacingFolders()
{
    m_page->setMethod("bnb");
    m_page->setModel("/hub/qwen", m_folder->path());
    QVERIFY(QDir(m_folder->path()).mkdir("Fake-7B-nf4-dq"));
    QTRY_VERIFY(ready());
    QTRY_COMPARE(text("summaryNoteLabel"), QString("replaces 1 folder(s)"));
    QSignalSpy started(m_page.get(), &QuantizePage::startRequested);
    m_page->start();
    QCOMPARE(started.count(), 0);
    auto *question = find<QMessageBox>("overwriteMessageBox");
    QVERIFY(question && question->text().contains("folder"));
    for (QAbstractButton *button : question->buttons())
        if (question->buttonRole(button) == QMessageBox::DestructiveRole)
            button->click();
    QCOMPARE(started.count(), 1);
    QVERIFY(started.at(0).at(0).value<JobSpec>().overwrite);
}

void TestMethod::refusesAQuantizedSource()
{
    m_state->quantized = true;
    m_page->setMethod("bnb");
    m_page->setModel("/hub/qwen", {});
    auto *card = find<QWidget>("methodRefusalCard");
    QTRY_VERIFY(card->isVisible());
    QCOMPARE(card->findChild<QLabel *>("failureHeadingLabel")->text(),
             QString("This method cannot be used with this model."));
    QVERIFY(card->findChild<QLabel *>("failureMessageLabel")->text().contains("Q4_K"));
    QCOMPARE(text("modelNameLabel"), QString("Fake-7B"));
    QVERIFY(find<SegmentedBox>("methodSegmentedBox")->isVisible()); // another one may do
    QVERIFY(!find<LevelView>("levelTableView")->isVisible());
    QVERIFY(!find<QPushButton>("startPushButton")->isEnabled());
    m_state->quantized = false; // what GGUF says of quantized sources is told elsewhere
    m_state->planHeld = true;
    find<QPushButton>("useGgufPushButton")->click();
    QVERIFY(!card->isVisible()); // it is not said of GGUF, of which nothing is known yet
    m_state->planHeld = false;
    QTRY_VERIFY(ready());
    QVERIFY(!card->isVisible());
    QVERIFY(find<LevelView>("levelTableView")->isVisible());
    QCOMPARE(m_page->spec().method, std::string("gguf"));
}

void TestMethod::aMatrixBringsGgufBack()
{
    open("rtn");
    m_page->setImportance("/m/some.dat");
    QCOMPARE(m_page->spec().method, std::string("gguf"));
    QCOMPARE(m_page->spec().imatrix, std::string("/m/some.dat"));
    QTRY_VERIFY(ready());
}

void TestMethod::worksByKeyboard()
{
    open();
    auto *box = find<SegmentedBox>("methodSegmentedBox");
    const auto buttons = box->findChildren<QPushButton *>();
    QCOMPARE(buttons.size(), 3);
    QVERIFY(!box->accessibleName().isEmpty());
    buttons[0]->setFocus();
    QTest::keyClick(buttons[0], Qt::Key_Right);
    QCOMPARE(box->currentIndex(), 1);
    QCOMPARE(m_page->spec().method, std::string("bnb"));
    QTest::keyClick(buttons[1], Qt::Key_Right);
    QCOMPARE(m_page->spec().method, std::string("rtn"));
    QTRY_VERIFY(ready());
}

void TestMethod::staysInsideNarrowWindows()
{
    open("rtn", "gptq");
    m_page->setNarrow(true);
    m_page->resize(756, 540);
    QCoreApplication::processEvents();
    for (const char *name : {"methodSegmentedBox", "formatSegmentedBox"}) {
        auto *box = find<SegmentedBox>(name);
        QVERIFY(m_page->rect().contains(QRect(box->mapTo(m_page.get(), QPoint()), box->size())));
    }
    auto *view = find<LevelView>("levelTableView");
    int width = 0;
    for (int column = 0; column < LevelTableModel::ColumnCount; ++column)
        width += view->columnWidth(column);
    QVERIFY(width <= view->viewport()->width());
}

SNUG_UI_TEST_MAIN(TestMethod)
#include "tst_method.moc"
