// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Overridden keys: values as the reference stores them, and what cannot be overridden.

#include "core/quant/keyoverride.h"

#include <QTest>

using namespace snug;

class TestKeyOverride : public QObject
{
    Q_OBJECT

private slots:
    void storesIntegersAsTheReferenceDoes_data();
    void storesIntegersAsTheReferenceDoes();
    void storesTheOtherTypes();
    void refusesWhatIsNone_data();
    void refusesWhatIsNone();
};

void TestKeyOverride::storesIntegersAsTheReferenceDoes_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<quint32>("stored");
    QTest::addColumn<bool>("noted");
    QTest::newRow("plain") << QByteArray("1024") << 1024u << false;
    QTest::newRow("zero") << QByteArray("0") << 0u << false;
    QTest::newRow("largest") << QByteArray("4294967295") << 4294967295u << false;
    QTest::newRow("negative") << QByteArray("-5") << 5u << true;
    QTest::newRow("too large") << QByteArray("4294967297") << 1u << true;
    QTest::newRow("least of 64 bits") << QByteArray("-9223372036854775808") << 0u << true;
}

void TestKeyOverride::storesIntegersAsTheReferenceDoes()
{
    QFETCH(QByteArray, value);
    QFETCH(quint32, stored);
    QFETCH(bool, noted);
    const auto made = parseKeyOverride("a.b=int:" + value.toStdString());
    QVERIFY(made.has_value());
    QCOMPARE(made->key, std::string("a.b"));
    QCOMPARE(made->value.type(), GgufType::U32);
    QCOMPARE(made->value.asUnsigned().value(), std::uint64_t(stored));
    QCOMPARE(made->note.find(value.toStdString()) != std::string::npos, noted);
}

void TestKeyOverride::storesTheOtherTypes()
{
    const auto number = parseKeyOverride("k=float:0.1");
    QCOMPARE(number->value.type(), GgufType::F32);
    QCOMPARE(number->value.asNumber().value(), double(0.1F));
    QCOMPARE(parseKeyOverride("k=float:1e-40")->value.asNumber().value(), double(1e-40F));
    QCOMPARE(parseKeyOverride("k=bool:true")->value.asBool().value(), true);
    QCOMPARE(parseKeyOverride("k=bool:false")->value.asBool().value(), false);
    QCOMPARE(parseKeyOverride("k=str:a:b=c")->value.asString().value(), std::string("a:b=c"));
    QCOMPARE(parseKeyOverride("k=str:")->value.asString().value(), std::string());
    QVERIFY(parseKeyOverride("k=str:" + std::string(127, 'x')).has_value());
    QVERIFY(parseKeyOverride("general.alignment=int:64").has_value());
}

void TestKeyOverride::refusesWhatIsNone_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("named");
    QTest::newRow("nothing") << QByteArray("") << QByteArray("KEY=TYPE:VALUE");
    QTest::newRow("no type") << QByteArray("golden=novalue") << QByteArray("'golden=novalue'");
    QTest::newRow("unknown type") << QByteArray("k=long:1") << QByteArray("int, float, bool and str");
    QTest::newRow("no key") << QByteArray("=int:1") << QByteArray("a key is plain text");
    QTest::newRow("long key") << QByteArray(128, 'k') + "=int:1" << QByteArray("127 bytes");
    QTest::newRow("no number") << QByteArray("k=int:5abc") << QByteArray("whole number");
    QTest::newRow("more than 64 bits") << QByteArray("k=int:99999999999999999999") << QByteArray("whole number");
    QTest::newRow("no float") << QByteArray("k=float:x") << QByteArray("finite number");
    QTest::newRow("not a number") << QByteArray("k=float:nan") << QByteArray("finite number");
    QTest::newRow("too large for 32 bits") << QByteArray("k=float:1e39") << QByteArray("finite number");
    QTest::newRow("maybe") << QByteArray("k=bool:maybe") << QByteArray("true or false");
    QTest::newRow("long string") << QByteArray("k=str:") + QByteArray(128, 'x') << QByteArray("this one has 128");
    QTest::newRow("split") << QByteArray("split.count=int:2") << QByteArray("split.*");
    QTest::newRow("architecture") << QByteArray("general.architecture=str:gpt2") << QByteArray("architecture");
    QTest::newRow("crooked alignment") << QByteArray("general.alignment=int:48") << QByteArray("power of two");
    QTest::newRow("text as alignment") << QByteArray("general.alignment=str:64") << QByteArray("power of two");
}

void TestKeyOverride::refusesWhatIsNone()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, named);
    const auto made = parseKeyOverride(text.toStdString());
    QVERIFY(!made.has_value());
    QCOMPARE(made.error().code, ErrorCode::Usage);
    const QByteArray message = QByteArray::fromStdString(made.error().message);
    QVERIFY2(message.contains(named), message);
    // What to do comes last, after what is wrong.
    QVERIFY2(message.contains(". Write ") || message.contains(". Leave ") || message.contains(". Shorten "), message);
}

QTEST_APPLESS_MAIN(TestKeyOverride)
#include "tst_keyoverride.moc"
