// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The folded parts of the Quantize page: importance matrix, overrides, patterns, split files, and mistakes in them.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/faultlabel.h"
#include "ui/pages/importancesection.h"
#include "ui/pages/layersection.h"
#include "ui/pages/levelview.h"
#include "ui/pages/outputsection.h"
#include "ui/pages/overridetable.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/widgets/foldedsection.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDropEvent>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QMimeData>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>
#include <QUrl>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestQuantizeOptions : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void foldsEverythingAwayAtFirst();
    void levelsWaitForAMatrix();
    void matrixMakesThemUsable();
    void wrongMatrixIsSaidAtItsField();
    void matrixOfAnotherModelIsSaidAtItsField();
    void takesADroppedMatrix();
    void choosesEntriesOfTheMatrix();
    void changesTypesOfChosenTensors();
    void offersOnlyTypesThatSuitTheRows();
    void filtersTensors();
    void showsTheLevelAskedFor();
    void wrongPatternIsSaidAtItsField();
    void tellsWhatAPatternDoesNotDo();
    void wrongLayersAreSaidAtTheirField();
    void refusesStandInTypes();
    void remediesLeaveOtherSettingsAlone();
    void splitsFiles();
    void keepsTheSplitOfTheSource();
    void wrongSizeIsSaidAtItsField();
    void wrongHeaderValueIsSaidAtItsField();
    void forgetsOptionsWithTheModel();
    void copiesAllOptions();
    void neverBlocksWhilePlanning();

private:
    template <class T> T *find(const QString &name) const { return m_page->findChild<T *>(name); }
    QString fault(const QString &name) const { return find<FaultLabel>(name)->text(); }
    QString setting(const char *section) const { return m_page->section(QLatin1String(section))->setting(); }
    bool canStart() const { return find<QPushButton>("startPushButton")->isEnabled(); }
    void open(const QStringList &levels = {"Q4_K_M"})
    {
        m_settings->setTickedLevels(levels, "gguf", {});
        m_page->setModel("/hub/qwen", {});
        QTRY_VERIFY(m_page->levels()->rowCount() > 0 && canStart());
    }
    void type(const QString &field, const QString &text)
    {
        auto *edit = find<QLineEdit>(field);
        QVERIFY2(edit, qPrintable(field));
        edit->selectAll();
        QTest::keyClicks(edit, text);
        QTest::keyClick(edit, Qt::Key_Return);
    }
    void choose(const QStringList &tensors)
    {
        auto *view = find<QTableView>("overrideTableView");
        view->clearSelection();
        for (int row = 0; row < view->model()->rowCount(); ++row)
            if (tensors.contains(view->model()->index(row, 0).data().toString()))
                view->selectionModel()->select(view->model()->index(row, 0),
                                               QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }
    QAction *typeAction(const QString &type) const
    {
        return m_page->findChild<OverrideTable *>()->typeMenu()->findChild<QAction *>(type);
    }
    int rowOf(const QString &level) const
    {
        for (int row = 0; row < m_page->levels()->rowCount(); ++row)
            if (m_page->levels()->index(row, 0).data().toString() == level)
                return row;
        return -1;
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<QuantizePage> m_page;
};

void TestQuantizeOptions::init()
{
    m_state = std::make_shared<FakeState>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_page = std::make_unique<QuantizePage>(m_controller.get(), m_settings.get());
    m_page->resize(1028, 700);
    m_page->show();
}

void TestQuantizeOptions::cleanup()
{
    m_state->planHeld = false;
    m_page.reset();
    m_controller.reset();
}

void TestQuantizeOptions::foldsEverythingAwayAtFirst()
{
    open();
    for (const char *part : {"calibrationSection", "layersSection", "memorySection", "outputSection"})
        QVERIFY2(!m_page->section(QLatin1String(part))->isExpanded(), part);
    QCOMPARE(setting("calibrationSection"), QString("Off. 1 level(s) need an importance matrix."));
    QVERIFY(setting("layersSection").endsWith("no overrides"));
}

void TestQuantizeOptions::levelsWaitForAMatrix()
{
    open();
    find<QPushButton>("showAllPushButton")->click();
    const QModelIndex level = m_page->levels()->index(rowOf("IQ2_XS"), 0);
    QVERIFY(!level.data(LevelTableModel::UsableRole).toBool());
    QVERIFY(!(level.flags() & Qt::ItemIsUserCheckable));
    QCOMPARE(level.siblingAtColumn(LevelTableModel::VerdictColumn).data().toString(), QString("Needs a matrix"));
    QVERIFY(level.siblingAtColumn(LevelTableModel::SizeColumn).data().toString().toDouble() > 0);
    auto *view = find<LevelView>("levelTableView");
    QTest::mouseClick(view->viewport(), Qt::LeftButton, {}, view->visualRect(level).center());
    QCOMPARE(m_page->levels()->ticked(), QStringList{"Q4_K_M"});
    const auto buttons = m_page->findChildren<QPushButton *>("remedyPushButton");
    const auto button = std::ranges::find(buttons, QString("Choose a file…"), &QPushButton::text);
    QVERIFY(button != buttons.end());
    (*button)->click();
    auto *dialog = find<QFileDialog>("importanceFileDialog");
    QVERIFY(dialog);
    emit dialog->fileSelected("/m/right.dat");
    QTRY_VERIFY(m_page->levels()->index(rowOf("IQ2_XS"), 0).data(LevelTableModel::UsableRole).toBool());
}

void TestQuantizeOptions::matrixMakesThemUsable()
{
    open({"Q4_K_M", "IQ2_XS"});
    QCOMPARE(m_page->levels()->ticked(), QStringList{"Q4_K_M"}); // remembered, not possible yet
    m_page->setImportance("/m/right.dat");
    QTRY_COMPARE(m_page->levels()->ticked(), (QStringList{"IQ2_XS", "Q4_K_M"}));
    QTRY_VERIFY(canStart());
    QCOMPARE(m_page->spec().imatrix, std::string("/m/right.dat"));
    QCOMPARE(setting("calibrationSection"), QString("right.dat, 28 entries"));
    const QString info = find<QLabel>("importanceInfoLabel")->text();
    for (const char *part : {"dat", "28 entries", "calibration.txt", "125"})
        QVERIFY2(info.contains(QLatin1String(part)), qPrintable(info));
    find<QPushButton>("removeImportancePushButton")->click();
    QTRY_COMPARE(m_page->levels()->ticked(), QStringList{"Q4_K_M"});
    QVERIFY(m_page->spec().imatrix.empty());
    QTRY_VERIFY(canStart());
}

void TestQuantizeOptions::wrongMatrixIsSaidAtItsField()
{
    open();
    type("importancePathLineEdit", "/m/picture.png");
    QTRY_COMPARE(fault("importanceFaultLabel"), QString("The file is no importance matrix.")); // its path is above
    QVERIFY(!canStart());
    QCOMPARE(setting("calibrationSection"), QString("picture.png cannot be used"));
    QVERIFY(find<QLabel>("summaryNoteLabel")->text().contains("cannot be used"));
    QVERIFY(m_page->levels()->rowCount() > 0); // the page is still there
    find<QPushButton>("removeImportancePushButton")->click();
    QTRY_VERIFY(fault("importanceFaultLabel").isEmpty() && canStart());
}

void TestQuantizeOptions::matrixOfAnotherModelIsSaidAtItsField()
{
    open();
    m_page->setImportance("/m/other.dat");
    QTRY_VERIFY(fault("importanceFaultLabel").contains("another model"));
    QVERIFY(!canStart());
}

void TestQuantizeOptions::takesADroppedMatrix()
{
    open();
    m_page->section("calibrationSection")->setExpanded(true);
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile("/m/right.dat")});
    QDragEnterEvent enter({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page->importance(), &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent drop({40, 40}, Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(m_page->importance(), &drop);
    QCOMPARE(m_page->spec().imatrix, std::string("/m/right.dat"));
}

void TestQuantizeOptions::choosesEntriesOfTheMatrix()
{
    open();
    m_page->setImportance("/m/right.dat");
    auto *which = find<QComboBox>("importanceEntriesComboBox");
    which->setCurrentIndex(1);
    type("importanceEntriesLineEdit", "ffn_down, attn_v");
    QCOMPARE(m_page->spec().includeWeights, (std::vector<std::string>{"ffn_down", "attn_v"}));
    QVERIFY(m_page->spec().excludeWeights.empty());
    which->setCurrentIndex(2);
    QCOMPARE(m_page->spec().excludeWeights, (std::vector<std::string>{"ffn_down", "attn_v"}));
    QVERIFY(m_page->spec().includeWeights.empty());
    which->setCurrentIndex(0);
    QVERIFY(m_page->spec().excludeWeights.empty());
}

void TestQuantizeOptions::changesTypesOfChosenTensors()
{
    open();
    QTRY_VERIFY(find<QLabel>("overrideTotalLabel")->text().contains("4.91 bits per weight"));
    QVERIFY(!find<QPushButton>("changeTypePushButton")->isEnabled());
    choose({"blk.0.attn_v.weight", "blk.1.attn_v.weight"});
    QCOMPARE(find<QLabel>("chosenTensorsLabel")->text(), QString("2 tensor(s) chosen"));
    QVERIFY(find<QPushButton>("changeTypePushButton")->isEnabled());
    typeAction("Q8_0")->trigger();
    QCOMPARE(m_page->spec().tensorTypes,
             (std::vector<std::string>{"^blk\\.0\\.attn_v\\.weight$=Q8_0", "^blk\\.1\\.attn_v\\.weight$=Q8_0"}));
    QTRY_VERIFY2(find<QLabel>("overrideTotalLabel")->text().contains(QChar('+')), // the new size beside the old
                 qPrintable(find<QLabel>("overrideTotalLabel")->text()));
    QVERIFY(setting("layersSection").contains("2 override(s)"));
    QCOMPARE(find<QLabel>("chosenTensorsLabel")->text(), QString("2 tensor(s) chosen")); // still
    choose({"blk.0.attn_v.weight"});
    QVERIFY2(find<QLabel>("chosenTensorsLabel")->text().contains("The level's own choice is"), // of one, why
             qPrintable(find<QLabel>("chosenTensorsLabel")->text()));
    find<QPushButton>("resetTypePushButton")->click();
    QCOMPARE(m_page->spec().tensorTypes.size(), std::size_t(1));
    find<QPushButton>("resetAllTypesPushButton")->click();
    QVERIFY(m_page->spec().tensorTypes.empty());
    QTRY_VERIFY(!find<QLabel>("overrideTotalLabel")->text().contains(QChar('+')));
}

void TestQuantizeOptions::offersOnlyTypesThatSuitTheRows()
{
    m_state->oddRows = true;
    open();
    choose({"blk.0.ffn_up.weight"});
    QVERIFY(typeAction("Q8_0")->isEnabled());  // blocks of 32
    QVERIFY(!typeAction("Q6_K")->isEnabled()); // blocks of 256
    QVERIFY(typeAction("Q6_K")->text().contains("96"));
    choose({"blk.0.attn_v.weight"});
    QVERIFY(typeAction("Q6_K")->isEnabled());
}

void TestQuantizeOptions::filtersTensors()
{
    open();
    type("overrideFilterLineEdit", "FFN_down");
    QCOMPARE(find<QTableView>("overrideTableView")->model()->rowCount(), 4);
    find<QTableView>("overrideTableView")->selectAll();
    typeAction("Q6_K")->trigger();
    QCOMPARE(m_page->spec().tensorTypes.size(), std::size_t(4));
}

void TestQuantizeOptions::showsTheLevelAskedFor()
{
    open({"Q4_K_M", "Q8_0"});
    m_page->section("layersSection")->setExpanded(true);
    auto *levels = find<QComboBox>("overrideLevelComboBox");
    QTRY_VERIFY(levels->isVisible());
    levels->setCurrentText("Q8_0");
    QVERIFY(find<QLabel>("overrideTotalLabel")->text().contains("8.50 bits"));
    choose({"output.weight"});
    typeAction("F16")->trigger();
    QTRY_VERIFY(find<QLabel>("overrideTotalLabel")->text().contains(QChar('+')));
    QCOMPARE(levels->currentText(), QString("Q8_0")); // stays over plans
    m_page->levels()->setTicked({"Q4_K_M"});
    QTRY_VERIFY(!levels->isVisible());
}

void TestQuantizeOptions::wrongPatternIsSaidAtItsField()
{
    open();
    find<QPushButton>("patternAddPushButton")->click();
    find<QPushButton>("patternAddPushButton")->click();
    type("patternLineEdit0", "attn_v");
    type("patternLineEdit1", "ffn_(up");
    find<QComboBox>("patternComboBox0")->setCurrentText("Q8_0");
    QCOMPARE(m_page->spec().tensorTypes, (std::vector<std::string>{"attn_v=Q8_0", "ffn_(up=Q6_K"}));
    QTRY_VERIFY(fault("patternFaultLabel1").contains("no regular expression"));
    QVERIFY(fault("patternFaultLabel0").isEmpty());
    QVERIFY(!canStart());
    find<QPushButton>("patternRemovePushButton1")->click();
    QTRY_VERIFY(canStart());
    // A single tensor goes before the patterns, and its fault is not taken for theirs.
    choose({"blk.0.attn_v.weight"});
    typeAction("F16")->trigger();
    QCOMPARE(m_page->spec().tensorTypes.front(), std::string("^blk\\.0\\.attn_v\\.weight$=F16"));
    type("patternLineEdit0", "(");
    QTRY_VERIFY(fault("patternFaultLabel0").contains("no regular expression"));
    QVERIFY(fault("overrideFaultLabel").isEmpty());
}

void TestQuantizeOptions::tellsWhatAPatternDoesNotDo()
{
    open();
    QVERIFY(!find<QLabel>("planNotesLabel")->isVisible());
    find<QPushButton>("patternAddPushButton")->click();
    type("patternLineEdit0", "nothing");
    QTRY_VERIFY(find<QLabel>("planNotesLabel")->isVisible());
    QCOMPARE(find<QLabel>("planNotesLabel")->text(), QString("The pattern nothing matches no tensor."));
    QTRY_VERIFY(canStart()); // a remark, no mistake
}

void TestQuantizeOptions::wrongLayersAreSaidAtTheirField()
{
    open();
    type("pruneLineEdit", "99");
    QTRY_VERIFY(fault("layerChoicesFaultLabel").contains("Layer 99"));
    type("pruneLineEdit", "1, 2");
    QTRY_VERIFY(fault("layerChoicesFaultLabel").isEmpty() && canStart());
    QCOMPARE(m_page->spec().pruneLayers, std::string("1,2"));
    QVERIFY(setting("layersSection").contains("without layers 1, 2"));
}

void TestQuantizeOptions::refusesStandInTypes()
{
    open({"Q3_K_M", "Q4_K_M"});
    const int row = rowOf("Q3_K_M");
    QVERIFY(m_page->levels()->index(row, 0).data(LevelTableModel::WarningRole).toBool());
    find<QCheckBox>("noFallbackCheckBox")->setChecked(true);
    QVERIFY(m_page->spec().noFallback);
    QTRY_COMPARE(m_page->levels()->ticked(), QStringList{"Q4_K_M"});
    QCOMPARE(m_page->levels()->index(row, LevelTableModel::VerdictColumn).data().toString(), QString("Not possible"));
    auto *button = find<QPushButton>("remedyPushButton");
    QCOMPARE(button->text(), QString("Allow other types"));
    button->click();
    QVERIFY(!find<QCheckBox>("noFallbackCheckBox")->isChecked());
    QTRY_COMPARE(m_page->levels()->ticked(), (QStringList{"Q3_K_M", "Q4_K_M"}));
}

void TestQuantizeOptions::remediesLeaveOtherSettingsAlone()
{
    open({"Q3_K_M", "Q4_K_M"});
    find<QPushButton>("patternAddPushButton")->click();
    type("patternLineEdit0", "("); // planned without
    type("pruneLineEdit", "1");
    find<QCheckBox>("noFallbackCheckBox")->setChecked(true);
    QTRY_VERIFY(find<QPushButton>("remedyPushButton") &&
                find<QPushButton>("remedyPushButton")->text() == "Allow other types");
    find<QPushButton>("remedyPushButton")->click();
    QVERIFY(!m_page->spec().noFallback);
    QCOMPARE(m_page->spec().pruneLayers, std::string("1"));
    QCOMPARE(m_page->spec().tensorTypes, std::vector<std::string>{"(=Q6_K"});
}

void TestQuantizeOptions::splitsFiles()
{
    open();
    auto *files = find<QComboBox>("filesComboBox");
    QVERIFY(!m_page->spec().splitSizeBytes);
    files->setCurrentIndex(1);
    QCOMPARE(m_page->spec().splitSizeBytes.value_or(0), std::uint64_t(2'000'000'000));
    files->setCurrentIndex(2);
    QCOMPARE(m_page->spec().splitSizeBytes.value_or(0), std::uint64_t(4'000'000'000));
    QTRY_VERIFY(setting("outputSection").endsWith("files of 4 GB"));
    const auto says = [this](const char *words) {
        for (const QLabel *label : m_page->output()->findChildren<QLabel *>())
            if (label->text().contains(QLatin1String(words)))
                return true;
        return false;
    };
    QVERIFY(says("in 2 file(s)"));
    files->setCurrentIndex(3);
    type("fileSizeLineEdit", "1,5 GB");
    QCOMPARE(m_page->spec().splitSizeBytes.value_or(0), std::uint64_t(1'500'000'000));
    files->setCurrentIndex(0);
    QVERIFY(!m_page->spec().splitSizeBytes);
}

void TestQuantizeOptions::keepsTheSplitOfTheSource()
{
    open();
    auto *files = find<QComboBox>("filesComboBox");
    QCOMPARE(files->count(), 4);
    m_state->sourceFiles = 3;
    m_page->refresh();
    QTRY_COMPARE(files->count(), 5);
    QCOMPARE(files->itemText(1), QString("As many as the source has (3)"));
    files->setCurrentIndex(1);
    QVERIFY(m_page->spec().keepSplit);
    QVERIFY(!m_page->spec().splitSizeBytes);
}

void TestQuantizeOptions::wrongSizeIsSaidAtItsField()
{
    open();
    find<QComboBox>("filesComboBox")->setCurrentIndex(3);
    type("fileSizeLineEdit", "big");
    QVERIFY(fault("filesFaultLabel").contains("big"));
    QTRY_VERIFY(find<QLabel>("summaryNoteLabel")->text().contains("no size"));
    QVERIFY(!canStart());
    type("fileSizeLineEdit", "900 MB");
    QTRY_VERIFY(canStart());
    QVERIFY(fault("filesFaultLabel").isEmpty());
}

void TestQuantizeOptions::wrongHeaderValueIsSaidAtItsField()
{
    open();
    find<QPushButton>("headerValueAddPushButton")->click();
    type("headerValueLineEdit0", "general.name");
    QTRY_VERIFY(fault("headerValueFaultLabel0").contains("has no"));
    type("headerValueLineEdit0", "general.name=str:x");
    QTRY_VERIFY(fault("headerValueFaultLabel0").isEmpty() && canStart());
    QCOMPARE(m_page->spec().overrideKv, std::vector<std::string>{"general.name=str:x"});
}

void TestQuantizeOptions::forgetsOptionsWithTheModel()
{
    open();
    m_page->setImportance("/m/right.dat");
    find<QPushButton>("patternAddPushButton")->click();
    type("patternLineEdit0", "attn_v");
    type("pruneLineEdit", "1");
    find<QComboBox>("filesComboBox")->setCurrentIndex(1);
    choose({"blk.0.attn_v.weight"});
    typeAction("Q8_0")->trigger();
    m_page->setModel("/hub/llama", {});
    JobSpec plain;
    plain.model = "/hub/llama";
    JobSpec now = m_page->spec();
    now.levels.clear();
    QVERIFY(now == plain);
}

void TestQuantizeOptions::copiesAllOptions()
{
    open();
    m_page->setImportance("/m/right.dat");
    choose({"blk.3.ffn_down.weight"});
    typeAction("Q6_K")->trigger();
    find<QComboBox>("filesComboBox")->setCurrentIndex(1);
    find<QCheckBox>("noFallbackCheckBox")->setChecked(true);
    find<QPushButton>("copyCommandPushButton")->click();
    const QString command = QGuiApplication::clipboard()->text();
    for (const char *part : {"--imatrix /m/right.dat", "--tensor-type '^blk\\.3\\.ffn_down\\.weight$=Q6_K'",
                             "--split-size 2000000000", "--no-fallback"})
        QVERIFY2(command.contains(QLatin1String(part)), qPrintable(command));
}

void TestQuantizeOptions::neverBlocksWhilePlanning()
{
    open();
    m_state->planHeld = true;
    choose({"blk.0.attn_v.weight"});
    typeAction("Q8_0")->trigger();
    const int plans = m_state->planCount;
    QTRY_VERIFY(m_state->planCount > plans); // being planned, on another thread, for as long as it likes
    QCOMPARE(find<QTableView>("overrideTableView")->selectionModel()->currentIndex().isValid(), false);
    QVERIFY(!canStart());
    QCOMPARE(find<QLabel>("summaryNoteLabel")->text(), QString("Working out what it needs…"));
    m_state->planHeld = false;
    QTRY_VERIFY(canStart());
}

SNUG_UI_TEST_MAIN(TestQuantizeOptions)
#include "tst_quantizeoptions.moc"
