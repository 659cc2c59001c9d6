// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// SHA-256 against the examples of FIPS 180-4, in one piece and in many.

#include "core/base/sha256.h"

#include <QTest>

#include <string_view>
#include <vector>

using namespace snug;

namespace {
std::span<const std::byte> bytesOf(std::string_view text) { return std::as_bytes(std::span(text)); }
} // namespace

class TstSha256 : public QObject
{
    Q_OBJECT

private slots:
    void matchesStandard_data();
    void matchesStandard();
    void doesNotDependOnPieces();
    void startsAnew();
    void moves();
};

void TstSha256::matchesStandard_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("hex");
    QTest::newRow("nothing") << ""
                             << "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
    QTest::newRow("abc") << "abc"
                         << "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
    QTest::newRow("two blocks") << "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"
                                << "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1";
    QTest::newRow("a million a") << QString(1'000'000, 'a')
                                 << "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0";
}

void TstSha256::matchesStandard()
{
    QFETCH(QString, text);
    QFETCH(QString, hex);
    const std::string bytes = text.toStdString();
    QCOMPARE(QString::fromStdString(sha256Hex(bytesOf(bytes))), hex);
}

void TstSha256::doesNotDependOnPieces()
{
    std::vector<std::byte> bytes(10'000);
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i * 7 + i / 256);
    const std::string whole = sha256Hex(bytes);
    for (const std::size_t piece : {1, 63, 64, 65, 4096}) {
        Sha256 sum;
        for (std::size_t at = 0; at < bytes.size(); at += piece)
            sum.update(std::span(bytes).subspan(at, std::min(piece, bytes.size() - at)));
        QCOMPARE(sum.finishHex(), whole);
    }
}

void TstSha256::startsAnew()
{
    Sha256 sum;
    sum.update(bytesOf("something else"));
    QVERIFY(sum.finishHex() != sha256Hex({}));
    QCOMPARE(sum.finishHex(), sha256Hex({}));
}

void TstSha256::moves()
{
    Sha256 first;
    first.update(bytesOf("ab"));
    Sha256 second = std::move(first);
    second.update(bytesOf("c"));
    QCOMPARE(second.finishHex(), sha256Hex(bytesOf("abc")));
}

QTEST_APPLESS_MAIN(TstSha256)
#include "tst_sha256.moc"
