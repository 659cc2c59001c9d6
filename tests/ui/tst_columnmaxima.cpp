// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Thinning: short, in order, and never without the maximum.

#include "ui/charts/columnmaxima.h"

#include <QTest>

#include <algorithm>

using namespace snug;
using namespace snug::ui;

class TestColumnMaxima : public QObject
{
    Q_OBJECT
private slots:
    void keepsMaxima_data();
    void keepsMaxima();
    void keepsStacksWhole();
    void keepsShortRowsAsTheyAre();
    void sampleOutOfOrder();
    void clearStartsAfresh();
};

namespace {
MemorySample at(double seconds, double bytes)
{
    MemorySample sample;
    sample.seconds = seconds;
    sample.bytes[1] = bytes;
    return sample;
}

/// The same numbers on every machine.
struct Random
{
    std::uint32_t state = 12345;
    double next()
    {
        state = state * 1664525u + 1013904223u;
        return double(state >> 8) / double(1u << 24);
    }
};
} // namespace

void TestColumnMaxima::keepsMaxima_data()
{
    QTest::addColumn<int>("count");
    QTest::addColumn<double>("step");
    QTest::addColumn<int>("capacity");
    QTest::newRow("ten minutes at 10 Hz") << 6000 << 0.1 << 700;
    QTest::newRow("six hours at 2 Hz") << 43200 << 0.5 << 700;
    QTest::newRow("uneven steps") << 5000 << -1.0 << 300;
    QTest::newRow("tiny") << 1000 << 0.1 << 2;
    QTest::newRow("one long gap") << 20 << 5000.0 << 10;
}

void TestColumnMaxima::keepsMaxima()
{
    QFETCH(int, count);
    QFETCH(double, step);
    QFETCH(int, capacity);
    Random random;
    ColumnMaxima thin{std::size_t(capacity)};
    std::vector<MemorySample> all;
    double seconds = 0;
    for (int i = 0; i < count; ++i) {
        seconds += step > 0 ? step : 0.01 + random.next();
        all.push_back(at(seconds, random.next() * 1e9));
        thin.append(all.back());
    }
    const auto &kept = thin.samples();
    QVERIFY(!kept.empty());
    QVERIFY(kept.size() <= std::size_t(capacity));
    QVERIFY(std::is_sorted(kept.begin(), kept.end(),
                           [](const MemorySample &a, const MemorySample &b) { return a.seconds < b.seconds; }));

    // Every column's maximum is one of the samples kept.
    const auto less = [](const MemorySample &a, const MemorySample &b) { return a.totalBytes() < b.totalBytes(); };
    const double width = thin.columnSeconds();
    for (std::size_t first = 0; first < all.size();) {
        const double column = std::floor(all[first].seconds / width);
        std::size_t last = first;
        while (last < all.size() && std::floor(all[last].seconds / width) == column)
            ++last;
        const MemorySample &largest = *std::max_element(all.begin() + long(first), all.begin() + long(last), less);
        const bool found = std::any_of(kept.begin(), kept.end(), [&](const MemorySample &sample) {
            return sample.seconds == largest.seconds && sample.totalBytes() == largest.totalBytes();
        });
        QVERIFY2(found, qPrintable(QStringLiteral("column at %1 s").arg(all[first].seconds)));
        first = last;
    }
}

void TestColumnMaxima::keepsStacksWhole()
{
    // The sample with the largest total stays as it was measured, never a mixture of two.
    ColumnMaxima thin(2, 1.0);
    MemorySample one, two;
    one.bytes[1] = 10;
    one.othersBytes = 1;
    two.seconds = 0.5;
    two.bytes[2] = 8;
    two.othersBytes = 4;
    thin.append(one);
    thin.append(two);
    QCOMPARE(thin.samples().size(), std::size_t(1));
    QCOMPARE(thin.samples()[0].bytes[1], 0.0);
    QCOMPARE(thin.samples()[0].bytes[2], 8.0);
    QCOMPARE(thin.samples()[0].totalBytes(), 12.0);
    QCOMPARE(thin.samples()[0].oursBytes(), 8.0);
}

void TestColumnMaxima::keepsShortRowsAsTheyAre()
{
    ColumnMaxima thin(700, 0.1);
    for (int i = 0; i < 500; ++i)
        thin.append(at(i * 0.1 + 0.05, i));
    QCOMPARE(thin.samples().size(), std::size_t(500));
    QCOMPARE(thin.columnSeconds(), 0.1);
}

void TestColumnMaxima::sampleOutOfOrder()
{
    ColumnMaxima thin(10, 1.0);
    thin.append(at(5.5, 3));
    thin.append(at(2, 1));
    QCOMPARE(thin.samples().size(), std::size_t(1));
    QCOMPARE(thin.samples()[0].totalBytes(), 3.0);
    thin.append(at(-7, 9));
    QCOMPARE(thin.samples()[0].totalBytes(), 9.0);
}

void TestColumnMaxima::clearStartsAfresh()
{
    ColumnMaxima thin(4, 1.0);
    for (int i = 0; i < 100; ++i)
        thin.append(at(i, i));
    QVERIFY(thin.columnSeconds() > 1);
    thin.clear();
    QVERIFY(thin.samples().empty());
    QCOMPARE(thin.columnSeconds(), 1.0);
    thin.append(at(0.5, 1));
    QCOMPARE(thin.samples().size(), std::size_t(1));
}

QTEST_APPLESS_MAIN(TestColumnMaxima)
#include "tst_columnmaxima.moc"
