// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Stand-ins for types whose blocks do not divide a row.

#include "core/quant/shapefallback.h"

#include <QTest>

using namespace snug;

class TestShapeFallback : public QObject
{
    Q_OBJECT

private slots:
    void picks_data();
    void picks();
};

void TestShapeFallback::picks_data()
{
    QTest::addColumn<QByteArray>("wanted");
    QTest::addColumn<quint64>("cols");
    QTest::addColumn<QByteArray>("type");
    const auto row = [](const char *wanted, quint64 cols, const char *type) {
        QTest::addRow("%s, %llu", wanted, static_cast<unsigned long long>(cols))
            << QByteArray(wanted) << cols << QByteArray(type);
    };
    row("Q4_K", 512, "Q4_K");
    row("Q4_K", 96, "Q5_0");
    row("Q4_K", 100, "F16");
    row("Q5_K", 96, "Q5_1");
    row("Q6_K", 96, "Q8_0");
    row("Q2_K", 96, "Q4_0");
    row("Q3_K", 96, "Q4_0");
    row("TQ1_0", 96, "Q4_0");
    row("Q2_0", 96, "Q4_0");
    row("Q2_0", 64, "Q2_0");
    row("IQ4_XS", 96, "IQ4_NL");
    row("IQ1_M", 33, "F16");
    row("Q8_0", 33, "F16");
    row("Q4_0", 1, "F16");
    row("F32", 1, "F32");
    row("Q1_0", 64, "none");
    row("NVFP4", 96, "none");
}

void TestShapeFallback::picks()
{
    QFETCH(QByteArray, wanted);
    QFETCH(quint64, cols);
    QFETCH(QByteArray, type);
    const auto found = typeForRow(findTensorType(std::string_view(wanted.data(), wanted.size()))->type, cols);
    QCOMPARE(QString::fromStdString(found ? std::string(tensorTypeName(*found)) : "none"), QString(type));
}

QTEST_APPLESS_MAIN(TestShapeFallback)
#include "tst_shapefallback.moc"
