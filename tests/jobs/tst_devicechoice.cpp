// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Which device a job gets: by name, by measuring, and what is said where there is none.

#include "core/base/log.h"
#include "tests/jobs/devicebench.h"

using namespace snug;
using test::Bend;
using Bench = test::DeviceBench;

class TestDeviceChoice : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase() { log::configure(log::Level::Off); } // what fails here is meant to
    void automaticSaysWhy();
    void automaticPassesOverSoftwareAndRefusals();
    void aMissingDeviceNamesThoseThere();
    void aRefusedDeviceSaysWhy();
    void cleanup() { QCOMPARE(test::bentLeft(), 0); }
};

void TestDeviceChoice::automaticSaysWhy()
{
    Bench bench({}, {"Q4_K_S"});
    bench.spec.device = "auto";
    Bend slow;
    slow.slowMilliseconds = 30;
    const JobReport report = bench.onDevice(slow);
    MUST_EQUAL(report, bench.onProcessor());
    QCOMPARE(report.device, std::string("cpu"));
    QVERIFY2(report.deviceReason.starts_with("Automatic chose the processor: "), report.deviceReason.c_str());
    QVERIFY(report.deviceReason.find("million Q4_K weights a second, against") != std::string::npos);
    QVERIFY(report.deviceReason.find("Test Card (vulkan:0)") != std::string::npos);
    Bend broken;
    broken.failAt = 1;
    QVERIFY(bench.onDevice(broken).deviceReason.find("could not be timed: the test made this fail") !=
            std::string::npos);
}

void TestDeviceChoice::automaticPassesOverSoftwareAndRefusals()
{
    Bench bench({}, {"Q4_K_S"});
    bench.spec.device = "auto";
    Bend bend;
    bend.devices = {{.name = "Software", .kind = SNUG_PROCESSOR},
                    {.name = "Old", .refusal = "Vulkan 1.1, 1.2 is needed"}};
    const JobReport report = bench.onDevice(bend);
    QCOMPARE(report.device, std::string("cpu"));
    QCOMPARE(report.deviceReason, std::string());
    QCOMPARE(test::bentCalls(), 0);
}

void TestDeviceChoice::aMissingDeviceNamesThoseThere()
{
    Bench bench;
    bench.spec.device = "cuda:7";
    const JobReport report = bench.onDevice({});
    QCOMPARE(report.error->code, ErrorCode::Usage);
    for (const char *words : {"cuda:7", "cpu", "vulkan:0 (Test Card)"})
        QVERIFY2(report.error->message.find(words) != std::string::npos, report.error->message.c_str());
    for (const char *wrong : {"cuda:", "cuda:x", "vulkan:-1", "gpu", "", "cpu:1", "vulkan:99999999999"}) {
        bench.spec.device = wrong;
        QCOMPARE(bench.onDevice({}).error->code, ErrorCode::Usage);
    }
}

void TestDeviceChoice::aRefusedDeviceSaysWhy()
{
    const Bench bench;
    Bend bend;
    bend.devices.front().refusal = "Vulkan 1.1, 1.2 is needed";
    const JobReport report = bench.onDevice(bend);
    QCOMPARE(report.error->code, ErrorCode::Usage);
    QVERIFY(report.error->message.find("Vulkan 1.1, 1.2 is needed") != std::string::npos);
    Bend none;
    none.noDevices = "no Vulkan driver answers";
    QVERIFY(bench.onDevice(none).error->message.find("no Vulkan driver answers") != std::string::npos);
}

QTEST_GUILESS_MAIN(TestDeviceChoice)
#include "tst_devicechoice.moc"
