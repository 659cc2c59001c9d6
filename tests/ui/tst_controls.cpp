// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Controls by keyboard and mouse: segmented box, tabs, folded sections, search field, command box, elided labels,
// focus.

#include "tests/ui/uitest.h"
#include "ui/theme/buttons.h"
#include "ui/theme/focusring.h"
#include "ui/theme/metrics.h"
#include "ui/widgets/commandbox.h"
#include "ui/widgets/dropframe.h"
#include "ui/widgets/elidedlabel.h"
#include "ui/widgets/foldedsection.h"
#include "ui/widgets/searchfield.h"
#include "ui/widgets/segmentedbox.h"
#include "ui/widgets/tabstrip.h"

#include <QClipboard>
#include <QDropEvent>
#include <QLabel>
#include <QMimeData>
#include <QScrollArea>
#include <QSignalSpy>
#include <QVBoxLayout>

using namespace snug::ui;

class TestControls : public QObject
{
    Q_OBJECT
private slots:
    void segmentsByKeyboard();
    void segmentsByMouseAndProgram();
    void segmentsKeepTheirWidth();
    void tabsByKeyboard();
    void tabPillWidensItsTab();
    void foldingByKeyboard_data();
    void foldingByKeyboard();
    void foldedSaysItsSetting();
    void searchFieldClears();
    void commandIsCopied();
    void longCommandDoesNotWiden();
    void elidedLabelNeverWidens();
    void dropFrameTakesLocalPaths();
    void ringShowsForTheKeyboardOnly();
    void ringFollowsItsControl();
};

namespace {
template <class Widget> void show(Widget &widget)
{
    widget.show();
    widget.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&widget));
}

QAbstractButton *button(QWidget &box, const QString &text)
{
    for (auto *found : box.findChildren<QAbstractButton *>()) {
        if (found->text() == text)
            return found;
    }
    return nullptr;
}
} // namespace

void TestControls::segmentsByKeyboard()
{
    SegmentedBox box;
    for (const char *name : {"GGUF", "GPTQ", "AWQ"})
        box.addSegment(QLatin1String(name));
    QCOMPARE(box.currentIndex(), 0);
    show(box);
    QSignalSpy changed(&box, &SegmentedBox::currentChanged);
    button(box, QStringLiteral("GGUF"))->setFocus();
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QCOMPARE(box.currentIndex(), 1);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Right);
    QCOMPARE(box.currentIndex(), 2);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Left);
    QCOMPARE(box.currentIndex(), 1);
    QCOMPARE(changed.count(), 3);
    QCOMPARE(changed.last().at(0).toInt(), 1);
}

void TestControls::segmentsByMouseAndProgram()
{
    SegmentedBox box;
    QCOMPARE(box.currentIndex(), -1);
    QSignalSpy changed(&box, &SegmentedBox::currentChanged);
    for (const char *name : {"GGUF", "GPTQ", "AWQ"})
        box.addSegment(QLatin1String(name));
    box.setSegmentEnabled(1, false);
    show(box);
    QCOMPARE(changed.count(), 0);
    QTest::mouseClick(button(box, QStringLiteral("GPTQ")), Qt::LeftButton);
    QCOMPARE(box.currentIndex(), 0);
    QTest::mouseClick(button(box, QStringLiteral("AWQ")), Qt::LeftButton);
    QCOMPARE(box.currentIndex(), 2);
    box.setCurrentIndex(0);
    box.setCurrentIndex(9);
    QCOMPARE(box.currentIndex(), 0);
    QCOMPARE(changed.count(), 2);
}

void TestControls::segmentsKeepTheirWidth()
{
    SegmentedBox box;
    box.addSegment(QStringLiteral("GGUF"));
    box.addSegment(QStringLiteral("Round to nearest"));
    const int before = box.sizeHint().width();
    box.setCurrentIndex(1);
    QCOMPARE(box.sizeHint().width(), before);
    box.setSegmentText(1, QStringLiteral("RTN"));
    QVERIFY(box.sizeHint().width() < before);
}

void TestControls::tabsByKeyboard()
{
    TabStrip tabs;
    for (const char *name : {"Quantize", "Run", "History"})
        tabs.addTab(QLatin1String(name));
    show(tabs);
    tabs.setFocus();
    QSignalSpy changed(&tabs, &QTabBar::currentChanged);
    QTest::keyClick(&tabs, Qt::Key_Right);
    QCOMPARE(tabs.currentIndex(), 1);
    QTest::keyClick(&tabs, Qt::Key_Right);
    QTest::keyClick(&tabs, Qt::Key_Left);
    QCOMPARE(tabs.currentIndex(), 1);
    QCOMPARE(changed.count(), 3);
    QTest::mouseClick(&tabs, Qt::LeftButton, {}, tabs.tabRect(0).center());
    QCOMPARE(tabs.currentIndex(), 0);
    QCOMPARE(tabs.height(), kTabsHeight);
}

void TestControls::tabPillWidensItsTab()
{
    TabStrip tabs;
    tabs.addTab(QStringLiteral("Quantize"));
    tabs.addTab(QStringLiteral("Run"));
    show(tabs);
    const int plain = tabs.tabRect(1).width();
    tabs.setPill(1, QStringLiteral("51 %"));
    QCOMPARE(tabs.pill(1), QStringLiteral("51 %"));
    QCOMPARE(tabs.tabText(1), QStringLiteral("Run"));
    QVERIFY(tabs.tabRect(1).width() >= plain + 30);
    tabs.setPill(1, {});
    QCOMPARE(tabs.tabRect(1).width(), plain);
}

void TestControls::foldingByKeyboard_data()
{
    QTest::addColumn<Qt::Key>("key");
    QTest::addColumn<bool>("before");
    QTest::addColumn<bool>("after");
    QTest::newRow("space unfolds") << Qt::Key_Space << false << true;
    QTest::newRow("space folds") << Qt::Key_Space << true << false;
    QTest::newRow("return unfolds") << Qt::Key_Return << false << true;
    QTest::newRow("right unfolds") << Qt::Key_Right << false << true;
    QTest::newRow("right again does nothing") << Qt::Key_Right << true << true;
    QTest::newRow("left folds") << Qt::Key_Left << true << false;
}

void TestControls::foldingByKeyboard()
{
    QFETCH(Qt::Key, key);
    QFETCH(bool, before);
    QFETCH(bool, after);
    FoldedSection section(QStringLiteral("Memory limits"));
    auto *body = new QLabel(QStringLiteral("body"));
    section.setBody(body);
    section.setExpanded(before);
    show(section);
    QSignalSpy changed(&section, &FoldedSection::expandedChanged);
    auto *header = section.findChild<QAbstractButton *>();
    QTest::keyClick(header, key);
    QCOMPARE(section.isExpanded(), after);
    QCOMPARE(body->isVisible(), after);
    QCOMPARE(changed.count(), before == after ? 0 : 1);
}

void TestControls::foldedSaysItsSetting()
{
    FoldedSection section(QStringLiteral("Output"));
    section.setSetting(QStringLiteral("~/Models, 211 GiB free"));
    const auto *header = section.findChild<QAbstractButton *>();
    QCOMPARE(header->accessibleName(), QStringLiteral("Output"));
    QCOMPARE(header->accessibleDescription(), QStringLiteral("~/Models, 211 GiB free"));
    QCOMPARE(section.sizeHint().height(), kFoldedHeight);
    section.setSetting(QString(4000, QLatin1Char('m')));
    QVERIFY(section.minimumSizeHint().width() < 300);
    section.setExpanded(true); // without a body: nothing to show, nothing to crash
    QVERIFY(section.isExpanded());
}

void TestControls::searchFieldClears()
{
    SearchField field(QStringLiteral("Filter models"));
    show(field);
    QTest::keyClicks(&field, QStringLiteral("qwen"));
    QCOMPARE(field.text(), QStringLiteral("qwen"));
    QTest::keyClick(&field, Qt::Key_Escape);
    QVERIFY(field.text().isEmpty());
    QCOMPARE(field.accessibleName(), QStringLiteral("Filter models"));
    QCOMPARE(field.sizeHint().height(), kControlHeight);
}

void TestControls::commandIsCopied()
{
    CommandBox box;
    box.setCommand(QStringLiteral("snug-cli quantize \\\n  --level Q4_K_M"));
    QGuiApplication::clipboard()->clear();
    QTest::mouseClick(box.findChild<QPushButton *>(), Qt::LeftButton);
    QCOMPARE(QGuiApplication::clipboard()->text(), box.command());
}

void TestControls::longCommandDoesNotWiden()
{
    CommandBox box;
    box.setCommand(QString(900, QLatin1Char('x')));
    QVERIFY(box.minimumSizeHint().width() < 200);
}

void TestControls::elidedLabelNeverWidens()
{
    ElidedLabel label(QString(300, QLatin1Char('w')));
    QVERIFY(label.minimumSizeHint().width() < 40);
    label.resize(100, 20);
    QVERIFY(label.isElided());
    label.setText(QStringLiteral("short"));
    QVERIFY(!label.isElided());
}

void TestControls::dropFrameTakesLocalPaths()
{
    DropFrame frame;
    QSignalSpy dropped(&frame, &DropFrame::pathsDropped);
    QMimeData data;
    data.setUrls(
        {QUrl::fromLocalFile(QStringLiteral("/models/a.gguf")), QUrl(QStringLiteral("https://example.org/b"))});
    QDragEnterEvent enter(QPoint(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&frame, &enter);
    QVERIFY(enter.isAccepted());
    QDropEvent event(QPointF(5, 5), Qt::CopyAction, &data, Qt::LeftButton, Qt::NoModifier);
    QApplication::sendEvent(&frame, &event);
    QCOMPARE(dropped.count(), 1);
    QCOMPARE(dropped.at(0).at(0).toStringList(), QStringList{QStringLiteral("/models/a.gguf")});
}

void TestControls::ringShowsForTheKeyboardOnly()
{
    QWidget window;
    auto *column = new QVBoxLayout(&window);
    QPushButton *one = makeButton(QStringLiteral("One"), ButtonKind::Normal, &window);
    QPushButton *two = makeButton(QStringLiteral("Two"), ButtonKind::Primary, &window);
    column->addWidget(one);
    column->addWidget(two);
    show(window);
    one->setFocus(Qt::MouseFocusReason);
    QVERIFY(!window.findChild<FocusRing *>());
    QTest::keyClick(one, Qt::Key_Tab);
    QVERIFY(two->hasFocus());
    auto *ring = window.findChild<FocusRing *>();
    QVERIFY(ring);
    QCOMPARE(ring->geometry(), two->geometry().adjusted(-4, -4, 4, 4));
    QTest::keyClick(two, Qt::Key_Backtab, Qt::ShiftModifier);
    QCOMPARE(window.findChildren<FocusRing *>().size(), 1);
    delete one;
    QTRY_VERIFY(!window.findChild<FocusRing *>() || !window.findChild<FocusRing *>()->isVisible() || two->hasFocus());
}

void TestControls::ringFollowsItsControl()
{
    QScrollArea area;
    auto *content = new QWidget;
    content->resize(200, 800);
    QPushButton *deep = makeButton(QStringLiteral("Deep"), ButtonKind::Normal, content);
    deep->move(20, 400);
    area.setWidget(content);
    area.resize(220, 150);
    show(area);
    area.setFocus();
    deep->setFocus(Qt::TabFocusReason);
    auto *ring = area.findChild<FocusRing *>();
    QVERIFY(ring);
    QCOMPARE(ring->parentWidget(), content); // so that it scrolls along and is clipped with it
    deep->move(30, 500);
    QCOMPARE(ring->geometry(), deep->geometry().adjusted(-4, -4, 4, 4));
}

SNUG_UI_TEST_MAIN(TestControls)
#include "tst_controls.moc"
