// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The memory sampler: looks come and go on its own thread, nobody waits, and ending it waits for no period.

#include "core/memory/sampler.h"

#include <QTest>

#include <atomic>
#include <future>
#include <stdexcept>

using namespace snug;
using namespace std::chrono_literals;

namespace {

MemorySnapshot lookNumber(int number)
{
    MemorySnapshot look;
    look.process.residentBytes = std::uint64_t(number);
    return look;
}

} // namespace

class TstSampler : public QObject
{
    Q_OBJECT

private slots:
    void looksAgainAndAgain();
    void endsWithoutWaitingForThePeriod();
    void neverWaitsForALook();
    void survivesAFailingProbe();
    void readsTheTrueFiguresByDefault();
};

void TstSampler::looksAgainAndAgain()
{
    std::atomic<int> count = 0;
    const auto maker = std::this_thread::get_id();
    std::atomic<bool> onOurThread = false;
    MemorySampler sampler(1ms, [&] {
        if (std::this_thread::get_id() == maker)
            onOurThread = true;
        return lookNumber(++count);
    });
    QTRY_VERIFY(sampler.latest().process.residentBytes >= 3);
    QVERIFY(!onOurThread);
}

void TstSampler::endsWithoutWaitingForThePeriod()
{
    std::promise<void> first;
    {
        MemorySampler sampler(24h, [&] {
            first.set_value(); // a second look would throw here
            return lookNumber(1);
        });
        first.get_future().wait();
        QTRY_COMPARE(sampler.latest().process.residentBytes, std::uint64_t(1));
    } // were the period waited for, the test's time limit would end it
}

void TstSampler::neverWaitsForALook()
{
    std::promise<void> entered, letGo;
    {
        MemorySampler sampler(1ms, [&, once = true]() mutable {
            if (std::exchange(once, false)) {
                entered.set_value();
                letGo.get_future().wait();
            }
            return lookNumber(7);
        });
        entered.get_future().wait();
        QCOMPARE(sampler.latest().process.residentBytes,
                 std::uint64_t(0)); // the look hangs; zeros before the first one
        letGo.set_value();
        QTRY_COMPARE(sampler.latest().process.residentBytes, std::uint64_t(7));
    }
}

void TstSampler::survivesAFailingProbe()
{
    std::atomic<int> count = 0;
    MemorySampler sampler(1ms, [&] {
        if (++count == 2)
            throw std::runtime_error("driver gone");
        return lookNumber(count);
    });
    QTRY_VERIFY(sampler.latest().process.residentBytes >= 3);
}

void TstSampler::readsTheTrueFiguresByDefault()
{
    MemorySampler sampler(10ms);
    QTRY_VERIFY(sampler.latest().process.residentBytes > 0);
}

QTEST_GUILESS_MAIN(TstSampler)
#include "tst_sampler.moc"
