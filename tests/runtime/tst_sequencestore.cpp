// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Hidden states in memory and in a file, and what happens where there is no room.

#include "core/runtime/sequencestore.h"
#include "tests/support/childprocess.h"

#include <QTemporaryDir>
#include <QtTest>

#include <numeric>

using namespace snug;
using namespace snug::test;

namespace {

constexpr std::uint64_t kFloats = 10000;
constexpr int kCannotMount = 77;

std::vector<float> counting(std::size_t count)
{
    std::vector<float> values(count);
    std::iota(values.begin(), values.end(), 0.5F);
    return values;
}

} // namespace

class TstSequenceStore : public QObject
{
    Q_OBJECT

private slots:
    void keepsWhatIsWritten_data()
    {
        QTest::addColumn<quint64>("memoryBytes");
        QTest::newRow("in memory") << quint64{4 * kFloats};
        QTest::newRow("in a file") << quint64{4 * kFloats - 1};
    }

    void keepsWhatIsWritten()
    {
        QFETCH(quint64, memoryBytes);
        Ledger ledger;
        auto made = SequenceStore::make(ledger, kFloats, memoryBytes, folder());
        QVERIFY2(made, made ? "" : made.error().message.c_str());
        const bool inFile = memoryBytes < 4 * kFloats;
        QCOMPARE(made->onDisk(), inFile);
        const auto held = ledger.figures().totalBytes;
        QCOMPARE(held[static_cast<std::size_t>(inFile ? Place::Disk : Place::Host)], 4 * kFloats);
        QCOMPARE(held[static_cast<std::size_t>(inFile ? Place::Host : Place::Disk)], std::uint64_t{0});
        const std::vector<float> all = counting(kFloats);
        QVERIFY(made->write(0, all));
        QVERIFY(made->write(100, std::vector<float>{-1, -2, -3}));
        SequenceStore store = std::move(*made);
        std::vector<float> found(5);
        QVERIFY(store.read(99, found));
        QCOMPARE(found, (std::vector<float>{99.5F, -1, -2, -3, 103.5F}));
        QVERIFY(store.read(kFloats - 5, found));
        QCOMPARE(found, std::vector<float>(all.end() - 5, all.end()));
        QCOMPARE(QDir(m_folder.path()).entryList(QDir::NoDotAndDotDot | QDir::AllEntries | QDir::Hidden).size(), 0);
    }

    void givesBackWhatItHeld()
    {
        Ledger ledger;
        for (const std::uint64_t memoryBytes : {4 * kFloats, std::uint64_t{0}})
            QVERIFY(SequenceStore::make(ledger, kFloats, memoryBytes, folder()));
        for (const std::uint64_t held : ledger.figures().totalBytes)
            QCOMPARE(held, std::uint64_t{0});
    }

    void namesAFolderThatIsNotThere()
    {
        Ledger ledger;
        const auto made = SequenceStore::make(ledger, kFloats, 0, folder() / "gone");
        QVERIFY(!made);
        QVERIFY2(made.error().message.find("gone") != std::string::npos, made.error().message.c_str());
    }

    void keepsTheLimit()
    {
        Ledger ledger;
        ledger.setLimit(Place::Host, 1000);
        const auto made = SequenceStore::make(ledger, kFloats, 4 * kFloats, folder());
        QVERIFY(!made);
        QCOMPARE(made.error().code, ErrorCode::DoesNotFit);
        QVERIFY(SequenceStore::make(ledger, kFloats, 1000, folder()));
    }

    void fullDiskIsToldBeforeTheWork()
    {
        const auto result = inChild([&](const ChildProcess::Say &say) {
            if (!mountInChild(m_folder.path().toStdString(), "tmpfs", "size=1m"))
                return kCannotMount;
            Ledger ledger;
            const auto made = SequenceStore::make(ledger, 1 << 20, 0, folder());
            if (made)
                return 1;
            say(made.error().message);
            return made.error().code == ErrorCode::DoesNotFit ? 0 : 2;
        });
        if (result.exitCode == kCannotMount)
            QSKIP("this system does not let a test mount a small disk");
        QVERIFY2(result.exitCode == 0, result.output.c_str());
        QVERIFY2(result.output.find(m_folder.path().toStdString()) != std::string::npos, result.output.c_str());
    }

private:
    std::filesystem::path folder() const { return m_folder.path().toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(TstSequenceStore)
#include "tst_sequencestore.moc"
