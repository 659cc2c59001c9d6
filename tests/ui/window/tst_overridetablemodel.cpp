// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tensors with types of their own: set, shown at once, taken back, and written as patterns that mean them alone.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/overridetablemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

#include <regex>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestOverrideTableModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup();
    void patternsMeanOneTensor_data();
    void patternsMeanOneTensor();
    void recognisesItsOwnPatterns_data();
    void recognisesItsOwnPatterns();
    void splitsEntries();
    void isEmptyWithoutPlan();
    void showsTensors();
    void fixedTensorsCannotBeChanged();
    void setsAndTakesBack();
    void showsAChangeBeforeThePlanHasIt();
    void saysWhatTheLevelWouldDo();
    void keepsOverridesOverPlans();
    void takesEntriesApart();

private:
    void plan()
    {
        JobSpec spec;
        spec.levels = {"Q4_K_M"};
        const Plan plain = fakePlan(spec);
        spec.tensorTypes = m_model->entries();
        const Plan planned = fakePlan(spec);
        m_model->setVariant(&planned.variants[0], spec.tensorTypes.empty() ? nullptr : &plain.variants[0]);
    }
    QModelIndex cell(const QString &name, int column) const
    {
        for (int row = 0; row < m_model->rowCount(); ++row)
            if (m_model->index(row, 0).data().toString() == name)
                return m_model->index(row, column);
        return {};
    }
    QString text(const QString &name, int column) const { return cell(name, column).data().toString(); }

    std::unique_ptr<OverrideTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestOverrideTableModel::init()
{
    m_model = std::make_unique<OverrideTableModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
}

void TestOverrideTableModel::cleanup()
{
    m_tester.reset();
    m_model.reset();
}

void TestOverrideTableModel::patternsMeanOneTensor_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<QString>("pattern");
    QTest::newRow("usual") << "blk.3.ffn_down.weight"
                           << "^blk\\.3\\.ffn_down\\.weight$";
    QTest::newRow("plain") << "a-b_c"
                           << "^a-b_c$";
    QTest::newRow("all signs") << "\\^$.|?*+()[]{}"
                               << "^\\\\\\^\\$\\.\\|\\?\\*\\+\\(\\)\\[\\]\\{\\}$";
}

void TestOverrideTableModel::patternsMeanOneTensor()
{
    QFETCH(QString, name);
    QFETCH(QString, pattern);
    const std::string made = patternOf(name.toStdString());
    QCOMPARE(QString::fromStdString(made), pattern);
    const std::regex regex(made); // ECMAScript, as core reads it
    QVERIFY(std::regex_search(name.toStdString(), regex));
    QVERIFY(!std::regex_search("x" + name.toStdString(), regex));
    QVERIFY(!std::regex_search(name.toStdString() + "x", regex));
    QCOMPARE(QString::fromStdString(tensorNameOf(made).value_or("none")), name);
}

void TestOverrideTableModel::recognisesItsOwnPatterns_data()
{
    QTest::addColumn<QString>("pattern");
    for (const char *pattern : {"", "^", "$", "^$", "ffn_down", "^blk.3$", "^blk\\d$", "blk\\.3", "^a|b$", "^a\\"})
        QTest::newRow(*pattern ? pattern : "empty") << pattern;
}

void TestOverrideTableModel::recognisesItsOwnPatterns()
{
    QFETCH(QString, pattern);
    QVERIFY(!tensorNameOf(pattern.toStdString())); // means something else, or nothing
}

void TestOverrideTableModel::splitsEntries()
{
    QCOMPARE(splitEntry("a=b=Q6_K"), (TensorTypeEntry{"a=b", "Q6_K"}));
    QCOMPARE(splitEntry("a"), (TensorTypeEntry{"a", ""}));
    QCOMPARE(joinEntry({"a=b", "Q6_K"}), std::string("a=b=Q6_K"));
}

void TestOverrideTableModel::isEmptyWithoutPlan()
{
    m_model->setVariant(nullptr, nullptr);
    QCOMPARE(m_model->rowCount(), 0);
    QVERIFY(m_model->entries().empty());
}

void TestOverrideTableModel::showsTensors()
{
    plan();
    QCOMPARE(m_model->rowCount(), 30); // 4 layers of 7, head and norm
    QCOMPARE(text("output.weight", OverrideTableModel::ShapeColumn), QString("256 × 4096"));
    QCOMPARE(text("output.weight", OverrideTableModel::FromColumn), QString("BF16"));
    QCOMPARE(text("output.weight", OverrideTableModel::TypeColumn), QString("Q6_K"));
    QCOMPARE(text("output.weight", OverrideTableModel::BitsColumn), QString("6.56"));
    QCOMPARE(text("output.weight", OverrideTableModel::SizeColumn), QString("0.82"));
    QCOMPARE(m_model->headerData(OverrideTableModel::SizeColumn, Qt::Horizontal, Qt::DisplayRole).toString(),
             QString("MiB"));
    QCOMPARE(cell("output.weight", 0).data(Qt::ToolTipRole).toString(), QString("head"));
    QCOMPARE(cell("output.weight", 0).data(Qt::AccessibleDescriptionRole).toString(), QString("head"));
    QCOMPARE(text("output_norm.weight", OverrideTableModel::SizeColumn), QString("1.00\u00a0KiB")); // 256 floats
}

void TestOverrideTableModel::fixedTensorsCannotBeChanged()
{
    plan();
    QVERIFY(!(cell("output_norm.weight", 0).flags() & Qt::ItemIsSelectable));
    QVERIFY(cell("output.weight", 0).flags() & Qt::ItemIsSelectable);
    m_model->setType({"output_norm.weight", "no.such.tensor"}, "Q8_0");
    QCOMPARE(m_model->overrideCount(), 0);
}

void TestOverrideTableModel::setsAndTakesBack()
{
    plan();
    QSignalSpy changed(m_model.get(), &OverrideTableModel::overridesChanged);
    m_model->setType({"blk.0.attn_v.weight", "blk.1.attn_v.weight"}, "Q8_0");
    QCOMPARE(changed.count(), 1);
    QCOMPARE(m_model->entries(),
             (std::vector<std::string>{"^blk\\.0\\.attn_v\\.weight$=Q8_0", "^blk\\.1\\.attn_v\\.weight$=Q8_0"}));
    m_model->setType({"blk.0.attn_v.weight"}, "Q8_0");
    QCOMPARE(changed.count(), 1); // nothing new
    m_model->setType({"blk.0.attn_v.weight"}, QString());
    QCOMPARE(m_model->overrideCount(), 1);
    m_model->clearOverrides();
    QVERIFY(m_model->entries().empty());
    QCOMPARE(changed.count(), 3);
}

void TestOverrideTableModel::showsAChangeBeforeThePlanHasIt()
{
    plan();
    m_model->setType({"blk.0.attn_v.weight"}, "Q8_0");
    QCOMPARE(text("blk.0.attn_v.weight", OverrideTableModel::TypeColumn), QString("Q8_0"));
    QVERIFY(cell("blk.0.attn_v.weight", 0).data(OverrideTableModel::OverriddenRole).toBool());
    plan();
    QCOMPARE(text("blk.0.attn_v.weight", OverrideTableModel::BitsColumn), QString("8.50"));
    m_model->clearOverrides();
    QCOMPARE(text("blk.0.attn_v.weight", OverrideTableModel::TypeColumn), QString("Q4_K")); // as the level says
}

void TestOverrideTableModel::saysWhatTheLevelWouldDo()
{
    plan();
    m_model->setType({"blk.0.attn_v.weight", "output.weight"}, "Q6_K");
    plan();
    QCOMPARE(cell("blk.0.attn_v.weight", 0).data(OverrideTableModel::InsteadRole).toString(), QString("Q4_K"));
    QVERIFY(cell("output.weight", 0).data(OverrideTableModel::InsteadRole).toString().isEmpty()); // the same anyway
    QVERIFY(cell("blk.1.attn_v.weight", 0).data(OverrideTableModel::InsteadRole).toString().isEmpty());
    QVERIFY(cell("blk.0.attn_v.weight", 0).data(Qt::ToolTipRole).toString().contains("own choice is Q4_K"));
    QCOMPARE(cell("blk.0.attn_v.weight", OverrideTableModel::TypeColumn).data(Qt::AccessibleTextRole).toString(),
             QString("Q6_K, set by you"));
}

void TestOverrideTableModel::keepsOverridesOverPlans()
{
    plan();
    m_model->setType({"blk.0.attn_v.weight"}, "Q8_0");
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    plan();
    QCOMPARE(reset.count(), 0); // a selection survives
    m_model->setVariant(nullptr, nullptr);
    QCOMPARE(m_model->overrideCount(), 1); // no level is ticked just now
    plan();
    QVERIFY(cell("blk.0.attn_v.weight", 0).data(OverrideTableModel::OverriddenRole).toBool());
}

void TestOverrideTableModel::takesEntriesApart()
{
    plan();
    const auto others =
        m_model->take({"^blk\\.0\\.attn_v\\.weight$=Q8_0", "ffn=Q6_K", "^blk\\.1\\.attn_v\\.weight$=Q8_0"});
    QCOMPARE(m_model->entries(), std::vector<std::string>{"^blk\\.0\\.attn_v\\.weight$=Q8_0"});
    // What came behind a pattern stays behind it: the first that matches decides.
    QCOMPARE(others, (std::vector<TensorTypeEntry>{{"ffn", "Q6_K"}, {"^blk\\.1\\.attn_v\\.weight$", "Q8_0"}}));
}

SNUG_UI_TEST_MAIN(TestOverrideTableModel)
#include "tst_overridetablemodel.moc"
