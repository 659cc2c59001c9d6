// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The ledger: books that add up, limits that hold, peaks that were really reached, with one thread and with many.

#include "core/memory/ledger.h"

#include <QTest>

#include <algorithm>
#include <cstring>
#include <limits>
#include <thread>

using namespace snug;

namespace {

std::uint64_t now(const Ledger &ledger, Place place, Component component)
{
    return ledger.figures().nowBytes[std::size_t(place)][std::size_t(component)];
}
std::uint64_t total(const Ledger &ledger, Place place) { return ledger.figures().totalBytes[std::size_t(place)]; }
std::uint64_t peak(const Ledger &ledger, Place place) { return ledger.figures().peakBytes[std::size_t(place)]; }

} // namespace

class TstLedger : public QObject
{
    Q_OBJECT

private slots:
    void namesAreStable();
    void countsByPlaceAndComponent();
    void leasesMove();
    void keepsThePeak();
    void holdsTheLimit();
    void limitMessageHasTheFigures();
    void refusesOverflow();
    void limitMayBeLoweredBelowWhatIsHeld();
    void addsUpAcrossThreads();
    void buffersAreAlignedAndCounted();
    void buffersMove();
    void bufferOverTheLimitTakesNothing();
    void absurdBufferIsRefused();
};

void TstLedger::namesAreStable()
{
    QCOMPARE(placeName(Place::Disk), std::string_view("disk"));
    QCOMPARE(componentName(Component::Other), std::string_view("other"));
    QCOMPARE(componentName(Component::KvCache), std::string_view("kv_cache"));
}

void TstLedger::countsByPlaceAndComponent()
{
    Ledger ledger;
    {
        const auto weights = ledger.take(Place::Host, Component::Weights, 100);
        const auto more = ledger.take(Place::Host, Component::Weights, 11);
        const auto output = ledger.take(Place::Host, Component::Output, 20);
        const auto file = ledger.take(Place::Disk, Component::Output, 5000);
        const auto none = ledger.take(Place::Device, Component::Other, 0);
        QVERIFY(weights && more && output && file && none);
        QCOMPARE(now(ledger, Place::Host, Component::Weights), std::uint64_t(111));
        QCOMPARE(now(ledger, Place::Host, Component::Output), std::uint64_t(20));
        QCOMPARE(now(ledger, Place::Disk, Component::Output), std::uint64_t(5000));
        QCOMPARE(total(ledger, Place::Host), std::uint64_t(131));
        QCOMPARE(total(ledger, Place::Device), std::uint64_t(0));
    }
    for (const Place place : {Place::Host, Place::Device, Place::Disk})
        QCOMPARE(total(ledger, place), std::uint64_t(0));
    QCOMPARE(now(ledger, Place::Host, Component::Weights), std::uint64_t(0));
}

void TstLedger::leasesMove()
{
    Ledger ledger;
    Ledger::Lease kept;
    QCOMPARE(kept.sizeBytes(), std::uint64_t(0));
    {
        auto taken = ledger.take(Place::Host, Component::Workspace, 64);
        QVERIFY(taken.has_value());
        kept = std::move(*taken);
    }
    QCOMPARE(kept.sizeBytes(), std::uint64_t(64));
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(64));
    auto other = ledger.take(Place::Host, Component::Output, 6);
    QVERIFY(other.has_value());
    kept = std::move(*other); // the 64 bytes go back
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(6));
    const Ledger::Lease last(std::move(kept));
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(6));
    QCOMPARE(last.sizeBytes(), std::uint64_t(6));
}

void TstLedger::keepsThePeak()
{
    Ledger ledger;
    {
        const auto a = ledger.take(Place::Host, Component::Weights, 30);
        const auto b = ledger.take(Place::Host, Component::Output, 40);
    }
    const auto c = ledger.take(Place::Host, Component::Weights, 50);
    QCOMPARE(peak(ledger, Place::Host), std::uint64_t(70));
    QCOMPARE(peak(ledger, Place::Disk), std::uint64_t(0));
    ledger.resetPeaks();
    QCOMPARE(peak(ledger, Place::Host), std::uint64_t(50));
}

void TstLedger::holdsTheLimit()
{
    Ledger ledger;
    QVERIFY(!ledger.limit(Place::Host).has_value());
    ledger.setLimit(Place::Host, 100);
    QCOMPARE(ledger.limit(Place::Host), std::optional<std::uint64_t>(100));
    const auto most = ledger.take(Place::Host, Component::Weights, 100);
    QVERIFY(most.has_value());
    const auto more = ledger.take(Place::Host, Component::Weights, 1);
    QVERIFY(!more.has_value());
    QCOMPARE(more.error().code, ErrorCode::DoesNotFit);
    QVERIFY(ledger.take(Place::Host, Component::Weights, 0).has_value());
    QVERIFY(ledger.take(Place::Device, Component::Weights, 1000).has_value());
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(100));
    QCOMPARE(peak(ledger, Place::Host), std::uint64_t(100)); // what was refused leaves no trace
    ledger.setLimit(Place::Host, std::nullopt);
    QVERIFY(ledger.take(Place::Host, Component::Weights, 1).has_value());
}

void TstLedger::limitMessageHasTheFigures()
{
    Ledger ledger;
    ledger.setLimit(Place::Device, 4ULL << 30);
    const auto held = ledger.take(Place::Device, Component::Weights, 3ULL << 30);
    const auto more = ledger.take(Place::Device, Component::KvCache, 2ULL << 30);
    QVERIFY(!more.has_value());
    QCOMPARE(
        more.error().message,
        std::string("The limit for graphics memory is reached: 2.00 GiB more are needed for the KV cache, and 3.00 GiB "
                    "of the 4.00 GiB allowed are in use. Raise the limit, or use fewer threads."));
}

void TstLedger::refusesOverflow()
{
    Ledger ledger;
    const auto some = ledger.take(Place::Disk, Component::Output, 10);
    const auto absurd = ledger.take(Place::Disk, Component::Output, std::numeric_limits<std::uint64_t>::max());
    QVERIFY(!absurd.has_value());
    QCOMPARE(total(ledger, Place::Disk), std::uint64_t(10));
}

void TstLedger::limitMayBeLoweredBelowWhatIsHeld()
{
    Ledger ledger;
    const auto held = ledger.take(Place::Host, Component::Weights, 100);
    ledger.setLimit(Place::Host, 10);
    QVERIFY(!ledger.take(Place::Host, Component::Weights, 1).has_value());
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(100));
}

void TstLedger::addsUpAcrossThreads()
{
    Ledger ledger;
    ledger.setLimit(Place::Host, 1000);
    std::atomic<bool> passed = false;
    std::vector<std::thread> threads;
    for (int t = 0; t < 4; ++t) {
        threads.emplace_back([&, t] {
            for (int i = 0; i < 2000; ++i) {
                const auto lease = ledger.take(Place::Host, Component(t % kComponentCount), std::uint64_t(300 + i % 7));
                if (total(ledger, Place::Host) > 1000)
                    passed = true;
            }
        });
    }
    for (std::thread &thread : threads)
        thread.join();
    QVERIFY(!passed);
    const LedgerFigures figures = ledger.figures();
    QCOMPARE(figures.totalBytes[0], std::uint64_t(0));
    for (const std::uint64_t bytes : figures.nowBytes[0])
        QCOMPARE(bytes, std::uint64_t(0));
    QVERIFY(figures.peakBytes[0] >= 300 && figures.peakBytes[0] <= 1000);
}

void TstLedger::buffersAreAlignedAndCounted()
{
    Ledger ledger;
    for (const std::size_t size :
         {std::size_t(0), std::size_t(1), std::size_t(63), std::size_t(64), std::size_t(100'001)}) {
        auto buffer = HostBuffer::take(ledger, Component::Workspace, size);
        QVERIFY(buffer.has_value());
        QCOMPARE(buffer->bytes().size(), size);
        QCOMPARE(buffer->floats().size(), size / 4);
        QCOMPARE(reinterpret_cast<std::uintptr_t>(buffer->bytes().data()) % 64, std::uintptr_t(0));
        QCOMPARE(now(ledger, Place::Host, Component::Workspace), std::uint64_t(size));
        std::fill(buffer->bytes().begin(), buffer->bytes().end(), std::byte{0x5a}); // the sanitizer watches the ends
    }
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(0));
    QCOMPARE(peak(ledger, Place::Host), std::uint64_t(100'001));
}

void TstLedger::buffersMove()
{
    Ledger ledger;
    auto first = HostBuffer::take(ledger, Component::Output, 10);
    auto second = HostBuffer::take(ledger, Component::Output, 20);
    QVERIFY(first && second);
    first->bytes()[9] = std::byte{7};
    *second = std::move(*first);
    QCOMPARE(second->bytes().size(), std::size_t(10));
    QCOMPARE(second->bytes()[9], std::byte{7});
    QVERIFY(first->bytes().empty());
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(10));
    *second = HostBuffer();
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(0));
}

void TstLedger::bufferOverTheLimitTakesNothing()
{
    Ledger ledger;
    ledger.setLimit(Place::Host, 1000);
    const auto buffer = HostBuffer::take(ledger, Component::Output, 1001);
    QVERIFY(!buffer.has_value());
    QCOMPARE(buffer.error().code, ErrorCode::DoesNotFit);
    QCOMPARE(total(ledger, Place::Host), std::uint64_t(0));
}

void TstLedger::absurdBufferIsRefused()
{
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    QSKIP("sanitizers end the program at absurd sizes instead of refusing them");
#endif
    Ledger ledger;
    for (const std::size_t size :
         {std::numeric_limits<std::size_t>::max(), std::numeric_limits<std::size_t>::max() / 2}) {
        const auto buffer = HostBuffer::take(ledger, Component::Output, size);
        QVERIFY(!buffer.has_value());
        QCOMPARE(buffer.error().code, ErrorCode::DoesNotFit);
        QCOMPARE(total(ledger, Place::Host), std::uint64_t(0));
    }
}

QTEST_APPLESS_MAIN(TstLedger)
#include "tst_ledger.moc"
