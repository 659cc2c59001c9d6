// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Packed words of codes against worked examples, and back.

#include "core/kernels/checkpoint/bitstream.h"

#include <QTest>

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <vector>

using namespace snug::kernels;

namespace {

using Codes = std::vector<unsigned char>;
using Words = std::vector<std::uint32_t>;

Codes repeated(int begin, int step, int count, int modulus)
{
    Codes codes;
    for (int i = 0; i < count; ++i)
        codes.push_back(static_cast<unsigned char>((begin + step * i % modulus + modulus) % modulus));
    return codes;
}

/// Signed codes as they are stored: 2^(bits - 1) higher.
Codes stored(const std::vector<int> &codes, int bits)
{
    Codes result;
    for (int code : codes)
        result.push_back(static_cast<unsigned char>(code + (1 << (bits - 1))));
    return result;
}

/// The definition, a bit at a time.
Words bitByBit(const Codes &codes, int bits)
{
    Words words((codes.size() * static_cast<std::size_t>(bits) + 31) / 32);
    std::size_t place = 0;
    for (unsigned char code : codes)
        for (int bit = 0; bit < bits; ++bit, ++place)
            words[place / 32] |= static_cast<std::uint32_t>(code >> bit & 1) << place % 32;
    return words;
}

} // namespace

Q_DECLARE_METATYPE(Codes)
Q_DECLARE_METATYPE(Words)

class TestBitstream : public QObject
{
    Q_OBJECT

private slots:
    void packsWorkedExamples_data();
    void packsWorkedExamples();
    void packsEveryLengthLikeTheDefinition();
    void packsAtAnyAddress();
    void refusesOtherWidths();
    void packsAwqWords();
    void packsAwqColumns();
};

void TestBitstream::packsWorkedExamples_data()
{
    QTest::addColumn<int>("bits");
    QTest::addColumn<Codes>("codes");
    QTest::addColumn<Words>("words");
    QTest::newRow("4 bits") << 4 << Codes{0, 1, 2, 3, 4, 5, 6, 7} << Words{0x76543210};
    QTest::newRow("4 bits, mixed") << 4 << Codes{15, 8, 7, 1, 0, 9, 12, 3} << Words{0x3C90178F};
    QTest::newRow("8 bits") << 8 << Codes{0, 127, 128, 255} << Words{0xFF807F00};
    QTest::newRow("2 bits") << 2 << repeated(0, 1, 16, 4) << Words{0xE4E4E4E4};
    QTest::newRow("3 bits up") << 3 << repeated(0, 1, 32, 8) << Words{0x88FAC688, 0xC688FAC6, 0xFAC688FA};
    QTest::newRow("3 bits down") << 3 << repeated(7, -1, 32, 8) << Words{0x77053977, 0x39770539, 0x05397705};
    QTest::newRow("5 bits") << 5 << repeated(0, 1, 32, 32)
                            << Words{0x8A418820, 0xC5A92839, 0xCA307B9A, 0x38BDAB49, 0xFFBBCDEB};
    QTest::newRow("4 bits, signed") << 4 << stored({-8, -1, 0, 7, 3, -5, 4, -2}, 4) << Words{0x6C3BF870};
    QTest::newRow("8 bits, signed") << 8 << stored({-128, -1, 0, 127}, 8) << Words{0xFF807F00};
    QTest::newRow("zeros of 8 rows") << 4 << stored({-8, -3, 0, 7, 1, 2, -1, -4}, 4) << Words{0x47A9F850};
    QTest::newRow("symmetric zeros, 2 bits") << 2 << Codes(16, 1) << Words{0x55555555};
    QTest::newRow("symmetric zeros, 3 bits") << 3 << Codes(32, 3) << Words{0xDB6DB6DB, 0xB6DB6DB6, 0x6DB6DB6D};
    QTest::newRow("symmetric zeros, 4 bits") << 4 << Codes(8, 7) << Words{0x77777777};
    QTest::newRow("asymmetric zeros") << 4 << Codes{0, 3, 15, 1, 7, 8, 2, 5} << Words{0x52871F30};
    QTest::newRow("symmetric weights") << 4 << Codes{11, 1, 9, 8, 15, 5, 13, 8} << Words{0x8D5F891B};
    QTest::newRow("asymmetric weights") << 4 << Codes{11, 0, 9, 8, 15, 5, 13, 7} << Words{0x7D5F890B};
}

void TestBitstream::packsWorkedExamples()
{
    QFETCH(int, bits);
    QFETCH(Codes, codes);
    QFETCH(Words, words);
    const auto count = static_cast<long long>(codes.size());
    QCOMPARE(packedWords(count, bits), static_cast<long long>(words.size()));
    Words packed(words.size(), 0xdeadbeef);
    QVERIFY(packCodes(codes.data(), count, bits, packed.data()));
    QVERIFY(packed == words);
    Codes unpacked(codes.size());
    QVERIFY(unpackCodes(words.data(), count, bits, unpacked.data()));
    QVERIFY(unpacked == codes);
}

void TestBitstream::packsEveryLengthLikeTheDefinition()
{
    std::mt19937 random(5);
    for (int bits : {2, 3, 4, 5, 8})
        for (int count = 0; count < 140; ++count) {
            Codes codes;
            for (int i = 0; i < count; ++i)
                codes.push_back(static_cast<unsigned char>(random() % (1u << bits)));
            const Words expected = bitByBit(codes, bits);
            Words packed(expected.size() + 1, 0xdeadbeef);
            QVERIFY(packCodes(codes.data(), count, bits, packed.data()));
            QCOMPARE(packed.back(), 0xdeadbeef); // nothing behind the last word
            packed.pop_back();
            QVERIFY(packed == expected);
            Codes unpacked(codes.size() + 1, 99);
            QVERIFY(unpackCodes(packed.data(), count, bits, unpacked.data()));
            QCOMPARE(unpacked.back(), 99);
            unpacked.pop_back();
            QVERIFY(unpacked == codes);
        }
}

void TestBitstream::packsAtAnyAddress()
{
    const Codes codes = repeated(3, 5, 45, 8);
    for (const int bits : {3, 4, 8})
        for (std::size_t at = 1; at < 4; ++at) {
            const Words words = bitByBit(codes, bits);
            Codes packed(at + 4 * words.size(), 0xff), unpacked(codes.size());
            QVERIFY(packCodes(codes.data(), 45, bits, packed.data() + at));
            QVERIFY(std::memcmp(packed.data() + at, words.data(), 4 * words.size()) == 0);
            QVERIFY(unpackCodes(packed.data() + at, 45, bits, unpacked.data()));
            QVERIFY(unpacked == codes);
            QCOMPARE(int(packed[at - 1]), 0xff);
        }
}

void TestBitstream::refusesOtherWidths()
{
    const Codes codes(8, 1);
    Words words(8, 7);
    Codes back(8);
    for (int bits : {-1, 0, 1, 6, 7, 9, 32}) {
        QVERIFY(!packCodes(codes.data(), 8, bits, words.data()));
        QVERIFY(!unpackCodes(words.data(), 8, bits, back.data()));
    }
}

void TestBitstream::packsAwqWords()
{
    const std::vector<std::pair<Codes, std::uint32_t>> examples = {
        {{0, 1, 2, 3, 4, 5, 6, 7}, 0x75316420},
        {{15, 8, 7, 1, 0, 9, 12, 3}, 0x3918C07F},
        {{11, 0, 9, 8, 15, 5, 13, 7}, 0x7580DF9B},
    };
    for (const auto &[codes, word] : examples) {
        std::uint32_t packed = 0;
        packAwqRows(codes.data(), 1, 1, &packed, 1);
        QCOMPARE(packed, word);
        Codes unpacked(8);
        unpackAwqRows(&word, 1, 1, unpacked.data(), 1);
        QVERIFY(unpacked == codes);
    }
}

void TestBitstream::packsAwqColumns()
{
    constexpr int kStride = 203, kCount = 200, kWordStride = 3;
    std::mt19937 random(6);
    Codes codes(8 * kStride);
    for (unsigned char &code : codes)
        code = static_cast<unsigned char>(random() % 16);
    Words words(kCount * kWordStride, 0xdeadbeef);
    packAwqRows(codes.data(), kStride, kCount, words.data(), kWordStride);
    for (int i = 0; i < kCount; ++i) {
        std::uint32_t expected = 0;
        for (int half = 0; half < 8; ++half)
            expected |= static_cast<std::uint32_t>(codes[static_cast<std::size_t>(kAwqOrder[half] * kStride + i)])
                        << 4 * half;
        QCOMPARE(words[static_cast<std::size_t>(i * kWordStride)], expected);
        QCOMPARE(words[static_cast<std::size_t>(i * kWordStride + 1)], 0xdeadbeef);
    }
    Codes unpacked(codes.size());
    unpackAwqRows(words.data(), kWordStride, kCount, unpacked.data(), kStride);
    for (int row = 0; row < 8; ++row)
        for (int i = 0; i < kCount; ++i)
            QCOMPARE(unpacked[static_cast<std::size_t>(row * kStride + i)],
                     codes[static_cast<std::size_t>(row * kStride + i)]);
}

QTEST_APPLESS_MAIN(TestBitstream)
#include "tst_bitstream.moc"
