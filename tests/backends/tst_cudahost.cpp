// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The CUDA module on the stand-in for its runtime: what it says of driver and devices, every call that may fail, a
// lost device, order between streams, operands that break the rules. Bytes are the conformance test's business.

#include "core/backends/backends.h"
#include "core/backends/modulefile.h"
#include "core/backends/operations.h"
#include "tests/support/cuda/standin.h"
#include "tests/support/harshrows.h"

#include <QTest>

#include <atomic>
#include <cstring>
#include <filesystem>
#include <thread>
#include <vector>

using namespace snug;
using namespace snug::test;
using cudastandin::Settings;

extern "C" const SnugBackend *snugBackendModule(void);

Q_DECLARE_METATYPE(SnugOperation)

namespace {

constexpr std::uint64_t kMiB = 1 << 20;
constexpr std::uint64_t kCols = 256, kRows = 5;

const SnugBackend &table() { return *snugBackendModule(); }

Backends cuda()
{
    const SnugBackend *const tables[] = {&table()};
    return Backends(tables);
}

DeviceResult<DeviceBuffer> take(const BackendDevice &device, Ledger &ledger, BufferKind kind, std::uint64_t bytes)
{
    return device.take(ledger, Component::Workspace, kind, bytes);
}

const Row &someWeights()
{
    static const Row values = [] {
        Random random(1);
        return makeRow(rowKinds().front(), kRows * kCols, random);
    }();
    return values;
}

/// Everything a slice needs, with importance. Gives the blocks, or the first fault on the way. `calls`: how many were
/// made until all was done; giving back makes more.
DeviceResult<std::vector<std::byte>> shortRun(std::uint64_t *calls = nullptr)
{
    const std::uint64_t valueBytes = kRows * kCols * 4, blockBytes = kRows * kCols / 32 * 18;
    auto device = cuda().open("cuda:0");
    SNUG_TRY_DEVICE(device);
    Ledger ledger;
    std::vector<DeviceBuffer> buffers;
    for (const std::uint64_t bytes :
         {valueBytes, blockBytes, flagWords(kRows * kCols / 32) * 4, kCols * 4, kRows * 4}) {
        auto buffer = take(*device, ledger, BufferKind::OnDevice, bytes);
        SNUG_TRY_DEVICE(buffer);
        buffers.push_back(std::move(*buffer));
    }
    auto up = take(*device, ledger, BufferKind::Upload, valueBytes);
    SNUG_TRY_DEVICE(up);
    auto down = take(*device, ledger, BufferKind::Download, blockBytes);
    SNUG_TRY_DEVICE(down);
    auto stream = device->stream();
    SNUG_TRY_DEVICE(stream);

    std::memcpy(up->bytes().data(), someWeights().data(), valueBytes);
    SNUG_TRY_DEVICE(stream->copy(up->whole(), buffers[0].whole()));
    SNUG_TRY_DEVICE(stream->copy(up->range(0, kCols * 4), buffers[3].whole()));
    SNUG_TRY_DEVICE(
        stream->run(rowMeanSquaresOperation(buffers[0].whole(), buffers[4].whole(), buffers[2].whole(), kRows, kCols)));
    SNUG_TRY_DEVICE(
        stream->run(quantizeOperation(TensorType::Q4_0, buffers[0].whole(), buffers[1].whole(), buffers[2].whole(),
                                      kRows * kCols, buffers[3].whole(), buffers[4].whole(), {kCols, 0})));
    SNUG_TRY_DEVICE(stream->copy(buffers[1].whole(), down->whole()));
    SNUG_TRY_DEVICE(stream->finish());
    if (calls)
        *calls = cudastandin::callCount();
    return std::vector<std::byte>(down->bytes().begin(), down->bytes().end());
}

/// An opened device with the table's plain functions, for what values with destructors cannot do wrong.
struct PlainDevice
{
    PlainDevice()
    {
        if (table().openDevice(0, &device, &message) != SNUG_OK ||
            table().createStream(device, 1, &stream, &message) != SNUG_OK)
            qFatal("%s", message.text);
    }
    ~PlainDevice()
    {
        for (SnugBuffer *buffer : buffers)
            table().destroyBuffer(buffer);
        table().destroyStream(stream);
        table().closeDevice(device);
    }

    SnugRange take(std::uint32_t kind, std::uint64_t bytes)
    {
        SnugBuffer *buffer = nullptr;
        if (table().createBuffer(device, kind, bytes, &buffer, &message) != SNUG_OK)
            qFatal("%s", message.text);
        buffers.push_back(buffer);
        return {buffer, 0, bytes};
    }

    SnugDevice *device = nullptr;
    SnugStream *stream = nullptr;
    std::vector<SnugBuffer *> buffers;
    SnugMessage message{};
};

} // namespace

class TestCudaHost : public QObject
{
    Q_OBJECT

private slots:
    void init() { cudastandin::configure({}); }
    void cleanup() { QCOMPARE(cudastandin::thingsAlive(), 0u); }
    void describesItsDevice();
    void saysWhyThereIsNoDevice_data();
    void saysWhyThereIsNoDevice();
    void refusesOldDevices();
    void memoryEndsWithAReason();
    void readsMemoryOnlyWhereOpen();
    void devicesAreApart();
    void everyCallMayFail_data();
    void everyCallMayFail();
    void aLostDeviceStaysLostUntilClosed();
    void streamsWaitForEachOther();
    void threadsHaveStreamsOfTheirOwn();
    void memoryIsReadWhileOthersOpenAndClose();
    void refusesOperandsThatBreakTheRules_data();
    void refusesOperandsThatBreakTheRules();
    void refusesUnknownThings();
    void theRealModuleOpens();
};

void TestCudaHost::describesItsDevice()
{
    const Backends backends = cuda();
    QCOMPARE(backends.devices().size(), 1u);
    const DeviceDescription &device = backends.devices().front();
    QCOMPARE(device.id, "cuda:0");
    QCOMPARE(device.uuid, "GPU-00010203-0405-0607-0809-0a0b0c0d0e0f");
    QCOMPARE(device.busId, "0000:01:00.0");
    QVERIFY2(device.driver.ends_with("CUDA 13.0"), device.driver.c_str());
    QCOMPARE(device.refusal, "");
    QVERIFY(device.kind == DeviceKind::Discrete);
    QCOMPARE(device.streams, 3);
    QCOMPARE(device.totalBytes, 4096 * kMiB);
}

void TestCudaHost::saysWhyThereIsNoDevice_data()
{
    QTest::addColumn<int>("driver");
    QTest::addColumn<int>("devices");
    QTest::addColumn<int>("failure");
    QTest::addColumn<QString>("reason");
    QTest::newRow("no driver") << 0 << 1 << 0 << "cuda: there is no NVIDIA driver.";
    QTest::newRow("old driver") << 12020 << 1 << 0
                                << "cuda: the NVIDIA driver is too old: it supports CUDA 12.2, 13.0 is needed.";
    QTest::newRow("no device") << 13000 << 0 << 0 << "cuda: the NVIDIA driver finds no device.";
    QTest::newRow("half an update") << 13000 << 1 << int(cudaErrorSystemDriverMismatch)
                                    << "cuda: the parts of the NVIDIA driver differ in version, as after an update "
                                       "without a restart.";
    QTest::newRow("anything else") << 13000 << 1 << int(cudaErrorInitializationError)
                                   << "cuda: cudaGetDeviceCount: an error of the stand-in.";
}

void TestCudaHost::saysWhyThereIsNoDevice()
{
    QFETCH(int, driver);
    QFETCH(int, devices);
    QFETCH(int, failure);
    QFETCH(QString, reason);
    Settings settings{.devices = devices, .driverVersion = driver};
    settings.failAt = failure ? 1 : 0;
    settings.failWith = static_cast<cudaError_t>(failure);
    cudastandin::configure(settings);
    const Backends backends = cuda();
    QVERIFY(backends.devices().empty());
    QCOMPARE(backends.reasons().size(), 1u);
    QCOMPARE(QString::fromStdString(backends.reasons().front()), reason);
}

void TestCudaHost::refusesOldDevices()
{
    cudastandin::configure({.capability = 61});
    const Backends backends = cuda();
    QCOMPARE(backends.devices().front().refusal, "its compute capability is 6.1, 7.5 is needed");
    SnugDevice *device = nullptr;
    SnugMessage message{};
    QCOMPARE(table().openDevice(0, &device, &message), int(SNUG_UNSUPPORTED));
    QCOMPARE(QString(message.text), "its compute capability is 6.1, 7.5 is needed");
}

void TestCudaHost::memoryEndsWithAReason()
{
    cudastandin::configure({.memoryBytes = 100 * kMiB});
    auto device = cuda().open("cuda:0");
    QVERIFY(device);
    Ledger ledger;
    auto first = take(*device, ledger, BufferKind::OnDevice, 64 * kMiB);
    QVERIFY(first);
    const auto second = take(*device, ledger, BufferKind::OnDevice, 64 * kMiB);
    QVERIFY(!second);
    QCOMPARE(second.error().status, int(SNUG_OUT_OF_MEMORY));
    QCOMPARE(second.error().text, "cudaMalloc of 64.0 MiB: out of memory");
    QVERIFY(take(*device, ledger, BufferKind::OnDevice, 32 * kMiB)); // smaller ones still succeed
    QVERIFY(take(*device, ledger, BufferKind::Upload, 64 * kMiB));   // the host's is another matter
}

void TestCudaHost::readsMemoryOnlyWhereOpen()
{
    const Backends backends = cuda();
    QVERIFY(!backends.readMemory("cuda:0"));
    {
        auto device = backends.open("cuda:0");
        QVERIFY(device);
        Ledger ledger;
        auto buffer = take(*device, ledger, BufferKind::OnDevice, 5 * kMiB);
        QVERIFY(buffer);
        const auto memory = backends.readMemory("cuda:0");
        QVERIFY(memory);
        QCOMPARE(memory->totalBytes, 4096 * kMiB);
        QCOMPARE(memory->usedBytes, 5 * kMiB);
        QCOMPARE(memory->oursBytes, 5 * kMiB);
        QCOMPARE(memory->budgetBytes, 4096 * kMiB);
    }
    QVERIFY(!backends.readMemory("cuda:0"));
}

void TestCudaHost::devicesAreApart()
{
    cudastandin::configure({.devices = 2});
    const Backends backends = cuda();
    QCOMPARE(backends.devices().size(), 2u);
    QCOMPARE(backends.devices()[1].busId, "0000:02:00.0");
    auto first = backends.open("cuda:0"), second = backends.open("cuda:1");
    QVERIFY(first && second);
    Ledger ledger;
    auto there = take(*second, ledger, BufferKind::OnDevice, kMiB);
    auto here = take(*first, ledger, BufferKind::OnDevice, 3 * kMiB);
    QVERIFY(here && there);
    QCOMPARE(backends.readMemory("cuda:1")->usedBytes, kMiB);
    QCOMPARE(backends.readMemory("cuda:0")->usedBytes, 3 * kMiB);
}

void TestCudaHost::everyCallMayFail_data()
{
    QTest::addColumn<int>("code");
    QTest::addColumn<int>("status");
    QTest::newRow("out of memory") << int(cudaErrorMemoryAllocation) << int(SNUG_OUT_OF_MEMORY);
    QTest::newRow("launch failure") << int(cudaErrorLaunchFailure) << int(SNUG_DEVICE_LOST);
    QTest::newRow("illegal address") << int(cudaErrorIllegalAddress) << int(SNUG_DEVICE_LOST);
    QTest::newRow("memory error") << int(cudaErrorECCUncorrectable) << int(SNUG_DEVICE_LOST);
    QTest::newRow("no code for this device") << int(cudaErrorNoKernelImageForDevice) << int(SNUG_UNSUPPORTED);
    QTest::newRow("something else") << int(cudaErrorInvalidValue) << int(SNUG_FAILED);
}

void TestCudaHost::everyCallMayFail()
{
    QFETCH(int, code);
    QFETCH(int, status);
    std::uint64_t calls = 0;
    const auto expected = shortRun(&calls);
    QVERIFY2(expected, expected ? "" : expected.error().text.c_str());
    int described = 0;
    for (std::uint64_t n = 1; n <= calls; ++n) {
        Settings settings;
        settings.failAt = n;
        settings.failWith = static_cast<cudaError_t>(code);
        cudastandin::configure(settings);
        const auto found = shortRun();
        QVERIFY2(!found, qPrintable(QString("call %1 of %2 failed unnoticed").arg(n).arg(calls)));
        QVERIFY(!found.error().text.empty());
        if (found.error().status == status)
            ++described;
        QCOMPARE(cudastandin::thingsAlive(), 0u);
    }
    // Where counting and describing fail, there is no device to open, and that is what is said.
    constexpr int kCallsBefore = 3;
    QVERIFY2(described >= int(calls) - kCallsBefore, qPrintable(QString("%1 of %2").arg(described).arg(calls)));
    cudastandin::configure({});
    const auto again = shortRun();
    QVERIFY(again && *again == *expected);
}

void TestCudaHost::aLostDeviceStaysLostUntilClosed()
{
    {
        auto device = cuda().open("cuda:0");
        QVERIFY(device);
        auto stream = device->stream();
        QVERIFY(stream);
        Settings settings;
        settings.failAt = 1;
        cudastandin::configure(settings);
        Ledger ledger;
        for (int i = 0; i < 3; ++i) {
            const auto buffer = take(*device, ledger, BufferKind::OnDevice, 64);
            QVERIFY(!buffer);
            QCOMPARE(buffer.error().status, int(SNUG_DEVICE_LOST));
            QCOMPARE(stream->finish().error().status, int(SNUG_DEVICE_LOST));
        }
    }
    QVERIFY(shortRun());
}

void TestCudaHost::streamsWaitForEachOther()
{
    PlainDevice cuda;
    SnugMessage *const message = &cuda.message;
    SnugStream *second = nullptr;
    SnugEvent *uploaded = nullptr, *done = nullptr;
    QCOMPARE(table().createStream(cuda.device, 1, &second, message), int(SNUG_OK));
    QCOMPARE(table().createEvent(cuda.device, &uploaded, message), int(SNUG_OK));
    QCOMPARE(table().createEvent(cuda.device, &done, message), int(SNUG_OK));
    const SnugRange up = cuda.take(SNUG_UPLOAD, 128), on = cuda.take(SNUG_ON_DEVICE, 128);
    const SnugRange down = cuda.take(SNUG_DOWNLOAD, 128);
    auto *const from = static_cast<std::uint32_t *>(table().mappedBuffer(up.buffer));
    auto *const to = static_cast<std::uint32_t *>(table().mappedBuffer(down.buffer));
    QVERIFY(!table().mappedBuffer(on.buffer));

    for (const bool waits : {false, true}) {
        from[31] = 0x12345678;
        to[31] = 0;
        QCOMPARE(table().copy(cuda.stream, &up, &on, message), int(SNUG_OK));
        QCOMPARE(table().record(cuda.stream, uploaded, message), int(SNUG_OK));
        if (waits)
            QCOMPARE(table().waitOnDevice(second, uploaded, message), int(SNUG_OK));
        QCOMPARE(table().copy(second, &on, &down, message), int(SNUG_OK));
        QCOMPARE(table().record(second, done, message), int(SNUG_OK));
        QCOMPARE(table().waitOnHost(done, message), int(SNUG_OK));
        QCOMPARE(to[31] == 0x12345678, waits); // the stand-in shows the mistake of not waiting
        QCOMPARE(table().waitOnHost(uploaded, message), int(SNUG_OK));
        from[31] = 0;
        QCOMPARE(table().copy(cuda.stream, &up, &on, message), int(SNUG_OK));
        QCOMPARE(table().record(cuda.stream, uploaded, message), int(SNUG_OK));
        QCOMPARE(table().waitOnHost(uploaded, message), int(SNUG_OK));
    }
    table().destroyEvent(uploaded);
    table().destroyEvent(done);
    table().destroyStream(second);
}

void TestCudaHost::threadsHaveStreamsOfTheirOwn()
{
    const auto expected = shortRun();
    std::vector<std::thread> threads;
    std::vector<char> good(4, 0);
    for (char &mine : good)
        threads.emplace_back([&expected, &mine] {
            bool same = true;
            for (int i = 0; i < 8; ++i) {
                const auto found = shortRun();
                same = same && found && *found == *expected;
            }
            mine = same;
        });
    for (std::thread &thread : threads)
        thread.join();
    QCOMPARE(good, std::vector<char>(4, 1));
}

void TestCudaHost::memoryIsReadWhileOthersOpenAndClose()
{
    std::atomic<bool> over = false;
    std::atomic<int> odd = 0;
    std::thread reader([&] {
        while (!over) {
            SnugMemoryInfo memory{};
            SnugMessage message{};
            const int status = table().readMemory(0, &memory, &message);
            odd += status != SNUG_UNSUPPORTED && (status != SNUG_OK || memory.totalBytes != 4096 * kMiB);
        }
    });
    bool good = true;
    for (int i = 0; i < 50; ++i)
        good = good && shortRun();
    over = true;
    reader.join();
    QVERIFY(good);
    QCOMPARE(odd.load(), 0);
}

void TestCudaHost::refusesOperandsThatBreakTheRules_data()
{
    QTest::addColumn<SnugOperation>("operation");
    // Operands are marked by their numbers; the test puts buffers in their place: 1 on the device, 2 of the host.
    const auto place = [](std::uintptr_t buffer, std::uint64_t offset, std::uint64_t bytes) {
        return SnugRange{reinterpret_cast<SnugBuffer *>(buffer), offset, bytes};
    };
    const SnugRange large = place(1, 0, 65536);
    const SnugOperation good =
        quantizeOperation(TensorType::Q4_0, large, place(1, 65536, 65536), place(1, 131072, 4096), 1024,
                          place(1, 139264, 1024), place(1, 147456, 16), {256, 0});
    QTest::newRow("good") << good;
    const auto row = [&](const char *name, auto change) {
        SnugOperation operation = good;
        change(operation);
        QTest::newRow(name) << operation;
    };
    row("values missing", [](SnugOperation &o) { o.operands[0] = {}; });
    row("blocks missing", [](SnugOperation &o) { o.operands[1] = {}; });
    row("flags missing", [](SnugOperation &o) { o.operands[2] = {}; });
    row("row squares missing", [](SnugOperation &o) { o.operands[4] = {}; });
    row("values of the host", [&](SnugOperation &o) { o.operands[0] = place(2, 0, 65536); });
    row("values too few", [&](SnugOperation &o) { o.operands[0] = place(1, 0, 4092); });
    row("blocks too few", [&](SnugOperation &o) { o.operands[1] = place(1, 65536, 572); });
    row("flags too few", [&](SnugOperation &o) { o.operands[2].bytes = 0; });
    row("importance too short", [&](SnugOperation &o) { o.operands[3].bytes = 1020; });
    row("row squares too few", [&](SnugOperation &o) { o.operands[4].bytes = 12; });
    row("offset between words", [&](SnugOperation &o) { o.operands[0].offset = 2; });
    row("beyond the buffer", [&](SnugOperation &o) { o.operands[0].bytes = std::uint64_t{1} << 40; });
    row("offset overflows", [&](SnugOperation &o) { o.operands[0].offset = ~std::uint64_t{15}; });
    row("half a block", [](SnugOperation &o) { o.numbers[0] = 1040; });
    row("count overflows", [](SnugOperation &o) { o.numbers[0] = std::uint64_t{1} << 63; });
    row("no columns", [](SnugOperation &o) { o.numbers[1] = 0; });
    row("half a block of columns", [](SnugOperation &o) { o.numbers[1] = 240; });
    row("begins beyond the columns", [](SnugOperation &o) { o.numbers[2] = 256; });
    row("begins within a block", [](SnugOperation &o) { o.numbers[2] = 16; });
    QTest::newRow("rows overflow") << rowMeanSquaresOperation(large, large, large, std::uint64_t{1} << 62, 256);
    QTest::newRow("rows of nothing") << rowMeanSquaresOperation(large, large, large, 4, 0);
    QTest::newRow("too many to index") << firstNonFiniteOperation(large, large, 0xffffffff);
    QTest::newRow("blocks of no length") << errorSumsOperation(large, large, {}, large, 1024, 0);
    QTest::newRow("blocks too long") << errorSumsOperation(large, large, {}, large, 1024, 257);
    QTest::newRow("too many to read back") << dequantizeOperation(TensorType::F16, large, large, 16400);
}

void TestCudaHost::refusesOperandsThatBreakTheRules()
{
    QFETCH(SnugOperation, operation);
    PlainDevice cuda;
    const SnugRange onDevice = cuda.take(SNUG_ON_DEVICE, 163840), onHost = cuda.take(SNUG_UPLOAD, 163840);
    for (SnugRange &range : operation.operands)
        if (const auto mark = reinterpret_cast<std::uintptr_t>(range.buffer))
            range.buffer = mark == 1 ? onDevice.buffer : onHost.buffer;
    const bool good = std::strcmp(QTest::currentDataTag(), "good") == 0;
    const std::uint64_t before = cudastandin::callCount();
    QCOMPARE(table().run(cuda.stream, &operation, &cuda.message), int(good ? SNUG_OK : SNUG_INVALID));
    if (!good)
        QCOMPARE(cudastandin::callCount(), before + 1); // the device was chosen, nothing was sent to it
}

void TestCudaHost::refusesUnknownThings()
{
    PlainDevice cuda;
    QCOMPARE(table().supports(cuda.device, 99, 0, 0), int(SNUG_LACKING));
    QCOMPARE(table().supports(cuda.device, SNUG_QUANTIZE, 16, 0), int(SNUG_LACKING)); // IQ2_XXS
    SnugOperation operation{};
    operation.name = SNUG_DEQUANTIZE;
    operation.type = 16;
    QCOMPARE(table().run(cuda.stream, &operation, &cuda.message), int(SNUG_UNSUPPORTED));
    SnugBuffer *buffer = nullptr;
    QCOMPARE(table().createBuffer(cuda.device, 3, 64, &buffer, &cuda.message), int(SNUG_INVALID));
    QCOMPARE(table().createBuffer(cuda.device, SNUG_UPLOAD, 63, &buffer, &cuda.message), int(SNUG_INVALID));
    SnugDeviceInfo info;
    QCOMPARE(table().describeDevice(1, &info, &cuda.message), int(SNUG_INVALID));
    const SnugRange small = cuda.take(SNUG_ON_DEVICE, 64), large = cuda.take(SNUG_ON_DEVICE, 128);
    QCOMPARE(table().copy(cuda.stream, &small, &large, &cuda.message), int(SNUG_INVALID));
    const SnugRange outside{small.buffer, 4, 64};
    QCOMPARE(table().copy(cuda.stream, &outside, &small, &cuda.message), int(SNUG_INVALID));
}

void TestCudaHost::theRealModuleOpens()
{
    const std::filesystem::path path = SNUG_MODULE_FOLDER "/libsnug-cuda.so";
    if (!std::filesystem::exists(path))
        QSKIP("the CUDA module was not built");
    const ModuleFile module = openModule("cuda", path);
    QVERIFY2(module.table, module.reason.c_str());
    QVERIFY(module.table != &table());
    std::uint32_t count = 0;
    SnugMessage message{};
    const int status = module.table->countDevices(&count, &message);
    if (status == SNUG_OK)
        QVERIFY(count > 0);
    else
        QVERIFY2(QString(message.text).contains("NVIDIA driver"), message.text);
}

QTEST_APPLESS_MAIN(TestCudaHost)
#include "tst_cudahost.moc"
