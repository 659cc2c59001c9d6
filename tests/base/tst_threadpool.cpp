// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The thread pool: everything submitted is done once, in order of submission, on threads with steady indices.

#include "core/base/processors.h"
#include "core/base/threadpool.h"
#include "tests/support/childprocess.h"

#include <sched.h>

#include <QTest>

#include <atomic>
#include <future>
#include <memory>

using namespace snug;

class TstThreadPool : public QObject
{
    Q_OBJECT

private slots:
    void doesEverythingOnce_data();
    void doesEverythingOnce();
    void startsInOrder();
    void givesEachThreadItsIndex();
    void takesTasksFromTasks();
    void letsGoOfWhatATaskHeld();
    void hasOneThreadAtLeast();
    void countsProcessorsOfTheMask();
};

void TstThreadPool::doesEverythingOnce_data()
{
    QTest::addColumn<int>("threads");
    for (const int threads : {1, 2, 7})
        QTest::addRow("%d threads", threads) << threads;
}

void TstThreadPool::doesEverythingOnce()
{
    QFETCH(int, threads);
    std::vector<std::atomic<int>> done(2000);
    {
        ThreadPool pool(threads);
        QCOMPARE(pool.threadCount(), threads);
        for (std::atomic<int> &one : done)
            pool.submit([&one](int) { ++one; });
    } // the destructor finishes what was submitted
    for (const std::atomic<int> &one : done)
        QCOMPARE(one.load(), 1);
}

void TstThreadPool::startsInOrder()
{
    std::vector<int> order;
    {
        ThreadPool pool(1);
        for (int i = 0; i < 100; ++i)
            pool.submit([&order, i](int) { order.push_back(i); });
    }
    for (int i = 0; i < 100; ++i)
        QCOMPARE(order.at(std::size_t(i)), i);
}

void TstThreadPool::givesEachThreadItsIndex()
{
    constexpr int kThreads = 3;
    std::vector<std::thread::id> owner(kThreads);
    std::atomic<int> waiting = 0, wrong = 0;
    {
        ThreadPool pool(kThreads);
        for (int i = 0; i < kThreads; ++i) {
            pool.submit([&](int index) { // each waits for the others, so that every thread takes one
                if (index < 0 || index >= kThreads)
                    ++wrong;
                else
                    owner[std::size_t(index)] = std::this_thread::get_id();
                ++waiting;
                while (waiting < kThreads)
                    std::this_thread::yield();
            });
        }
    }
    QCOMPARE(wrong.load(), 0);
    for (int i = 0; i < kThreads; ++i) {
        QVERIFY(owner[std::size_t(i)] != std::thread::id());
        for (int j = 0; j < i; ++j)
            QVERIFY(owner[std::size_t(i)] != owner[std::size_t(j)]);
    }
}

void TstThreadPool::takesTasksFromTasks()
{
    std::atomic<int> done = 0;
    {
        ThreadPool pool(2);
        for (int i = 0; i < 10; ++i)
            pool.submit([&](int) { pool.submit([&](int) { ++done; }); });
    }
    QCOMPARE(done.load(), 10);
}

void TstThreadPool::letsGoOfWhatATaskHeld()
{
    ThreadPool pool(1);
    auto held = std::make_shared<int>(1);
    const std::weak_ptr<int> seen = held;
    std::promise<void> second;
    pool.submit([held = std::move(held)](int) {});
    pool.submit([&](int) { second.set_value(); });
    second.get_future().wait();
    QVERIFY(seen.expired());
}

void TstThreadPool::hasOneThreadAtLeast()
{
    QCOMPARE(ThreadPool(0).threadCount(), 1);
    QCOMPARE(ThreadPool(-3).threadCount(), 1);
}

void TstThreadPool::countsProcessorsOfTheMask()
{
    QVERIFY(usableProcessorCount() >= 1);
    const auto result = snug::test::inChild([](const auto &) {
        cpu_set_t mask;
        if (::sched_getaffinity(0, sizeof mask, &mask) != 0)
            return 90;
        int first = 0;
        while (!CPU_ISSET(first, &mask))
            ++first;
        CPU_ZERO(&mask);
        CPU_SET(first, &mask);
        if (::sched_setaffinity(0, sizeof mask, &mask) != 0)
            return 91;
        return usableProcessorCount();
    });
    QCOMPARE(result.exitCode, 1);
}

QTEST_APPLESS_MAIN(TstThreadPool)
#include "tst_threadpool.moc"
