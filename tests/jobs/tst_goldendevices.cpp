// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Whole files made on devices against the reference quantizer's: every golden case whose level a device works on, on
// every device that is there and on CUDA's kernels built for the processor.

#include "core/base/log.h"
#include "core/jobs/device/deviceshape.h"
#include "core/jobs/run.h"
#include "core/quant/filetype.h"
#include "tests/backends/testbackends.h"
#include "tests/jobs/goldencase.h"
#include "tests/support/shareddata.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <map>
#include <set>

using namespace snug;
using test::testBackends;

namespace {

/// Cases that succeed and quantize to a type of the devices.
std::vector<const test::GoldenCase *> deviceCases()
{
    std::vector<const test::GoldenCase *> found;
    for (const test::GoldenCase &one : test::goldenCases()) {
        const FileType *level = findFileType(one.spec.levels.front());
        if (one.succeeds && !one.unreadable && level && isDeviceType(level->base))
            found.push_back(&one);
    }
    return found;
}

} // namespace

class TestGoldenDevices : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void bytesEqualTheReference_data();
    void bytesEqualTheReference();
    void cleanupTestCase();

private:
    struct Count
    {
        int files = 0, onDevice = 0;
        std::uint64_t blocks = 0, redone = 0;
        std::set<std::string> levels;
    };
    std::map<std::string, Count> m_counts;                      // by device
    std::map<std::string, std::optional<BackendDevice>> m_open; // kept, so that shaders are compiled once
};

void TestGoldenDevices::initTestCase()
{
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    log::configure(log::Level::Error);
    std::filesystem::current_path(test::sharedData("golden/files"));
    for (const std::string &reason : testBackends().reasons)
        qInfo("not there: %s", reason.c_str());
}

void TestGoldenDevices::bytesEqualTheReference_data()
{
    QTest::addColumn<int>("device");
    QTest::addColumn<int>("caseIndex");
    SNUG_REQUIRE_SHARED("golden/files/manifest.json");
    const auto cases = deviceCases();
    for (std::size_t d = 0; d < testBackends().devices.size(); ++d)
        for (std::size_t i = 0; i < cases.size(); ++i) {
#ifdef __SANITIZE_ADDRESS__
            if ((i + d) % 8 != 0)
                continue;
#endif
            if (testBackends().devices[d].id != "cpu")
                QTest::addRow("%s, %d: %s", testBackends().devices[d].label.c_str(), cases[i]->id,
                              cases[i]->title.c_str())
                    << static_cast<int>(d) << static_cast<int>(i);
        }
}

void TestGoldenDevices::bytesEqualTheReference()
{
    QFETCH(int, device);
    QFETCH(int, caseIndex);
    const test::TestDevice &wanted = testBackends().devices[static_cast<std::size_t>(device)];
    const test::GoldenCase &golden = *deviceCases()[static_cast<std::size_t>(caseIndex)];
    if (!m_open[wanted.label])
        if (auto opened = wanted.backends->open(wanted.id))
            m_open[wanted.label] = *std::move(opened);

    QTemporaryDir folder;
    JobSpec spec = golden.spec;
    spec.device = wanted.id;
    spec.threads = 2;
    spec.output = folder.filePath("o.gguf").toStdString();
    JobContext context;
    context.backends = wanted.backends;
    constexpr std::uint64_t kCuts[] = {0, 16384, 1280};
    context.sliceWeights = kCuts[golden.id % 3];
    const JobReport report = run(spec, context);

    QVERIFY2(report.outcome == Outcome::Succeeded, report.error ? report.error->message.c_str() : "no error");
    QCOMPARE(report.outputs.size(), golden.files.size());
    for (std::size_t i = 0; i < golden.files.size(); ++i)
        QCOMPARE(report.outputs[i].sha256, golden.files[i].sha256);
    Count &count = m_counts[wanted.label];
    ++count.files;
    count.onDevice += report.device == wanted.id;
    count.redone += report.redoneBlocks;
    count.levels.insert(spec.levels.front());
    for (const TensorReport &tensor : report.tensors)
        if (!tensor.copied)
            count.blocks += tensor.sizeBytes / tensorTypeInfo(*tensor.toType).blockBytes;
}

void TestGoldenDevices::cleanupTestCase()
{
    for (const auto &[device, count] : m_counts)
        qInfo("%s: %d files at %zu levels, %d of them on the device, %llu of %llu blocks done again", device.c_str(),
              count.files, count.levels.size(), count.onDevice, static_cast<unsigned long long>(count.redone),
              static_cast<unsigned long long>(count.blocks));
    for (const auto &[device, count] : m_counts)
        QVERIFY2(count.onDevice * 10 >= count.files * 9, device.c_str()); // the rest has nothing for a device
    m_open.clear();
}

QTEST_GUILESS_MAIN(TestGoldenDevices)
#include "tst_goldendevices.moc"
