// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What is remembered, and that nonsense in the file counts as absent.

#include "tests/ui/uitest.h"
#include "ui/settings/settings.h"

#include <QTemporaryDir>

using namespace snug::ui;

class TestSettings : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void hasDefaults();
    void remembers();
    void keepsFoldersOnce();
    void keepsFewRecentModels();
    void ignoresNonsense();

private:
    QTemporaryDir m_folder;
    QString m_file;
    int m_count = 0;
};

void TestSettings::init() { m_file = m_folder.filePath(QString::number(++m_count) + ".ini"); }

void TestSettings::hasDefaults()
{
    const Settings settings(m_file);
    QVERIFY(settings.folders().isEmpty());
    QVERIFY(!settings.tickedLevels("gguf", {}));
    QVERIFY(!settings.ramLimitBytes());
    QCOMPARE(settings.kvType(), QString("q8_0"));
    QCOMPARE(settings.scheme(), QString("system"));
    QVERIFY(!settings.showAllLevels());
}

void TestSettings::remembers()
{
    {
        Settings settings(m_file);
        settings.setTickedLevels({"Q4_K_M", "Q8_0"}, "gguf", {});
        settings.setTickedLevels({"nf4"}, "bnb", {});
        settings.setTickedLevels({"4bit-g32"}, "rtn", "gptq");
        settings.setMethod("rtn", "gptq");
        settings.setRamLimitBytes(9ull << 30);
        settings.setVramLimitBytes(5ull << 30);
        settings.setDevice("cuda:0", "Card (CUDA)");
        settings.setKvType("f16");
        settings.setScheme("dark");
        settings.setShowAllLevels(true);
        settings.setOutputRoot("/out");
        settings.setWindowGeometry("geometry");
        settings.setLastFolder("/last");
    }
    Settings settings(m_file);
    QCOMPARE(settings.tickedLevels({}, {}).value_or(QStringList()), (QStringList{"Q4_K_M", "Q8_0"}));
    QCOMPARE(settings.tickedLevels("gguf", {}).value_or(QStringList()), (QStringList{"Q4_K_M", "Q8_0"}));
    QCOMPARE(settings.tickedLevels("bnb", {}).value_or(QStringList()), QStringList{"nf4"});
    QCOMPARE(settings.tickedLevels("rtn", "gptq").value_or(QStringList()), QStringList{"4bit-g32"});
    QVERIFY(!settings.tickedLevels("rtn", {}));
    QCOMPARE(settings.method(), QString("rtn"));
    QCOMPARE(settings.format(), QString("gptq"));
    QCOMPARE(settings.ramLimitBytes().value_or(0), std::uint64_t(9) << 30);
    QCOMPARE(settings.vramLimitBytes().value_or(0), std::uint64_t(5) << 30);
    QCOMPARE(settings.device(), QString("cuda:0"));
    QCOMPARE(settings.deviceTitle(), QString("Card (CUDA)"));
    QCOMPARE(settings.kvType(), QString("f16"));
    QCOMPARE(settings.scheme(), QString("dark"));
    QVERIFY(settings.showAllLevels());
    QCOMPARE(settings.outputRoot(), QString("/out"));
    QCOMPARE(settings.windowGeometry(), QByteArray("geometry"));
    QCOMPARE(settings.lastFolder(), QString("/last"));
    settings.setRamLimitBytes(std::nullopt);
    QVERIFY(!settings.ramLimitBytes());
}

void TestSettings::keepsFoldersOnce()
{
    Settings settings(m_file);
    settings.addFolder("/a");
    settings.addFolder("/b");
    settings.addFolder("/a");
    settings.addFolder("");
    QCOMPARE(settings.folders(), (QStringList{"/a", "/b"}));
    settings.removeFolder("/a");
    QCOMPARE(settings.folders(), QStringList{"/b"});
}

void TestSettings::keepsFewRecentModels()
{
    Settings settings(m_file);
    for (int i = 0; i < 20; ++i)
        settings.addRecentModel(QString::number(i));
    settings.addRecentModel("15");
    QCOMPARE(settings.recentModels().size(), qsizetype(Settings::kMostRecent));
    QCOMPARE(settings.recentModels().first(), QString("15"));
    QCOMPARE(settings.recentModels().count("15"), 1);
}

void TestSettings::ignoresNonsense()
{
    {
        QSettings raw(m_file, QSettings::IniFormat);
        raw.setValue("limits/ramBytes", "lots");
        raw.setValue("limits/vramBytes", "-5");
        raw.setValue("window/scheme", "pink");
        raw.setValue("quantize/kvType", "q99");
    }
    const Settings settings(m_file);
    QVERIFY(!settings.ramLimitBytes());
    QVERIFY(!settings.vramLimitBytes());
    QCOMPARE(settings.scheme(), QString("system"));
    QCOMPARE(settings.kvType(), QString("q8_0"));
}

SNUG_UI_TEST_MAIN(TestSettings)
#include "tst_settings.moc"
