// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The limit by keyboard, mouse and program, and the verdict beside it.

#include "tests/ui/uitest.h"
#include "ui/widgets/limitslider.h"
#include "ui/widgets/verdictlabel.h"

#include <QSignalSpy>
#include <QWheelEvent>

using namespace snug;
using namespace snug::ui;

class TestLimitSlider : public QObject
{
    Q_OBJECT
private slots:
    void roundsToTenths();
    void keyboard();
    void mouse();
    void cutWhenTheTotalShrinks();
    void wheelNeedsFocus();
    void shares();
    void verdict_data();
    void verdict();
    void rowTells();
};

namespace {
std::uint64_t gib(double count) { return std::uint64_t(count * 1024 * 1024 * 1024); }
double inGib(std::uint64_t bytes) { return double(bytes) / (1024.0 * 1024 * 1024); }
} // namespace

void TestLimitSlider::roundsToTenths()
{
    LimitSlider slider;
    slider.setValues({gib(15.5), gib(5.6), gib(4.4)});
    QSignalSpy changed(&slider, &LimitSlider::limitChanged);
    slider.setLimitBytes(gib(9.03));
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 9.0) < 1e-6);
    slider.setLimitBytes(gib(400));
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 15.5) < 1e-6);
    QCOMPARE(changed.count(), 0);
}

void TestLimitSlider::keyboard()
{
    LimitSlider slider;
    slider.setValues({gib(15.5), gib(5.6), gib(4.4)});
    slider.setLimitBytes(gib(9));
    QSignalSpy changed(&slider, &LimitSlider::limitChanged);
    QTest::keyClick(&slider, Qt::Key_Right);
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 9.1) < 1e-6);
    QTest::keyClick(&slider, Qt::Key_PageDown);
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 8.1) < 1e-6);
    QTest::keyClick(&slider, Qt::Key_End);
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 15.5) < 1e-6);
    QTest::keyClick(&slider, Qt::Key_Home);
    QCOMPARE(slider.limitBytes(), 0u);
    QCOMPARE(changed.count(), 4);
    QCOMPARE(changed.at(0).at(0).value<std::uint64_t>(), gib(9.1));
}

void TestLimitSlider::mouse()
{
    LimitSlider slider;
    slider.setValues({gib(10), gib(1), gib(2)});
    slider.setLimitBytes(gib(5));
    slider.resize(500, slider.sizeHint().height());
    QSignalSpy changed(&slider, &LimitSlider::limitChanged);
    QTest::mousePress(&slider, Qt::LeftButton, {}, QPoint(400, 9));
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 8) < 0.051);
    QTest::mouseMove(&slider, QPoint(250, 9));
    QTest::mouseRelease(&slider, Qt::LeftButton, {}, QPoint(250, 9));
    QVERIFY(changed.count() >= 1);
    QVERIFY(!slider.isSliderDown());
}

void TestLimitSlider::cutWhenTheTotalShrinks()
{
    LimitSlider slider;
    slider.setValues({gib(16), 0, 0});
    slider.setLimitBytes(gib(12));
    QSignalSpy changed(&slider, &LimitSlider::limitChanged);
    slider.setValues({gib(8), 0, 0});
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 8) < 1e-6);
    QCOMPARE(changed.count(), 1);
}

void TestLimitSlider::wheelNeedsFocus()
{
    LimitSlider slider;
    slider.setValues({gib(16), 0, 0});
    slider.setLimitBytes(gib(12));
    QWheelEvent event(QPointF(5, 5), QPointF(5, 5), {}, QPoint(0, 120), Qt::NoButton, Qt::NoModifier, Qt::NoScrollPhase,
                      false);
    QApplication::sendEvent(&slider, &event);
    QVERIFY(std::abs(inGib(slider.limitBytes()) - 12) < 1e-6);
}

void TestLimitSlider::shares()
{
    LimitSlider slider;
    QCOMPARE(slider.shareOf(gib(1)), 0.0); // nothing known yet
    slider.setValues({gib(10), gib(1), gib(2.5)});
    QCOMPARE(slider.shareOf(gib(2.5)), 0.25);
    QCOMPARE(slider.shareOf(gib(99)), 1.0);
}

void TestLimitSlider::verdict_data()
{
    QTest::addColumn<double>("need");
    QTest::addColumn<double>("limit");
    QTest::addColumn<Verdict>("verdict");
    QTest::addColumn<QString>("word");
    QTest::newRow("fits") << 4.4 << 9.0 << Verdict::Fits << QStringLiteral("Fits, 4.6 GiB to spare");
    QTest::newRow("just fits") << 9.0 << 10.1 << Verdict::Fits << QStringLiteral("Fits, 1.1 GiB to spare");
    QTest::newRow("tight") << 9.0 << 9.5 << Verdict::Tight << QStringLiteral("Tight, 0.5 GiB to spare");
    QTest::newRow("does not fit") << 9.0 << 8.0 << Verdict::DoesNotFit << QStringLiteral("Does not fit, 1.0 GiB short");
    QTest::newRow("not known") << 0.0 << 8.0 << Verdict::Unknown << QStringLiteral("Cannot estimate");
}

void TestLimitSlider::verdict()
{
    QFETCH(double, need);
    QFETCH(double, limit);
    QFETCH(Verdict, verdict);
    QFETCH(QString, word);
    LimitRow row(QStringLiteral("RAM"));
    row.setValues({gib(15.5), gib(2), gib(need)});
    row.setLimitBytes(gib(limit));
    QCOMPARE(row.verdict(), verdict);
    QCOMPARE(row.findChild<VerdictLabel *>()->word(), word);
}

void TestLimitSlider::rowTells()
{
    LimitRow row(QStringLiteral("RAM"));
    row.setValues({gib(15.5), gib(2), gib(4)});
    row.setLimitBytes(gib(9));
    QCOMPARE(row.slider()->accessibleName(), QStringLiteral("RAM limit"));
    QVERIFY(row.slider()->accessibleDescription().contains(QStringLiteral("9.0 GiB")));
    QSignalSpy changed(&row, &LimitRow::limitChanged);
    QTest::keyClick(row.slider(), Qt::Key_Left);
    QCOMPARE(changed.count(), 1);
    QCOMPARE(row.findChild<VerdictLabel *>()->word(), QStringLiteral("Fits, 4.9 GiB to spare"));
}

SNUG_UI_TEST_MAIN(TestLimitSlider)
#include "tst_limitslider.moc"
