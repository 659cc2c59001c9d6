// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Weights of FP8 by their codes, in rows of any length, and where the stored bytes are the tail of the decoded ones.

#include "core/weights/pieceunits.h"

#include <QtTest>

#include <bit>
#include <cmath>
#include <cstring>
#include <vector>

using namespace snug;

class TestPieceUnits : public QObject
{
    Q_OBJECT
private slots:
    void decodesEveryFp8Code();
    void decodesInPlace_data();
    void decodesInPlace();
};

namespace {

// By the description of the format: 4 bits of exponent with bias 7, 3 of mantissa.
float valueOfCode(unsigned code)
{
    const int exponent = (code >> 3) & 15;
    const double mantissa = (code & 7) / 8.0;
    const double value = exponent == 0 ? std::ldexp(mantissa, -6) : std::ldexp(1 + mantissa, exponent - 7);
    return static_cast<float>(code & 0x80 ? -value : value);
}

} // namespace

void TestPieceUnits::decodesEveryFp8Code()
{
    std::vector<std::byte> codes(256);
    for (std::size_t i = 0; i < codes.size(); ++i)
        codes[i] = static_cast<std::byte>(i);
    for (const float scale : {1.0F, 0.013671875F, -3.0F, 1e-30F}) {
        std::vector<std::byte> out(256 * sizeof(float));
        decodeFp8(codes, reinterpret_cast<const std::byte *>(&scale), TensorType::F32, 256, out.data());
        for (unsigned code = 0; code < 256; ++code) {
            float found = 0;
            std::memcpy(&found, out.data() + code * sizeof found, sizeof found);
            if ((code & 0x7F) == 0x7F)
                QVERIFY(std::isnan(found));
            else
                QCOMPARE(std::bit_cast<std::uint32_t>(found), std::bit_cast<std::uint32_t>(valueOfCode(code) * scale));
        }
    }
}

void TestPieceUnits::decodesInPlace_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<int>("scaleCols");
    for (const int count : {1, 15, 16, 17, 128, 200})
        for (const int scaleCols : {1, 7, 16, 128})
            QTest::newRow(qPrintable(QString("%1 by %2").arg(count).arg(scaleCols))) << count << scaleCols;
}

void TestPieceUnits::decodesInPlace()
{
    QFETCH(int, count);
    QFETCH(int, scaleCols);
    const auto size = static_cast<std::size_t>(count), cols = static_cast<std::size_t>(scaleCols);
    std::vector<float> scales((size + cols - 1) / cols);
    for (std::size_t i = 0; i < scales.size(); ++i)
        scales[i] = 0.37F * static_cast<float>(i + 1);
    std::vector<std::byte> slice(size * sizeof(float));
    const auto tail = std::span(slice).last(size);
    for (std::size_t i = 0; i < size; ++i)
        tail[i] = static_cast<std::byte>(i * 37 % 0x7F);
    decodeFp8(tail, std::as_bytes(std::span(scales)).data(), TensorType::F32, cols, slice.data());
    for (std::size_t i = 0; i < size; ++i) {
        float found = 0;
        std::memcpy(&found, slice.data() + i * sizeof found, sizeof found);
        QCOMPARE(found, valueOfCode(static_cast<unsigned>(i * 37 % 0x7F)) * scales[i / cols]);
    }
}

QTEST_APPLESS_MAIN(TestPieceUnits)
#include "tst_pieceunits.moc"
