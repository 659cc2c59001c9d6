// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a page learns from one request: whose fault an error is, what would undo a refusal, what overrides cost.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/bridge/planning.h"

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestPlanning : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_state = std::make_shared<FakeState>(); }
    void plansTableAndTickedLevels();
    void asksNoMoreThanItHasTo();
    void namesTheFaultySetting_data();
    void namesTheFaultySetting();
    void namesEveryFaultyEntry();
    void plansWithoutFaultySettings();
    void keepsFailuresOfTheModel();
    void leavesRefusedLevelsOutOfTheJob();
    void offersWhatWouldUndoARefusal();
    void showsATableWhereNoLevelMayFallBack();
    void readsTheImportanceMatrix();
    void comparesWithNoOverrides();
    void offersToRequantize();
    void asksNoMoreForFolders();
    void plansFoldersThatTakeAnOption();
    void namesEveryFaultyModulePattern();
    void tellsTheModelThatAMethodRefuses();

private:
    PlanAnswer ask(JobSpec spec, std::vector<std::string> table = {"IQ2_XS", "Q3_K_M", "Q4_K_M", "Q8_0"})
    {
        spec.model = "/hub/qwen";
        return answerPlan(fakeEngine(m_state), {std::move(spec), std::move(table)}, 7);
    }
    static JobSpec with(std::vector<std::string> levels = {"Q4_K_M"})
    {
        JobSpec spec;
        spec.levels = std::move(levels);
        return spec;
    }
    static const VariantPlan &level(const PlanAnswer &answer, const std::string &name)
    {
        return *std::ranges::find(answer.table->variants, name, &VariantPlan::level);
    }

    std::shared_ptr<FakeState> m_state;
};

void TestPlanning::plansTableAndTickedLevels()
{
    const PlanAnswer answer = ask(with({"Q4_K_M", "Q8_0"}));
    QCOMPARE(answer.id, quint64(7));
    QCOMPARE(answer.table->variants.size(), std::size_t(4));
    QCOMPARE((*answer.chosen)->variants.size(), std::size_t(2));
    QVERIFY(answer.faults.empty());
    QVERIFY(!answer.withoutOverrides);
    QVERIFY(!ask(with({})).chosen);
}

void TestPlanning::asksNoMoreThanItHasTo()
{
    ask(with()); // IQ2_XS waits for a matrix, as in every model without one
    QCOMPARE(m_state->planCount.load(), 2);
    JobSpec spec = with();
    spec.tensorTypes = {"attn_v=Q8_0"};
    m_state->planCount = 0;
    ask(spec);
    QVERIFY2(m_state->planCount <= 5, qPrintable(QString::number(m_state->planCount)));
}

void TestPlanning::namesTheFaultySetting_data()
{
    QTest::addColumn<JobSpec>("spec");
    QTest::addColumn<int>("setting");
    QTest::addColumn<QString>("message");
    JobSpec spec = with();
    spec.pruneLayers = "99";
    QTest::newRow("layers") << spec << int(Setting::PruneLayers) << "Layer 99";
    spec = with();
    spec.overrideKv = {"general.name"};
    QTest::newRow("header value") << spec << int(Setting::OverrideKv) << "has no \"=\"";
    spec = with();
    spec.imatrix = "/m/other.dat";
    QTest::newRow("matrix of another model") << spec << int(Setting::Importance) << "another model";
    spec = with();
    spec.imatrix = "/m/picture.png";
    QTest::newRow("no matrix") << spec << int(Setting::Importance) << "no importance matrix";
    spec = with();
    spec.tensorTypes = {"(=Q6_K"};
    QTest::newRow("pattern") << spec << int(Setting::TensorTypes) << "no regular expression";
}

void TestPlanning::namesTheFaultySetting()
{
    QFETCH(JobSpec, spec);
    QFETCH(int, setting);
    QFETCH(QString, message);
    const PlanAnswer answer = ask(spec);
    QCOMPARE(answer.faults.size(), std::size_t(1));
    QCOMPARE(int(answer.faults[0].setting), setting);
    QVERIFY(QString::fromStdString(answer.faults[0].error.message).contains(message));
    QVERIFY(answer.table.has_value()); // the page stays usable
    QVERIFY(answer.chosen && answer.chosen->has_value());
}

void TestPlanning::namesEveryFaultyEntry()
{
    JobSpec spec = with();
    spec.tensorTypes = {"attn_v=Q8_0", "(=Q6_K", "ffn=Q6_K", "((=Q6_K"};
    const PlanAnswer answer = ask(spec);
    QCOMPARE(answer.faults.size(), std::size_t(2));
    QCOMPARE(answer.faults[0].entry, std::size_t(1));
    QCOMPARE(answer.faults[1].entry, std::size_t(3));
    QCOMPARE((*answer.chosen)->spec.tensorTypes, (std::vector<std::string>{"attn_v=Q8_0", "ffn=Q6_K"}));
}

void TestPlanning::plansWithoutFaultySettings()
{
    JobSpec spec = with();
    spec.pruneLayers = "99";
    spec.tensorTypes = {"attn_v=Q8_0"};
    const PlanAnswer answer = ask(spec);
    QVERIFY(answer.table->spec.pruneLayers.empty());
    QCOMPARE(answer.table->spec.tensorTypes.size(), std::size_t(1));
    QCOMPARE(answer.request.spec.pruneLayers, std::string("99")); // what was asked stays known
}

void TestPlanning::keepsFailuresOfTheModel()
{
    m_state->planFails = true;
    JobSpec spec = with();
    spec.tensorTypes = {"attn_v=Q8_0"};
    const PlanAnswer answer = ask(spec);
    m_state->planFails = false;
    QVERIFY(!answer.table);
    QVERIFY(answer.faults.empty()); // the settings are not to blame
    QVERIFY(!answer.chosen);
}

void TestPlanning::leavesRefusedLevelsOutOfTheJob()
{
    const PlanAnswer answer = ask(with({"IQ2_XS", "Q4_K_M"}));
    QCOMPARE((*answer.chosen)->spec.levels, std::vector<std::string>{"Q4_K_M"});
    QVERIFY(level(answer, "IQ2_XS").outputBytes > 0); // what it would be is known
    QVERIFY(!ask(with({"IQ2_XS"})).chosen);
}

void TestPlanning::offersWhatWouldUndoARefusal()
{
    JobSpec spec = with();
    spec.noFallback = true;
    const PlanAnswer answer = ask(spec);
    const VariantPlan &refused = level(answer, "Q3_K_M");
    QVERIFY(!refused.refusal.empty());
    QCOMPARE(refused.remedies.size(), std::size_t(1));
    QVERIFY(!refused.remedies[0].change->noFallback);
    QVERIFY(level(answer, "IQ2_XS").remedies.empty()); // no setting but a file would help
    QVERIFY(answer.faults.empty());
}

void TestPlanning::showsATableWhereNoLevelMayFallBack()
{
    JobSpec spec = with({"Q3_K_M"});
    spec.noFallback = true;
    const PlanAnswer answer = ask(spec, {"Q3_K_M"});
    QVERIFY(answer.table.has_value());
    QCOMPARE(answer.table->variants[0].refusal, std::string("Rows of 288 cannot be Q3_K."));
    QCOMPARE(answer.table->variants[0].remedies.size(), std::size_t(1));
    QVERIFY(!answer.chosen);
}

void TestPlanning::readsTheImportanceMatrix()
{
    JobSpec spec = with({"IQ2_XS"});
    spec.imatrix = "/m/right.dat";
    const PlanAnswer answer = ask(spec);
    QVERIFY(answer.importance);
    QCOMPARE(answer.importance->entryCount, std::size_t(28));
    QVERIFY(level(answer, "IQ2_XS").refusal.empty());
    QCOMPARE((*answer.chosen)->spec.imatrix, std::string("/m/right.dat"));
}

void TestPlanning::comparesWithNoOverrides()
{
    JobSpec spec = with();
    spec.tensorTypes = {"^blk\\.0\\.attn_v\\.weight$=F16"};
    const PlanAnswer answer = ask(spec);
    QVERIFY(answer.withoutOverrides);
    QVERIFY((*answer.chosen)->variants[0].outputBytes > answer.withoutOverrides->variants[0].outputBytes);
}

void TestPlanning::offersToRequantize()
{
    m_state->quantized = true;
    PlanAnswer answer = ask(with());
    QVERIFY(!answer.table);
    QVERIFY(answer.requantizable);
    JobSpec spec = with();
    spec.allowRequantize = true;
    answer = ask(spec);
    m_state->quantized = false;
    QVERIFY(answer.table.has_value());
    QVERIFY(!answer.requantizable);
}

void TestPlanning::asksNoMoreForFolders()
{
    JobSpec spec = with({"fp8", "4bit-g128"});
    spec.method = "rtn";
    const PlanAnswer answer = ask(spec, {"fp8", "4bit-g32", "4bit-g128"});
    QCOMPARE(m_state->planCount.load(), 2);
    QCOMPARE((*answer.chosen)->variants.size(), std::size_t(2));
    QVERIFY(!level(answer, "fp8").readers.empty());
}

void TestPlanning::plansFoldersThatTakeAnOption()
{
    JobSpec spec = with({"fp8", "4bit-g128"});
    spec.method = "rtn";
    spec.asymmetric = true;
    const PlanAnswer answer = ask(spec, {"fp8", "4bit-g32", "4bit-g128"});
    QVERIFY(answer.table.has_value());
    QCOMPARE(answer.table->variants.size(), std::size_t(3));
    QCOMPARE(level(answer, "fp8").refusal,
             std::string("The level fp8 has no asymmetric form; levels such as 4bit-g128 have."));
    QCOMPARE(m_state->planCount.load(), 3); // the table, what would undo the refusal, the ticked ones
    QCOMPARE(level(answer, "fp8").remedies.size(), std::size_t(1));
    QVERIFY(!level(answer, "fp8").remedies[0].change->asymmetric);
    QVERIFY(level(answer, "4bit-g128").refusal.empty());
    QVERIFY(level(answer, "4bit-g128").recommended);
    QCOMPARE((*answer.chosen)->variants.size(), std::size_t(1));
    QVERIFY(answer.faults.empty());
}

void TestPlanning::namesEveryFaultyModulePattern()
{
    JobSpec spec = with({"4bit-g128"});
    spec.method = "rtn";
    spec.ignore = {"lm_head", "(", "gate"};
    const PlanAnswer answer = ask(spec, {"fp8", "4bit-g128"});
    QCOMPARE(answer.faults.size(), std::size_t(1));
    QCOMPARE(int(answer.faults[0].setting), int(Setting::Ignore));
    QCOMPARE(answer.faults[0].entry, std::size_t(1));
    QCOMPARE((*answer.chosen)->spec.ignore, (std::vector<std::string>{"lm_head", "gate"}));
}

void TestPlanning::tellsTheModelThatAMethodRefuses()
{
    m_state->quantized = true;
    JobSpec spec = with({"nf4"});
    spec.method = "bnb";
    const PlanAnswer answer = ask(spec, {"nf4", "int8"});
    QVERIFY(!answer.table);
    QVERIFY(!answer.requantizable);
    QCOMPARE(answer.model.value_or(ModelSummary()).name, std::string("Fake-7B"));
    QCOMPARE(m_state->planCount.load(), 1); // no plan of another method only to read the heading
    m_state->planFails = true;
    QVERIFY(!ask(spec, {"nf4"}).model); // cannot be read at all
}

SNUG_UI_TEST_MAIN(TestPlanning)
#include "tst_planning.moc"
