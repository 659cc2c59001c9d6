// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The empty page offers every way to a model and tells where Snug looked.

#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/pages/emptypage.h"

#include <QLabel>
#include <QPushButton>
#include <QSignalSpy>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestEmptyPage : public QObject
{
    Q_OBJECT

private slots:
    void offersEveryWayIn_data();
    void offersEveryWayIn();
    void tellsWhereItLooked();
    void hidesAnAbsentSample();
};

void TestEmptyPage::offersEveryWayIn_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("which");
    QTest::newRow("choose") << "choosePushButton" << 0;
    QTest::newRow("sample") << "samplePushButton" << 1;
    QTest::newRow("folder") << "addFolderPushButton" << 2;
    QTest::newRow("again") << "lookAgainPushButton" << 3;
}

void TestEmptyPage::offersEveryWayIn()
{
    QFETCH(QString, button);
    QFETCH(int, which);
    EmptyPage page;
    QSignalSpy spies[] = {
        QSignalSpy(&page, &EmptyPage::chooseRequested), QSignalSpy(&page, &EmptyPage::sampleRequested),
        QSignalSpy(&page, &EmptyPage::addFolderRequested), QSignalSpy(&page, &EmptyPage::lookAgainRequested)};
    auto *found = page.findChild<QPushButton *>(button);
    QVERIFY(found);
    QVERIFY(!found->accessibleName().isEmpty() || !found->text().isEmpty());
    found->click();
    for (int i = 0; i < 4; ++i)
        QCOMPARE(spies[i].count(), i == which ? 1 : 0);
}

void TestEmptyPage::tellsWhereItLooked()
{
    EmptyPage page;
    page.setCatalog(std::make_shared<const Catalog>(fakeCatalog()));
    auto *places = page.findChild<QWidget *>("placesWidget");
    QVERIFY(places);
    QStringList texts;
    for (const QLabel *label : places->findChildren<QLabel *>())
        texts << label->text();
    QVERIFY(texts.contains("Hugging Face cache"));
    QVERIFY(texts.contains("/gone"));
    QVERIFY(texts.contains("not there"));
    page.setCatalog(nullptr);
    QVERIFY(places->findChildren<QLabel *>().isEmpty());
}

void TestEmptyPage::hidesAnAbsentSample()
{
    EmptyPage page;
    page.setSampleAvailable(false);
    QVERIFY(page.findChild<QPushButton *>("samplePushButton")->isHidden());
}

SNUG_UI_TEST_MAIN(TestEmptyPage)
#include "tst_emptypage.moc"
