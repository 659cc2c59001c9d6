// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Failures: names and exit codes that scripts rely on, and how context is added.

#include "core/base/result.h"

#include <QTest>

using namespace snug;

namespace {

Result<int> half(int value)
{
    if (value % 2 != 0)
        return fail(ErrorCode::BadInput, "odd", "file.gguf", 7, "blk.0");
    return value / 2;
}

Result<int> quarter(int value)
{
    SNUG_TRY(half(value));
    return half(*half(value));
}

} // namespace

class TstError : public QObject
{
    Q_OBJECT

private slots:
    void hasStableNamesAndCodes_data();
    void hasStableNamesAndCodes();
    void tryReturnsTheFailure();
    void keepsThePlaceNearestToTheFault();
};

void TstError::hasStableNamesAndCodes_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("exit");
    QTest::newRow("internal") << int(ErrorCode::Internal) << "internal" << 1;
    QTest::newRow("usage") << int(ErrorCode::Usage) << "usage" << 2;
    QTest::newRow("bad input") << int(ErrorCode::BadInput) << "bad_input" << 3;
    QTest::newRow("unsupported") << int(ErrorCode::Unsupported) << "unsupported" << 3;
    QTest::newRow("does not fit") << int(ErrorCode::DoesNotFit) << "does_not_fit" << 4;
    QTest::newRow("io") << int(ErrorCode::Io) << "io" << 5;
}

void TstError::hasStableNamesAndCodes()
{
    QFETCH(int, code);
    QFETCH(QString, name);
    QFETCH(int, exit);
    QCOMPARE(QString::fromUtf8(errorCodeName(ErrorCode(code)).data()), name);
    QCOMPARE(exitCode(ErrorCode(code)), exit);
}

void TstError::tryReturnsTheFailure()
{
    QCOMPARE(quarter(12).value(), 3);
    QCOMPARE(quarter(6).error().message, std::string("odd"));
    const auto failed = quarter(5);
    QVERIFY(!failed.has_value());
    QCOMPARE(failed.error().code, ErrorCode::BadInput);
    QCOMPARE(failed.error().file, std::string("file.gguf"));
    QCOMPARE(failed.error().offset, std::optional<std::uint64_t>(7));
    QCOMPARE(failed.error().tensor, std::string("blk.0"));
}

void TstError::keepsThePlaceNearestToTheFault()
{
    Error error{ErrorCode::Io, "broken", {}, {}, {}};
    error.inFile("inner", 5).atTensor("a").inFile("outer", 9).atTensor("b");
    QCOMPARE(error.file, std::string("inner"));
    QCOMPARE(error.offset, std::optional<std::uint64_t>(5));
    QCOMPARE(error.tensor, std::string("a"));
}

QTEST_APPLESS_MAIN(TstError)
#include "tst_error.moc"
