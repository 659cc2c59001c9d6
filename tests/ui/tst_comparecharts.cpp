// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Charts of the comparison: the front, where points lie, colours, and nonsense they must survive.

#include "tests/ui/uitest.h"
#include "ui/charts/layerchart.h"
#include "ui/charts/plotframe.h"
#include "ui/charts/scatterchart.h"
#include "ui/theme/tokens.h"

#include <cmath>
#include <limits>

using namespace snug::ui;

namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

QImage painted(QWidget &widget)
{
    widget.resize(460, 240);
    return widget.grab().toImage();
}

bool near(const QColor &one, const QColor &other)
{
    return std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
               std::abs(one.blue() - other.blue()) <
           24;
}

} // namespace

class TestCompareCharts : public QObject
{
    Q_OBJECT

private slots:
    void findsTheFront_data();
    void findsTheFront();
    void placesValues();
    void countsDecimals();
    void drawsMarksAtTheirPlaces();
    void drawsTheFront();
    void drawsALineALayer();
    void survivesNonsense_data();
    void survivesNonsense();
};

void TestCompareCharts::findsTheFront_data()
{
    QTest::addColumn<QList<QPointF>>("points");
    QTest::addColumn<QList<int>>("front");
    QTest::newRow("none") << QList<QPointF>() << QList<int>();
    QTest::newRow("one") << QList<QPointF>{{4, 0.1}} << QList<int>{0};
    QTest::newRow("all on it") << QList<QPointF>{{5, 0.01}, {3, 0.1}, {4, 0.05}} << QList<int>{1, 2, 0};
    QTest::newRow("one behind") << QList<QPointF>{{3, 0.1}, {4, 0.03}, {5, 0.05}} << QList<int>{0, 1};
    QTest::newRow("same size") << QList<QPointF>{{3, 0.1}, {3, 0.05}} << QList<int>{1};
    QTest::newRow("same loss") << QList<QPointF>{{4, 0.1}, {3, 0.1}} << QList<int>{1};
    QTest::newRow("not known") << QList<QPointF>{{3, kNone}, {4, 0.1}} << QList<int>{1};
}

void TestCompareCharts::findsTheFront()
{
    QFETCH(QList<QPointF>, points);
    QFETCH(QList<int>, front);
    std::vector<ScatterPoint> scattered;
    for (const QPointF &point : points)
        scattered.push_back({point.x(), point.y(), "x", 0});
    QList<int> found;
    for (const std::size_t place : paretoFront(scattered))
        found << static_cast<int>(place);
    QCOMPARE(found, front);
}

void TestCompareCharts::placesValues()
{
    PlotFrame frame;
    frame.plot = QRectF(50, 10, 200, 100);
    frame.fromX = 3;
    frame.toX = 7;
    frame.toY = 0.1;
    QCOMPARE(frame.at(3, 0), QPointF(50, 110));
    QCOMPARE(frame.at(7, 0.1), QPointF(250, 10));
    QCOMPARE(frame.at(5, 0.05), QPointF(150, 60));
    QCOMPARE(frame.at(1000, -1), QPointF(250, 110)); // kept on the plot
    QCOMPARE(frame.at(kNone, kNone), QPointF(50, 110));
}

void TestCompareCharts::countsDecimals()
{
    QCOMPARE(decimalsFor(1), 0);
    QCOMPARE(decimalsFor(20), 0);
    QCOMPARE(decimalsFor(0.5), 1);
    QCOMPARE(decimalsFor(0.025), 3);
    QCOMPARE(decimalsFor(0.04), 2);
    QCOMPARE(decimalsFor(1e-12), 6);
}

void TestCompareCharts::drawsMarksAtTheirPlaces()
{
    ScatterChart chart;
    chart.setPoints({{3, 0.08, "Q3_K_M", 3}, {4, 0.03, "Q4_K_M", 1}, {5, 0.01, "Q5_K_M", 0}}, "size, GiB");
    const QImage image = painted(chart);
    QVERIFY(near(image.pixelColor(chart.pointAt(0).toPoint()), tokens().variants[3]));
    QVERIFY(near(image.pixelColor(chart.pointAt(1).toPoint()), tokens().variants[1]));
    QVERIFY(near(image.pixelColor(chart.pointAt(2).toPoint()), tokens().variants[0]));
    QVERIFY(chart.pointAt(0).x() < chart.pointAt(1).x());
    QVERIFY(chart.pointAt(0).y() < chart.pointAt(1).y()); // more loss is higher up
    QVERIFY(chart.accessibleDescription().contains("Q4_K_M: 4.00 (size, GiB), KL divergence 0.0300"));
}

void TestCompareCharts::drawsTheFront()
{
    ScatterChart chart;
    chart.setPoints({{3, 0.08, "a", 0}, {5, 0.02, "b", 1}}, "size, GiB");
    const QImage image = painted(chart);
    const QPointF middle = (chart.pointAt(0) + chart.pointAt(1)) / 2;
    bool found = false;
    for (int y = -2; y <= 2; ++y)
        found = found || near(image.pixelColor(middle.toPoint() + QPoint(0, y)), tokens().text2) ||
                image.pixelColor(middle.toPoint() + QPoint(0, y)).lightness() < 140;
    QVERIFY(found);
}

void TestCompareCharts::drawsALineALayer()
{
    LayerChart chart;
    chart.setLines({{{0.05, 0.05, 0.05, 0.05}, "Q4_K_M", 1}, {{kNone, kNone}, "nothing", 0}});
    const QImage image = painted(chart);
    int pixels = 0;
    for (int y = 0; y < image.height(); ++y)
        for (int x = 60; x < 300; ++x)
            pixels += near(image.pixelColor(x, y), tokens().variants[1]);
    QVERIFY(pixels > 200);
    QCOMPARE(chart.accessibleDescription(), QString("Q4_K_M: largest error 0.0500 in layer 0"));
}

void TestCompareCharts::survivesNonsense_data()
{
    QTest::addColumn<double>("x");
    QTest::addColumn<double>("y");
    const double infinite = std::numeric_limits<double>::infinity();
    QTest::newRow("zeros") << 0.0 << 0.0;
    QTest::newRow("not a number") << kNone << kNone;
    QTest::newRow("infinite") << infinite << infinite;
    QTest::newRow("huge") << 1e300 << 1e300;
    QTest::newRow("tiny") << 1e-300 << 1e-300;
    QTest::newRow("negative") << -5.0 << -0.1;
}

void TestCompareCharts::survivesNonsense()
{
    QFETCH(double, x);
    QFETCH(double, y);
    ScatterChart scatter;
    scatter.setPoints({{x, y, "one", 0}, {4, 0.1, "two", 7}}, "size, GiB");
    QVERIFY(!painted(scatter).isNull());
    LayerChart layers;
    layers.setLines({{{y}, "one", 0}, {{y, 0.1, y, 0.2}, "two", 7}, {{}, "three", 1}});
    QVERIFY(!painted(layers).isNull());
}

SNUG_UI_TEST_MAIN(TestCompareCharts)
#include "tst_comparecharts.moc"
