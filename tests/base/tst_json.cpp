// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Untrusted JSON: what is taken, what is refused, and that the limits hold before memory or stack are spent.

#include "core/base/json.h"

#include <QTest>

using namespace snug;

class TstJson : public QObject
{
    Q_OBJECT

private slots:
    void takes_data();
    void takes();
    void refuses_data();
    void refuses();
    void tellsWhere();
    void lastOfEqualKeysCounts();
    void refusesEqualKeysOnDemand();
    void holdsDepth();
    void survivesAbsurdDepth();
    void holdsValueCount();
    void holdsTextSize();
    void keepsWholeNumbers();
    void refusesEveryTruncation();
};

void TstJson::takes_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("again"); // as the tree is written, keys sorted
    const auto row = [](const char *name, const QByteArray &text, const QByteArray &again) {
        QTest::newRow(name) << text << again;
    };
    row("object", R"({"b": [1, -2, 3.5], "a": {"c": null}})", R"({"a":{"c":null},"b":[1,-2,3.5]})");
    row("nested arrays", "[[[]],[1,[2]],{}]", "[[[]],[1,[2]],{}]");
    row("array in object in array", R"([{"a":[{"b":1},2]},true])", R"([{"a":[{"b":1},2]},true])");
    row("bare value", " false ", "false");
    row("escapes", R"("\u00e9\n\ud83d\ude00")", "\"\xc3\xa9\\n\xf0\x9f\x98\x80\"");
    row("byte order mark", "\xef\xbb\xbf[1]", "[1]");
    row("blank tail", "{}   \n\t ", "{}");
}

void TstJson::takes()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, again);
    const auto parsed = parseJson({text.constData(), std::size_t(text.size())}, "a test");
    QVERIFY2(parsed.has_value(), parsed ? "" : parsed.error().message.c_str());
    QCOMPARE(QByteArray::fromStdString(parsed->dump()), again);
}

void TstJson::refuses_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const QByteArray &text) { QTest::newRow(name) << text; };
    row("nothing", "");
    row("blanks", "  ");
    row("tail", "{} x");
    row("two values", "1 2");
    row("zero byte and tail", QByteArray("{}\0garbage", 10));
    row("zero byte at the end", QByteArray("{}\0", 3));
    row("zero byte in a string", QByteArray("\"a\0b\"", 5));
    row("comment", "[1] // one");
    row("trailing comma", "[1,]");
    row("single quotes", "{'a':1}");
    row("bare key", "{a:1}");
    row("not a number", "NaN");
    row("endless", "[Infinity]");
    row("too large", "[1e999]");
    row("leading zero", "[01]");
    row("lone high surrogate", R"("\ud83d")");
    row("lone low surrogate", R"("\ude00")");
    row("high surrogate and text", R"("\ud83dx")");
    row("bad UTF-8", "\"\xff\"");
    row("overlong UTF-8", "\"\xc0\xaf\"");
    row("surrogate as UTF-8", "\"\xed\xa0\x80\"");
    row("control character", "\"a\nb\"");
    row("key without value", R"({"a"})");
}

void TstJson::refuses()
{
    QFETCH(QByteArray, text);
    const auto parsed = parseJson({text.constData(), std::size_t(text.size())}, "a test");
    QVERIFY(!parsed.has_value());
    QCOMPARE(parsed.error().code, ErrorCode::BadInput);
    QVERIFY(parsed.error().message.starts_with("a test "));
}

void TstJson::tellsWhere()
{
    const auto parsed = parseJson("{\n \"a\": 1,\n \"b\": tru\n}", "config.json");
    QVERIFY(!parsed.has_value());
    QVERIFY(parsed.error().offset.has_value());
    QVERIFY(*parsed.error().offset >= 17 && *parsed.error().offset <= 22);
    QVERIFY(parsed.error().message.find("line 3") != std::string::npos);
}

void TstJson::lastOfEqualKeysCounts()
{
    const auto parsed = parseJson(R"({"a": [1], "a": 2})", "a test");
    QVERIFY(parsed.has_value());
    QCOMPARE(parsed->at("a").get<int>(), 2);
}

void TstJson::refusesEqualKeysOnDemand()
{
    const JsonLimits unique{.uniqueKeys = true};
    QVERIFY(parseJson(R"({"a": 1, "b": {"a": 2}})", "a test", unique).has_value());
    QVERIFY(!parseJson(R"({"a": 1, "a": 2})", "a test", unique).has_value());
    QVERIFY(!parseJson(R"({"a": 1, "\u0061": 2})", "a test", unique).has_value());
}

void TstJson::holdsDepth()
{
    const auto nested = [](int depth) {
        return std::string(std::size_t(depth), '[') + std::string(std::size_t(depth), ']');
    };
    QVERIFY(parseJson(nested(64), "a test").has_value());
    QVERIFY(!parseJson(nested(65), "a test").has_value());
    QVERIFY(parseJson("1", "a test", {.depth = 0}).has_value());
    QVERIFY(!parseJson("[]", "a test", {.depth = 0}).has_value());
}

void TstJson::survivesAbsurdDepth()
{
    std::string text;
    for (int i = 0; i < 1'000'000; ++i)
        text += R"({"a":[)";
    QVERIFY(!parseJson(text, "a test").has_value());
}

void TstJson::holdsValueCount()
{
    QVERIFY(parseJson("[1,2,3]", "a test", {.valueCount = 4}).has_value());
    QVERIFY(!parseJson("[1,2,3]", "a test", {.valueCount = 3}).has_value());
}

void TstJson::holdsTextSize()
{
    QVERIFY(parseJson("[1]", "a test", {.textBytes = 3}).has_value());
    QVERIFY(!parseJson("[1]", "a test", {.textBytes = 2}).has_value());
}

void TstJson::keepsWholeNumbers()
{
    const auto parsed = parseJson("[18446744073709551615, -9223372036854775808, 18446744073709551616]", "a test");
    QVERIFY(parsed.has_value());
    QVERIFY((*parsed)[0].is_number_unsigned());
    QCOMPARE((*parsed)[0].get<quint64>(), std::numeric_limits<quint64>::max());
    QCOMPARE((*parsed)[1].get<qint64>(), std::numeric_limits<qint64>::min());
    QVERIFY((*parsed)[2].is_number_float());
}

void TstJson::refusesEveryTruncation()
{
    const std::string text = R"({"weight": {"dtype": "F32", "shape": [2, 3], "data_offsets": [0, 24]}, "é": "\u00e9"})";
    QVERIFY(parseJson(text, "a test").has_value());
    for (std::size_t size = 0; size < text.size(); ++size)
        QVERIFY2(!parseJson(text.substr(0, size), "a test").has_value(), std::to_string(size).c_str());
}

QTEST_APPLESS_MAIN(TstJson)
#include "tst_json.moc"
