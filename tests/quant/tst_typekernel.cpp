// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels agree with their types on block length and bytes.

#include "core/kernels/kernelset.h"
#include "core/quant/recipe.h"
#include "core/quant/typekernel.h"
#include "tests/quant/goldenmodel.h"

#include <QTest>

using namespace snug;

class TestTypeKernel : public QObject
{
    Q_OBJECT

private slots:
    void agreesOnGeometry_data();
    void agreesOnGeometry();
    void availableLevelsHaveTheirs_data();
    void availableLevelsHaveTheirs();
    void hasNoneForUnwrittenTypes();
    void usesTheInstructionSetAskedFor_data();
    void usesTheInstructionSetAskedFor();
    void refusesAnInstructionSetThatIsNotHere();
    void cleanup();
};

void TestTypeKernel::cleanup() { qunsetenv("SNUG_CPU"); }

void TestTypeKernel::agreesOnGeometry_data()
{
    QTest::addColumn<int>("index");
    const kernels::KernelSet &set = kernels::activeKernelSet();
    for (int i = 0; i < set.count; ++i)
        QTest::newRow(set.kernels[i].name) << i;
}

void TestTypeKernel::agreesOnGeometry()
{
    QFETCH(int, index);
    const kernels::BlockKernel &kernel = kernels::activeKernelSet().kernels[index];
    const TensorTypeInfo *info = findTensorType(std::string_view(kernel.name));
    QVERIFY(info);
    QCOMPARE(kernelFor(info->type), &kernel);
    QCOMPARE(kernel.blockLength, int(info->blockLength));
    QCOMPARE(kernel.blockBytes, int(info->blockBytes));
}

// A level is offered only if every type its mix can call for, and every stand-in for odd rows, can be made.
void TestTypeKernel::availableLevelsHaveTheirs_data()
{
    QTest::addColumn<QByteArray>("level");
    for (const FileType &type : fileTypes())
        if (type.available)
            QTest::newRow(std::string(type.name).c_str()) << QByteArray(type.name.data(), type.name.size());
}

void TestTypeKernel::availableLevelsHaveTheirs()
{
    QFETCH(QByteArray, level);
    const FileType *fileType = findFileType(level.toStdString());
    for (const std::uint32_t experts : {0U, 4U, 8U, 64U})
        for (const std::uint32_t headsKv : {1U, 2U, 8U})
            for (const std::uint64_t width : {256U, 96U, 100U})
                for (const char *architecture : {"llama", "falcon", "qwen2"}) {
                    Model model = test::llamaModel(80, 8, headsKv, width);
                    model.architecture = architecture;
                    model.hyper.expertCount = experts;
                    const auto decisions = proposeTypes(model, *fileType, {});
                    if (level == "Q1_0" && width % 128 != 0) { // the one block length without a stand-in
                        QVERIFY(!decisions.has_value());
                        continue;
                    }
                    QVERIFY(decisions.has_value());
                    for (const TensorDecision &decision : *decisions)
                        QVERIFY2(kernelFor(decision.type), decision.why.c_str());
                }
}

void TestTypeKernel::hasNoneForUnwrittenTypes()
{
    QVERIFY(!kernelFor(TensorType::I32));
    QVERIFY(!kernelFor(TensorType::Q8_K));
}

void TestTypeKernel::usesTheInstructionSetAskedFor_data()
{
    QTest::addColumn<const kernels::KernelSet *>("set");
    int count = 0;
    const kernels::KernelSet *const *sets = kernels::kernelSets(&count);
    for (int i = 0; i < count; ++i)
        QTest::newRow(sets[i]->name) << sets[i];
}

void TestTypeKernel::usesTheInstructionSetAskedFor()
{
    QFETCH(const kernels::KernelSet *, set);
    qputenv("SNUG_CPU", set->name);
    QVERIFY(chooseInstructionSet().has_value());
    QCOMPARE(instructionSet(), std::string(set->name));
    const kernels::BlockKernel *kernel = kernelFor(TensorType::Q4_K);
    QVERIFY(kernel >= set->kernels && kernel < set->kernels + set->count);
}

void TestTypeKernel::refusesAnInstructionSetThatIsNotHere()
{
    const std::string before = instructionSet();
    for (const char *name : {"neon9", "AVX2 ", "scalar,avx2"}) {
        qputenv("SNUG_CPU", name);
        const auto chosen = chooseInstructionSet();
        QVERIFY(!chosen);
        QCOMPARE(chosen.error().code, ErrorCode::Usage);
        QVERIFY(chosen.error().message.find(name) != std::string::npos);
        QVERIFY(chosen.error().message.find("scalar") != std::string::npos);
        QCOMPARE(instructionSet(), before);
    }
}

QTEST_APPLESS_MAIN(TestTypeKernel)
#include "tst_typekernel.moc"
