// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The table of variants: figures, order, ticks, who is best.

#include "tests/ui/uitest.h"
#include "ui/charts/variantmark.h"
#include "ui/models/comparetablemodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>

using namespace snug;
using namespace snug::ui;

using Column = CompareTableModel::Column;

class TestCompareTableModel : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void showsFigures();
    void saysWhatIsNotKnown();
    void knowsTheSourceAgainstItself();
    void tellsErrorsToTwoDigits();
    void sortsWithUnknownLast();
    void marksTheBest();
    void ticks();
    void changesInPlace();
    void keepsMarksWhateverTheOrder();

private:
    QString text(int row, int column) const { return m_model->index(row, column).data().toString(); }
    QStringList names() const
    {
        QStringList names;
        for (int row = 0; row < m_model->rowCount(); ++row)
            names << text(row, Column::NameColumn);
        return names;
    }

    VariantGroup m_group;
    std::unique_ptr<CompareTableModel> m_model;
    std::unique_ptr<QAbstractItemModelTester> m_tester;
};

void TestCompareTableModel::init()
{
    m_tester.reset();
    m_group = VariantGroup();
    m_group.source = "/hub/qwen";
    CompareRow source;
    source.path = "/hub/qwen";
    source.title = "Source BF16";
    source.source = true;
    source.sizeBytes = 14ull << 30;
    source.bitsPerWeight = 16;
    source.figures = MeasuredFigures();
    source.figures->perplexity = 7.462;
    source.context = ContextFit{0, 0, 0, "RAM"};
    CompareRow four = source;
    four.path = "/m/q4.gguf";
    four.title = "Q4_K_M";
    four.source = false;
    four.sizeBytes = 4ull << 30;
    four.bitsPerWeight = 4.91;
    four.figures->perplexity = 7.556;
    four.figures->change = 0.0126;
    four.figures->klMean = 0.0312;
    four.figures->kl99 = 0.371;
    four.figures->sameTop = 0.918;
    four.context = ContextFit{14592, 27392, 32768, "RAM"};
    four.tokensPerSecond = 28;
    CompareRow five = four;
    five.path = "/m/q5.gguf";
    five.title = "Q5_K_M";
    five.sizeBytes = 5ull << 30;
    five.figures->klMean = 0.0121;
    five.figures->sameTop = 0.946;
    CompareRow none;
    none.path = "/m/q8.gguf";
    none.title = "Q8_0";
    none.sizeBytes = 8ull << 30;
    none.bitsPerWeight = 8.5;
    m_group.variants = {source, four, five, none};
    m_model = std::make_unique<CompareTableModel>();
    m_tester = std::make_unique<QAbstractItemModelTester>(m_model.get(),
                                                          QAbstractItemModelTester::FailureReportingMode::QtTest);
    m_model->setGroup(&m_group);
}

void TestCompareTableModel::showsFigures()
{
    QCOMPARE(m_model->rowCount(), 4);
    QCOMPARE(text(1, Column::SizeColumn), QString("4.00"));
    QCOMPARE(text(1, Column::BitsColumn), QString("4.91"));
    QCOMPARE(text(1, Column::PerplexityColumn), QString("7.556"));
    QCOMPARE(text(1, Column::ChangeColumn), QString("+1.3 %"));
    QCOMPARE(text(1, Column::KlMeanColumn), QString("0.0312"));
    QCOMPARE(text(1, Column::Kl99Column), QString("0.3710"));
    QCOMPARE(text(1, Column::SameTopColumn), QString("91.8"));
    QCOMPARE(text(1, Column::ContextQ8Column), QString("27,392"));
    QCOMPARE(text(1, Column::SpeedColumn), QString("28"));
    QCOMPARE(text(0, Column::ChangeColumn), QString("base"));
    QVERIFY(m_model->index(0, Column::ContextF16Column).data(CompareTableModel::NoRoomRole).toBool());
    QVERIFY(!m_model->index(1, Column::ContextF16Column).data(CompareTableModel::NoRoomRole).toBool());
    QCOMPARE(m_model->headerData(Column::SizeColumn, Qt::Horizontal, CompareTableModel::UnitRole).toString(),
             QString("GiB"));
}

void TestCompareTableModel::saysWhatIsNotKnown()
{
    QCOMPARE(text(3, Column::KlMeanColumn), QString("–"));
    QCOMPARE(m_model->index(3, Column::KlMeanColumn).data(Qt::AccessibleTextRole).toString(), QString("not measured"));
    QVERIFY(!m_model->index(3, Column::ContextF16Column).data(CompareTableModel::NoRoomRole).toBool());
    m_model->setGroup(nullptr);
    QCOMPARE(m_model->rowCount(), 0);
}

void TestCompareTableModel::knowsTheSourceAgainstItself()
{
    QCOMPARE(text(0, Column::ChangeColumn), QString("base"));
    QCOMPARE(text(0, Column::KlMeanColumn), QString("0"));
    QCOMPARE(text(0, Column::Kl99Column), QString("0"));
    QCOMPARE(text(0, Column::SameTopColumn), QString("100"));
    m_group.variants[0].figures.reset();
    m_model->setGroup(&m_group);
    QCOMPARE(text(0, Column::KlMeanColumn), QString("–")); // nothing was measured
}

void TestCompareTableModel::tellsErrorsToTwoDigits()
{
    m_group.variants[1].figures->perplexityError = 0.0312;
    m_group.variants[1].figures->klMean = 0.0000612;
    m_group.variants[1].figures->klMeanError = 0.0000021;
    m_model->setGroup(&m_group);
    const auto tip = [this](int column) { return m_model->index(1, column).data(Qt::ToolTipRole).toString(); };
    QCOMPARE(tip(Column::PerplexityColumn), QString("7.556 ± 0.031"));
    QCOMPARE(tip(Column::KlMeanColumn), QString("0.0000612 ± 0.0000021"));
}

void TestCompareTableModel::sortsWithUnknownLast()
{
    m_model->sort(Column::KlMeanColumn, Qt::AscendingOrder);
    QCOMPARE(names(), (QStringList{"Source BF16", "Q5_K_M", "Q4_K_M", "Q8_0"})); // it is 0 away from itself
    m_model->sort(Column::KlMeanColumn, Qt::DescendingOrder);
    QCOMPARE(names(), (QStringList{"Q4_K_M", "Q5_K_M", "Source BF16", "Q8_0"}));
    m_model->sort(Column::SizeColumn, Qt::AscendingOrder);
    QCOMPARE(names(), (QStringList{"Q4_K_M", "Q5_K_M", "Q8_0", "Source BF16"}));
    m_model->sort(Column::NameColumn, Qt::DescendingOrder);
    QCOMPARE(names().first(), QString("Source BF16"));
    m_model->setGroup(&m_group); // stays sorted
    QCOMPARE(names().first(), QString("Source BF16"));
}

void TestCompareTableModel::marksTheBest()
{
    const auto best = [this](int row, int column) {
        return m_model->index(row, column).data(CompareTableModel::BestRole).toBool();
    };
    QVERIFY(best(1, Column::SizeColumn));
    QVERIFY(!best(2, Column::SizeColumn));
    QVERIFY(best(2, Column::KlMeanColumn));
    QVERIFY(best(2, Column::SameTopColumn));     // more is better
    QVERIFY(!best(0, Column::PerplexityColumn)); // the source is out of the race
    m_model->setData(m_model->index(2, Column::NameColumn), Qt::Unchecked, Qt::CheckStateRole);
    QVERIFY(!best(1, Column::KlMeanColumn)); // alone
    QVERIFY(best(1, Column::SizeColumn));
}

void TestCompareTableModel::ticks()
{
    QSignalSpy changed(m_model.get(), &CompareTableModel::shownChanged);
    const QModelIndex name = m_model->index(1, Column::NameColumn);
    QCOMPARE(name.data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(m_model->setData(name, Qt::Unchecked, Qt::CheckStateRole));
    QCOMPARE(changed.count(), 1);
    QCOMPARE(changed.at(0).at(0).toString(), QString("/m/q4.gguf"));
    QCOMPARE(m_model->headerData(0, Qt::Horizontal, CompareTableModel::UnitRole).toString(), QString("3 of 4 shown"));
    QVERIFY(!m_model->setData(m_model->index(1, Column::SizeColumn), Qt::Checked, Qt::CheckStateRole));
}

void TestCompareTableModel::changesInPlace()
{
    QSignalSpy reset(m_model.get(), &QAbstractItemModel::modelReset);
    m_group.variants[3].figures = m_group.variants[1].figures;
    m_model->setGroup(&m_group);
    QCOMPARE(reset.count(), 0);
    QCOMPARE(text(3, Column::KlMeanColumn), QString("0.0312"));
    m_group.variants.pop_back();
    m_model->setGroup(&m_group);
    QCOMPARE(reset.count(), 1);
}

void TestCompareTableModel::keepsMarksWhateverTheOrder()
{
    QCOMPARE(m_model->markOf("/hub/qwen"), kSourceMark);
    QCOMPARE(m_model->markOf("/m/q5.gguf"), 1);
    m_model->sort(Column::SizeColumn, Qt::DescendingOrder);
    QCOMPARE(m_model->markOf("/m/q5.gguf"), 1);
}

SNUG_UI_TEST_MAIN(TestCompareTableModel)
#include "tst_comparetablemodel.moc"
