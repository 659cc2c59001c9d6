// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Axes, the memory chart and the heat strip: round numbers, geometry, colours at known places, and what is repainted.

#include "tests/ui/uitest.h"
#include "ui/charts/chartaxis.h"
#include "ui/charts/heatstrip.h"
#include "ui/charts/memorychart.h"
#include "ui/charts/memorystack.h"

#include <QImage>
#include <QPaintEvent>

#include <cmath>

using namespace snug;
using namespace snug::ui;

class TestCharts : public QObject
{
    Q_OBJECT
private slots:
    void valueAxis_data();
    void valueAxis();
    void timeAxis_data();
    void timeAxis();
    void unitOfSmallCharts();
    void chartsShareOneAxis();
    void chartPaintsItsStack();
    void stackKeepsEverySpike_data();
    void stackKeepsEverySpike();
    void stackHasNoSeams();
    void hiddenChartIsNotPainted();
    void chartSurvives_data();
    void chartSurvives();
    void chartSummary();
    void gridCells_data();
    void gridCells();
    void heatToolTips();
    void heatRepaintsTheChangedCellOnly();
    void heatColours();
    void heatIgnoresWhatIsOutside();
};

namespace {
constexpr double kGib = 1024.0 * 1024 * 1024;

/// Counts paint events and keeps the last region.
class PaintSpy : public QObject
{
public:
    explicit PaintSpy(QWidget *widget) : QObject(widget) { widget->installEventFilter(this); }
    bool eventFilter(QObject *, QEvent *event) override
    {
        if (event->type() == QEvent::Paint) {
            ++count;
            last = static_cast<QPaintEvent *>(event)->rect();
        }
        return false;
    }
    int count = 0;
    QRect last;
};

QImage picture(QWidget &widget)
{
    QImage image(widget.size(), QImage::Format_RGB32);
    image.fill(tokens().surface);
    widget.render(&image, {}, {}, QWidget::DrawChildren);
    return image;
}

MemorySeries flatSeries()
{
    MemorySeries series;
    for (int t = 0; t <= 50; ++t) {
        MemorySample sample;
        sample.seconds = t;
        sample.bytes[std::size_t(Component::Weights)] = 2 * kGib;
        sample.bytes[std::size_t(Component::Output)] = 1 * kGib;
        series.samples.push_back(sample);
    }
    series.endSeconds = 100;
    series.limitBytes = 4 * kGib;
    series.limitText = QStringLiteral("limit 4.0");
    series.nowSeconds = 50;
    return series;
}
} // namespace

void TestCharts::valueAxis_data()
{
    QTest::addColumn<double>("largest");
    QTest::addColumn<int>("most");
    QTest::addColumn<double>("end");
    QTest::addColumn<double>("step");
    QTest::newRow("RAM of the run page") << 9.0 << 5 << 10.0 << 2.0;
    QTest::newRow("VRAM of the run page") << 5.2 << 6 << 6.0 << 1.0;
    QTest::newRow("all RAM") << 15.5 << 6 << 16.0 << 4.0;
    QTest::newRow("exact") << 10.0 << 5 << 10.0 << 2.0;
    QTest::newRow("small") << 0.033 << 5 << 0.04 << 0.01;
    QTest::newRow("large") << 700.0 << 4 << 800.0 << 200.0;
    QTest::newRow("nothing") << 0.0 << 5 << 1.0 << 0.2;
    QTest::newRow("one tick") << 3.0 << 1 << 4.0 << 4.0;
}

void TestCharts::valueAxis()
{
    QFETCH(double, largest);
    QFETCH(int, most);
    QFETCH(double, end);
    QFETCH(double, step);
    const AxisTicks ticks = valueTicks(largest, most);
    QVERIFY(std::abs(ticks.end - end) < 1e-9);
    QVERIFY(std::abs(ticks.step - step) < 1e-9);
    QVERIFY(int(ticks.values().size()) <= most + 1);
    QVERIFY(ticks.end >= largest);
}

void TestCharts::timeAxis_data()
{
    QTest::addColumn<double>("end");
    QTest::addColumn<double>("step");
    QTest::newRow("26 min") << 1570.0 << 300.0;
    QTest::newRow("11 min") << 680.0 << 120.0;
    QTest::newRow("a moment") << 0.4 << 1.0;
    QTest::newRow("nothing") << 0.0 << 1.0;
    QTest::newRow("a day") << 86400.0 << 14400.0;
    QTest::newRow("a month") << 2592000.0 << 432000.0;
}

void TestCharts::timeAxis()
{
    QFETCH(double, end);
    QFETCH(double, step);
    const AxisTicks ticks = timeTicks(end, 6);
    QCOMPARE(ticks.step, step);
    QVERIFY(ticks.values().size() <= 7);
    QCOMPARE(ticks.values().front(), 0.0);
}

void TestCharts::unitOfSmallCharts()
{
    QCOMPARE(memoryUnit(9 * kGib).name, QStringLiteral("GiB"));
    QCOMPARE(memoryUnit(40.0 * 1024 * 1024).name, QStringLiteral("MiB"));
    QCOMPARE(memoryUnit(40.0 * 1024 * 1024).decimals, 0);
}

void TestCharts::chartsShareOneAxis()
{
    MemoryChart upper(QStringLiteral("RAM")), lower(QStringLiteral("VRAM"));
    upper.setTimeAxisVisible(false);
    upper.resize(700, 120);
    lower.resize(700, 160);
    QCOMPARE(upper.plotRect().left(), lower.plotRect().left());
    QCOMPARE(upper.plotRect().right(), lower.plotRect().right());
    QVERIFY(upper.plotRect().bottom() < 120);
}

void TestCharts::chartPaintsItsStack()
{
    MemoryChart chart(QStringLiteral("RAM"));
    chart.resize(458, 126); // a plot of 400 by 80: 4 pixels a second, 20 a GiB
    chart.setSeries(flatSeries());
    const QRectF plot = chart.plotRect();
    QCOMPARE(plot.size(), QSizeF(400, 80));
    const QImage image = picture(chart);
    const auto colorAt = [&](double seconds, double gib) {
        return image.pixelColor(int(plot.left() + seconds * 4 + 2), int(plot.bottom() - gib * 20)).name();
    };
    QCOMPARE(colorAt(20, 0.5), tokens().component(Component::Weights).name());
    QCOMPARE(colorAt(20, 1.5), tokens().component(Component::Weights).name());
    QCOMPARE(colorAt(20, 2.5), tokens().component(Component::Output).name());
    QCOMPARE(colorAt(20, 3.5), tokens().surface.name());
    QCOMPARE(colorAt(70, 0.5), tokens().surface.name()); // nothing measured yet
}

void TestCharts::stackKeepsEverySpike_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {37, 100, 350, 700, 701, 1328})
        QTest::addRow("%d columns", width) << width;
}

void TestCharts::stackKeepsEverySpike()
{
    QFETCH(int, width);
    std::vector<MemorySample> samples(700);
    for (std::size_t i = 0; i < samples.size(); ++i) {
        samples[i].seconds = double(i) + 0.5;
        samples[i].bytes[0] = 10;
    }
    for (const std::size_t spike : {3, 350, 351, 698}) {
        std::vector<MemorySample> spiked = samples;
        spiked[spike].bytes[3] = 80;
        StackSpec spec{spiked, 700, 700, 100, {}};
        spec.colors.fill(qRgb(1, 2, 3));
        spec.colors[3] = qRgb(200, 0, 0);
        const QImage image = paintStack(spec, {width, 100});
        const int column = int(spiked[spike].seconds / 700 * width);
        QCOMPARE(image.pixel(column, 11), qRgb(200, 0, 0)); // up to 90 of 100
        QCOMPARE(qAlpha(image.pixel(column, 9)), 0);
        QCOMPARE(image.pixel(column, 95), qRgb(1, 2, 3));
    }
}

void TestCharts::stackHasNoSeams()
{
    // Borders between the layers lie inside pixels; every pixel below the top is covered all the same.
    std::vector<MemorySample> samples(2);
    samples[1].seconds = 50;
    for (MemorySample &sample : samples) {
        sample.bytes = {10.3, 0, 7.7, 3.14, 0.05, 21.6, 0};
        sample.othersBytes = 12.34;
    }
    StackSpec spec{samples, 100, 50, 100, {}};
    spec.colors.fill(qRgb(90, 90, 90));
    const QImage image = paintStack(spec, {20, 100});
    for (int y = 46; y < 100; ++y)
        QVERIFY2(qAlpha(image.pixel(5, y)) >= 253, qPrintable(QString::number(y)));
    QVERIFY(std::abs(qAlpha(image.pixel(5, 44)) - 33) <= 3); // 0.13 of the topmost pixel
    QCOMPARE(qAlpha(image.pixel(15, 60)), 0);                // after the last second
}

void TestCharts::hiddenChartIsNotPainted()
{
    MemoryChart chart(QStringLiteral("RAM"));
    chart.resize(400, 150);
    PaintSpy spy(&chart);
    for (int i = 0; i < 20; ++i)
        chart.setSeries(flatSeries());
    QTest::qWait(30);
    QCOMPARE(spy.count, 0);
    QCOMPARE(chart.series().samples.size(), std::size_t(51));
    chart.show();
    QTRY_VERIFY(spy.count > 0);
    QVERIFY(chart.accessibleDescription().contains(QStringLiteral("3.00 GiB")));
}

void TestCharts::chartSurvives_data()
{
    QTest::addColumn<QString>("which");
    for (const char *name : {"empty", "one sample", "no time", "not a number", "failure", "tiny widget"})
        QTest::newRow(name) << QString::fromLatin1(name);
}

void TestCharts::chartSurvives()
{
    QFETCH(QString, which);
    MemorySeries series = flatSeries();
    MemoryChart chart(QStringLiteral("RAM"));
    chart.resize(which == QLatin1String("tiny widget") ? QSize(30, 10) : QSize(400, 150));
    if (which == QLatin1String("empty"))
        series = {};
    if (which == QLatin1String("one sample"))
        series.samples.resize(1);
    if (which == QLatin1String("no time")) {
        series.endSeconds = 0;
        series.nowSeconds.reset();
        series.samples.resize(1);
    }
    if (which == QLatin1String("not a number"))
        series.samples[3].bytes[2] = qQNaN();
    if (which == QLatin1String("failure")) {
        series.stoppedSeconds = 50;
        series.stoppedText = QStringLiteral("stopped 0:50");
        series.limitHit = true;
        for (auto &sample : series.samples)
            sample.othersBytes = 0.9 * kGib;
    }
    chart.setSeries(series);
    const QImage image = picture(chart);
    QVERIFY(!image.isNull());
    if (which == QLatin1String("failure")) {
        const QRectF plot = chart.plotRect();
        const double half = plot.left() + plot.width() / 2;
        QCOMPARE(image.pixelColor(int(plot.left() + 40), int(plot.bottom() - plot.height() * 3.5 / 4)).name(),
                 tokens().otherPrograms.name());
        const QColor line = image.pixelColor(int(std::round(half)) - 1, int(plot.bottom() - 4));
        QVERIFY2(line.red() > line.blue(), qPrintable(line.name())); // over the blue of the weights
    }
}

void TestCharts::chartSummary()
{
    MemoryChart chart(QStringLiteral("RAM"));
    MemorySeries series = flatSeries();
    series.peaks = {{10, 3.5 * kGib}, {20, 3 * kGib}};
    chart.setSeries(series);
    QCOMPARE(chart.summary(), QStringLiteral("now 3.00 GiB, peak 3.50 GiB, limit 4.0"));
    QCOMPARE(chart.accessibleName(), QStringLiteral("RAM over time"));
}

void TestCharts::gridCells_data()
{
    QTest::addColumn<int>("layers");
    QTest::addColumn<int>("extras");
    for (const int layers : {0, 1, 2, 28, 80, 128}) {
        for (const int extras : {0, 2})
            QTest::addRow("%d layers, %d extras", layers, extras) << layers << extras;
    }
}

void TestCharts::gridCells()
{
    QFETCH(int, layers);
    QFETCH(int, extras);
    const HeatGrid grid{7, layers, extras, QRectF(70, 3, 364, 7 * 17 + extras * 17)};
    QRectF before;
    for (int row = 0; row < grid.allRows(); ++row) {
        const int columns = row < 7 ? layers : 1;
        for (int layer = 0; layer < columns; ++layer) {
            const HeatIndex index{row, layer};
            const QRectF cell = grid.cell(index);
            QVERIFY(cell.width() >= 1 && cell.height() >= 1);
            QVERIFY(cell.left() >= grid.area.left() && cell.bottom() <= grid.area.bottom() + 0.5);
            if (row < 7)
                QVERIFY(cell.right() <= grid.area.right() + 0.5);
            QVERIFY(layer == 0 || cell.left() >= before.right());
            QCOMPARE(grid.at(cell.center()), std::optional(index));
            before = cell;
        }
        QVERIFY(!grid.cell({row, columns}).isValid());
    }
    QVERIFY(!grid.at({10, 10}));
    QVERIFY(!grid.at({100, 1000}));
    QVERIFY(!grid.contains({-1, 0}));
    QVERIFY(!grid.contains({grid.allRows(), 0}));
    QVERIFY(grid.labelStep(34) >= 1);
}

void TestCharts::heatToolTips()
{
    HeatStrip strip;
    strip.setShape({QStringLiteral("q_proj"), QStringLiteral("down_proj")}, 28, {QStringLiteral("output")});
    strip.resize(strip.sizeHint());
    strip.setValue({1, 16}, 0.0402);
    strip.setCurrent(HeatIndex{0, 17});
    strip.setValue({2, 0}, 0.011);
    const auto tip = [&](HeatIndex index) { return strip.toolTipAt(strip.grid().cell(index).center().toPoint()); };
    QCOMPARE(tip({1, 16}), QStringLiteral("Layer 16, down_proj: 0.0402"));
    QCOMPARE(tip({0, 17}), QStringLiteral("Layer 17, q_proj: in work"));
    QCOMPARE(tip({0, 18}), QStringLiteral("Layer 18, q_proj: to come"));
    QCOMPARE(tip({2, 0}), QStringLiteral("output: 0.0110"));
    QVERIFY(strip.toolTipAt({0, 0}).isEmpty());
}

void TestCharts::heatRepaintsTheChangedCellOnly()
{
    HeatStrip strip;
    strip.setShape({QStringLiteral("q_proj"), QStringLiteral("down_proj")}, 28);
    strip.resize(450, 200);
    strip.show();
    QVERIFY(QTest::qWaitForWindowExposed(&strip));
    QCoreApplication::processEvents();
    PaintSpy spy(&strip);
    strip.setValue({1, 5}, 0.05);
    QTRY_COMPARE(spy.count, 1);
    QCOMPARE(spy.last, strip.grid().cell({1, 5}).toAlignedRect());
    strip.setValue({1, 5}, 0.05); // nothing new
    strip.setCurrent(std::nullopt);
    QTest::qWait(30);
    QCOMPARE(spy.count, 1);
}

void TestCharts::heatColours()
{
    HeatStrip strip;
    strip.setShape({QStringLiteral("q_proj")}, 4);
    strip.setRange(0.0, 0.1);
    strip.resize(300, 120);
    strip.setValue({0, 0}, 0.0);
    strip.setValue({0, 1}, 0.1);
    strip.setValue({0, 2}, 9.0);
    const QImage image = picture(strip);
    const auto colorAt = [&](int layer) {
        return image.pixelColor(strip.grid().cell({0, layer}).center().toPoint()).name();
    };
    QCOMPARE(colorAt(0), tokens().heat.front().name());
    QCOMPARE(colorAt(1), tokens().heat.back().name());
    QCOMPARE(colorAt(2), tokens().heat.back().name());
    QCOMPARE(colorAt(3), tokens().surface.name()); // to come: outline only
}

void TestCharts::heatIgnoresWhatIsOutside()
{
    HeatStrip strip;
    strip.setValue({0, 0}, 1); // no shape yet
    strip.setShape({QStringLiteral("q_proj")}, 0, {});
    strip.resize(300, 120);
    strip.setValue({0, 0}, 1);
    strip.setCurrent(HeatIndex{3, 3});
    QVERIFY(!strip.value({0, 0}));
    QVERIFY(!picture(strip).isNull());
    strip.setShape({QStringLiteral("q_proj")}, 2);
    strip.setValue({0, 2}, 1);
    strip.setValue({-1, 0}, 1);
    QVERIFY(!strip.value({0, 1}));
    strip.setValue({0, 1}, 0.5);
    QCOMPARE(strip.value({0, 1}), std::optional(0.5));
}

SNUG_UI_TEST_MAIN(TestCharts)
#include "tst_charts.moc"
