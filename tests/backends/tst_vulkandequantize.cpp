// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Reading blocks back on Vulkan: golden blocks of every type, every half and bfloat, every scale of MXFP4.

#include "core/kernels/layouts.h"
#include "tests/backends/devicerig.h"
#include "tests/backends/testbackends.h"
#include "tests/support/shareddata.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <bit>
#include <cmath>
#include <cstring>
#include <memory>
#include <optional>

using namespace snug;
using namespace snug::test;

namespace {

constexpr const char *kTypes[] = {"Q4_0", "Q4_1", "Q5_0",   "Q5_1",   "Q8_0",  "Q2_K",  "Q3_K", "Q4_K",
                                  "Q5_K", "Q6_K", "IQ4_NL", "IQ4_XS", "TQ1_0", "TQ2_0", "MXFP4"};

QByteArray golden(const QString &name)
{
    QFile file(QString::fromStdString((sharedData("golden/blocks") / name.toStdString()).string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

std::span<const std::byte> bytesOf(const QByteArray &bytes)
{
    return std::as_bytes(std::span(bytes.constData(), static_cast<std::size_t>(bytes.size())));
}

QString sha256(std::span<const std::byte> bytes)
{
    QCryptographicHash hash(QCryptographicHash::Sha256);
    hash.addData(QByteArrayView(bytes.data(), static_cast<qsizetype>(bytes.size())));
    return QString::fromLatin1(hash.result().toHex());
}

/// Every 16-bit number in order.
std::vector<std::uint16_t> allShorts()
{
    std::vector<std::uint16_t> shorts(65536);
    for (std::size_t i = 0; i < shorts.size(); ++i)
        shorts[i] = static_cast<std::uint16_t>(i);
    return shorts;
}

} // namespace

class TestVulkanDequantize : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void goldenBlocks_data();
    void goldenBlocks();
    void everyHalf();
    void everyBfloat();
    void floatsToShorts();
    void everyScaleOfMxfp4();
    void cleanupTestCase() { m_rig.reset(); }

private:
    std::unique_ptr<DeviceRig> m_rig;
};

void TestVulkanDequantize::initTestCase()
{
    for (const TestDevice &device : testBackends().devices)
        if (device.id == "vulkan:0")
            m_rig = std::make_unique<DeviceRig>(*device.backends->open(device.id));
    if (!m_rig)
        QSKIP("there is no Vulkan device");
}

void TestVulkanDequantize::goldenBlocks_data()
{
    QTest::addColumn<QString>("type");
    QTest::addColumn<QString>("mode");
    for (const char *type : kTypes)
        for (const char *mode : {"plain", "imatrix"})
            QTest::addRow("%s, %s", type, mode) << type << mode;
}

void TestVulkanDequantize::goldenBlocks()
{
    SNUG_REQUIRE_SHARED("golden/blocks/manifest.json");
    QFETCH(QString, type);
    QFETCH(QString, mode);
    const QJsonObject expected =
        QJsonDocument::fromJson(golden("manifest.json")).object()["types"].toObject()[type].toObject();
    const QByteArray blocks = golden(type + "." + mode + ".bin");
    const auto count =
        static_cast<std::uint64_t>(blocks.size() / expected["block_bytes"].toInt() * expected["block"].toInt());
    QVERIFY(count > 0);
    const Floats found = m_rig->dequantize(findTensorType(type.toStdString())->type, bytesOf(blocks), count);
    QCOMPARE(sha256(std::as_bytes(std::span(found))), expected[mode].toObject()["dequant_sha256"].toString());
}

void TestVulkanDequantize::everyHalf()
{
    SNUG_REQUIRE_SHARED("golden/blocks/manifest.json");
    const auto halves = allShorts();
    const Floats found = m_rig->dequantize(TensorType::F16, std::as_bytes(std::span(halves)), halves.size());
    QCOMPARE(QByteArray(reinterpret_cast<const char *>(found.data()), 4 * 65536), golden("half/fp16_all_to_f32.f32"));
}

void TestVulkanDequantize::everyBfloat()
{
    const auto bfloats = allShorts();
    const Floats found = m_rig->dequantize(TensorType::BF16, std::as_bytes(std::span(bfloats)), bfloats.size());
    for (std::uint32_t i = 0; i < 65536; ++i)
        QCOMPARE(std::bit_cast<std::uint32_t>(found[i]), i << 16);
}

void TestVulkanDequantize::floatsToShorts()
{
    SNUG_REQUIRE_SHARED("golden/blocks/manifest.json");
    const QByteArray patterns = golden("half/f32.u32");
    Floats values(static_cast<std::size_t>(patterns.size()) / 4);
    std::memcpy(values.data(), patterns.constData(), 4 * values.size());
    for (const auto &[type, name, exponent] : {std::tuple{TensorType::F16, "half/fp16.u16", 0x7c00},
                                               std::tuple{TensorType::BF16, "half/bf16.u16", 0x7f80}}) {
        const Quantized found = m_rig->quantize(type, values);
        const QByteArray expected = golden(name);
        QCOMPARE(QByteArray(reinterpret_cast<const char *>(found.blocks.data()), expected.size()), expected);
        for (std::size_t i = 0; i < values.size(); ++i) {
            std::uint16_t bits;
            std::memcpy(&bits, expected.constData() + 2 * i, 2);
            QCOMPARE(found.flagged(i), (bits & exponent) == exponent);
        }
    }
}

void TestVulkanDequantize::everyScaleOfMxfp4()
{
    std::vector<kernels::BlockMXFP4> blocks(256);
    for (std::size_t i = 0; i < blocks.size(); ++i) {
        blocks[i].exponent = static_cast<unsigned char>(i);
        for (int k = 0; k < 16; ++k)
            blocks[i].codes[k] = static_cast<unsigned char>(k | (15 - k) << 4);
    }
    const Floats found = m_rig->dequantize(TensorType::MXFP4, std::as_bytes(std::span(blocks)), 256 * 32);
    constexpr double kLevels[16] = {0, 1, 2, 3, 4, 6, 8, 12, 0, -1, -2, -3, -4, -6, -8, -12};
    for (int i = 0; i < 256 * 32; ++i) {
        const int code = i % 32 < 16 ? i % 32 : 31 - i % 32;
        const auto expected = static_cast<float>(std::ldexp(kLevels[code], i / 32 - 128));
        QCOMPARE(std::bit_cast<std::uint32_t>(found[static_cast<std::size_t>(i)]),
                 std::bit_cast<std::uint32_t>(expected));
    }
}

QTEST_APPLESS_MAIN(TestVulkanDequantize)
#include "tst_vulkandequantize.moc"
