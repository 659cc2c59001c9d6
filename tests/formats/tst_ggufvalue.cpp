// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Metadata values: encoding, accessors of every type, and the order of keys.

#include "core/formats/ggufvalue.h"
#include "core/formats/littleendian.h"
#include "core/formats/names.h"

#include <QtTest>

#include <limits>

using namespace snug;

namespace {

template <class T> GgufValue scalar(GgufType type, T value)
{
    std::vector<std::byte> payload;
    appendLittle(payload, value);
    return GgufValue::encoded(type, payload);
}

} // namespace

class TestGgufValue : public QObject
{
    Q_OBJECT
private slots:
    void encodesAsTheFormatDoes();
    void readsIntegersOfEveryWidth();
    void keepsSignAndRangeApart();
    void readsFloats();
    void readsBooleansLeniently();
    void readsStringsWithAnyBytes();
    void readsLists();
    void answersNothingForAnotherType();
    void setsKeysAtTheEnd();
    void quotesNamesSafely();
};

void TestGgufValue::encodesAsTheFormatDoes()
{
    const auto bytes = [](const GgufValue &value) {
        return QByteArray(reinterpret_cast<const char *>(value.payload().data()),
                          static_cast<qsizetype>(value.payload().size()))
            .toHex();
    };
    QCOMPARE(bytes(GgufValue::u8(7)), QByteArray("07"));
    QCOMPARE(bytes(GgufValue::u32(0x01020304)), QByteArray("04030201"));
    QCOMPARE(bytes(GgufValue::i32(-2)), QByteArray("feffffff"));
    QCOMPARE(bytes(GgufValue::u64(5)), QByteArray("0500000000000000"));
    QCOMPARE(bytes(GgufValue::f32(1.0F)), QByteArray("0000803f"));
    QCOMPARE(bytes(GgufValue::boolean(true)), QByteArray("01"));
    QCOMPARE(bytes(GgufValue::string("ab")), QByteArray("02000000000000006162"));
    QCOMPARE(bytes(GgufValue::strings(std::vector<std::string>{"a", ""})), QByteArray("080000000200000000000000"
                                                                                      "010000000000000061"
                                                                                      "0000000000000000"));
    QCOMPARE(bytes(GgufValue::i32s(std::vector<std::int32_t>{1, -1})),
             QByteArray("05000000020000000000000001000000ffffffff"));
    QCOMPARE(bytes(GgufValue::bools({true, false})), QByteArray("0700000002000000000000000100"));
}

void TestGgufValue::readsIntegersOfEveryWidth()
{
    QCOMPARE(scalar<std::uint8_t>(GgufType::U8, 200).asUnsigned(), std::optional<std::uint64_t>(200));
    QCOMPARE(scalar<std::int8_t>(GgufType::I8, -100).asSigned(), std::optional<std::int64_t>(-100));
    QCOMPARE(scalar<std::uint16_t>(GgufType::U16, 60000).asUnsigned(), std::optional<std::uint64_t>(60000));
    QCOMPARE(scalar<std::int16_t>(GgufType::I16, -30000).asSigned(), std::optional<std::int64_t>(-30000));
    QCOMPARE(GgufValue::u32(4000000000U).asUnsigned(), std::optional<std::uint64_t>(4000000000U));
    QCOMPARE(GgufValue::i32(-5).asSigned(), std::optional<std::int64_t>(-5));
    QCOMPARE(scalar<std::int64_t>(GgufType::I64, -5).asSigned(), std::optional<std::int64_t>(-5));
    QCOMPARE(GgufValue::u64(~0ULL).asUnsigned(), std::optional<std::uint64_t>(~0ULL));
}

void TestGgufValue::keepsSignAndRangeApart()
{
    QVERIFY(!GgufValue::i32(-1).asUnsigned());
    QCOMPARE(GgufValue::i32(3).asUnsigned(), std::optional<std::uint64_t>(3));
    QVERIFY(!GgufValue::u64(~0ULL).asSigned());
    QCOMPARE(GgufValue::u32(~0U).asSigned(), std::optional<std::int64_t>(4294967295));
}

void TestGgufValue::readsFloats()
{
    QCOMPARE(GgufValue::f32(0.5F).asNumber(), std::optional<double>(0.5));
    QCOMPARE(scalar<double>(GgufType::F64, 1e300).asNumber(), std::optional<double>(1e300));
    QCOMPARE(GgufValue::i32(-7).asNumber(), std::optional<double>(-7));
    QVERIFY(!GgufValue::f32(2.0F).asUnsigned());
    QVERIFY(!GgufValue::f32(2.0F).asSigned());
}

void TestGgufValue::readsBooleansLeniently()
{
    QCOMPARE(GgufValue::boolean(true).asBool(), std::optional<bool>(true));
    QCOMPARE(GgufValue::boolean(false).asBool(), std::optional<bool>(false));
    const GgufValue odd = scalar<std::uint8_t>(GgufType::Bool, 7);
    QCOMPARE(odd.asBool(), std::optional<bool>(true));
    QCOMPARE(odd.payload().front(), std::byte{7}); // copied as it is
    QVERIFY(!GgufValue::u8(1).asBool());
}

void TestGgufValue::readsStringsWithAnyBytes()
{
    const std::string odd("\xff\0a", 3);
    QCOMPARE(GgufValue::string(odd).asString(), std::optional<std::string>(odd));
    QCOMPARE(GgufValue::string("").asString(), std::optional<std::string>(""));
}

void TestGgufValue::readsLists()
{
    const std::vector<std::string> words = {"a", "", "ccc"};
    const GgufValue strings = GgufValue::strings(words);
    QCOMPARE(strings.elementType(), std::optional<GgufType>(GgufType::String));
    QCOMPARE(strings.elementCount(), std::uint64_t{3});
    QCOMPARE(strings.asStrings(), std::optional<std::vector<std::string>>(words));
    QCOMPARE(GgufValue::u32s(std::vector<std::uint32_t>{1, ~0U}).asNumbers(),
             std::optional(std::vector<double>{1, 4294967295.0}));
    QCOMPARE(GgufValue::i32s(std::vector<std::int32_t>{-1}).asNumbers(), std::optional(std::vector<double>{-1}));
    QCOMPARE(GgufValue::f32s(std::vector<float>{0.25F, -2}).asNumbers(), std::optional(std::vector<double>{0.25, -2}));
    QCOMPARE(GgufValue::bools({true, false}).asBools(), std::optional(std::vector<bool>{true, false}));
    QCOMPARE(GgufValue::strings({}).asStrings(), std::optional(std::vector<std::string>()));
}

void TestGgufValue::answersNothingForAnotherType()
{
    const GgufValue text = GgufValue::string("3");
    QVERIFY(!text.asUnsigned() && !text.asSigned() && !text.asNumber() && !text.asBool() && !text.asStrings());
    QVERIFY(!text.elementType());
    QCOMPARE(text.elementCount(), std::uint64_t{0});
    const GgufValue flags = GgufValue::bools({true});
    QVERIFY(!flags.asNumbers() && !flags.asStrings() && !flags.asUnsigned());
    QVERIFY(!GgufValue::u32(1).asNumbers() && !GgufValue::u32(1).asBools());
    QCOMPARE(GgufValue().asUnsigned(), std::optional<std::uint64_t>(0));
}

void TestGgufValue::setsKeysAtTheEnd()
{
    GgufMetadata metadata;
    metadata.append("a", GgufValue::u32(1));
    metadata.append("b", GgufValue::string("x"));
    metadata.set("a", GgufValue::f32(2));
    metadata.set("c", GgufValue::u8(3));
    metadata.remove("nowhere");
    QCOMPARE(metadata.entries().size(), std::size_t{3});
    QCOMPARE(metadata.entries()[0].first, std::string("b"));
    QCOMPARE(metadata.entries()[1].first, std::string("a"));
    QCOMPARE(metadata.numberAt("a"), std::optional<double>(2));
    QCOMPARE(metadata.stringAt("b"), std::optional<std::string>("x"));
    QCOMPARE(metadata.unsignedAt("c"), std::optional<std::uint64_t>(3));
    metadata.remove("b");
    QVERIFY(!metadata.find("b"));
    QVERIFY(!metadata.stringAt("b") && !metadata.unsignedAt("b") && !metadata.numberAt("b"));
}

void TestGgufValue::quotesNamesSafely()
{
    QVERIFY(isPlainText("blk.0.attn_q.weight"));
    QVERIFY(isPlainText("\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80"));
    for (const std::string_view bad :
         {"\xff", "\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "a\x1b[2J", "\n"})
        QVERIFY(!isPlainText(bad));
    QVERIFY(!isPlainText(std::string_view("\0", 1)));
    QCOMPARE(quoteName("a\x1b\xff"
                       "b"),
             std::string("'a??b'"));
    QCOMPARE(quoteName(std::string(100, 'x')), "'" + std::string(80, 'x') + "...'");
}

QTEST_APPLESS_MAIN(TestGgufValue)
#include "tst_ggufvalue.moc"
