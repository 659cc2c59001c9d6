// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Compare page as a person uses it: from a result, from the list, measured, sorted, answered, exported.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/charts/layerchart.h"
#include "ui/charts/scatterchart.h"
#include "ui/main/mainwindow.h"
#include "ui/models/comparetablemodel.h"
#include "ui/models/comparison.h"
#include "ui/pages/answerscard.h"
#include "ui/pages/comparepage.h"
#include "ui/pages/comparetable.h"
#include "ui/pages/measurepanel.h"
#include "ui/pages/notecard.h"
#include "ui/pages/quantizepage.h"
#include "ui/pages/runpage.h"
#include "ui/settings/settings.h"
#include "ui/theme/tokens.h"
#include "ui/widgets/tabstrip.h"

#include <QComboBox>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTableView>
#include <QTemporaryDir>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

using Column = CompareTableModel::Column;

class TestComparePage : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void isEmptyAtFirst();
    void opensFromAResult();
    void opensAModelByItself();
    void saysWhatCannotBeRead();
    void measuresTickedVariantsSideBySide();
    void hidesColumnsForGood();
    void sortsByAPressOnAColumn();
    void ticksByKeyboardAndRemoves();
    void answersSideBySide();
    void answersWithLengthTemperatureAndSeed();
    void asksForTwoToFour();
    void marksTheFirstDifference();
    void marksTokensOfSeveralBytes();
    void exportsWhatIsTicked();
    void switchesBetweenModels();
    void fitsTheNarrowWindow();

private:
    template <class T> T *find(const char *name) const
    {
        return m_window->comparePage()->findChild<T *>(QLatin1String(name));
    }
    CompareTableModel *table() const { return m_window->comparePage()->table()->model(); }
    void makeLevels(const std::string &model = "/hub/qwen")
    {
        JobSpec spec;
        spec.model = model;
        spec.levels = {"Q4_K_M", "Q8_0"};
        m_controller->start(spec);
        QTRY_COMPARE(m_controller->state(), JobState::Succeeded);
        m_window->showTab(MainWindow::RunTab);
        m_window->runPage()->findChild<QPushButton *>("comparePushButton")->click();
    }
    void measure()
    {
        m_window->comparePage()->measurePanel()->measure();
        QTRY_VERIFY(!m_window->measuring()->busy());
    }

    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Settings> m_settings;
    std::unique_ptr<JobController> m_controller;
    std::unique_ptr<MainWindow> m_window;
};

void TestComparePage::init()
{
    m_state = std::make_shared<FakeState>();
    m_folder = std::make_unique<QTemporaryDir>();
    m_settings = std::make_unique<Settings>(m_folder->filePath("snug.ini"));
    m_settings->setMeasureText("/texts/some.txt");
    m_controller = std::make_unique<JobController>(fakeEngine(m_state));
    m_window = std::make_unique<MainWindow>(m_controller.get(), m_settings.get());
    m_window->resize(1280, 800);
    m_window->show();
}

void TestComparePage::cleanup()
{
    m_window.reset();
    m_controller.reset();
}

void TestComparePage::isEmptyAtFirst()
{
    m_window->showTab(MainWindow::CompareTab);
    QVERIFY(find<QLabel>("compareIdleLabel")->isVisible());
    find<QPushButton>("compareToQuantizePushButton")->click();
    QCOMPARE(m_window->findChild<TabStrip *>("pageTabStrip")->currentIndex(), int(MainWindow::QuantizeTab));
}

void TestComparePage::opensFromAResult()
{
    makeLevels();
    QCOMPARE(m_window->findChild<TabStrip *>("pageTabStrip")->currentIndex(), int(MainWindow::CompareTab));
    QVERIFY(find<QTableView>("compareTableView")->isVisible());
    QCOMPARE(find<QLabel>("compareNameLabel")->text(), QString("Fake-7B"));
    QCOMPARE(find<QLabel>("compareFactsLabel")->text(), QString("Not measured yet."));
    QCOMPARE(table()->rowCount(), 3);
    QVERIFY(find<LayerChart>("layerChart")->isVisible()); // known from making them
    QVERIFY(!find<ScatterChart>("scatterChart")->isVisible());
    QVERIFY(!find<QComboBox>("compareModelComboBox")->isVisible());
}

void TestComparePage::opensAModelByItself()
{
    m_window->openModel("/hub/qwen");
    QTRY_VERIFY(m_window->quantizePage()->findChild<QPushButton *>("measureModelPushButton")->isVisible());
    m_window->quantizePage()->findChild<QPushButton *>("measureModelPushButton")->click();
    QTRY_COMPARE(table()->rowCount(), 1);
    QVERIFY(table()->rowAt(0).source);
    measure();
    QCOMPARE(m_state->compareSpecs.front().models, std::vector<std::string>{"/hub/qwen"});
    QCOMPARE(table()->index(0, Column::PerplexityColumn).data().toString(), QString("7.500"));
}

void TestComparePage::saysWhatCannotBeRead()
{
    m_state->planFails = true;
    m_window->compareModel("/m/broken.gguf");
    QTRY_VERIFY(!find<QLabel>("compareIdleLabel")->text().isEmpty());
    QTRY_VERIFY(find<QLabel>("compareIdleHintLabel")->text().contains("ends early"));
}

void TestComparePage::measuresTickedVariantsSideBySide()
{
    makeLevels();
    table()->setData(table()->index(2, 0), Qt::Unchecked, Qt::CheckStateRole);
    measure();
    const CompareSpec &spec = m_state->compareSpecs.front();
    QCOMPARE(spec.base, std::string("/hub/qwen"));
    QCOMPARE(spec.models.size(), std::size_t(1));
    QCOMPARE(spec.text, std::string("/texts/some.txt"));
    QVERIFY(spec.prompt.empty());
    QCOMPARE(table()->index(1, Column::KlMeanColumn).data().toString(), QString("0.0100"));
    QCOMPARE(table()->index(1, Column::ContextQ8Column).data().toString(), QString("4,096"));
    QVERIFY(table()->index(0, Column::ContextF16Column).data(CompareTableModel::NoRoomRole).toBool());
    QCOMPARE(table()->index(1, Column::SpeedColumn).data().toString(), QString("13"));
    QVERIFY(find<ScatterChart>("scatterChart")->isVisible());
    QVERIFY(find<QLabel>("compareFactsLabel")->text().startsWith("Measured on 64"));
    QVERIFY(m_window->comparison()->model("/hub/qwen")->variants[1].figures);
}

void TestComparePage::hidesColumnsForGood()
{
    makeLevels();
    CompareTable *view = m_window->comparePage()->table();
    QVERIFY(view->visibleColumns().contains(Column::BitsColumn));
    for (QAction *action : view->columnsMenu()->actions())
        if (action->text() == "Bits")
            action->setChecked(false);
    QVERIFY(!view->visibleColumns().contains(Column::BitsColumn));
    QCOMPARE(m_settings->hiddenColumns(), QStringList{"bits_per_weight"});
    CompareTable again(m_settings.get());
    again.resize(1200, 200);
    again.show();
    QVERIFY(!again.visibleColumns().contains(Column::BitsColumn));
}

void TestComparePage::sortsByAPressOnAColumn()
{
    makeLevels();
    auto *view = find<QTableView>("compareTableView");
    QWidget *header = view->horizontalHeader()->viewport();
    const QPoint at(view->horizontalHeader()->sectionViewportPosition(Column::SizeColumn) + 20, 12);
    QTest::mouseClick(header, Qt::LeftButton, {}, at);
    QCOMPARE(table()->rowAt(0).title, QString("Q4_K_M"));
    QTest::mouseClick(header, Qt::LeftButton, {}, at);
    QVERIFY(table()->rowAt(0).source);
    m_window->comparePage()->table()->sortBy(Column::SameTopColumn); // more is better: largest first
    QCOMPARE(table()->sortOrder(), Qt::DescendingOrder);
}

void TestComparePage::ticksByKeyboardAndRemoves()
{
    makeLevels();
    auto *view = find<QTableView>("compareTableView");
    view->setFocus();
    view->setCurrentIndex(table()->index(1, 0));
    QTest::keyClick(view, Qt::Key_Space);
    QVERIFY(!table()->rowAt(1).shown);
    QTest::keyClick(view, Qt::Key_Delete);
    QCOMPARE(table()->rowCount(), 2);
    view->setCurrentIndex(table()->index(0, 0));
    QTest::keyClick(view, Qt::Key_Delete); // the source stays
    QCOMPARE(table()->rowCount(), 2);
}

void TestComparePage::answersSideBySide()
{
    makeLevels();
    auto *run = find<QPushButton>("answerPushButton");
    QVERIFY(!run->isEnabled()); // nothing to ask
    find<QLineEdit>("promptLineEdit")->setText(" Why is the sky blue? ");
    QVERIFY(run->isEnabled());
    run->click();
    QTRY_COMPARE(m_window->comparePage()->findChildren<QWidget *>("answerCard").size(), 3);
    QTRY_VERIFY(!m_window->measuring()->busy());
    const CompareSpec &spec = m_state->compareSpecs.front();
    QCOMPARE(spec.prompt, std::string("Why is the sky blue?"));
    QVERIFY(spec.text.empty());
    QVERIFY(!spec.layerErrors);
    QCOMPARE(spec.maxTokens, std::uint64_t(64));
    QCOMPARE(spec.temperature, 0.0);
    QCOMPARE(run->text(), QString("Run again"));
    QStringList texts;
    for (const QLabel *label : m_window->comparePage()->findChildren<QLabel *>())
        texts << label->text();
    QVERIFY(texts.contains("differs at token 3, 4 token(s), 12 tokens/s"));
    QVERIFY(texts.contains("4 token(s), 12 tokens/s"));
    // Nothing was measured: what is known of the text stays as it was.
    QCOMPARE(find<QLabel>("compareFactsLabel")->text(), QString("Not measured yet."));
}

void TestComparePage::answersWithLengthTemperatureAndSeed()
{
    makeLevels();
    auto *seed = find<QLineEdit>("answerSeedLineEdit");
    QVERIFY(!seed->isEnabled()); // the likeliest token needs none
    auto *length = find<QComboBox>("answerLengthComboBox");
    length->setCurrentIndex(length->findData(256));
    auto *temperature = find<QComboBox>("answerTemperatureComboBox");
    temperature->setCurrentIndex(temperature->findData(0.7));
    QVERIFY(seed->isEnabled());
    seed->clear();
    QTest::keyClicks(seed, "-4x2"); // takes digits only
    QCOMPARE(seed->text(), QString("42"));
    find<QLineEdit>("promptLineEdit")->setText("x");
    find<QPushButton>("answerPushButton")->click();
    QTRY_VERIFY(!m_state->compareSpecs.empty() && !m_window->measuring()->busy());
    const CompareSpec &spec = m_state->compareSpecs.front();
    QCOMPARE(spec.maxTokens, std::uint64_t(256));
    QCOMPARE(spec.temperature, 0.7);
    QCOMPARE(spec.seed, std::uint64_t(42));
}

void TestComparePage::asksForTwoToFour()
{
    makeLevels();
    find<QLineEdit>("promptLineEdit")->setText("x");
    for (int row = 1; row < 3; ++row)
        table()->setData(table()->index(row, 0), Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY(!find<QPushButton>("answerPushButton")->isEnabled());
    QVERIFY(find<QLabel>("answersNoteLabel")->text().startsWith("Tick two to four"));
}

void TestComparePage::marksTheFirstDifference()
{
    CompareAnswer answer{"The sky <is> blue.", {1, 2, 3, 4}, {0, 3, 7, 12}, 2, 12};
    const QString html = answerHtml(answer, 2);
    QVERIFY2(html.contains(tokens().tokenMark.name()), qPrintable(html));
    QVERIFY(html.contains(">&lt;is&gt;</span>"));
    QVERIFY(!answerHtml(answer, {}).contains(tokens().tokenMark.name()));
    QVERIFY(!answerHtml(answer, 4).contains(tokens().tokenMark.name())); // it ended where the other goes on
    QCOMPARE(baseDifference({{"Source", -1, {}, false}, {"a", 0, answer, false}}), std::optional<std::size_t>(2));
    QVERIFY(!baseDifference({{"Source", -1, {}, false}}));
}

void TestComparePage::marksTokensOfSeveralBytes()
{
    const CompareAnswer answer{"für ß", {1, 2}, {0, 4}, 1, 0};
    const QString html = answerHtml(answer, 1);
    QVERIFY2(html.contains(QString::fromUtf8(">ß</span>")), qPrintable(html));
    const CompareAnswer lines{"a\nb", {1, 2, 3}, {0, 1, 2}, 1, 0};
    QVERIFY(answerHtml(lines, 1).contains(QString::fromUtf8("↵")));
}

void TestComparePage::exportsWhatIsTicked()
{
    makeLevels();
    measure();
    table()->setData(table()->index(2, 0), Qt::Unchecked, Qt::CheckStateRole);
    const CompareReport report = m_window->comparePage()->exported();
    QCOMPARE(report.models.size(), std::size_t(2));
    QVERIFY(report.models[0].base);
    QVERIFY(report.models[1].onFront);
    const QString csv = QString::fromStdString(toCsv(report));
    QCOMPARE(csv.trimmed().count('\n'), 2);
    QVERIFY2(csv.contains("Q4_K_M"), qPrintable(csv));
    QVERIFY(QString::fromStdString(toMarkdown(report)).contains("0.01"));
    QVERIFY(!m_window->comparePage()->picture().isNull());
}

void TestComparePage::switchesBetweenModels()
{
    makeLevels("/hub/qwen");
    makeLevels("/hub/llama");
    auto *models = find<QComboBox>("compareModelComboBox");
    QVERIFY(models->isVisible());
    QCOMPARE(models->count(), 2);
    QCOMPARE(m_window->comparePage()->source(), QString("/hub/llama"));
    models->setCurrentIndex(0);
    emit models->activated(0);
    QCOMPARE(m_window->comparePage()->source(), QString("/hub/qwen"));
}

void TestComparePage::fitsTheNarrowWindow()
{
    makeLevels();
    measure();
    m_window->resize(960, 640);
    QTRY_COMPARE(m_window->width(), 960);
    auto *view = find<QTableView>("compareTableView");
    int width = 0;
    for (const int column : m_window->comparePage()->table()->visibleColumns())
        width += view->columnWidth(column);
    QVERIFY2(width <= view->viewport()->width(), qPrintable(QString::number(width)));
    QVERIFY(m_window->comparePage()->table()->visibleColumns().contains(Column::KlMeanColumn));
}

SNUG_UI_TEST_MAIN(TestComparePage)
#include "tst_comparepage.moc"
