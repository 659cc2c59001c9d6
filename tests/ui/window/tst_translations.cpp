// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every language is complete, up to date with the sources, keeps its placeholders, loads, and fits the narrow window.

#include "tests/support/shareddata.h"
#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/bridge/format.h"
#include "ui/main/application.h"
#include "ui/models/leveltablemodel.h"
#include "ui/pages/levelview.h"
#include "ui/pages/quantizepage.h"
#include "ui/settings/settings.h"
#include "ui/theme/paint.h"

#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>
#include <QTemporaryDir>
#include <QXmlStreamReader>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

namespace {

struct Message
{
    QString source;
    QStringList forms;
    bool finished = true;
};

QString fileOf(const QString &language)
{
    return QString::fromStdString(snug::test::sourcePath("translations").string()) + "/snug_" + language + ".ts";
}

QList<Message> messagesOf(const QString &path)
{
    QFile file(path);
    QList<Message> messages;
    if (!file.open(QIODevice::ReadOnly))
        return messages;
    QXmlStreamReader xml(&file);
    while (!xml.atEnd()) {
        if (xml.readNext() != QXmlStreamReader::StartElement)
            continue;
        if (xml.name() == QLatin1String("message")) {
            messages.append(Message());
        } else if (xml.name() == QLatin1String("source")) {
            messages.last().source = xml.readElementText();
        } else if (xml.name() == QLatin1String("translation")) {
            messages.last().finished = !xml.attributes().hasAttribute("type");
            const QString text = xml.readElementText(QXmlStreamReader::IncludeChildElements);
            messages.last().forms = text.split('\n', Qt::SkipEmptyParts);
            messages.last().forms.removeIf([](const QString &form) { return form.trimmed().isEmpty(); });
        }
    }
    return messages;
}

QSet<QString> placeholders(const QString &text)
{
    static const QRegularExpression pattern("%([0-9]+|n)");
    QSet<QString> found;
    for (auto match = pattern.globalMatch(text); match.hasNext();)
        found << match.next().captured();
    return found;
}

} // namespace

class TestTranslations : public QObject
{
    Q_OBJECT

private slots:
    void cleanup();
    void isComplete_data();
    void isComplete();
    void isUpToDate_data();
    void isUpToDate();
    void loads_data();
    void loads();
    void translatesEveryLevel_data();
    void translatesEveryLevel();
    void fitsTheNarrowWindow_data();
    void fitsTheNarrowWindow();
};

void TestTranslations::cleanup() { installTranslations(*qApp, QLocale(QLocale::English, QLocale::UnitedStates)); }

void TestTranslations::isComplete_data()
{
    QTest::addColumn<int>("formCount"); // of a text with a number
    QTest::newRow("de") << 2;
    QTest::newRow("zh_CN") << 1;
    QTest::newRow("en") << 2;
}

void TestTranslations::isComplete()
{
    QFETCH(int, formCount);
    const QList<Message> messages = messagesOf(fileOf(QTest::currentDataTag()));
    QVERIFY(!messages.isEmpty());
    for (const Message &message : messages) {
        QVERIFY2(message.finished, qPrintable("unfinished: " + message.source));
        QVERIFY2(!message.forms.isEmpty(), qPrintable("empty: " + message.source));
        if (message.source.contains("%n"))
            QCOMPARE(message.forms.size(), qsizetype(formCount));
        for (const QString &form : message.forms) {
            // A text of several lines is several forms here; each placeholder has to be in one of them.
            const QString whole = message.source.contains('\n') ? message.forms.join('\n') : form;
            QVERIFY2(placeholders(whole) == placeholders(message.source), qPrintable(message.source + " -> " + form));
        }
    }
}

void TestTranslations::isUpToDate_data() { isComplete_data(); }

void TestTranslations::isUpToDate()
{
    if (!QFile::exists(SNUG_LUPDATE))
        QSKIP("lupdate is not installed");
    const QString language = QTest::currentDataTag();
    QTemporaryDir folder;
    const QString copy = folder.filePath("copy.ts");
    QVERIFY(QFile::copy(fileOf(language), copy));
    const QString root = QString::fromStdString(snug::test::sourcePath("").string());
    QStringList arguments{"-silent", "-no-obsolete", "-locations", "none", "-I", root, root + "ui", "-ts", copy};
    if (language == "en")
        arguments.prepend("-pluralonly");
    QCOMPARE(QProcess::execute(SNUG_LUPDATE, arguments), 0);
    const QList<Message> now = messagesOf(copy);
    for (const Message &message : now)
        QVERIFY2(message.finished, qPrintable("run update-translations and translate: " + message.source));
    QCOMPARE(now.size(), messagesOf(fileOf(language)).size()); // nothing is left over either
}

void TestTranslations::loads_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::addColumn<QString>("verdict");
    QTest::addColumn<QString>("two");
    QTest::newRow("German") << QLocale("de_DE") << "Passt nicht"
                            << "2 Stufen";
    QTest::newRow("Austrian German") << QLocale("de_AT") << "Passt nicht"
                                     << "2 Stufen";
    QTest::newRow("Chinese") << QLocale("zh_CN") << "不可容纳"
                             << "2 个级别";
    QTest::newRow("English") << QLocale("en_GB") << "Does not fit"
                             << "2 levels";
    QTest::newRow("untranslated") << QLocale("fi_FI") << "Does not fit"
                                  << "2 levels";
}

void TestTranslations::loads()
{
    QFETCH(QLocale, locale);
    QFETCH(QString, verdict);
    QFETCH(QString, two);
    installTranslations(*qApp, locale);
    QCOMPARE(verdictWord(Verdict::DoesNotFit), verdict);
    QCOMPARE(QuantizePage::tr("%n level(s)", nullptr, 2), two);
}

void TestTranslations::translatesEveryLevel_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::newRow("German") << QLocale("de_DE");
    QTest::newRow("Chinese") << QLocale("zh_CN");
}

/// The words are core's; a new level brings new ones.
void TestTranslations::translatesEveryLevel()
{
    QFETCH(QLocale, locale);
    installTranslations(*qApp, locale);
    const auto translated = [](const std::vector<LevelOffer> &levels) {
        for (const LevelOffer &level : levels)
            for (const std::string &words : {level.description, level.sentence})
                QVERIFY2(levelWords(words) != QString::fromStdString(words), words.c_str());
    };
    for (const MethodOffer &method : offeredMethods()) {
        QVERIFY2(methodWords(method.sentence) != QString::fromStdString(method.sentence), method.sentence.c_str());
        translated(offeredLevels(method.name));
        for (const std::string &format : method.formats)
            translated(offeredLevels(method.name, format));
    }
}

void TestTranslations::fitsTheNarrowWindow_data()
{
    QTest::addColumn<QLocale>("locale");
    QTest::newRow("German") << QLocale("de_DE");
    QTest::newRow("Chinese") << QLocale("zh_CN");
    QTest::newRow("English") << QLocale("en_US");
}

void TestTranslations::fitsTheNarrowWindow()
{
    QFETCH(QLocale, locale);
    installTranslations(*qApp, locale);
    const auto state = std::make_shared<FakeState>();
    state->withGpu = true; // the most columns there are
    QTemporaryDir folder;
    Settings settings(folder.filePath("snug.ini"));
    JobController controller(fakeEngine(state));
    QuantizePage page(&controller, &settings);
    page.resize(756, 540);
    page.setNarrow(true);
    page.show();
    page.setModel("/hub/qwen", {});
    auto *start = page.findChild<QPushButton *>("startPushButton");
    QTRY_VERIFY(start->isEnabled());
    auto *view = page.findChild<LevelView *>("levelTableView");
    int width = 0;
    for (int column = 0; column < LevelTableModel::ColumnCount; ++column)
        width += view->columnWidth(column);
    QVERIFY2(width <= view->viewport()->width(),
             qPrintable(QString("%1 > %2").arg(width).arg(view->viewport()->width())));
    QVERIFY(page.rect().contains(QRect(start->mapTo(&page, QPoint()), start->size())));
}

SNUG_UI_TEST_MAIN(TestTranslations)
#include "tst_translations.moc"
