// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Where modules are looked for, and what is said of those that cannot be used.

#include "core/backends/backends.h"
#include "core/backends/cpu/cpubackend.h"
#include "core/backends/devicenodes.h"
#include "core/backends/modulefile.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace snug;

namespace {

bool contains(const std::string &text, const char *words) { return text.find(words) != std::string::npos; }

} // namespace

class TestModules : public QObject
{
    Q_OBJECT

private slots:
    void cleanup() { qunsetenv("SNUG_BACKEND_PATH"); }
    void refusesAnotherInterface();
    void refusesAnotherVersion();
    void refusesWhatIsNoModule_data();
    void refusesWhatIsNoModule();
    void refusesWhatWasCutShort();
    void searchesTheProgramsFolder();
    void searchesTheVariableAlone();
    void neverSearchesRelativeFolders();
    void namesWhatIsNotInstalled();
    void looksForCardsWithoutDrivers();
    void opensWhatWasBuilt();
};

void TestModules::refusesAnotherInterface()
{
    const ModuleFile module = openModule("vulkan", SNUG_OLD_INTERFACE);
    QVERIFY(!module.table);
    QVERIFY2(contains(module.reason, "Snug " SNUG_VERSION " (interface 0)"), module.reason.c_str());
    QVERIFY(contains(module.reason,
                     qPrintable(QString("this is Snug %1 (interface %2)").arg(SNUG_VERSION).arg(SNUG_BACKEND_ABI))));
}

void TestModules::refusesAnotherVersion()
{
    const ModuleFile module = openModule("vulkan", SNUG_OLD_PROGRAM);
    QVERIFY(!module.table);
    QVERIFY2(contains(module.reason, "Snug 0.0.1 ") && contains(module.reason, SNUG_VERSION), module.reason.c_str());
}

void TestModules::refusesWhatIsNoModule_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::newRow("empty") << QByteArray();
    QTest::newRow("text") << QByteArray("not a library\n");
    QTest::newRow("cut") << QByteArray("\x7f"
                                       "ELF\2\1\1\0\0\0\0\0\0\0\0\0\3\0>\0",
                                       20);
}

void TestModules::refusesWhatIsNoModule()
{
    QFETCH(QByteArray, bytes);
    QTemporaryDir folder;
    QFile file(folder.filePath("libsnug-vulkan.so"));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size());
    file.close();
    const auto modules = findModules({folder.path().toStdString()});
    QCOMPARE(modules.size(), std::size_t(2));
    QVERIFY(!modules[1].table);
    QVERIFY2(contains(modules[1].reason, "could not be opened"), modules[1].reason.c_str());
    // A library that is none of ours.
    const ModuleFile other = openModule("vulkan", "libm.so.6");
    QVERIFY2(!other.table && contains(other.reason, "no module of Snug's"), other.reason.c_str());
}

/// A library whose head is whole: the loader would map it and die.
void TestModules::refusesWhatWasCutShort()
{
    QFile whole(SNUG_OLD_PROGRAM);
    QVERIFY(whole.open(QIODevice::ReadOnly));
    const QByteArray bytes = whole.readAll();
    QTemporaryDir folder;
    for (const qsizetype size : {bytes.size() / 2, bytes.size() - 1, qsizetype(4096), qsizetype(64), qsizetype(63)}) {
        const QString path = folder.filePath(QString("libsnug-vulkan-%1.so").arg(size));
        QFile file(path);
        QVERIFY(file.open(QIODevice::WriteOnly) && file.write(bytes.first(size)) == size);
        file.close();
        const ModuleFile module = openModule("vulkan", path.toStdString());
        QVERIFY(!module.table);
        QVERIFY2(contains(module.reason, "could not be opened: it "), module.reason.c_str());
    }
}

void TestModules::searchesTheProgramsFolder()
{
    std::vector<std::string> reasons;
    const auto folders = moduleFolders(reasons);
    QCOMPARE(folders.size(), std::size_t(2));
    QCOMPARE(QString::fromStdString(folders[0].string()), QCoreApplication::applicationDirPath());
    QVERIFY(folders[1].is_absolute() && reasons.empty());
}

void TestModules::searchesTheVariableAlone()
{
    qputenv("SNUG_BACKEND_PATH", "/some/where::/else/where");
    std::vector<std::string> reasons;
    const std::vector<std::filesystem::path> expected{"/some/where", "/else/where"};
    QVERIFY(moduleFolders(reasons) == expected);
    QVERIFY(reasons.empty());
}

void TestModules::neverSearchesRelativeFolders()
{
    qputenv("SNUG_BACKEND_PATH", ".:modules:/absolute");
    std::vector<std::string> reasons;
    QVERIFY(moduleFolders(reasons) == std::vector<std::filesystem::path>{"/absolute"});
    QCOMPARE(reasons.size(), std::size_t(2));
    QVERIFY(contains(reasons[1], "modules"));
}

void TestModules::namesWhatIsNotInstalled()
{
    QTemporaryDir empty;
    for (const ModuleFile &module : findModules({empty.path().toStdString()})) {
        QVERIFY(!module.table);
        QVERIFY2(contains(module.reason, "not installed") && contains(module.reason, module.backend.c_str()),
                 module.reason.c_str());
    }
}

void TestModules::looksForCardsWithoutDrivers()
{
    QTemporaryDir dev;
    QVERIFY(!cardsMayExist(dev.path().toStdString()));
    QVERIFY(QDir(dev.path()).mkdir("dri"));
    QVERIFY(cardsMayExist(dev.path().toStdString()));
}

/// Whatever this build made opens, and says which devices it has or why there are none.
void TestModules::opensWhatWasBuilt()
{
    for (const char *backend : {"cuda", "vulkan"}) {
        const QString path = QString(SNUG_MODULE_FOLDER "/libsnug-%1.so").arg(backend);
        if (!QFile::exists(path))
            continue;
        const ModuleFile module = openModule(backend, path.toStdString());
        QVERIFY2(module.table, module.reason.c_str());
        const SnugBackend *const tables[] = {&cpuBackend(), module.table};
        const Backends backends{tables};
        QCOMPARE(backends.devices()[0].id, std::string("cpu"));
        const bool some = backends.devices().size() > 1;
        QCOMPARE(backends.reasons().empty(), some);
        if (!some)
            QVERIFY2(backends.reasons()[0].size() > 15 && backends.reasons()[0].starts_with(backend),
                     backends.reasons()[0].c_str());
    }
}

QTEST_GUILESS_MAIN(TestModules)
#include "tst_modules.moc"
