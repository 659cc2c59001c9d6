// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Levels with bare figures, ticks that survive new plans, and a remedy below what does not fit.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/leveltablemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestLevelTableModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void isEmptyWithoutPlan();
    void showsUsualLevelsByBits();
    void showsAllOnRequest();
    void saysFiguresBare_data();
    void saysFiguresBare();
    void choosesUnitsForSmallModels();
    void addsARemedyBelowWhatDoesNotFit();
    void saysTheSameReasonOnce();
    void coloursTheDecidingCellOnly();
    void ticksAndRemembers();
    void keepsTicksOverANewPlan();
    void updatesFiguresWithoutReset();
    void changesTheKvType();
    void neverLeavesContextEmpty();
    void saysTooMuchWhereNothingWasWorkedOut();
    void groupsAllLevelsByBits();
    void saysForWhomEachLevelIs();
    void saysWhatALevelDoesNotKeep();
    void refusedLevelsCannotBeTicked();
    void knowsLevelsWithoutFigures();
    void ordersAGroupBySize();
    void everyRefusedLevelSaysWhy();
    void saysClausesAsSentences();
    void tellsReadersWithoutASentence();

private:
    void loadAll()
    {
        const auto state = std::make_shared<FakeState>();
        m_model->setOffers(fakeEngine(state).levels("gguf", {}));
        m_model->setShowAll(true);
        load({"IQ2_XS", "Q2_K", "Q3_K_M", "IQ4_XS", "Q4_K_M", "Q8_0"});
    }
    void load(std::vector<std::string> levels = {"Q2_K", "Q3_K_M", "IQ4_XS", "Q4_K_M", "Q5_K_S", "Q5_K_M", "Q6_K",
                                                 "Q8_0"})
    {
        JobSpec spec;
        spec.levels = std::move(levels);
        m_model->setPlan(std::make_shared<const Plan>(fakePlan(spec)));
    }
    int rowOf(const QString &level, int kind = LevelTableModel::LevelKind) const
    {
        for (int row = 0; row < m_model->rowCount(); ++row) {
            const QModelIndex index = m_model->index(row, 0);
            const bool here = kind == LevelTableModel::LevelKind
                                  ? index.data().toString() == level
                                  : row > 0 && m_model->index(row - 1, 0).data() == level;
            if (index.data(LevelTableModel::KindRole).toInt() == kind && here)
                return row;
        }
        return -1;
    }

    std::unique_ptr<LevelTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestLevelTableModel::init()
{
    m_tester.reset();
    m_model = std::make_unique<LevelTableModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestLevelTableModel::isEmptyWithoutPlan()
{
    QCOMPARE(m_model->rowCount(), 0);
    QVERIFY(m_model->ticked().isEmpty());
    QVERIFY(m_model->recommended().isEmpty());
}

void TestLevelTableModel::showsUsualLevelsByBits()
{
    load({"Q8_0", "Q4_K_M", "Q2_K", "Q3_K_M"});
    QCOMPARE(m_model->rowCount(), 3);
    QCOMPARE(m_model->index(0, 0).data().toString(), QString("Q3_K_M"));
    QCOMPARE(m_model->index(2, 0).data().toString(), QString("Q8_0"));
    QVERIFY(m_model->hidesLevels());
    QCOMPARE(m_model->levelCount(), 4);
    QCOMPARE(m_model->recommended(), QString("Q4_K_M"));
}

void TestLevelTableModel::showsAllOnRequest()
{
    load();
    QCOMPARE(rowOf("Q2_K"), -1);
    m_model->setShowAll(true);
    QCOMPARE(rowOf("Q2_K"), 1); // below its heading
    QVERIFY(!m_model->hidesLevels());
}

void TestLevelTableModel::saysFiguresBare_data()
{
    QTest::addColumn<int>("column");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("unit");
    QTest::newRow("bits") << int(LevelTableModel::BitsColumn) << "4.91"
                          << "per weight";
    QTest::newRow("size") << int(LevelTableModel::SizeColumn) << "4.36"
                          << "GiB";
    QTest::newRow("ram") << int(LevelTableModel::RamColumn) << "1.0"
                         << "GiB to make";
    QTest::newRow("time") << int(LevelTableModel::TimeColumn) << "2:10"
                          << "min:s";
    QTest::newRow("context") << int(LevelTableModel::ContextColumn) << "27,392"
                             << "KV q8_0";
    QTest::newRow("verdict") << int(LevelTableModel::VerdictColumn) << "Fits"
                             << "on this machine";
}

void TestLevelTableModel::saysFiguresBare()
{
    QFETCH(int, column);
    QFETCH(QString, text);
    QFETCH(QString, unit);
    load();
    QCOMPARE(m_model->index(rowOf("Q4_K_M"), column).data().toString(), text);
    QCOMPARE(m_model->headerData(column, Qt::Horizontal, LevelTableModel::UnitRole).toString(), unit);
}

void TestLevelTableModel::choosesUnitsForSmallModels()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M"};
    Plan plan = fakePlan(spec);
    plan.variants[0].outputBytes = 3 << 20;
    m_model->setPlan(std::make_shared<const Plan>(plan));
    QCOMPARE(m_model->index(0, LevelTableModel::SizeColumn).data().toString(), QString("3.00"));
    QCOMPARE(m_model->headerData(LevelTableModel::SizeColumn, Qt::Horizontal, LevelTableModel::UnitRole).toString(),
             QString("MiB"));
}

void TestLevelTableModel::addsARemedyBelowWhatDoesNotFit()
{
    load();
    const int row = rowOf("Q6_K", LevelTableModel::RemedyKind);
    QCOMPARE(row, rowOf("Q6_K") + 1);
    const QModelIndex index = m_model->index(row, 0);
    QCOMPARE(index.data(LevelTableModel::RemedyTextRole).toString(),
             QString("Making it needs 9.1 GiB of RAM, 8.0 GiB are free. With one thread it needs 1.1 GiB."));
    QCOMPARE(index.data(LevelTableModel::RemedyButtonRole).toString(), QString("Use one thread"));
    const auto change = m_model->remedySpec(row);
    QVERIFY(change);
    QCOMPARE(change->threads, 1);
    QVERIFY(!m_model->remedySpec(row - 1));
    QVERIFY(!(index.flags() & Qt::ItemIsUserCheckable));
}

void TestLevelTableModel::saysTheSameReasonOnce()
{
    JobSpec spec;
    for (const char *level : {"Q4_K_M", "Q5_K_M", "Q8_0"})
        spec.levels.push_back(level);
    spec.ramLimitBytes = 1 << 20; // one reason for all of them
    m_model->setPlan(std::make_shared<const Plan>(fakePlan(spec)));
    QCOMPARE(m_model->rowCount(), 4);
    QCOMPARE(rowOf("Q4_K_M", LevelTableModel::RemedyKind), 1);
    for (const char *level : {"Q4_K_M", "Q5_K_M", "Q8_0"}) {
        const QModelIndex verdict = m_model->index(rowOf(level), LevelTableModel::VerdictColumn);
        QCOMPARE(verdict.data(LevelTableModel::VerdictRole).toInt(), int(Verdict::DoesNotFit));
        QCOMPARE(verdict.data(Qt::ToolTipRole).toString(), QString("The RAM limit is too small."));
        QVERIFY(!verdict.data(LevelTableModel::RecommendedRole).toBool());
    }
}

void TestLevelTableModel::coloursTheDecidingCellOnly()
{
    load();
    const int tight = rowOf("Q5_K_M");
    const int bad = rowOf("Q6_K");
    for (int column = 0; column < LevelTableModel::ColumnCount; ++column) {
        QCOMPARE(m_model->index(tight, column).data(LevelTableModel::CellVerdictRole).isValid(),
                 column == LevelTableModel::ContextColumn);
        QCOMPARE(m_model->index(bad, column).data(LevelTableModel::CellVerdictRole).isValid(),
                 column == LevelTableModel::RamColumn);
        QVERIFY(!m_model->index(rowOf("Q4_K_M"), column).data(LevelTableModel::CellVerdictRole).isValid());
    }
}

void TestLevelTableModel::ticksAndRemembers()
{
    load();
    QSignalSpy changed(m_model.get(), &LevelTableModel::ticksChanged);
    const QModelIndex index = m_model->index(rowOf("Q4_K_M"), 0);
    QVERIFY(index.flags() & Qt::ItemIsUserCheckable);
    QVERIFY(m_model->setData(index, Qt::Checked, Qt::CheckStateRole));
    QCOMPARE(index.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QCOMPARE(m_model->ticked(), QStringList{"Q4_K_M"});
    QCOMPARE(changed.count(), 1);
    QVERIFY(!m_model->setData(index.siblingAtColumn(1), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(m_model->setData(index, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(m_model->ticked().isEmpty());
}

void TestLevelTableModel::keepsTicksOverANewPlan()
{
    load();
    m_model->setTicked({"Q2_K", "Q8_0"});
    QCOMPARE(m_model->ticked(), (QStringList{"Q2_K", "Q8_0"})); // ticked ones are shown even when unusual
    load({"Q4_K_M", "Q8_0"});
    QCOMPARE(m_model->ticked(), QStringList{"Q8_0"});
    load();
    QCOMPARE(m_model->ticked(), (QStringList{"Q2_K", "Q8_0"}));
}

void TestLevelTableModel::updatesFiguresWithoutReset()
{
    load();
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    QSignalSpy data(m_model.get(), &QAbstractItemModel::dataChanged);
    load();
    QCOMPARE(reset.count(), 0);
    QCOMPARE(data.count(), 1);
}

void TestLevelTableModel::changesTheKvType()
{
    load();
    m_model->setKvType(KvType::F16);
    QCOMPARE(m_model->index(rowOf("Q4_K_M"), LevelTableModel::ContextColumn).data().toString(), QString("13,696"));
    QCOMPARE(m_model->headerData(LevelTableModel::ContextColumn, Qt::Horizontal, LevelTableModel::UnitRole).toString(),
             QString("KV f16"));
}

void TestLevelTableModel::neverLeavesContextEmpty()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M", "Q8_0"};
    Plan plan = fakePlan(spec);
    plan.variants[0].context.q8_0.reset();
    plan.variants[1].context.q8_0 = 0;
    m_model->setPlan(std::make_shared<const Plan>(plan));
    QCOMPARE(m_model->index(0, LevelTableModel::ContextColumn).data().toString(), QString("not known"));
    QCOMPARE(m_model->index(1, LevelTableModel::ContextColumn).data().toString(), QString("none"));
}

void TestLevelTableModel::saysTooMuchWhereNothingWasWorkedOut()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M"};
    spec.ramLimitBytes = 1 << 20;
    m_model->setPlan(std::make_shared<const Plan>(fakePlan(spec)));
    QCOMPARE(m_model->index(0, LevelTableModel::RamColumn).data().toString(), QString("too much"));
    QCOMPARE(m_model->index(0, LevelTableModel::TimeColumn).data().toString(), QString("–"));
}

void TestLevelTableModel::groupsAllLevelsByBits()
{
    loadAll();
    QStringList shown;
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->index(row, 0).data(LevelTableModel::KindRole).toInt() != LevelTableModel::RemedyKind)
            shown << m_model->index(row, 0).data().toString();
    QCOMPARE(shown, (QStringList{"2-bit types", "IQ2_XS", "Q2_K", "3-bit types", "Q3_K_M", "4-bit types", "IQ4_XS",
                                 "Q4_K_M", "8-bit types", "Q8_0"}));
    QVERIFY(!(m_model->index(0, 0).flags() & (Qt::ItemIsUserCheckable | Qt::ItemIsSelectable)));
    m_model->setShowAll(false);
    QCOMPARE(m_model->index(0, 0).data().toString(), QString("Q3_K_M")); // the short list has no headings
}

void TestLevelTableModel::saysForWhomEachLevelIs()
{
    loadAll();
    const QModelIndex level = m_model->index(rowOf("Q4_K_M"), 0);
    QCOMPARE(level.data(LevelTableModel::SecondLineRole).toString(), QString("4-bit, mixed, in a sentence."));
    QVERIFY(!level.data(LevelTableModel::WarningRole).toBool());
    m_model->setShowAll(false);
    const QModelIndex usual = m_model->index(rowOf("Q4_K_M"), 0);
    QVERIFY(usual.data(LevelTableModel::SecondLineRole).toString().isEmpty());
    QCOMPARE(usual.data(Qt::ToolTipRole).toString(), QString("4-bit, mixed, in a sentence."));
}

void TestLevelTableModel::saysWhatALevelDoesNotKeep()
{
    load();
    const QModelIndex level = m_model->index(rowOf("Q3_K_M"), 0);
    QVERIFY(level.data(LevelTableModel::WarningRole).toBool());
    QVERIFY(level.data(LevelTableModel::SecondLineRole).toString().startsWith("12 % of weights will be Q4_0"));
}

void TestLevelTableModel::refusedLevelsCannotBeTicked()
{
    loadAll();
    QSignalSpy changed(m_model.get(), &LevelTableModel::ticksChanged);
    const QModelIndex level = m_model->index(rowOf("IQ2_XS"), 0);
    QVERIFY(!m_model->setData(level, Qt::Checked, Qt::CheckStateRole));
    m_model->setTicked({"IQ2_XS", "Q8_0"});
    QCOMPARE(m_model->ticked(), QStringList{"Q8_0"});
    QCOMPARE(m_model->waitingForImportance(), 1);
    const int note = rowOf("IQ2_XS") + 1;
    QVERIFY(m_model->remedyIsImportance(note));
    QVERIFY(!m_model->remedySpec(note));
    QVERIFY(!m_model->remedyIsImportance(note - 1));
    JobSpec spec;
    spec.levels = {"IQ2_XS", "Q2_K", "Q3_K_M", "IQ4_XS", "Q4_K_M", "Q8_0"};
    spec.imatrix = "/m/right.dat";
    changed.clear();
    m_model->setPlan(std::make_shared<const Plan>(fakePlan(spec)));
    QCOMPARE(m_model->ticked(), (QStringList{"IQ2_XS", "Q8_0"})); // remembered until it was possible
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_model->waitingForImportance(), 0);
}

void TestLevelTableModel::knowsLevelsWithoutFigures()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M"};
    Plan plan = fakePlan(spec);
    plan.variants.emplace_back().level = "Q8_0";
    plan.variants.back().refusal = "Rows of 5 fit no type.";
    m_model->setPlan(std::make_shared<const Plan>(plan));
    const int row = rowOf("Q8_0");
    for (int column = LevelTableModel::BitsColumn; column < LevelTableModel::VerdictColumn; ++column)
        QCOMPARE(m_model->index(row, column).data().toString(), QString("–"));
    QCOMPARE(m_model->index(row, LevelTableModel::VerdictColumn).data().toString(), QString("Not possible"));
    QCOMPARE(m_model->index(row + 1, 0).data(LevelTableModel::RemedyTextRole).toString(),
             QString("Rows of 5 fit no type."));
}

void TestLevelTableModel::ordersAGroupBySize()
{
    loadAll();
    QVERIFY(rowOf("IQ4_XS") < rowOf("Q4_K_M"));
    JobSpec spec;
    spec.levels = {"IQ4_XS", "Q4_K_M"};
    Plan plan = fakePlan(spec);
    std::swap(plan.variants[0].outputBytes, plan.variants[1].outputBytes); // as with stand-in types
    m_model->setPlan(std::make_shared<const Plan>(plan));
    QVERIFY(rowOf("Q4_K_M") < rowOf("IQ4_XS"));
    plan.variants[1].outputBytes = 0; // not known: by name
    m_model->setPlan(std::make_shared<const Plan>(plan));
    QVERIFY(rowOf("IQ4_XS") < rowOf("Q4_K_M"));
}

void TestLevelTableModel::everyRefusedLevelSaysWhy()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M", "Q5_K_M", "Q6_K", "Q8_0"};
    Plan plan = fakePlan(spec);
    for (VariantPlan &variant : plan.variants)
        if (variant.level != "Q8_0")
            variant.refusal = variant.level == "Q6_K" ? "Rows of 7 fit no type." : "Rows of 5 fit no type.";
    m_model->setPlan(std::make_shared<const Plan>(plan));
    const auto second = [this](const char *level) {
        return m_model->index(rowOf(level), 0).data(LevelTableModel::SecondLineRole).toString();
    };
    QVERIFY(rowOf("Q4_K_M", LevelTableModel::RemedyKind) > 0);
    QVERIFY(second("Q4_K_M").isEmpty());
    QCOMPARE(second("Q5_K_M"), QString("For the same reason as Q4_K_M."));
    QVERIFY(rowOf("Q6_K", LevelTableModel::RemedyKind) > 0); // another reason
    QVERIFY(second("Q6_K").isEmpty());
    QVERIFY(second("Q8_0").isEmpty());
}

void TestLevelTableModel::saysClausesAsSentences()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M", "Q8_0"};
    Plan plan = fakePlan(spec);
    plan.variants[1].refusal = "the level has no asymmetric form; others have";
    m_model->setPlan(std::make_shared<const Plan>(plan));
    const int row = rowOf("Q8_0");
    QCOMPARE(m_model->index(row + 1, 0).data(LevelTableModel::RemedyTextRole).toString(),
             QString("The level has no asymmetric form; others have."));
    QCOMPARE(m_model->index(row, LevelTableModel::VerdictColumn).data(Qt::ToolTipRole).toString(),
             QString("The level has no asymmetric form; others have."));
}

void TestLevelTableModel::tellsReadersWithoutASentence()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M"};
    Plan plan = fakePlan(spec);
    plan.variants[0].fallbackNote = "A note.";
    plan.variants[0].readers = {{"vLLM", "fast", {}, {}, {}}, {"transformers", "works", "Slowly.", {}, {}}};
    m_model->setPlan(std::make_shared<const Plan>(plan));
    QCOMPARE(m_model->index(rowOf("Q4_K_M"), 0).data(Qt::ToolTipRole).toString(),
             QString("A note.\nvLLM: fast.\ntransformers: works. Slowly."));
}

SNUG_UI_TEST_MAIN(TestLevelTableModel)
#include "tst_leveltablemodel.moc"
