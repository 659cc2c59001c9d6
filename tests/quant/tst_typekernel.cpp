// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

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
    QTest::addColumn<QByteArray>("name");
    for (const char *name :
         {"F32", "F16", "BF16", "Q8_0", "Q4_0", "Q4_1", "Q5_0", "Q5_1", "Q2_K", "Q3_K", "Q4_K", "Q5_K", "Q6_K"})
        QTest::newRow(name) << QByteArray(name);
}

void TestTypeKernel::agreesOnGeometry()
{
    QFETCH(QByteArray, name);
    const TensorTypeInfo *info = findTensorType(std::string_view(name.data(), name.size()));
    QVERIFY(info);
    const kernels::BlockKernel *kernel = kernelFor(info->type);
    QVERIFY(kernel);
    QCOMPARE(kernel->blockLength, int(info->blockLength));
    QCOMPARE(kernel->blockBytes, int(info->blockBytes));
    QVERIFY(kernel->quantizeRow && kernel->dequantizeRow);
}

void TestTypeKernel::hasNoneForUnwrittenTypes()
{
    QVERIFY(!kernelFor(TensorType::I32));
    QVERIFY(!kernelFor(TensorType::Q8_K));
}

QTEST_APPLESS_MAIN(TestTypeKernel)
#include "tst_typekernel.moc"
