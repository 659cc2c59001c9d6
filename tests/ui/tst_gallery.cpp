// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Paints every widget in both schemes. SNUG_GALLERY=DIR keeps the pictures there; otherwise they go to a temporary
// folder.

#include "tests/ui/gallery.h"
#include "tests/ui/uitest.h"

#include <QDir>
#include <QTemporaryDir>
#include <QWidget>

using namespace snug::ui;

class TestGallery : public QObject
{
    Q_OBJECT
private slots:
    void scene_data();
    void scene();

private:
    QTemporaryDir m_temporary;
};

void TestGallery::scene_data()
{
    QTest::addColumn<int>("index");
    QTest::addColumn<bool>("dark");
    const auto all = gallery::scenes();
    for (int index = 0; index < int(all.size()); ++index) {
        for (const bool dark : {false, true})
            QTest::addRow("%s-%s", qPrintable(all[std::size_t(index)].name), dark ? "dark" : "light") << index << dark;
    }
}

void TestGallery::scene()
{
    QFETCH(int, index);
    QFETCH(bool, dark);
    const auto scene = gallery::scenes()[std::size_t(index)];
    applyTheme(*qApp, dark ? Scheme::Dark : Scheme::Light);
    const auto widget = scene.make();
    widget->resize(scene.width, scene.height);
    widget->show();
    QVERIFY(QTest::qWaitForWindowExposed(widget.get()));
    if (auto *focused = widget->findChild<QWidget *>(QStringLiteral("focusedPushButton"))) {
        widget->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(widget.get()));
        widget->setFocus();
        focused->setFocus(Qt::TabFocusReason);
    }
    const QImage image = widget->grab().toImage();
    QCOMPARE(image.size(), QSize(scene.width, scene.height) * widget->devicePixelRatioF());

    // The corner shows the scheme's own ground, and there is more than ground to see.
    const QColor corner = image.pixelColor(1, 1);
    QCOMPARE(corner.lightness() < 128, dark);
    int others = 0;
    for (int y = 0; y < image.height(); y += 3) {
        for (int x = 0; x < image.width(); x += 3)
            others += image.pixelColor(x, y) != corner;
    }
    QVERIFY2(others > image.width() * image.height() / 9 / 50, "the picture is nearly empty");

    const QString wanted = qEnvironmentVariable("SNUG_GALLERY");
    const QDir folder(wanted.isEmpty() ? m_temporary.path() : wanted);
    const QString file = folder.filePath(
        QStringLiteral("%1-%2.png").arg(scene.name, dark ? QStringLiteral("dark") : QStringLiteral("light")));
    QVERIFY2(image.save(file), qPrintable(file));
}

SNUG_UI_TEST_MAIN(TestGallery)
#include "tst_gallery.moc"
