// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Finished tensors and the one in work.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/models/tensortablemodel.h"

#include <QAbstractItemModelTester>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestTensorTableModel : public QObject
{
    Q_OBJECT

private slots:
    void appendsFinishedTensors();
    void showsTheOneInWorkLast();
    void endsTheWorkingRow();
    void saysWhatWasCopied();
    void clears();
};

void TestTensorTableModel::appendsFinishedTensors()
{
    TensorTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append(
        {fakeTensor(0, TensorRole::AttnQ, "Q4_K_M", 0.0402), fakeTensor(0, TensorRole::AttnK, "Q4_K_M", 0.0347)});
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(0, TensorTableModel::NameColumn).data().toString(), QString("blk.0.attn_q.weight"));
    QCOMPARE(model.index(0, TensorTableModel::ShapeColumn).data().toString(), QString("256 × 256"));
    QCOMPARE(model.index(0, TensorTableModel::FromColumn).data().toString(), QString("BF16"));
    QCOMPARE(model.index(0, TensorTableModel::ToColumn).data().toString(), QString("Q4_K"));
    QCOMPARE(model.index(0, TensorTableModel::BitsColumn).data().toString(), QString("4.50"));
    QCOMPARE(model.index(0, TensorTableModel::ErrorColumn).data().toString(), QString("0.0402"));
    QCOMPARE(model.index(0, TensorTableModel::ErrorColumn).data(TensorTableModel::ErrorRole).toDouble(), 0.0402);
}

void TestTensorTableModel::showsTheOneInWorkLast()
{
    TensorTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setWorking("blk.0.attn_k.weight");
    model.append({fakeTensor(0, TensorRole::AttnQ, "Q4_K_M", 0.04)});
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.index(1, 0).data(TensorTableModel::WorkingRole).toBool());
    QCOMPARE(model.index(1, TensorTableModel::ErrorColumn).data().toString(), QString("working"));
    QVERIFY(!model.index(0, 0).data(TensorTableModel::WorkingRole).toBool());
    model.setWorking("blk.0.attn_v.weight");
    QCOMPARE(model.rowCount(), 2);
    model.setWorking({});
    QCOMPARE(model.rowCount(), 1);
}

void TestTensorTableModel::endsTheWorkingRow()
{
    TensorTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setWorking("blk.0.attn_q.weight");
    model.append({fakeTensor(0, TensorRole::AttnQ, "Q4_K_M", 0.04)});
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.finishedCount(), 1);
}

void TestTensorTableModel::saysWhatWasCopied()
{
    TensorTableModel model;
    TensorReport norm = fakeTensor(0, TensorRole::AttnNorm, "Q4_K_M", 0);
    norm.from = TensorType::F32;
    norm.to = "F32";
    norm.copied = true;
    model.append({norm});
    QCOMPARE(model.index(0, TensorTableModel::ErrorColumn).data().toString(), QString("copied"));
    QVERIFY(!model.index(0, TensorTableModel::ErrorColumn).data(TensorTableModel::ErrorRole).isValid());
}

void TestTensorTableModel::clears()
{
    TensorTableModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.append({fakeTensor(0, TensorRole::AttnQ, "Q4_K_M", 0.04)});
    model.setWorking("x");
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

SNUG_UI_TEST_MAIN(TestTensorTableModel)
#include "tst_tensortablemodel.moc"
