// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels agree with their types on block length and bytes.

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
};

void TestTypeKernel::agreesOnGeometry_data()
{
    QTest::addColumn<int>("index");
    int count = 0;
    const kernels::BlockKernel *table = kernels::blockKernels(&count);
    for (int i = 0; i < count; ++i)
        QTest::newRow(table[i].name) << i;
}

void TestTypeKernel::agreesOnGeometry()
{
    QFETCH(int, index);
    int count = 0;
    const kernels::BlockKernel &kernel = kernels::blockKernels(&count)[index];
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

QTEST_APPLESS_MAIN(TestTypeKernel)
#include "tst_typekernel.moc"
