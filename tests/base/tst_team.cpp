// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A team of threads: every part is done once, all are done when run() returns, round after round.

#include "core/base/team.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <set>
#include <thread>

using namespace snug;

class TstTeam : public QObject
{
    Q_OBJECT

private slots:
    void doesEveryPartOnce_data() { addThreads(); }
    void doesEveryPartOnce();
    void finishesManyShortRounds_data() { addThreads(); }
    void finishesManyShortRounds();
    void wakesWhoHasGoneToSleep_data() { addThreads(); }
    void wakesWhoHasGoneToSleep();
    void givesEachThreadItsNumber_data() { addThreads(); }
    void givesEachThreadItsNumber();
    void worksWithoutThreadsOfItsOwn();
    void closesUnused();

private:
    static void addThreads();
};

void TstTeam::addThreads()
{
    QTest::addColumn<int>("threads");
    for (int threads = 1; threads <= 8; ++threads)
        QTest::addRow("%d threads", threads) << threads;
}

void TstTeam::doesEveryPartOnce()
{
    QFETCH(int, threads);
    Team team(threads);
    QCOMPARE(team.threads(), threads);
    for (const std::size_t count : {0U, 1U, 2U, 7U, 8U, 9U, 5000U}) {
        std::vector<std::atomic<int>> done(count + 1); // one more, that nothing may touch
        std::atomic<int> strangers = 0;
        team.run(count, [&](std::uint64_t index, int thread) {
            ++done[index];
            strangers += thread < 0 || thread >= threads;
        });
        for (std::size_t index = 0; index < count; ++index)
            QCOMPARE(done[index].load(), 1);
        QCOMPARE(done[count].load(), 0);
        QCOMPARE(strangers.load(), 0);
    }
}

/// Plain variables: what parts wrote is seen after run(), and by the parts of the next round.
void TstTeam::finishesManyShortRounds()
{
    QFETCH(int, threads);
    Team team(threads);
    constexpr std::uint64_t kParts = 11;
    constexpr int kRounds = 3000;
    std::vector<int> values(kParts), next(kParts);
    for (int round = 0; round < kRounds; ++round) {
        team.run(kParts, [&](std::uint64_t index, int) { next[index] = values[(index + 1) % kParts] + 1; });
        values.swap(next);
        if (const int first = values.front(); first != round + 1)
            QCOMPARE(first, round + 1);
    }
    QCOMPARE(values, std::vector<int>(kParts, kRounds));
}

/// Pauses longer than anyone watches for the next round, and parts longer than the caller watches for their end.
void TstTeam::wakesWhoHasGoneToSleep()
{
    QFETCH(int, threads);
    Team team(threads);
    for (int round = 0; round < 10; ++round) {
        std::atomic<int> done = 0;
        team.run(static_cast<std::uint64_t>(threads) + 1, [&](std::uint64_t index, int) {
            std::this_thread::sleep_for(std::chrono::microseconds(index % 2 ? 500 : 0));
            ++done;
        });
        QCOMPARE(done.load(), threads + 1);
        std::this_thread::sleep_for(std::chrono::microseconds(500));
    }
}

/// A number is one thread's at a time: parts of one number never overlap. Each part waits for a part of every other
/// number once, so that all numbers take part.
void TstTeam::givesEachThreadItsNumber()
{
    QFETCH(int, threads);
    Team team(threads);
    std::vector<std::atomic<int>> within(static_cast<std::size_t>(threads));
    std::vector<std::thread::id> owners(static_cast<std::size_t>(threads));
    std::atomic<int> overlaps = 0, begun = 0;
    team.run(static_cast<std::uint64_t>(threads), [&](std::uint64_t, int thread) {
        const auto number = static_cast<std::size_t>(thread);
        overlaps += within[number]++ != 0;
        owners[number] = std::this_thread::get_id();
        ++begun;
        while (begun < threads)
            std::this_thread::yield();
        --within[number];
    });
    QCOMPARE(overlaps.load(), 0);
    QCOMPARE(std::set(owners.begin(), owners.end()).size(), owners.size());
}

void TstTeam::worksWithoutThreadsOfItsOwn()
{
    for (const int threads : {0, -3, 1}) {
        Team team(threads);
        QCOMPARE(team.threads(), 1);
        std::vector<std::uint64_t> order;
        team.run(5, [&](std::uint64_t index, int) { order.push_back(index); });
        QCOMPARE(order, (std::vector<std::uint64_t>{0, 1, 2, 3, 4}));
    }
}

void TstTeam::closesUnused()
{
    for (int i = 0; i < 50; ++i)
        QCOMPARE(Team(4).threads(), 4);
}

QTEST_APPLESS_MAIN(TstTeam)
#include "tst_team.moc"
