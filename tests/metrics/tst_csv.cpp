// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Tables: quotes, line ends, and the lines that messages name.

#include "core/metrics/csv.h"

#include <QTest>

using namespace snug;

class TstCsv : public QObject
{
    Q_OBJECT

private slots:
    void reads_data();
    void reads();
    void knowsItsLines();
    void refuses_data();
    void refuses();
};

void TstCsv::reads_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("rows"); // fields in [], rows by /
    QTest::newRow("plain") << "a,b\nc,d\n"
                           << "[a][b]/[c][d]";
    QTest::newRow("no end of line") << "a,b"
                                    << "[a][b]";
    QTest::newRow("carriage returns") << "a,b\r\nc,d\r\n"
                                      << "[a][b]/[c][d]";
    QTest::newRow("empty lines") << "\na\n\r\n\nb"
                                 << "[a]/[b]";
    QTest::newRow("empty fields") << ",a,\n,,\n"
                                  << "[][a][]/[][][]";
    QTest::newRow("quoted") << "\"a, b\",\"c\"\n"
                            << "[a, b][c]";
    QTest::newRow("quotes") << "\"say \"\"yes\"\"\",\"\"\n"
                            << "[say \"yes\"][]";
    QTest::newRow("quotes only") << "\"\"\"\""
                                 << "[\"]";
    QTest::newRow("line in a field") << "\"a\nb\",c\r\nd,\"e\r\n\""
                                     << "[a\nb][c]/[d][e\r\n]";
    QTest::newRow("quote within") << "5\" wide,x"
                                  << "[5\" wide][x]";
    QTest::newRow("comma last") << "a,"
                                << "[a][]";
    QTest::newRow("quoted at the end") << "a,\"b\""
                                       << "[a][b]";
    QTest::newRow("nothing") << ""
                             << "";
}

void TstCsv::reads()
{
    QFETCH(QString, text);
    QFETCH(QString, rows);
    const auto read = parseCsv(text.toStdString(), "t.csv");
    QVERIFY2(read, read ? "" : read.error().message.c_str());
    QStringList found;
    for (const CsvRow &row : *read) {
        QString fields;
        for (const std::string &field : row.fields)
            fields += "[" + QString::fromStdString(field) + "]";
        found << fields;
    }
    QCOMPARE(found.join("/"), rows);
}

void TstCsv::knowsItsLines()
{
    const auto read = parseCsv("a\n\n\"b\n\nc\",d\ne\n", "t.csv");
    QVERIFY(read);
    QCOMPARE(read->size(), std::size_t{3});
    QCOMPARE((*read)[0].line, std::size_t{1});
    QCOMPARE((*read)[1].line, std::size_t{3});
    QCOMPARE((*read)[2].line, std::size_t{6});
}

void TstCsv::refuses_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("message");
    QTest::newRow("open quote") << "a\nb,\"c\nd\n"
                                << "t.csv, line 2: a quote begins here and does not end";
    QTest::newRow("open at the end") << "\""
                                     << "t.csv, line 1: a quote begins here";
    QTest::newRow("text behind") << "a\n\"b\nc\"d,e"
                                 << "t.csv, line 3: text stands behind the quote";
    QTest::newRow("lone carriage return") << "\"a\"\rb"
                                          << "t.csv, line 1: text stands behind";
}

void TstCsv::refuses()
{
    QFETCH(QString, text);
    QFETCH(QString, message);
    const auto read = parseCsv(text.toStdString(), "t.csv");
    QVERIFY(!read);
    QCOMPARE(read.error().code, ErrorCode::BadInput);
    QVERIFY2(read.error().message.starts_with(message.toStdString()), read.error().message.c_str());
}

QTEST_APPLESS_MAIN(TstCsv)
#include "tst_csv.moc"
