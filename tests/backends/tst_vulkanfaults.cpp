// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every call of the driver that may fail, failing once: out of memory is told and everything can be tried again; after
// a lost device everything says so. Nothing crashes, hangs or stays behind.

#include "tests/backends/vulkanbench.h"

#include <QTest>

using namespace snug::test;

namespace {

constexpr std::uint32_t kQ8_0 = 8, kWeights = 1024;
constexpr std::uint64_t kFloatBytes = 4 * kWeights, kBlockBytes = 34 * kWeights / 32;

/// Quantizes and reads back on an opened device; the values are found again, as they are whole numbers.
class ShortRun
{
public:
    explicit ShortRun(VulkanDevice &vulkan) : m_vulkan(vulkan) {}

    int run()
    {
        const int status = steps();
        if (status != SNUG_OK || !m_down)
            return status;
        const auto *found = static_cast<const float *>(m_vulkan.table->mappedBuffer(m_down.get()));
        for (std::uint32_t i = 0; i < kWeights; ++i)
            m_right &= found[i] == valueAt(i);
        return status;
    }

    bool isRight() const { return m_right; }

private:
    static float valueAt(std::uint32_t i)
    {
        return static_cast<float>(i % 32 == 0 ? 127 : static_cast<int>(i % 100) - 50);
    }

    int make(BufferOwner &buffer, std::uint32_t kind, std::uint64_t bytes)
    {
        SnugBuffer *made = nullptr;
        const int status = m_vulkan.table->createBuffer(m_vulkan.device, kind, bytes, &made, &m_vulkan.message);
        buffer.reset(made);
        return status;
    }

    int buffers()
    {
        int status = make(m_up, SNUG_UPLOAD, kFloatBytes);
        status = status ? status : make(m_values, SNUG_ON_DEVICE, kFloatBytes);
        status = status ? status : make(m_blocks, SNUG_ON_DEVICE, kBlockBytes);
        status = status ? status : make(m_flags, SNUG_ON_DEVICE, 256);
        status = status ? status : make(m_down, SNUG_DOWNLOAD, kFloatBytes);
        return status;
    }

    int steps()
    {
        const SnugBackend &table = *m_vulkan.table;
        SnugMessage *const message = &m_vulkan.message;
        int status = buffers();
        if (status)
            return status;
        for (std::uint32_t i = 0; i < kWeights; ++i)
            static_cast<float *>(table.mappedBuffer(m_up.get()))[i] = valueAt(i);
        SnugStream *stream = nullptr;
        SnugEvent *event = nullptr;
        status = table.createStream(m_vulkan.device, 1, &stream, message);
        m_stream.reset(stream);
        status = status ? status : table.createEvent(m_vulkan.device, &event, message);
        m_event.reset(event);
        return status ? status : enqueue();
    }

    int enqueue()
    {
        const SnugBackend &table = *m_vulkan.table;
        SnugMessage *const message = &m_vulkan.message;
        const SnugRange up{m_up.get(), 0, kFloatBytes}, down{m_down.get(), 0, kFloatBytes};
        const SnugRange values{m_values.get(), 0, kFloatBytes}, blocks{m_blocks.get(), 0, kBlockBytes};
        SnugOperation quantize{SNUG_QUANTIZE, kQ8_0, {values, blocks, {m_flags.get(), 0, 4}}, {kWeights}};
        SnugOperation back{SNUG_DEQUANTIZE, kQ8_0, {blocks, values}, {kWeights}};
        int status = table.copy(m_stream.get(), &up, &values, message);
        status = status ? status : table.run(m_stream.get(), &quantize, message);
        status = status ? status : table.record(m_stream.get(), m_event.get(), message);
        status = status ? status : table.run(m_stream.get(), &back, message);
        status = status ? status : table.copy(m_stream.get(), &values, &down, message);
        status = status ? status : table.record(m_stream.get(), m_event.get(), message);
        return status ? status : table.waitOnHost(m_event.get(), message);
    }

    VulkanDevice &m_vulkan;
    bool m_right = true;
    void (*m_destroy)(SnugBuffer *) = m_vulkan.table->destroyBuffer;
    BufferOwner m_up{nullptr, m_destroy}, m_values{nullptr, m_destroy}, m_blocks{nullptr, m_destroy},
        m_flags{nullptr, m_destroy}, m_down{nullptr, m_destroy};
    StreamOwner m_stream{nullptr, m_vulkan.table->destroyStream}; // goes before the buffers
    EventOwner m_event{nullptr, m_vulkan.table->destroyEvent};
};

/// Ends the wish for faults with the test.
struct Wish
{
    explicit Wish(const QByteArray &text) { qputenv("SNUG_VULKAN_FAIL", text); }
    ~Wish() { qunsetenv("SNUG_VULKAN_FAIL"); }
};

constexpr int kManyCalls = 1000;

} // namespace

class TestVulkanFaults : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void outOfMemoryAnywhere();
    void lostAnywhere();
};

void TestVulkanFaults::initTestCase()
{
    if (!vulkanTable())
        QSKIP("the Vulkan module was not built");
    VulkanDevice vulkan;
    if (!vulkan.device)
        QSKIP(vulkan.message.text);
    ShortRun whole(vulkan);
    QVERIFY2(whole.run() == SNUG_OK, vulkan.message.text);
    QVERIFY(whole.isRight());
}

void TestVulkanFaults::outOfMemoryAnywhere()
{
    int call = 1;
    for (int last = -1; last != SNUG_OK; ++call) {
        QVERIFY(call < kManyCalls);
        const Wish wish(QByteArray::number(call));
        VulkanDevice vulkan;
        if (!vulkan.device) {
            QVERIFY(QString(vulkan.message.text).endsWith("out of device memory"));
            continue;
        }
        ShortRun first(vulkan);
        last = first.run();
        if (last == SNUG_OK) {
            QVERIFY(first.isRight());
            break; // the fault lies behind the last call
        }
        QCOMPARE(last, int(SNUG_OUT_OF_MEMORY));
        QVERIFY(QString(vulkan.message.text).endsWith("out of device memory"));
        // The device goes on as if nothing had been.
        ShortRun again(vulkan);
        QVERIFY2(again.run() == SNUG_OK, vulkan.message.text);
        QVERIFY(again.isRight());
    }
    qInfo("%d calls failed, each once", call - 1);
    QVERIFY(call > 30);
}

void TestVulkanFaults::lostAnywhere()
{
    int call = 1;
    for (int last = -1; last != SNUG_OK; ++call) {
        QVERIFY(call < kManyCalls);
        const Wish wish(QByteArray::number(call) + ":lost");
        VulkanDevice vulkan;
        if (!vulkan.device) {
            QVERIFY(QString(vulkan.message.text).endsWith("the device was lost"));
            continue;
        }
        ShortRun first(vulkan);
        last = first.run();
        if (last == SNUG_OK)
            break;
        QCOMPARE(last, int(SNUG_DEVICE_LOST));
        ShortRun again(vulkan);
        QCOMPARE(again.run(), int(SNUG_DEVICE_LOST));
        QVERIFY(QString(vulkan.message.text).endsWith("was lost"));
    }
    QVERIFY(call > 30);
}

QTEST_APPLESS_MAIN(TestVulkanFaults)
#include "tst_vulkanfaults.moc"
