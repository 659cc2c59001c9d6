// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Types by pattern: what a pattern matches, and what is no pattern.

#include "core/quant/tensorpattern.h"

#include <QTest>

using namespace snug;

class TestTensorPattern : public QObject
{
    Q_OBJECT

private slots:
    void matchesAnywhereInTheName_data();
    void matchesAnywhereInTheName();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
};

void TestTensorPattern::matchesAnywhereInTheName_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("name");
    QTest::addColumn<bool>("matches");
    QTest::newRow("part") << QByteArray("attn_v=q8_0") << QByteArray("blk.0.attn_v.weight") << true;
    QTest::newRow("not there") << QByteArray("attn_v=q8_0") << QByteArray("blk.0.attn_q.weight") << false;
    QTest::newRow("any letter case") << QByteArray("BLK\\.0\\.=Q8_0") << QByteArray("blk.0.attn_v.weight") << true;
    QTest::newRow("anchored") << QByteArray("^output\\.weight$=q8_0") << QByteArray("blk.0.attn_output.weight")
                              << false;
    QTest::newRow("choice") << QByteArray("blk.(0|7).*=q8_0") << QByteArray("blk.7.ffn_up.weight") << true;
    // The reference lower-cases the pattern, which turns \D into \d.
    QTest::newRow("no digit") << QByteArray("blk\\.\\D=q8_0") << QByteArray("blk.3.ffn_up.weight") << false;
    QTest::newRow("digit") << QByteArray("blk\\.\\d=q8_0") << QByteArray("blk.3.ffn_up.weight") << true;
    QTest::newRow("no space") << QByteArray("^\\S+$=q8_0") << QByteArray("blk.3.ffn_up.weight") << true;
    QTest::newRow("equals sign inside") << QByteArray("attn_v(?=\\.)=q8_0") << QByteArray("blk.0.attn_v.weight")
                                        << true;
}

void TestTensorPattern::matchesAnywhereInTheName()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, name);
    QFETCH(bool, matches);
    const auto pattern = TensorPattern::parse(text.toStdString());
    QVERIFY2(pattern.has_value(), pattern ? "" : pattern.error().message.c_str());
    QCOMPARE(pattern->type(), TensorType::Q8_0);
    QCOMPARE(pattern->matches(name.toStdString()), matches);
}

void TestTensorPattern::refusesWhatIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("no type") << QByteArray("attn_v") << QByteArray("'attn_v'");
    QTest::newRow("no pattern") << QByteArray("=q8_0") << QByteArray("PATTERN=TYPE");
    QTest::newRow("empty") << QByteArray("") << QByteArray("PATTERN=TYPE");
    QTest::newRow("unknown type") << QByteArray("attn_v=q4_km") << QByteArray("Did you mean Q4_K");
    QTest::newRow("empty type") << QByteArray("attn_v=") << QByteArray("Did you mean");
    QTest::newRow("type of counters") << QByteArray("attn_v=i32") << QByteArray("cannot be quantized to");
    QTest::newRow("open bracket") << QByteArray("attn_(v=q8_0") << QByteArray("'attn_(v'");
    QTest::newRow("nothing to repeat") << QByteArray("*=q8_0") << QByteArray("regular expression");
    QTest::newRow("huge count") << QByteArray("a{100000}=q8_0")
                                << QByteArray(
                                       "The pattern 'a{100000}' of --tensor-type repeats too much to be searched "
                                       "for. Use smaller counts in braces.");
    QTest::newRow("open list") << QByteArray("[ab=q8_0") << QByteArray("square brackets");
    QTest::newRow("open braces") << QByteArray("a{2=q8_0") << QByteArray("the braces hold no counts");
    QTest::newRow("stray backslash") << QByteArray("a\\=q8_0") << QByteArray("backslash");
    QTest::newRow("too long") << QByteArray(100000, '(') + "=q8_0" << QByteArray("100000 characters");
}

void TestTensorPattern::refusesWhatIsNone()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, named);
    const auto pattern = TensorPattern::parse(text.toStdString());
    QVERIFY(!pattern.has_value());
    QCOMPARE(pattern.error().code, ErrorCode::Usage);
    QVERIFY2(QByteArray::fromStdString(pattern.error().message).contains(named), pattern.error().message.c_str());
    const auto ofFile = TensorPattern::parse(text.toStdString(), "--tensor-type-file types.txt");
    QVERIFY(ofFile.error().message.find("--tensor-type-file types.txt") != std::string::npos);
    QVERIFY(ofFile.error().message.find(".. ") == std::string::npos);
}

QTEST_APPLESS_MAIN(TestTensorPattern)
#include "tst_tensorpattern.moc"
