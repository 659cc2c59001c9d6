// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The result of a job: ratio, errors, commands of other programs, notes.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/pages/notecard.h"
#include "ui/pages/resultpage.h"
#include "ui/widgets/commandbox.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/segmentedbox.h"

#include <QFileInfo>
#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

#include <cmath>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestResultPage : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void weighsErrorsByWeights();
    void hasNoErrorWithoutQuantizedTensors();
    void givesTheCommandOfEachProgram();
    void worksWithoutAPlan();
    void givesTheCommandOfEachReader();
    void loadsNothingWithoutAPlanOfAFolder();
    void saysWhenAFileGrew();
    void countsFilesOfALevelAsOne();
    void showsNotes();
    void tellsTheDevice();
    void saysAtTheTopThatADeviceWasGivenUp();

private:
    JobReport m_report;
    Plan m_plan;
};

void TestResultPage::init()
{
    JobSpec spec;
    spec.levels = {"Q4_K_M", "Q8_0"};
    m_plan = fakePlan(spec);
    m_report = JobReport();
    m_report.outcome = Outcome::Succeeded;
    m_report.modelName = "Fake-7B";
    m_report.sourceBytes = 14ull << 30;
    m_report.sourceBitsPerWeight = 16;
    m_report.seconds = 126;
    m_report.secondsPredicted = 130;
    for (const VariantPlan &variant : m_plan.variants)
        m_report.outputs.push_back(
            {variant.level, variant.outputPath, "00", variant.outputBytes, variant.bitsPerWeight});
}

void TestResultPage::weighsErrorsByWeights()
{
    TensorReport small = fakeTensor(0, TensorRole::AttnQ, "Q4_K_M", 0.1);
    small.shape = {100};
    TensorReport large = fakeTensor(0, TensorRole::AttnK, "Q4_K_M", 0.0);
    large.shape = {300};
    m_report.tensors = {small, large, fakeTensor(0, TensorRole::AttnQ, "Q8_0", 0.9)};
    QCOMPARE(overallError(m_report, "Q4_K_M").value_or(-1), std::sqrt(100 * 0.01 / 400));
}

void TestResultPage::hasNoErrorWithoutQuantizedTensors()
{
    TensorReport norm = fakeTensor(0, TensorRole::AttnNorm, "Q4_K_M", 0);
    norm.copied = true;
    m_report.tensors = {norm};
    QVERIFY(!overallError(m_report, "Q4_K_M"));
}

void TestResultPage::givesTheCommandOfEachProgram()
{
    ResultPage page;
    page.setResult(m_report, &m_plan, fakeMachine().memory);
    auto *box = page.findChild<SegmentedBox *>("loadInSegmentedBox");
    auto *command = page.findChild<CommandBox *>("loadCommandBox");
    QVERIFY(command->command().startsWith("llama-server"));
    QVERIFY(command->command().contains("-c 27392"));
    QVERIFY(!command->command().contains("-ngl"));
    box->setCurrentIndex(1);
    QVERIFY(command->command().startsWith("lms import"));
    box->setCurrentIndex(2);
    QVERIFY(command->command().contains("ollama create"));
}

void TestResultPage::worksWithoutAPlan()
{
    ResultPage page;
    page.setResult(m_report, nullptr, fakeMachine(true).memory);
    QVERIFY(page.findChild<CommandBox *>("loadCommandBox")->command().contains("-ngl 99"));
    QVERIFY(page.findChild<FoldedSection *>("levelSection_Q8_0"));
    page.setResult(m_report, &m_plan, fakeMachine().memory); // a second result replaces the first
    QCOMPARE(page.findChildren<CommandBox *>("loadCommandBox").size(), 1);
}

void TestResultPage::givesTheCommandOfEachReader()
{
    JobSpec spec;
    spec.method = "rtn";
    spec.levels = {"4bit-g128", "4bit-g32"};
    m_plan = fakePlan(spec);
    m_report.outputs.clear();
    for (const VariantPlan &variant : m_plan.variants)
        for (const char *shard : {"/model-00001-of-00002.safetensors", "/model-00002-of-00002.safetensors"})
            m_report.outputs.push_back(
                {variant.level, variant.outputPath + shard, "00", variant.outputBytes / 2, variant.bitsPerWeight});
    ResultPage page;
    page.setResult(m_report, &m_plan, fakeMachine().memory);
    QCOMPARE(page.findChild<QLabel *>("resultPathLabel")->text(), QString("/models/Fake-7B-4bit-g128"));
    auto *box = page.findChild<SegmentedBox *>("loadInSegmentedBox");
    auto *command = page.findChild<CommandBox *>("loadCommandBox");
    QCOMPARE(box->count(), 2);
    QCOMPARE(command->command(), QString("vllm serve /models/Fake-7B-4bit-g128"));
    QCOMPARE(page.findChild<QLabel *>("loadNoteLabel")->text(), QString("Runs on its fast kernels."));
    box->setCurrentIndex(1);
    QVERIFY(command->command().startsWith("python3 -c 'load("));
    // Of the second level vLLM will have nothing.
    QCOMPARE(page.findChild<SegmentedBox *>("loadLevelInSegmentedBox")->count(), 1);
    QVERIFY(page.findChild<CommandBox *>("loadLevelCommandBox")->command().contains("4bit-g32"));
    QSignalSpy opened(&page, &ResultPage::openFolderRequested);
    page.findChild<QPushButton *>("openFolderPushButton")->click();
    QCOMPARE(QFileInfo(opened.at(0).at(0).toString()).path(), QString("/models/Fake-7B-4bit-g128"));
}

void TestResultPage::loadsNothingWithoutAPlanOfAFolder()
{
    m_report.outputs = {{"nf4", "/models/Fake-7B-nf4/model.safetensors", "00", 4ull << 30, 4.5}};
    ResultPage page;
    page.setResult(m_report, nullptr, fakeMachine().memory);
    QVERIFY(!page.findChild<CommandBox *>("loadCommandBox"));
}

void TestResultPage::saysWhenAFileGrew()
{
    m_report.outputs.resize(1);
    m_report.outputs[0].sizeBytes = 28ull << 30;
    ResultPage page;
    page.setResult(m_report, &m_plan, fakeMachine().memory);
    QCOMPARE(page.findChild<QLabel *>("ratioLabel")->text(), QString("2.0×"));
    bool larger = false;
    for (const QLabel *label : page.findChildren<QLabel *>())
        larger = larger || label->text() == "larger";
    QVERIFY(larger);
}

void TestResultPage::countsFilesOfALevelAsOne()
{
    OutputReport second = m_report.outputs[0];
    m_report.outputs[0].path = "/out/x-00001-of-00002.gguf";
    m_report.outputs[0].sizeBytes = 4ull << 30;
    second.path = "/out/x-00002-of-00002.gguf";
    second.sizeBytes = 3ull << 30;
    m_report.outputs.insert(m_report.outputs.begin() + 1, second);
    QCOMPARE(byLevel(m_report).outputs.size(), std::size_t(2));
    ResultPage page;
    page.setResult(m_report, &m_plan, fakeMachine().memory);
    QCOMPARE(page.findChild<QLabel *>("ratioLabel")->text(), QString("2.0×")); // 14 GiB in two files of 7 together
    QCOMPARE(page.findChild<QLabel *>("resultPathLabel")->text(),
             QString("/out/x-00001-of-00002.gguf and 1 more file(s)"));
    QVERIFY(page.findChild<FoldedSection *>("levelSection_Q8_0"));
    QVERIFY(!page.findChild<FoldedSection *>("levelSection_Q4_K_M"));
}

void TestResultPage::showsNotes()
{
    m_report.notes = {"Two tensors took another type.", "A <b>note</b>."};
    ResultPage page;
    page.setResult(m_report, &m_plan, fakeMachine().memory);
    auto *notes = page.findChild<QLabel *>("notesLabel");
    QVERIFY(notes);
    QCOMPARE(notes->textFormat(), Qt::PlainText);
    QVERIFY(notes->text().contains("<b>"));
}

void TestResultPage::tellsTheDevice()
{
    ResultPage page;
    m_report.device = "cuda:0";
    m_report.deviceName = "NVIDIA GeForce RTX 3050";
    m_report.deviceReason = "Automatic chose it.";
    page.setResult(m_report, &m_plan, fakeMachine(true).memory);
    QCOMPARE(page.findChild<QLabel *>("resultDeviceLabel")->text(), QString("on GeForce RTX 3050 (CUDA)"));
    QCOMPARE(page.findChild<QLabel *>("notesLabel")->text(), QString("Automatic chose it."));
    m_report.device = "cpu";
    page.setResult(m_report, &m_plan, fakeMachine(true).memory);
    QCOMPARE(page.findChild<QLabel *>("resultDeviceLabel")->text(), QString("on the processor"));
}

void TestResultPage::saysAtTheTopThatADeviceWasGivenUp()
{
    ResultPage page;
    m_report.notes = {"Two tensors took another type.", kGaveUp};
    page.setResult(m_report, &m_plan, fakeMachine(true).memory, kGaveUp);
    auto *card = page.findChild<NoteCard *>("resultNoteCard");
    QVERIFY(card->isVisibleTo(&page));
    QCOMPARE(card->text(), QString(kGaveUp));
    QCOMPARE(page.findChild<QLabel *>("notesLabel")->text(), QString("Two tensors took another type.")); // once
    m_report.notes = {kGaveUp};
    page.setResult(m_report, &m_plan, fakeMachine(true).memory, kGaveUp);
    QVERIFY(!page.findChild<QLabel *>("notesLabel"));
    page.setResult(m_report, &m_plan, fakeMachine(true).memory);
    QVERIFY(!page.findChild<NoteCard *>("resultNoteCard")->isVisibleTo(&page));
}

SNUG_UI_TEST_MAIN(TestResultPage)
#include "tst_resultpage.moc"
