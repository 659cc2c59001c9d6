// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Making an importance matrix in the background: made, paused, stopped, gone on with, failed; and with the real core
// and the sample the same file whether it was stopped or not.

#include "core/calib/importancefile.h"
#include "tests/support/shareddata.h"
#include "tests/ui/uitest.h"
#include "tests/ui/window/fakeengine.h"
#include "ui/bridge/imatrixcontroller.h"

#include <QFile>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace snug;
using namespace snug::ui;
using namespace snug::ui::test;

class TestImatrixController : public QObject
{
    Q_OBJECT

private slots:
    void init();
    void cleanup() { m_controller.reset(); }
    void makesOne();
    void tellsHowFarItIs();
    void pausesAndResumes();
    void stopsAndGoesOn();
    void fails();
    void ignoresASecondStart();
    void stopsWhenDestroyed();
    void tellsWhetherOneCanBeMade();
    void answersTheNewestLookAlone();
    void realOneStopsAndGoesOn();
    void realFailures_data();
    void realFailures();

private:
    static ImatrixSpec spec()
    {
        ImatrixSpec spec;
        spec.model = "/m/source";
        spec.text = "/m/text.txt";
        spec.output = "/m/source.imatrix.gguf";
        return spec;
    }
    ImatrixSpec realSpec(const QString &output) const
    {
        ImatrixSpec spec;
        spec.model = snug::test::sourcePath("resources/sample").string();
        spec.text = snug::test::sourcePath("resources/sample/heldout.txt").string();
        spec.output = m_folder.filePath(output).toStdString();
        spec.length = 256;
        spec.samples = 40;
        return spec;
    }
    QByteArray bytesOf(const QString &name) const
    {
        QFile file(m_folder.filePath(name));
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }
    void startHeld()
    {
        m_state->makeMode = RunMode::Held;
        m_controller->start(spec());
        QTRY_COMPARE(m_controller->snapshot().partsDone, std::uint64_t(16));
    }

    QTemporaryDir m_folder;
    std::shared_ptr<FakeState> m_state;
    std::unique_ptr<ImatrixController> m_controller;
};

void TestImatrixController::init()
{
    m_state = std::make_shared<FakeState>();
    m_controller = std::make_unique<ImatrixController>(fakeEngine(m_state));
}

void TestImatrixController::makesOne()
{
    QSignalSpy finished(m_controller.get(), &ImatrixController::finished);
    m_controller->start(spec());
    QCOMPARE(m_controller->state(), MeasureState::Running);
    QVERIFY(m_controller->busy());
    QTRY_COMPARE(finished.count(), 1);
    QCOMPARE(m_controller->state(), MeasureState::Succeeded);
    QVERIFY(!m_controller->busy());
    QCOMPARE(m_controller->report()->output, spec().output);
    QCOMPARE(m_controller->snapshot().partsDone, std::uint64_t(64)); // the last look comes before the end
}

void TestImatrixController::tellsHowFarItIs()
{
    QSignalSpy ticked(m_controller.get(), &ImatrixController::ticked);
    startHeld();
    QVERIFY(ticked.count() > 0);
    QCOMPARE(m_controller->snapshot().secondsLeft, 96.0);
    m_state->makeReleased = true;
    QTRY_VERIFY(!m_controller->busy());
}

void TestImatrixController::pausesAndResumes()
{
    startHeld();
    m_controller->pause();
    QTRY_COMPARE(m_controller->state(), MeasureState::Paused);
    QVERIFY(m_controller->busy());
    m_state->makeReleased = true;
    QTest::qWait(50); // held by the pause alone now
    QCOMPARE(m_controller->state(), MeasureState::Paused);
    m_controller->resume();
    QTRY_COMPARE(m_controller->state(), MeasureState::Succeeded);
}

void TestImatrixController::stopsAndGoesOn()
{
    startHeld();
    m_controller->stop();
    QCOMPARE(m_controller->state(), MeasureState::Stopping);
    QTRY_COMPARE(m_controller->state(), MeasureState::Stopped);
    QCOMPARE(m_controller->report()->outcome, Outcome::Cancelled);
    QVERIFY(m_controller->report()->output.empty());
    m_state->makeMode = RunMode::Instant;
    m_controller->start(spec());
    QTRY_COMPARE(m_controller->state(), MeasureState::Succeeded);
    QCOMPARE(m_controller->report()->resumedWindows, std::uint64_t(16));
}

void TestImatrixController::fails()
{
    m_state->makeMode = RunMode::Failing;
    m_controller->start(spec());
    QTRY_COMPARE(m_controller->state(), MeasureState::Failed);
    QCOMPARE(m_controller->report()->error->code, ErrorCode::DoesNotFit);
    QVERIFY(!m_controller->busy());
}

void TestImatrixController::ignoresASecondStart()
{
    startHeld();
    ImatrixSpec other = spec();
    other.text = "/m/other.txt";
    m_controller->start(other);
    QCOMPARE(m_controller->spec().text, std::string("/m/text.txt"));
    m_state->makeReleased = true;
    QTRY_COMPARE(m_controller->state(), MeasureState::Succeeded);
    QCOMPARE(m_state->makeSpecs.size(), std::size_t(1));
}

void TestImatrixController::stopsWhenDestroyed()
{
    startHeld();
    m_controller.reset();
    QCOMPARE(m_state->windowsKept.load(), std::uint64_t(16));
    QVERIFY(!ImatrixController::leftThreadBehind());
}

void TestImatrixController::tellsWhetherOneCanBeMade()
{
    QSignalSpy examined(m_controller.get(), &ImatrixController::examined);
    m_controller->examine("/m/source");
    m_state->notComputable = false;
    QTRY_COMPARE(examined.count(), 1);
    QVERIFY(examined.at(0).at(1).value<std::shared_ptr<const Result<ImatrixNeeds>>>()->has_value());
    m_state->notComputable = true;
    m_controller->examine("/m/odd");
    QTRY_COMPARE(examined.count(), 2);
    QCOMPARE(examined.at(1).at(0).toString(), QString("/m/odd"));
    QVERIFY(!examined.at(1).at(1).value<std::shared_ptr<const Result<ImatrixNeeds>>>()->has_value());
}

void TestImatrixController::answersTheNewestLookAlone()
{
    QStringList answered;
    connect(m_controller.get(), &ImatrixController::looked, this,
            [&](const ImatrixSpec &asked) { answered << QString::fromStdString(asked.text); });
    for (const char *text : {"/m/a.txt", "/m/b.txt", "/m/c.txt"}) {
        ImatrixSpec asked = spec();
        asked.text = text;
        m_controller->look(asked);
    }
    QTRY_COMPARE(answered, QStringList{"/m/c.txt"});
}

void TestImatrixController::realOneStopsAndGoesOn()
{
    m_controller = std::make_unique<ImatrixController>(coreEngine());
    m_controller->start(realSpec("whole.gguf"));
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), MeasureState::Succeeded, 120'000);
    const ImatrixSpec spec = realSpec("stopped.gguf");
    for (int attempt = 0; attempt < 5 && m_controller->state() != MeasureState::Stopped; ++attempt) {
        QFile::remove(m_folder.filePath("stopped.gguf")); // of an attempt that was faster than the stop
        m_controller->start(spec);
        QTRY_VERIFY_WITH_TIMEOUT(m_controller->snapshot().partsDone > 0 || !m_controller->busy(), 120'000);
        m_controller->stop();
        QTRY_VERIFY_WITH_TIMEOUT(!m_controller->busy(), 120'000);
    }
    QCOMPARE(m_controller->state(), MeasureState::Stopped);
    QVERIFY(QFile::exists(m_folder.filePath("stopped.gguf.resume")));
    QVERIFY(!QFile::exists(m_folder.filePath("stopped.gguf")));
    m_controller->start(spec);
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), MeasureState::Succeeded, 120'000);
    QVERIFY(m_controller->report()->resumedWindows > 0);
    QVERIFY(!bytesOf("whole.gguf").isEmpty());
    QCOMPARE(bytesOf("stopped.gguf"), bytesOf("whole.gguf"));
}

void TestImatrixController::realFailures_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("output");
    QTest::addColumn<int>("code");
    QTest::newRow("text too short") << "short.txt"
                                    << "x.gguf" << static_cast<int>(ErrorCode::BadInput);
    QTest::newRow("text cannot be read") << "missing.txt"
                                         << "x.gguf" << static_cast<int>(ErrorCode::Io);
    QTest::newRow("a file for a folder") << ""
                                         << "short.txt/x.gguf" << static_cast<int>(ErrorCode::Io);
}

void TestImatrixController::realFailures()
{
    QFETCH(QString, text);
    QFETCH(QString, output);
    QFETCH(int, code);
    QFile brief(m_folder.filePath("short.txt"));
    QVERIFY(brief.open(QIODevice::WriteOnly) && brief.write("Once upon a time.") > 0);
    brief.close();
    ImatrixSpec spec = realSpec(output);
    if (!text.isEmpty())
        spec.text = m_folder.filePath(text).toStdString();
    m_controller = std::make_unique<ImatrixController>(coreEngine());
    m_controller->start(spec);
    QTRY_COMPARE_WITH_TIMEOUT(m_controller->state(), MeasureState::Failed, 60'000);
    QCOMPARE(static_cast<int>(m_controller->report()->error->code), code);
    QVERIFY(!QFile::exists(m_folder.filePath("x.gguf")));
}

SNUG_UI_TEST_MAIN(TestImatrixController)
#include "tst_imatrixcontroller.moc"
