// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Levels of the methods that make folders: names, options, messages, offers.

#include "core/exporters/scheme.h"
#include "tests/exporters/requestof.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace snug;
using namespace snug::test;

class TestSchemes : public QObject
{
    Q_OBJECT

private slots:
    void levels_data();
    void levels();
    void defaults();
    void options();
    void mistakes_data();
    void mistakes();
    void offers_data();
    void offers();
    void everyOfferIsAScheme();
    void bitsOfAWeight();
};

void TestSchemes::levels_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("coding");
    QTest::addColumn<int>("bits");
    QTest::addColumn<int>("group");
    const auto row = [](const char *level, const char *method, const char *format, Coding coding, int bits, int group) {
        QTest::addRow("%s %s", level, format) << method << format << static_cast<int>(coding) << bits << group;
    };
    for (const char *format : {"compressed-tensors", "gptq"})
        for (const int bits : {2, 3, 4, 8})
            for (const int group : {32, 64, 128, -1})
                row(qPrintable(QStringLiteral("%1bit-g%2").arg(bits).arg(group)), "rtn", format, Coding::Integer, bits,
                    std::max(group, 0));
    row("int8", "rtn", "compressed-tensors", Coding::Integer, 8, 0);
    row("fp8", "rtn", "compressed-tensors", Coding::Fp8, 8, 0);
    row("fp8-block", "rtn", "compressed-tensors", Coding::Fp8, 8, 0);
    row("fp8-tensor", "rtn", "compressed-tensors", Coding::Fp8, 8, 0);
    row("nvfp4", "rtn", "compressed-tensors", Coding::Nvfp4, 4, 16);
    row("MXFP4", "rtn", "compressed-tensors", Coding::Mxfp4, 4, 32);
    row("int8", "bnb", "bitsandbytes", Coding::Int8Rows, 8, 128);
    row("nf4", "bnb", "bitsandbytes", Coding::Nf4, 4, 128);
    row("nf4-dq", "bnb", "bitsandbytes", Coding::Nf4, 4, 128);
    row("fp4", "bnb", "bitsandbytes", Coding::Fp4, 4, 128);
    row("FP4-DQ", "bnb", "bitsandbytes", Coding::Fp4, 4, 128);
}

void TestSchemes::levels()
{
    QFETCH(QString, method);
    QFETCH(QString, format);
    QFETCH(int, coding);
    QFETCH(int, bits);
    QFETCH(int, group);
    const QString level = QString::fromLatin1(QTest::currentDataTag()).section(' ', 0, 0);
    const Result<Scheme> scheme = schemeFor(requestOf(qPrintable(method), qPrintable(level), qPrintable(format)));
    QVERIFY2(scheme, scheme ? "" : scheme.error().message.c_str());
    QCOMPARE(QString::fromStdString(scheme->method), method);
    QCOMPARE(QString::fromStdString(scheme->level), level.toLower());
    QCOMPARE(QString::fromUtf8(folderFormatName(scheme->format).data()), format);
    QCOMPARE(static_cast<int>(scheme->coding), coding);
    QCOMPARE(scheme->bits, bits);
    QCOMPARE(scheme->groupLength, static_cast<std::uint64_t>(group));
    QVERIFY(scheme->symmetric);
    QCOMPARE(scheme->doubleQuantized, level.endsWith("-dq", Qt::CaseInsensitive));
    QCOMPARE(scheme->search, coding == static_cast<int>(Coding::Integer) && bits < 8);
}

void TestSchemes::defaults()
{
    const Result<Scheme> rtn = schemeFor(requestOf("rtn", ""));
    QVERIFY(rtn);
    QCOMPARE(rtn->level, std::string("4bit-g128"));
    QVERIFY(rtn->format == FolderFormat::CompressedTensors);
    QVERIFY(!rtn->quantizedActivations);
    const Result<Scheme> bnb = schemeFor(requestOf("bnb", ""));
    QVERIFY(bnb);
    QCOMPARE(bnb->level, std::string("nf4"));
    QCOMPARE(bnb->blockLength, std::uint64_t{64});
    QVERIFY(schemeFor(requestOf("rtn", "int8"))->quantizedActivations);
    QVERIFY(schemeFor(requestOf("rtn", "fp8"))->fp8Scales == ScaleReach::Channel);
    QVERIFY(schemeFor(requestOf("rtn", "fp8-block"))->fp8Scales == ScaleReach::Block);
    QVERIFY(schemeFor(requestOf("rtn", "fp8-tensor"))->fp8Scales == ScaleReach::Tensor);
}

void TestSchemes::options()
{
    SchemeRequest asked = requestOf("rtn", "4bit-g64");
    asked.asymmetric = true;
    asked.minMax = true;
    const Result<Scheme> integers = schemeFor(asked);
    QVERIFY(integers);
    QVERIFY(!integers->symmetric && !integers->search);

    for (const std::uint64_t block : {32, 64, 128, 256, 512, 1024, 2048, 4096}) {
        SchemeRequest blocks = requestOf("bnb", "nf4-dq");
        blocks.blockSize = block;
        const Result<Scheme> scheme = schemeFor(blocks);
        QVERIFY(scheme);
        QCOMPARE(scheme->blockLength, block);
    }
}

void TestSchemes::mistakes_data()
{
    QTest::addColumn<SchemeRequest>("asked");
    QTest::addColumn<QString>("message");
    const auto row = [](const char *name, SchemeRequest asked, const char *message) {
        QTest::newRow(name) << asked << message;
    };
    row("method", requestOf("gguf", "Q4_K_M"),
        "The method \"gguf\" is not one that makes folders; those are rtn and bnb");
    row("format", requestOf("rtn", "4bit-g128", "bitsandbytes"),
        "The method rtn has no format \"bitsandbytes\"; its formats are compressed-tensors, gptq");
    row("level", requestOf("rtn", "4bit-g12"), "The method rtn has no level \"4bit-g12\"; the nearest are 4bit-g128");
    row("level of bnb", requestOf("bnb", "nf8"), "The method bnb has no level \"nf8\"; the nearest are nf4");
    row("another format's level", requestOf("rtn", "fp8", "gptq"),
        "The level fp8 is not one of the format gptq; it is one of compressed-tensors");
    SchemeRequest asked = requestOf("rtn", "fp8");
    asked.asymmetric = true;
    row("asymmetric floats", asked, "The level fp8 has no asymmetric form");
    asked.level = "int8";
    row("asymmetric with activations", asked, "The level int8 has no asymmetric form");
    asked = requestOf("bnb", "nf4");
    asked.minMax = true;
    row("min-max of a map", asked, "The level nf4 has nothing to search");
    asked = requestOf("bnb", "int8");
    asked.blockSize = 64;
    row("blocks of rows", asked, "The level int8 has no block size; nf4 and fp4 have");
    asked = requestOf("bnb", "nf4");
    for (const std::uint64_t block : {1, 16, 48, 100, 8192}) {
        asked.blockSize = block;
        row(qPrintable(QStringLiteral("block %1").arg(block)), asked,
            qPrintable(QStringLiteral("A block of %1 weights is none of 32, 64, 128").arg(block)));
    }
}

void TestSchemes::mistakes()
{
    QFETCH(SchemeRequest, asked);
    QFETCH(QString, message);
    const Result<Scheme> scheme = schemeFor(asked);
    QVERIFY(!scheme);
    QVERIFY(scheme.error().code == ErrorCode::Usage);
    QVERIFY2(scheme.error().message.ends_with("."), scheme.error().message.c_str());
    QVERIFY2(scheme.error().message.starts_with(message.toStdString()), scheme.error().message.c_str());
}

void TestSchemes::offers_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QString>("format");
    QTest::addColumn<int>("count");
    QTest::newRow("rtn") << "rtn"
                         << "" << 22;
    QTest::newRow("rtn as gptq") << "rtn"
                                 << "gptq" << 16;
    QTest::newRow("bnb") << "bnb"
                         << "" << 5;
    QTest::newRow("unknown method") << "gguf"
                                    << "" << 0;
    QTest::newRow("unknown format") << "bnb"
                                    << "gptq" << 0;
}

void TestSchemes::offers()
{
    QFETCH(QString, method);
    QFETCH(QString, format);
    QFETCH(int, count);
    const std::vector<SchemeOffer> offers = offeredSchemes(method.toStdString(), format.toStdString());
    QCOMPARE(static_cast<int>(offers.size()), count);
    std::set<std::string> names, sentences;
    int usual = 0;
    for (std::size_t i = 0; i < offers.size(); ++i) {
        QVERIFY(names.insert(offers[i].level).second);
        QVERIFY(!offers[i].description.empty());
        QVERIFY2(offers[i].sentence.ends_with("."), offers[i].sentence.c_str());
        QVERIFY(i == 0 || offers[i - 1].bitsPerWeight >= offers[i].bitsPerWeight);
        usual += offers[i].usual;
    }
    QVERIFY(count == 0 || (usual >= 2 && usual <= 6));
}

void TestSchemes::everyOfferIsAScheme()
{
    for (const auto &[method, format] : {std::pair{"rtn", "compressed-tensors"}, {"rtn", "gptq"}, {"bnb", ""}})
        for (const SchemeOffer &offer : offeredSchemes(method, format)) {
            const Result<Scheme> scheme = schemeFor(requestOf(method, offer.level.c_str(), format));
            QVERIFY2(scheme, offer.level.c_str());
            QCOMPARE(scheme->bits, offer.bits);
            QCOMPARE(bitsPerWeight(*scheme), offer.bitsPerWeight);
        }
}

void TestSchemes::bitsOfAWeight()
{
    const auto bits = [](const char *method, const char *level, const char *format = "") {
        return bitsPerWeight(*schemeFor(requestOf(method, level, format)));
    };
    QCOMPARE(bits("rtn", "4bit-g128"), 4.125);
    QCOMPARE(bits("rtn", "4bit-g128", "gptq"), 4.15625);
    QCOMPARE(bits("rtn", "4bit-g-1"), 4.0);
    QCOMPARE(bits("rtn", "8bit-g32"), 8.5);
    QCOMPARE(bits("rtn", "nvfp4"), 4.5);
    QCOMPARE(bits("rtn", "mxfp4"), 4.25);
    QCOMPARE(bits("rtn", "fp8"), 8.0);
    QCOMPARE(bits("bnb", "nf4"), 4.5);
    QCOMPARE(bits("bnb", "nf4-dq"), 4.126953125);
    QCOMPARE(bits("bnb", "int8"), 8.0);
}

QTEST_APPLESS_MAIN(TestSchemes)
#include "tst_schemes.moc"
