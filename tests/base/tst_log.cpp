// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Log lines: what reaches the sink at which level, and what a hostile name cannot do.

#include "core/base/log.h"
#include "tests/support/childprocess.h"

#include <fcntl.h>
#include <unistd.h>

#include <QTest>

#include <thread>
#include <vector>

using namespace snug;

class TstLog : public QObject
{
    Q_OBJECT

private slots:
    void environmentSetsLevel_data();
    void environmentSetsLevel();
    void sinkGetsLevelAndAbove();
    void makesControlBytesVisible();
    void sinkMayLogAndThrow();
    void keepsLinesOfThreadsWhole();
    void survivesClosedStderr();
    void cleanup();
};

namespace {

/// How many of the five levels reach the sink in a fresh process.
int levelsHeard()
{
    int heard = 0;
    log::setSink([&](log::Level, const std::string &) { ++heard; });
    log::trace("test", "t");
    log::debug("test", "d");
    log::info("test", "i");
    log::warn("test", "w");
    log::error("test", "e");
    log::setSink({});
    return heard;
}

} // namespace

void TstLog::environmentSetsLevel_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<int>("heard");
    QTest::newRow("unset") << QByteArray() << 2;
    QTest::newRow("trace") << QByteArray("trace") << 5;
    QTest::newRow("debug") << QByteArray("debug") << 4;
    QTest::newRow("info") << QByteArray("info") << 3;
    QTest::newRow("warn") << QByteArray("warn") << 2;
    QTest::newRow("error") << QByteArray("error") << 1;
    QTest::newRow("off") << QByteArray("off") << 0;
    QTest::newRow("nonsense") << QByteArray("loud") << 2;
}

void TstLog::environmentSetsLevel()
{
    QFETCH(QByteArray, value);
    QFETCH(int, heard);
    // The variable is read once per process, at the first line.
    const auto result = snug::test::inChild([&](const auto &) {
        value.isNull() ? qunsetenv("SNUG_LOG") : qputenv("SNUG_LOG", value);
        return levelsHeard();
    });
    QCOMPARE(result.exitCode, heard);
}

void TstLog::cleanup()
{
    // Any call reads the variable, which must be left to the children of the first test.
    if (QByteArray(QTest::currentTestFunction()) != "environmentSetsLevel")
        log::setSink({});
}

void TstLog::sinkGetsLevelAndAbove()
{
    std::vector<std::pair<log::Level, std::string>> lines;
    log::setSink([&](log::Level level, const std::string &line) { lines.emplace_back(level, line); });
    log::configure(log::Level::Info);
    log::debug("formats", "not heard");
    log::info("formats", "32 tensors");
    log::error("jobs", "failed");
    log::configure(log::Level::Off);
    log::error("jobs", "not heard");
    log::configure(log::Level::Warn);
    QCOMPARE(lines.size(), std::size_t(2));
    QCOMPARE(lines[0].first, log::Level::Info);
    QCOMPARE(lines[0].second, std::string("formats: 32 tensors"));
    QCOMPARE(lines[1].first, log::Level::Error);
    log::setSink({});
    log::error("jobs", "the removed sink does not hear this");
    QCOMPARE(lines.size(), std::size_t(2));
}

void TstLog::makesControlBytesVisible()
{
    std::string heard;
    log::setSink([&](log::Level, const std::string &line) { heard = line; });
    log::warn("test", "name\x1b[2J\nnext\x7f caf\xc3\xa9");
    QCOMPARE(heard, std::string("test: name\\x1b[2J\\x0anext\\x7f caf\xc3\xa9"));
}

void TstLog::sinkMayLogAndThrow()
{
    int calls = 0;
    log::setSink([&](log::Level, const std::string &) {
        ++calls;
        log::error("test", "from the sink");
        throw std::runtime_error("the view is gone");
    });
    log::error("test", "one");
    log::error("test", "two");
    QCOMPARE(calls, 2);
}

void TstLog::keepsLinesOfThreadsWhole()
{
    std::vector<std::string> lines;
    log::setSink([&](log::Level, const std::string &line) { lines.push_back(line); });
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([t] {
            for (int i = 0; i < 50; ++i)
                log::warn("test", std::string(8, static_cast<char>('a' + t)));
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    log::setSink({});
    QCOMPARE(lines.size(), std::size_t(200));
    for (const std::string &line : lines)
        QCOMPARE(line, "test: " + std::string(8, line.back()));
}

void TstLog::survivesClosedStderr()
{
    const auto result = snug::test::inChild([](const auto &) {
        const int full = ::open("/dev/full", O_WRONLY);
        if (full < 0 || ::dup2(full, STDERR_FILENO) < 0)
            return 90;
        log::error("test", "to a full disk");
        ::close(STDERR_FILENO);
        log::error("test", "to nowhere");
        return 0;
    });
    QCOMPARE(result.exitCode, 0);
}

QTEST_APPLESS_MAIN(TstLog)
#include "tst_log.moc"
