// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What only shows: stepper, meter, verdict, bars, legend. Figures, words for screen readers, and colours on the screen.

#include "tests/ui/uitest.h"
#include "ui/charts/legendtable.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/meterbar.h"
#include "ui/widgets/stepper.h"
#include "ui/widgets/verdictlabel.h"

#include <QImage>
#include <QPainter>

using namespace snug;
using namespace snug::ui;

class TestIndicators : public QObject
{
    Q_OBJECT
private slots:
    void stepperStates_data();
    void stepperStates();
    void stepperDescribesItself();
    void meterFigures();
    void meterPaintsItsShares();
    void meterWithNothingKnown();
    void verdictWords();
    void progressShare();
    void predictedBarSurvivesUnknowns();
    void legendGrowsWithItsRows();
};

namespace {
constexpr std::uint64_t kGib = 1024ull * 1024 * 1024;

QImage picture(QWidget &widget, double ratio = 1)
{
    QImage image(widget.size() * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(tokens().surface);
    widget.render(&image, {}, {}, QWidget::DrawChildren);
    return image;
}
} // namespace

void TestIndicators::stepperStates_data()
{
    QTest::addColumn<StepState>("state");
    QTest::addColumn<QColor>("disc"); // left of the middle, beside the sign
    QTest::addColumn<QColor>("line");
    const Tokens &t = lightTokens();
    QTest::newRow("done") << StepState::Done << t.tint << t.accent;
    QTest::newRow("now") << StepState::Now << t.accent << t.strongLine;
    QTest::newRow("to come") << StepState::ToCome << t.surface << t.strongLine;
    QTest::newRow("failed") << StepState::Failed << t.doesNotFit << t.strongLine;
}

void TestIndicators::stepperStates()
{
    QFETCH(StepState, state);
    QFETCH(QColor, disc);
    QFETCH(QColor, line);
    Stepper stepper;
    stepper.setSteps(
        {{QStringLiteral("Load"), QStringLiteral("0:20"), state}, {QStringLiteral("Save"), {}, StepState::ToCome}});
    stepper.resize(400, stepper.sizeHint().height());
    const QImage image = picture(stepper, 2);
    QCOMPARE(image.pixelColor(8, 20).name(), disc.name());
    QCOMPARE(image.pixelColor(300, 20).name(), line.name()); // to the next step
}

void TestIndicators::stepperDescribesItself()
{
    Stepper stepper;
    stepper.setSteps({{QStringLiteral("Load"), QStringLiteral("0:20"), StepState::Done},
                      {QStringLiteral("Quantize"), {}, StepState::Now},
                      {QStringLiteral("Save"), {}, StepState::ToCome},
                      {QStringLiteral("Verify"), {}, StepState::Failed}});
    QCOMPARE(stepper.accessibleDescription(),
             QStringLiteral("Load: done 0:20; Quantize: in work; Save: to come; Verify: failed"));
    stepper.setSteps({});
    stepper.resize(200, 40);
    QVERIFY(!picture(stepper).isNull());
}

void TestIndicators::meterFigures()
{
    MeterBar meter(QStringLiteral("RAM"));
    meter.setValues({kGib * 155 / 10, kGib * 2 / 10, kGib * 56 / 10, 9 * kGib});
    QCOMPARE(meter.figureText(), QStringLiteral("5.8 of 15.5 GiB"));
    QCOMPARE(meter.figureText(true), QStringLiteral("5.8 of 15.5"));
    QCOMPARE(meter.accessibleName(), QStringLiteral("RAM"));
    for (const char *part : {"Snug: 0.2 GiB", "Other programs: 5.6 GiB", "Free: 9.7 GiB", "9.0 GiB"})
        QVERIFY2(meter.toolTip().contains(QLatin1String(part)), qPrintable(meter.toolTip()));
}

void TestIndicators::meterPaintsItsShares()
{
    MeterBar meter(QStringLiteral("RAM"));
    meter.setValues({100 * kGib, 20 * kGib, 30 * kGib, 80 * kGib});
    meter.resize(200, meter.sizeHint().height());
    const QImage image = picture(meter);
    const int y = 25;
    QCOMPARE(image.pixelColor(20, y).name(), tokens().accent.name());
    QCOMPARE(image.pixelColor(60, y).name(), tokens().others.name());
    QCOMPARE(image.pixelColor(130, y).name(), tokens().track.name());
    QCOMPARE(image.pixelColor(160, 20).name(), tokens().text.name());
}

void TestIndicators::meterWithNothingKnown()
{
    MeterBar meter(QStringLiteral("GPU"));
    QCOMPARE(meter.figureText(), QStringLiteral("not known"));
    meter.resize(200, 32);
    QCOMPARE(picture(meter).pixelColor(100, 25).name(), tokens().track.name());
    meter.setValues({kGib, 5 * kGib, 7 * kGib, 90 * kGib}); // more than there is
    QCOMPARE(meter.figureText(), QStringLiteral("1.0 of 1.0 GiB"));
    QCOMPARE(picture(meter).pixelColor(100, 25).name(), tokens().accent.name());
}

void TestIndicators::verdictWords()
{
    VerdictLabel label;
    label.setVerdict(Verdict::DoesNotFit);
    QCOMPARE(label.word(), QStringLiteral("Does not fit"));
    QCOMPARE(label.accessibleName(), label.word());
    const int width = label.sizeHint().width();
    label.setVerdict(Verdict::Fits, QStringLiteral("Fits, 4.6 GiB to spare"));
    QVERIFY(label.sizeHint().width() > width);
    label.setVerdict(Verdict::Unknown);
    QCOMPARE(label.word(), QStringLiteral("Cannot estimate"));
}

void TestIndicators::progressShare()
{
    ProgressLine line;
    line.resize(200, 6);
    line.setShare(0.5);
    QCOMPARE(line.accessibleDescription(), QStringLiteral("50 %"));
    const QImage image = picture(line);
    QCOMPARE(image.pixelColor(90, 3).name(), tokens().accent.name());
    QCOMPARE(image.pixelColor(110, 3).name(), tokens().track.name());
    line.setShare(-1);
    QCOMPARE(line.accessibleDescription(), QStringLiteral("not known"));
    QCOMPARE(picture(line).pixelColor(3, 3).name(), tokens().track.name());
}

void TestIndicators::predictedBarSurvivesUnknowns()
{
    PredictedBar bar;
    bar.resize(200, 22);
    bar.setValues(-1, -1);
    QCOMPARE(picture(bar).pixelColor(100, 11).name(), tokens().track.name());
    bar.setValues(0, 0);
    QCOMPARE(picture(bar).pixelColor(100, 11).name(), tokens().track.name());
    bar.setValues(1, 2);
    QCOMPARE(picture(bar).pixelColor(150, 11).name(), tokens().accent.name());
}

void TestIndicators::legendGrowsWithItsRows()
{
    LegendTable table;
    table.setHeader(QStringLiteral("Now, GiB"), {QStringLiteral("RAM"), QStringLiteral("VRAM")});
    const int empty = table.sizeHint().height();
    LegendRow row;
    row.name = LegendTable::componentName(Component::Weights);
    row.values = {QStringLiteral("0.42"), QStringLiteral("0.43")};
    row.swatch = LegendRow::Swatch::Component;
    row.component = Component::Weights;
    table.setRows({row, row});
    QCOMPARE(table.sizeHint().height(), empty + 40);
    QCOMPARE(table.accessibleDescription(), QStringLiteral("Weights 0.42, 0.43; Weights 0.42, 0.43"));
    table.resize(table.sizeHint());
    QCOMPARE(picture(table).pixelColor(5, 31).name(), tokens().component(Component::Weights).name());
}

SNUG_UI_TEST_MAIN(TestIndicators)
#include "tst_indicators.moc"
