// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Kernels agree with their types on block length and bytes.

#include "core/quant/typekernel.h"

#include <QTest>

using namespace snug;

class TestTypeKernel : public QObject
{
    Q_OBJECT

private slots:
    void agreesOnGeometry_data();
    void agreesOnGeometry();
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

void TestTypeKernel::hasNoneForUnwrittenTypes()
{
    QVERIFY(!kernelFor(TensorType::I32));
    QVERIFY(!kernelFor(TensorType::Q8_K));
}

QTEST_APPLESS_MAIN(TestTypeKernel)
#include "tst_typekernel.moc"
