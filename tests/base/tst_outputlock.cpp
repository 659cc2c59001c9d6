// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One run at a time writes an output, whatever became of the one before.

#include "core/base/outputlock.h"
#include "tests/support/childprocess.h"

#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <fstream>

using namespace snug;
using snug::test::ChildProcess;
namespace fs = std::filesystem;

class TstOutputLock : public QObject
{
    Q_OBJECT

private slots:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void isHeldByOne()
    {
        auto first = OutputLock::take(target());
        QVERIFY2(first, first ? "" : first.error().message.c_str());
        const auto second = OutputLock::take(target());
        QVERIFY(!second);
        QCOMPARE(second.error().code, ErrorCode::Usage);
        QVERIFY(second.error().message.find(target().string()) != std::string::npos);
        {
            const OutputLock moved = std::move(*first);
            QVERIFY(!OutputLock::take(target()));
        }
        QVERIFY(OutputLock::take(target()));
        QVERIFY(!fs::exists(lockFile()));
    }

    void goesWithAKilledRun()
    {
        ChildProcess child([this](const ChildProcess::Say &say) {
            const auto lock = OutputLock::take(target());
            if (!lock)
                return 1;
            say("held");
            ChildProcess::awaitLetGo();
            return 0;
        });
        QVERIFY(child.waitFor("held"));
        QVERIFY(!OutputLock::take(target()));
        child.kill();
        QCOMPARE(child.wait().signal, SIGKILL);
        QVERIFY(OutputLock::take(target()));
        QVERIFY(!fs::exists(lockFile()));
    }

    void filesOfOthersStay()
    {
        fs::create_directory(target().parent_path());
        std::ofstream(lockFile()) << "mine";
        QVERIFY(OutputLock::take(target()));
        QVERIFY(fs::exists(lockFile()));
        QCOMPARE(fs::file_size(lockFile()), std::uintmax_t(4));
    }

private:
    fs::path target() const { return fs::path(m_folder->path().toStdString()) / "new" / "out"; }
    fs::path lockFile() const { return target().string() + ".lock"; }

    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_APPLESS_MAIN(TstOutputLock)
#include "tst_outputlock.moc"
