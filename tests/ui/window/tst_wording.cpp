// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Small functions that make words: units, counts, paths, failures, commands of other programs.

#include "tests/ui/uitest.h"
#include "ui/bridge/format.h"
#include "ui/pages/loadcommands.h"
#include "ui/pages/measuredtable.h"

using namespace snug;
using namespace snug::ui;

class TestWording : public QObject
{
    Q_OBJECT

private slots:
    void choosesUnits_data();
    void choosesUnits();
    void writesSizesInDetail();
    void writesBigCounts_data();
    void writesBigCounts();
    void shortensHome();
    void followsTheLocale();
    void headsEveryFailure();
    void detailsAreComplete();
    void quotesForTheShell_data();
    void quotesForTheShell();
    void writesLoadCommands();
    void saysHowFarOff_data();
    void saysHowFarOff();
    void givesNoShareOfShortTimes();
    void namesNoOptions_data();
    void namesNoOptions();
};

void TestWording::choosesUnits_data()
{
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<QString>("unit");
    QTest::newRow("nothing") << quint64(0) << "MiB";
    QTest::newRow("small") << quint64(5000) << "KiB";
    QTest::newRow("middle") << quint64(3 << 20) << "MiB";
    QTest::newRow("large") << quint64(4ull << 30) << "GiB";
}

void TestWording::choosesUnits()
{
    QFETCH(quint64, bytes);
    QFETCH(QString, unit);
    QCOMPARE(unitFor(bytes).name, unit);
}

void TestWording::writesSizesInDetail()
{
    const auto plain = [](QString text) { return text.replace(QChar(QChar::Nbsp), ' '); };
    QCOMPARE(plain(detailedSize(15'233'228'800)), QString("14.19 GiB"));
    QCOMPARE(plain(detailedSize(3'575'000)), QString("3.41 MiB"));
    QCOMPARE(plain(detailedSize(11'546'000)), QString("11.0 MiB"));
}

void TestWording::writesBigCounts_data()
{
    QTest::addColumn<quint64>("count");
    QTest::addColumn<QString>("text");
    QTest::newRow("billions") << quint64(7'615'616'512) << "7.62 B";
    QTest::newRow("tens") << quint64(70'553'706'496) << "70.6 B";
    QTest::newRow("millions") << quint64(135'000'000) << "135 M";
    QTest::newRow("thousands") << quint64(260'000) << "260 K";
    QTest::newRow("few") << quint64(12) << "12";
}

void TestWording::writesBigCounts()
{
    QFETCH(quint64, count);
    QFETCH(QString, text);
    QCOMPARE(bigCountText(count), text);
}

void TestWording::shortensHome()
{
    QCOMPARE(homely(QDir::homePath() + "/Models"), QString("~/Models"));
    QCOMPARE(homely(QDir::homePath() + "xyz"), QDir::homePath() + "xyz");
    QCOMPARE(homely(QString("/mnt/x")), QString("/mnt/x"));
}

void TestWording::followsTheLocale()
{
    const QLocale before;
    QLocale::setDefault(QLocale(QLocale::German, QLocale::Germany));
    QCOMPARE(inUnit(4'682'000'000, unitFor(4'682'000'000), 2), QString("4,36"));
    QLocale::setDefault(before);
}

void TestWording::headsEveryFailure()
{
    QStringList headings;
    for (const ErrorCode code : {ErrorCode::Internal, ErrorCode::Usage, ErrorCode::BadInput, ErrorCode::Unsupported,
                                 ErrorCode::DoesNotFit, ErrorCode::Io}) {
        const QString heading = failureHeading({code, "x", {}, {}, {}});
        QVERIFY(heading.endsWith('.'));
        QVERIFY(!headings.contains(heading));
        headings << heading;
    }
}

void TestWording::detailsAreComplete()
{
    const QString details = failureDetails({ErrorCode::BadInput, "It ends early.", "a.gguf", 12, "blk.0"});
    QCOMPARE(details, QString("It ends early.\ncode: bad_input\nfile: a.gguf\noffset: 12\ntensor: blk.0"));
}

void TestWording::quotesForTheShell_data()
{
    QTest::addColumn<QString>("word");
    QTest::addColumn<QString>("quoted");
    QTest::newRow("plain") << "/a/b-1.gguf"
                           << "/a/b-1.gguf";
    QTest::newRow("blank") << "/a b"
                           << "'/a b'";
    QTest::newRow("quote") << "it's"
                           << "'it'\\''s'";
    QTest::newRow("dollar") << "$x"
                            << "'$x'";
    QTest::newRow("empty") << ""
                           << "''";
}

void TestWording::quotesForTheShell()
{
    QFETCH(QString, word);
    QFETCH(QString, quoted);
    QCOMPARE(shellQuoted(word), quoted);
}

void TestWording::writesLoadCommands()
{
    QCOMPARE(llamaCppCommand("/m/x.gguf", 8192, /*onGpu=*/true),
             QString("llama-server \\\n  -m /m/x.gguf \\\n  -ngl 99 -c 8192 \\\n  -ctk q8_0 -ctv q8_0"));
    QCOMPARE(llamaCppCommand("/m/x.gguf", std::nullopt, /*onGpu=*/false), QString("llama-server \\\n  -m /m/x.gguf"));
    QCOMPARE(lmStudioCommand("/m/x y.gguf"), QString("lms import '/m/x y.gguf'"));
    QCOMPARE(ollamaCommand("/m/My Model-Q4_K_M.gguf"),
             QString("echo 'FROM /m/My Model-Q4_K_M.gguf' > Modelfile\nollama create my-model-q4_k_m -f Modelfile\n"
                     "ollama run my-model-q4_k_m"));
}

void TestWording::saysHowFarOff_data()
{
    QTest::addColumn<double>("predicted");
    QTest::addColumn<double>("measured");
    QTest::addColumn<QString>("text");
    QTest::newRow("exact") << 10.0 << 10.0 << "exact";
    QTest::newRow("less") << 100.0 << 95.0 << "−5 %";
    QTest::newRow("more") << 100.0 << 112.0 << "+12 %";
    QTest::newRow("hardly") << 1000.0 << 1001.0 << "under 1 %";
    QTest::newRow("far off") << 0.3 << 4.0 << "+1,233 %";
    QTest::newRow("unknown") << 0.0 << 5.0 << "";
}

void TestWording::saysHowFarOff()
{
    QFETCH(double, predicted);
    QFETCH(double, measured);
    QFETCH(QString, text);
    QString told = MeasuredTable::offBy(predicted, measured);
    QCOMPARE(told.replace(QChar(QChar::Nbsp), ' '), text);
}

void TestWording::givesNoShareOfShortTimes()
{
    QCOMPARE(MeasuredTable::timeOffBy(0.1, 0.62), QString("under 1 s"));
    QCOMPARE(MeasuredTable::timeOffBy(0.3, 4.0), MeasuredTable::offBy(0.3, 4.0));
    QCOMPARE(MeasuredTable::timeOffBy(0, 0.5), QString());
}

void TestWording::namesNoOptions_data()
{
    QTest::addColumn<std::string>("message");
    QTest::addColumn<QString>("shown");
    const auto row = [](const char *name, const char *message, const char *shown) {
        QTest::newRow(name) << std::string(message) << QString(shown);
    };
    row("none", "It does not fit.", "It does not fit.");
    row("pattern", "The pattern 'a(' of --tensor-type is not a regular expression: unmatched. Correct it.",
        "The pattern 'a(' cannot be read: unmatched. Correct it.");
    row("no match", "The pattern a of --tensor-type matches no tensor of m.", "The pattern a matches no tensor of m.");
    row("stand-in", "Choose another level, or allow other types to stand in (without --no-fallback).",
        "Choose another level, or allow other types to stand in.");
    row("layer", "--prune-layers names layer 9, but m has layers 0 to 3 only.",
        "The layers to leave out name layer 9, but m has layers 0 to 3 only.");
    row("all layers", "--prune-layers 0,1 leaves no layer of m.", "Leaving out layers 0,1 leaves no layer of m.");
}

void TestWording::namesNoOptions()
{
    QFETCH(std::string, message);
    QFETCH(QString, shown);
    QCOMPARE(windowWords(message), shown);
}

SNUG_UI_TEST_MAIN(TestWording)
#include "tst_wording.moc"
