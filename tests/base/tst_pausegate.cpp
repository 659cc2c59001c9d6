// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Stop and pause: who waits, and what ends the wait.

#include "core/base/stopflag.h"

#include <QTest>

#include <atomic>
#include <thread>
#include <vector>

using namespace snug;

class TstPauseGate : public QObject
{
    Q_OBJECT

private slots:
    void openGateHoldsNobody();
    void resumeEndsTheWait();
    void stopEndsTheWait();
    void stopHoldsFromTheStart();
};

namespace {

/// Pauses, lets three threads run into the gate, opens it by `open`, and counts those that say that they waited.
int waitersFreedBy(PauseGate &gate, StopFlag &stop, const std::function<void()> &open)
{
    gate.pause();
    std::atomic<int> waited = 0, passed = 0, atGate = 0;
    std::vector<std::thread> threads;
    for (int i = 0; i < 3; ++i) {
        threads.emplace_back([&] {
            ++atGate;
            waited += gate.wait(stop) ? 1 : 0;
            ++passed;
        });
    }
    while (atGate < 3)
        std::this_thread::yield();
    std::this_thread::sleep_for(std::chrono::milliseconds(50)); // time to enter; a late one would only not have waited
    const int early = passed;
    open();
    for (std::thread &thread : threads)
        thread.join();
    return early == 0 ? waited.load() : -1;
}

} // namespace

void TstPauseGate::openGateHoldsNobody()
{
    PauseGate gate;
    const StopFlag stop;
    QVERIFY(!gate.paused());
    QVERIFY(!gate.wait(stop));
    gate.pause();
    QVERIFY(gate.paused());
    gate.resume();
    QVERIFY(!gate.paused());
    QVERIFY(!gate.wait(stop));
}

void TstPauseGate::resumeEndsTheWait()
{
    PauseGate gate;
    StopFlag stop;
    QCOMPARE(waitersFreedBy(gate, stop, [&] { gate.resume(); }), 3);
}

void TstPauseGate::stopEndsTheWait()
{
    PauseGate gate;
    StopFlag stop;
    QCOMPARE(waitersFreedBy(gate, stop, [&] { stop.request(); }), 3);
    QVERIFY(gate.paused());
}

void TstPauseGate::stopHoldsFromTheStart()
{
    PauseGate gate;
    StopFlag stop;
    stop.request();
    QVERIFY(stop.requested());
    gate.pause();
    QVERIFY(!gate.wait(stop));
}

QTEST_APPLESS_MAIN(TstPauseGate)
#include "tst_pausegate.moc"
