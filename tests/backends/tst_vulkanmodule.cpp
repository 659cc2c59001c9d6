// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The Vulkan module itself: order on and between streams, threads, operands that break the rules, memory figures, and
// what it says where no driver is.

#include "tests/backends/vulkanbench.h"

#include <QTest>

#include <atomic>
#include <cstdlib>
#include <cstring>
#include <thread>
#include <vector>

using namespace snug::test;

#define REQUIRE_DEVICE(vulkan)                                                                                         \
    if (!(vulkan).device)                                                                                              \
    QSKIP((vulkan).message.text)
#define OK(call) QVERIFY2((call) == SNUG_OK, vulkan.message.text)

namespace {

constexpr std::uint32_t kF32 = 0, kF16 = 1, kQ4_0 = 2;

SnugRange all(const BufferOwner &buffer, std::uint64_t bytes) { return {buffer.get(), 0, bytes}; }

std::uint32_t *words(VulkanDevice &vulkan, const BufferOwner &buffer)
{
    return static_cast<std::uint32_t *>(vulkan.table->mappedBuffer(buffer.get()));
}

SnugOperation readBack(std::uint32_t type, SnugRange from, SnugRange to, std::uint64_t count)
{
    SnugOperation operation{};
    operation.name = SNUG_DEQUANTIZE;
    operation.type = type;
    operation.operands[0] = from;
    operation.operands[1] = to;
    operation.numbers[0] = count;
    return operation;
}

} // namespace

class TestVulkanModule : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void saysThatNoDriverAnswers();
    void describesItsDevice();
    void countsItsMemory();
    void keepsStepsInOrder();
    void streamsWaitForEachOther();
    void eventWithoutWorkIsReached();
    void eventsCanBeRecordedAgain();
    void threadsHaveStreamsOfTheirOwn();
    void refusesOperandsThatBreakTheRules_data();
    void refusesOperandsThatBreakTheRules();
    void refusesUnknownThings();
    void outOfMemoryIsNoEnd();
    void tellsExactFromLikely();
};

void TestVulkanModule::initTestCase()
{
    if (!vulkanTable())
        QSKIP("the Vulkan module was not built");
}

void TestVulkanModule::saysThatNoDriverAnswers()
{
    if (qgetenv("VK_DRIVER_FILES").isEmpty())
        QSKIP("runs by itself, with the drivers out of sight");
    std::uint32_t count = 7;
    SnugMessage message{};
    QCOMPARE(vulkanTable()->countDevices(&count, &message), int(SNUG_UNSUPPORTED));
    QCOMPARE(count, 0u);
    QCOMPARE(QString(message.text), "no Vulkan driver answers");
    SnugDevice *device = nullptr;
    message = {};
    QCOMPARE(vulkanTable()->openDevice(0, &device, &message), int(SNUG_UNSUPPORTED));
    QCOMPARE(QString(message.text), "no Vulkan driver answers");
    QVERIFY(!device);
}

void TestVulkanModule::describesItsDevice()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    QVERIFY(vulkan.info.name[0] && vulkan.info.driver[0] && vulkan.info.uuid[0]);
    QCOMPARE(QString(vulkan.info.refusal), QString());
    QVERIFY(vulkan.info.streams >= 1);
    QVERIFY(vulkan.info.totalBytes > 0);
    QVERIFY(vulkan.info.largestBufferBytes >= 128u << 20); // the least that Vulkan lets a device offer
    QVERIFY(vulkan.info.rangeAlignment >= 4 && vulkan.info.rangeAlignment <= 256);
    SnugDeviceInfo info;
    QCOMPARE(vulkan.table->describeDevice(99, &info, &vulkan.message), int(SNUG_INVALID));
}

void TestVulkanModule::countsItsMemory()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    SnugMemoryInfo before{}, during{}, after{};
    OK(vulkan.table->readMemory(0, &before, &vulkan.message));
    {
        const BufferOwner buffer = makeBuffer(vulkan, SNUG_ON_DEVICE, 64 << 20);
        QVERIFY(buffer);
        OK(vulkan.table->readMemory(0, &during, &vulkan.message));
    }
    OK(vulkan.table->readMemory(0, &after, &vulkan.message));
    QVERIFY(during.oursBytes >= before.oursBytes + (64 << 20));
    QVERIFY(after.oursBytes < during.oursBytes);
    QVERIFY(before.usedBytes <= before.totalBytes);
}

void TestVulkanModule::keepsStepsInOrder()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    // A counter walks through a buffer: each copy needs what the one before wrote, over several batches.
    constexpr std::uint32_t kSteps = 1000;
    const BufferOwner up = makeBuffer(vulkan, SNUG_UPLOAD, 4);
    const BufferOwner line = makeBuffer(vulkan, SNUG_ON_DEVICE, 4 * (kSteps + 1));
    const BufferOwner down = makeBuffer(vulkan, SNUG_DOWNLOAD, 4);
    const StreamOwner stream = makeStream(vulkan);
    const EventOwner event = makeEvent(vulkan);
    QVERIFY(up && line && down && stream && event);
    *words(vulkan, up) = 0xc0ffee;
    const SnugRange first{line.get(), 0, 4}, last{line.get(), 4 * kSteps, 4};
    const SnugRange source = all(up, 4), target = all(down, 4);
    OK(vulkan.table->copy(stream.get(), &source, &first, &vulkan.message));
    for (std::uint32_t i = 0; i < kSteps; ++i) {
        const SnugRange from{line.get(), 4 * i, 4}, to{line.get(), 4 * i + 4, 4};
        OK(vulkan.table->copy(stream.get(), &from, &to, &vulkan.message));
    }
    OK(vulkan.table->copy(stream.get(), &last, &target, &vulkan.message));
    OK(vulkan.table->record(stream.get(), event.get(), &vulkan.message));
    OK(vulkan.table->waitOnHost(event.get(), &vulkan.message));
    QCOMPARE(*words(vulkan, down), 0xc0ffeeu);
}

void TestVulkanModule::streamsWaitForEachOther()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    // Two streams hand a large buffer to and fro; each turn reads what the other's turn wrote.
    constexpr std::uint64_t kBytes = 4 << 20;
    const BufferOwner up = makeBuffer(vulkan, SNUG_UPLOAD, kBytes), down = makeBuffer(vulkan, SNUG_DOWNLOAD, kBytes);
    const BufferOwner one = makeBuffer(vulkan, SNUG_ON_DEVICE, kBytes),
                      two = makeBuffer(vulkan, SNUG_ON_DEVICE, kBytes);
    const StreamOwner streams[2] = {makeStream(vulkan), makeStream(vulkan)};
    QVERIFY(up && down && one && two && streams[0] && streams[1]);
    for (std::uint32_t i = 0; i < kBytes / 4; ++i)
        words(vulkan, up)[i] = i * 2654435761u;
    const SnugRange source = all(up, kBytes), target = all(down, kBytes);
    const SnugRange ranges[2] = {all(one, kBytes), all(two, kBytes)};
    std::vector<EventOwner> events;
    OK(vulkan.table->copy(streams[0].get(), &source, &ranges[0], &vulkan.message));
    for (std::size_t turn = 0; turn < 20; ++turn) {
        SnugStream *const stream = streams[turn % 2].get();
        if (turn > 0)
            OK(vulkan.table->waitOnDevice(stream, events.back().get(), &vulkan.message));
        const SnugOperation copy = readBack(kF32, ranges[turn % 2], ranges[(turn + 1) % 2], kBytes / 4);
        OK(vulkan.table->run(stream, &copy, &vulkan.message));
        events.push_back(makeEvent(vulkan));
        OK(vulkan.table->record(stream, events.back().get(), &vulkan.message));
    }
    OK(vulkan.table->waitOnDevice(streams[0].get(), events.back().get(), &vulkan.message));
    OK(vulkan.table->copy(streams[0].get(), &ranges[0], &target, &vulkan.message));
    OK(vulkan.table->record(streams[0].get(), events[0].get(), &vulkan.message));
    OK(vulkan.table->waitOnHost(events[0].get(), &vulkan.message));
    QVERIFY(std::memcmp(words(vulkan, up), words(vulkan, down), kBytes) == 0);
}

void TestVulkanModule::eventWithoutWorkIsReached()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    const StreamOwner stream = makeStream(vulkan), other = makeStream(vulkan);
    const EventOwner event = makeEvent(vulkan), later = makeEvent(vulkan), never = makeEvent(vulkan);
    QVERIFY(stream && other && event && later && never);
    OK(vulkan.table->record(stream.get(), event.get(), &vulkan.message));
    OK(vulkan.table->waitOnHost(event.get(), &vulkan.message));
    OK(vulkan.table->waitOnDevice(other.get(), event.get(), &vulkan.message));
    OK(vulkan.table->record(other.get(), later.get(), &vulkan.message));
    OK(vulkan.table->waitOnHost(later.get(), &vulkan.message));
    QCOMPARE(vulkan.table->waitOnHost(never.get(), &vulkan.message), int(SNUG_INVALID));
    QCOMPARE(vulkan.table->waitOnDevice(other.get(), never.get(), &vulkan.message), int(SNUG_INVALID));
}

void TestVulkanModule::eventsCanBeRecordedAgain()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    const BufferOwner up = makeBuffer(vulkan, SNUG_UPLOAD, 4096), down = makeBuffer(vulkan, SNUG_DOWNLOAD, 4096);
    const StreamOwner stream = makeStream(vulkan);
    const EventOwner event = makeEvent(vulkan);
    QVERIFY(up && down && stream && event);
    const SnugRange source = all(up, 4096), target = all(down, 4096);
    for (std::uint32_t round = 0; round < 50; ++round) {
        words(vulkan, up)[1023] = round;
        OK(vulkan.table->copy(stream.get(), &source, &target, &vulkan.message));
        OK(vulkan.table->record(stream.get(), event.get(), &vulkan.message));
        OK(vulkan.table->waitOnHost(event.get(), &vulkan.message));
        QCOMPARE(words(vulkan, down)[1023], round);
    }
}

void TestVulkanModule::threadsHaveStreamsOfTheirOwn()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    std::atomic<int> right{0};
    const auto work = [&vulkan, &right](std::uint32_t seed) {
        SnugMessage message{};
        const BufferOwner up = makeBuffer(vulkan, SNUG_UPLOAD, 2 * 4096),
                          down = makeBuffer(vulkan, SNUG_DOWNLOAD, 4 * 4096);
        const BufferOwner in = makeBuffer(vulkan, SNUG_ON_DEVICE, 2 * 4096),
                          out = makeBuffer(vulkan, SNUG_ON_DEVICE, 4 * 4096);
        const StreamOwner stream = makeStream(vulkan);
        const EventOwner event = makeEvent(vulkan);
        auto *halves = reinterpret_cast<std::uint16_t *>(words(vulkan, up));
        for (std::uint32_t i = 0; i < 4096; ++i)
            halves[i] = static_cast<std::uint16_t>((seed * 977 + i) % 0x7c00);
        const SnugRange source = all(up, 2 * 4096), target = all(down, 4 * 4096), blocks = all(in, 2 * 4096),
                        values = all(out, 4 * 4096);
        const SnugOperation operation = readBack(kF16, blocks, values, 4096);
        for (int round = 0; round < 20; ++round)
            if (vulkan.table->copy(stream.get(), &source, &blocks, &message) != SNUG_OK ||
                vulkan.table->run(stream.get(), &operation, &message) != SNUG_OK ||
                vulkan.table->copy(stream.get(), &values, &target, &message) != SNUG_OK ||
                vulkan.table->record(stream.get(), event.get(), &message) != SNUG_OK ||
                vulkan.table->waitOnHost(event.get(), &message) != SNUG_OK)
                return;
        // A normal half's float has the same digits, 112 exponents on.
        for (std::uint32_t i = 0; i < 4096; ++i)
            if (halves[i] >= 0x400 &&
                words(vulkan, down)[i] != (static_cast<std::uint32_t>(halves[i]) << 13) + (112u << 23))
                return;
        ++right;
    };
    std::vector<std::thread> threads;
    for (std::uint32_t seed = 0; seed < 4; ++seed)
        threads.emplace_back(work, seed);
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(right.load(), 4);
}

void TestVulkanModule::refusesOperandsThatBreakTheRules_data()
{
    QTest::addColumn<quint64>("offset");
    QTest::addColumn<quint64>("bytes");
    QTest::addColumn<quint64>("count");
    QTest::newRow("too short for its blocks") << quint64(0) << quint64(17) << quint64(32);
    QTest::newRow("ends behind the buffer") << quint64(0) << quint64(1 << 20) << quint64(32);
    QTest::newRow("begins behind the buffer") << ~quint64(0) - 255 << quint64(18) << quint64(32);
    QTest::newRow("so long that the sum wraps") << quint64(256) << ~quint64(0) - 16 << quint64(32);
    QTest::newRow("not aligned") << quint64(2) << quint64(18) << quint64(32);
    QTest::newRow("half a block") << quint64(0) << quint64(18) << quint64(16);
    QTest::newRow("nothing") << quint64(0) << quint64(18) << quint64(0);
    QTest::newRow("more than bytes have numbers") << quint64(0) << quint64(18) << (quint64(1) << 40);
}

void TestVulkanModule::refusesOperandsThatBreakTheRules()
{
    QFETCH(quint64, offset);
    QFETCH(quint64, bytes);
    QFETCH(quint64, count);
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    const BufferOwner blocks = makeBuffer(vulkan, SNUG_ON_DEVICE, 4096),
                      values = makeBuffer(vulkan, SNUG_ON_DEVICE, 4096);
    const StreamOwner stream = makeStream(vulkan);
    QVERIFY(blocks && values && stream);
    const SnugOperation operation = readBack(kQ4_0, {blocks.get(), offset, bytes}, all(values, 4096), count);
    QCOMPARE(vulkan.table->run(stream.get(), &operation, &vulkan.message), int(SNUG_INVALID));
    QVERIFY(vulkan.message.text[0]);
    // The stream goes on.
    const SnugOperation good = readBack(kQ4_0, all(blocks, 4096), all(values, 4096), 32);
    OK(vulkan.table->run(stream.get(), &good, &vulkan.message));
}

void TestVulkanModule::refusesUnknownThings()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    const BufferOwner blocks = makeBuffer(vulkan, SNUG_ON_DEVICE, 4096),
                      values = makeBuffer(vulkan, SNUG_ON_DEVICE, 4096);
    const BufferOwner pinned = makeBuffer(vulkan, SNUG_UPLOAD, 4096);
    const StreamOwner stream = makeStream(vulkan);
    QVERIFY(blocks && values && pinned && stream);
    SnugOperation operation = readBack(7777, all(blocks, 4096), all(values, 4096), 32);
    QCOMPARE(vulkan.table->run(stream.get(), &operation, &vulkan.message), int(SNUG_UNSUPPORTED));
    operation = readBack(kQ4_0, all(pinned, 4096), all(values, 4096), 32); // shaders see buffers on the device alone
    QCOMPARE(vulkan.table->run(stream.get(), &operation, &vulkan.message), int(SNUG_INVALID));
    operation.name = 99;
    QCOMPARE(vulkan.table->run(stream.get(), &operation, &vulkan.message), int(SNUG_UNSUPPORTED));
    QCOMPARE(vulkan.table->supports(vulkan.device, SNUG_DEQUANTIZE, 7777, 0), int(SNUG_LACKING));
    QVERIFY(!makeBuffer(vulkan, 9, 4096));
    QVERIFY(!makeBuffer(vulkan, SNUG_ON_DEVICE, 0));
    QVERIFY(!makeBuffer(vulkan, SNUG_ON_DEVICE, 6));
}

void TestVulkanModule::outOfMemoryIsNoEnd()
{
    VulkanDevice vulkan;
    REQUIRE_DEVICE(vulkan);
    SnugBuffer *buffer = nullptr;
    const std::uint64_t most = vulkan.info.largestBufferBytes;
    QCOMPARE(vulkan.table->createBuffer(vulkan.device, SNUG_ON_DEVICE, most + 256, &buffer, &vulkan.message),
             int(SNUG_OUT_OF_MEMORY));
    QVERIFY(!buffer);
    QVERIFY(makeBuffer(vulkan, SNUG_ON_DEVICE, 4096));
}

void TestVulkanModule::tellsExactFromLikely()
{
    // As on a device that promises nothing: a trial finds out that it rounds as it should.
    qputenv("SNUG_VULKAN_FLOAT_CONTROLS", "0");
    VulkanDevice vulkan;
    qunsetenv("SNUG_VULKAN_FLOAT_CONTROLS");
    REQUIRE_DEVICE(vulkan);
    QCOMPARE(vulkan.table->supports(vulkan.device, SNUG_DEQUANTIZE, kQ4_0, 0), int(SNUG_EXACT));
}

QTEST_APPLESS_MAIN(TestVulkanModule)
#include "tst_vulkanmodule.moc"
