// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// One test body for every operation on every backend that is there: the same bytes as the processor's, but for the
// blocks a device flags. Prints the table of what was tried.

#include "core/backends/cpu/cpubackend.h"
#include "core/kernels/blockkernel.h"
#include "tests/backends/devicerig.h"
#include "tests/backends/testbackends.h"
#include "tests/support/harshrows.h"
#include "tests/support/shareddata.h"

#include <QFile>
#include <QTest>

#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <string>

using namespace snug;
using namespace snug::test;

Q_DECLARE_METATYPE(snug::TensorType)

namespace {

/// What every graphics backend must be able to do.
constexpr TensorType kTypes[] = {
    TensorType::F32,  TensorType::F16,    TensorType::BF16,   TensorType::Q4_0,  TensorType::Q4_1,  TensorType::Q5_0,
    TensorType::Q5_1, TensorType::Q8_0,   TensorType::Q2_K,   TensorType::Q3_K,  TensorType::Q4_K,  TensorType::Q5_K,
    TensorType::Q6_K, TensorType::IQ4_NL, TensorType::IQ4_XS, TensorType::TQ1_0, TensorType::TQ2_0, TensorType::MXFP4};

// Of the blocks of a device that says SNUG_LAST_BITS; all others differ in none.
constexpr double kMostInexact = 0.01;
// Ordinary weights must hardly ever come back to the processor.
constexpr double kMostFlagged = 1e-3;

QString nameOf(TensorType type) { return QString::fromStdString(std::string(tensorTypeName(type))); }

const kernels::BlockKernel &kernelOf(TensorType type)
{
    return *kernels::findBlockKernel(std::string(tensorTypeName(type)).c_str());
}

BackendDevice open(const TestDevice &device)
{
    auto opened = device.backends->open(device.id);
    if (!opened)
        throw std::runtime_error(opened.error().text);
    return *std::move(opened);
}

/// Skips a row whose type the device cannot do; hasEveryType() tells of it.
#define REQUIRE_TYPE(type, weighted)                                                                                   \
    if (open(*m_device).quantizes(type, weighted) == Support::Lacking)                                                 \
    QSKIP("this backend lacks the type")

/// The processor's own answers, through the same interface.
DeviceRig &reference()
{
    static const SnugBackend *const tables[] = {&cpuBackend()};
    static const Backends backends{tables};
    static DeviceRig rig(*backends.open("cpu"));
    return rig;
}

Floats goldenFloats(const char *name)
{
    QFile file(QString::fromStdString((sharedData("golden/blocks") / name).string()));
    if (!file.open(QIODevice::ReadOnly))
        return {};
    const QByteArray bytes = file.readAll();
    Floats values(static_cast<std::size_t>(bytes.size()) / sizeof(float));
    std::memcpy(values.data(), bytes.constData(), values.size() * sizeof(float));
    return values;
}

Floats importanceFor(bool weighted, int kind, std::uint64_t cols, Random &random)
{
    return weighted ? makeWeights(kind, static_cast<int>(cols), random) : Floats{};
}

/// Mean squares where the type needs them, as the processor computes them.
Weighting weightingFor(TensorType type, const Floats &values, Floats columns, std::uint64_t firstColumn)
{
    Weighting weighting{std::move(columns), firstColumn, {}};
    if (!weighting.columns.empty() && kernelOf(type).weightsNeedWholeRow)
        weighting.rowSquares =
            reference()
                .rowMeanSquares(values, values.size() / weighting.columns.size(), weighting.columns.size())
                .first;
    return weighting;
}

QString byteDifference(TensorType type, const Quantized &found, const Quantized &expected, std::size_t block)
{
    const std::size_t blockBytes = tensorTypeInfo(type).blockBytes;
    for (std::size_t i = block * blockBytes; i < (block + 1) * blockBytes; ++i)
        if (found.blocks[i] != expected.blocks[i])
            return QString("block %1, byte %2: 0x%3, expected 0x%4")
                .arg(block)
                .arg(i % blockBytes)
                .arg(std::to_integer<int>(found.blocks[i]), 2, 16, QChar('0'))
                .arg(std::to_integer<int>(expected.blocks[i]), 2, 16, QChar('0'));
    return {};
}

/// Empty when both gave the same bytes in every block that is not flagged, and every block the processor refuses is.
QString differenceOf(TensorType type, const Quantized &found, const Quantized &expected, Support support)
{
    const std::size_t blocks = expected.blocks.size() / tensorTypeInfo(type).blockBytes;
    const double allowed = support == Support::Exact ? 0 : kMostInexact * static_cast<double>(blocks) + 1;
    int differing = 0;
    for (std::size_t block = 0; block < blocks; ++block) {
        if (found.flagged(block))
            continue;
        if (expected.flagged(block))
            return QString("block %1 has a scale that is not finite, unflagged").arg(block);
        if (const QString difference = byteDifference(type, found, expected, block);
            !difference.isEmpty() && ++differing > allowed)
            return difference;
    }
    return {};
}

QString bitsDifference(const Floats &found, const Floats &expected)
{
    for (std::size_t i = 0; i < expected.size(); ++i)
        if (std::bit_cast<std::uint32_t>(found[i]) != std::bit_cast<std::uint32_t>(expected[i]) &&
            !(std::isnan(found[i]) && std::isnan(expected[i])))
            return QString("value %1: %2, expected %3")
                .arg(i)
                .arg(static_cast<double>(found[i]), 0, 'g', 9)
                .arg(static_cast<double>(expected[i]), 0, 'g', 9);
    return {};
}

} // namespace

class TestConformance : public QObject
{
    Q_OBJECT

private slots:
    void listsBackends();
    void hasEveryType_data() { addRows(); }
    void hasEveryType();
    void goldenRows_data() { addRows(); }
    void goldenRows();
    void harshRows_data() { addRows(); }
    void harshRows();
    void ordinaryWeightsAreNotFlagged_data() { addRows(); }
    void ordinaryWeightsAreNotFlagged();
    void raggedCounts_data() { addRows(); }
    void raggedCounts();
    void readsBack_data() { addRows(); }
    void readsBack();
    void halvesBothWays_data() { addDevices(); }
    void halvesBothWays();
    void meanSquares_data() { addDevices(); }
    void meanSquares();
    void nonFinite_data() { addDevices(); }
    void nonFinite();
    void errorSums_data() { addDevices(); }
    void errorSums();
    void buffers_data() { addDevices(); }
    void buffers();
    void cleanupTestCase();

private:
    void addRows() const;
    void addDevices() const;
    /// Opens the device of the current row, unless it is open.
    void setUp();

    const TestDevice *m_device = nullptr;
    std::unique_ptr<DeviceRig> m_rig;
    /// differenceOf() what this device makes (kept in m_found) and what the processor does.
    QString tried(TensorType type, std::span<const float> values, const Weighting &weighting = {});

    Quantized m_found;

    std::map<QString, std::map<QString, QString>> m_table; // type, device, what was found
};

void TestConformance::addDevices() const
{
    QTest::addColumn<int>("device");
    for (std::size_t d = 0; d < testBackends().devices.size(); ++d)
        QTest::newRow(testBackends().devices[d].label.c_str()) << static_cast<int>(d);
}

void TestConformance::addRows() const
{
    QTest::addColumn<int>("device");
    QTest::addColumn<TensorType>("type");
    QTest::addColumn<bool>("weighted");
    for (std::size_t d = 0; d < testBackends().devices.size(); ++d)
        for (const TensorType type : kTypes)
            for (const bool weighted : {false, true}) {
                if (weighted && !kernelOf(type).usesWeights)
                    continue;
                QTest::addRow("%s, %s%s", testBackends().devices[d].label.c_str(), qPrintable(nameOf(type)),
                              weighted ? ", weighted" : "")
                    << static_cast<int>(d) << type << weighted;
            }
}

void TestConformance::setUp()
{
    QFETCH(int, device);
    const TestDevice *const wanted = &testBackends().devices[static_cast<std::size_t>(device)];
    if (m_device != wanted) {
        m_rig = std::make_unique<DeviceRig>(open(*wanted));
        m_device = wanted;
    }
}

QString TestConformance::tried(TensorType type, std::span<const float> values, const Weighting &weighting)
{
    m_found = m_rig->quantize(type, values, weighting);
    return differenceOf(type, m_found, reference().quantize(type, values, weighting),
                        open(*m_device).quantizes(type, !weighting.columns.empty()));
}

void TestConformance::listsBackends()
{
    for (const TestDevice &device : testBackends().devices)
        qInfo("runs on %s", device.label.c_str());
    for (const std::string &reason : testBackends().reasons)
        qInfo("not there: %s", reason.c_str());
    QVERIFY(!testBackends().devices.empty());
}

/// The table has no holes: every device there is does everything.
void TestConformance::hasEveryType()
{
    QFETCH(TensorType, type);
    QFETCH(bool, weighted);
    setUp();
    QVERIFY(open(*m_device).quantizes(type, weighted) != Support::Lacking);
    for (const std::uint32_t operation : {SNUG_ROW_MEAN_SQUARES, SNUG_FIRST_NONFINITE, SNUG_ERROR_SUMS})
        QVERIFY(open(*m_device).supports(operation, TensorType::F32) != Support::Lacking);
}

void TestConformance::goldenRows()
{
    SNUG_REQUIRE_SHARED("golden/blocks/manifest.json");
    QFETCH(TensorType, type);
    QFETCH(bool, weighted);
    setUp();
    REQUIRE_TYPE(type, weighted);
    const Floats values = goldenFloats("input_rows.f32");
    const Floats columns = weighted ? goldenFloats("imatrix.f32") : Floats{};
    const Weighting weighting = weightingFor(type, values, columns, 0);
    QCOMPARE(tried(type, values, weighting), QString());
    const std::uint64_t blocks = values.size() / tensorTypeInfo(type).blockLength;
    m_table[nameOf(type) + (weighted ? " weighted" : "")][QString::fromStdString(m_device->label)] =
        QString("equal, %1 of %2 golden blocks done again").arg(m_found.flaggedCount(blocks)).arg(blocks);
}

void TestConformance::harshRows()
{
    QFETCH(TensorType, type);
    QFETCH(bool, weighted);
    setUp();
    REQUIRE_TYPE(type, weighted);
    Random random(7);
    for (const RowKind &kind : rowKinds())
        for (int weightKind = 1; weightKind < (weighted ? static_cast<int>(weightKinds().size()) : 2); ++weightKind) {
            const int cols = static_cast<int>(std::max(256u, tensorTypeInfo(type).blockLength));
            Floats values;
            for (int row = 0; row < 6; ++row) {
                const Row made = makeRow(kind, cols, random);
                values.insert(values.end(), made.begin(), made.end());
            }
            const Weighting weighting = weightingFor(
                type, values, importanceFor(weighted, weightKind, static_cast<std::uint64_t>(cols), random), 0);
            const QString difference = tried(type, values, weighting);
            QVERIFY2(difference.isEmpty(),
                     qPrintable(QString("%1, %2: %3")
                                    .arg(kind.name, weightKinds()[static_cast<std::size_t>(weightKind)])
                                    .arg(difference)));
        }
}

void TestConformance::ordinaryWeightsAreNotFlagged()
{
    QFETCH(TensorType, type);
    QFETCH(bool, weighted);
    setUp();
    REQUIRE_TYPE(type, weighted);
    Random random(11);
    constexpr std::uint64_t kCols = 1024, kRows = 64;
    Floats values(kCols * kRows);
    for (float &value : values) { // 0.02 * bell, as bfloat16 has it
        value = 0.02f * rowKinds().front().value(0, 1.0f, random);
        value = std::bit_cast<float>(std::bit_cast<std::uint32_t>(value) & 0xffff0000u);
    }
    const Weighting weighting = weightingFor(type, values, importanceFor(weighted, 1, kCols, random), 0);
    QCOMPARE(tried(type, values, weighting), QString());
    const std::uint64_t blocks = values.size() / tensorTypeInfo(type).blockLength;
    const double share = static_cast<double>(m_found.flaggedCount(blocks)) / static_cast<double>(blocks);
    QVERIFY2(share <= kMostFlagged, qPrintable(QString("%1 of the blocks are flagged").arg(share)));
}

void TestConformance::raggedCounts()
{
    QFETCH(TensorType, type);
    QFETCH(bool, weighted);
    setUp();
    REQUIRE_TYPE(type, weighted);
    Random random(3);
    const std::uint64_t length = tensorTypeInfo(type).blockLength;
    const bool wholeRows = weighted && kernelOf(type).weightsNeedWholeRow;
    for (const std::uint64_t blocks : {1, 2, 3, 31, 33, 65, 257, 1031}) {
        const std::uint64_t cols = 7 * length;
        const std::uint64_t count = wholeRows ? (blocks + 6) / 7 * cols : blocks * length;
        const std::uint64_t firstColumn = wholeRows ? 0 : (blocks % 7) * length;
        const Row values = makeRow(rowKinds().front(), static_cast<int>(count), random);
        const Weighting weighting = weightingFor(type, values, importanceFor(weighted, 1, cols, random), firstColumn);
        const QString difference = tried(type, values, weighting);
        QVERIFY2(difference.isEmpty(), qPrintable(QString("%1 weights: %2").arg(count).arg(difference)));
    }
}

void TestConformance::readsBack()
{
    QFETCH(TensorType, type);
    QFETCH(bool, weighted);
    setUp();
    REQUIRE_TYPE(type, weighted);
    if (weighted)
        return; // the same bytes
    Random random(5);
    const std::uint64_t length = tensorTypeInfo(type).blockLength;
    for (const RowKind &kind : rowKinds()) {
        const std::uint64_t count = 19 * std::max<std::uint64_t>(length, 32);
        const Row values = makeRow(kind, static_cast<int>(count), random);
        const Quantized quantized = reference().quantize(type, values);
        const QString difference = bitsDifference(m_rig->dequantize(type, quantized.blocks, count),
                                                  reference().dequantize(type, quantized.blocks, count));
        QVERIFY2(difference.isEmpty(), qPrintable(QString("%1: %2").arg(kind.name, difference)));
    }
}

/// Every half there is, and floats around every rounding tie.
void TestConformance::halvesBothWays()
{
    setUp();
    for (const TensorType type : {TensorType::F16, TensorType::BF16}) {
        Bytes all(65536 * 2);
        for (std::size_t i = 0; i < 65536; ++i) {
            all[2 * i] = static_cast<std::byte>(i & 255);
            all[2 * i + 1] = static_cast<std::byte>(i >> 8);
        }
        QCOMPARE(bitsDifference(m_rig->dequantize(type, all, 65536), reference().dequantize(type, all, 65536)),
                 QString());
        Floats values;
        Random random(9);
        for (std::uint32_t i = 0; i < 65536; ++i)
            for (const std::uint32_t low : {0u, 0x0fffu, 0x1000u, 0x1001u, 0x7fffu, 0x8000u, 0x8001u})
                if (const float value = std::bit_cast<float>(i << 16 | low); std::isfinite(value))
                    values.push_back(value);
        values.resize(values.size() / 32 * 32);
        QCOMPARE(tried(type, values), QString());
    }
}

void TestConformance::meanSquares()
{
    setUp();
    Random random(13);
    for (const RowKind &kind : rowKinds())
        for (const std::uint64_t cols : {32, 256, 1000}) {
            constexpr std::uint64_t kRows = 37;
            const Row values = makeRow(kind, static_cast<int>(kRows * cols), random);
            const auto [found, flags] = m_rig->rowMeanSquares(values, kRows, cols);
            const auto expected = reference().rowMeanSquares(values, kRows, cols).first;
            std::uint64_t flagged = 0;
            for (std::uint64_t row = 0; row < kRows; ++row) {
                if (flags[row / 32] >> row % 32 & 1) {
                    ++flagged;
                    continue;
                }
                QCOMPARE(std::bit_cast<std::uint32_t>(found[row]), std::bit_cast<std::uint32_t>(expected[row]));
            }
            if (&kind == rowKinds().data())
                QCOMPARE(flagged, 0u);
        }
}

void TestConformance::nonFinite()
{
    setUp();
    Random random(17);
    for (const int count : {1, 255, 256, 257, 100000}) {
        Row values = makeRow(rowKinds().front(), count, random);
        QCOMPARE(m_rig->firstNonFinite(values), kNoIndex);
        const auto last = static_cast<std::uint32_t>(count - 1);
        values[last] = std::numeric_limits<float>::infinity();
        QCOMPARE(m_rig->firstNonFinite(values), last);
        values[last / 2] = std::numeric_limits<float>::quiet_NaN();
        QCOMPARE(m_rig->firstNonFinite(values), last / 2);
        values[0] = -std::numeric_limits<float>::infinity();
        QCOMPARE(m_rig->firstNonFinite(values), 0u);
    }
    const Floats largest(300, std::numeric_limits<float>::max());
    QCOMPARE(m_rig->firstNonFinite(largest), kNoIndex);
}

void TestConformance::errorSums()
{
    setUp();
    Random random(19);
    for (const std::uint64_t count : {32, 256, 288, 12800}) {
        const Row a = makeRow(rowKinds().front(), static_cast<int>(count), random);
        const Row b = makeRow(rowKinds().front(), static_cast<int>(count), random);
        Words flags(flagWords(count / 32));
        for (const bool some : {false, true}) {
            if (some)
                for (std::uint32_t &word : flags)
                    word = static_cast<std::uint32_t>(random());
            const Words none;
            const Floats found = m_rig->errorSums(a, b, some ? flags : none, 32);
            const Floats expected = reference().errorSums(a, b, some ? flags : none, 32);
            for (std::size_t i = 0; i < expected.size(); ++i) // 256 additions, each half a unit in the last place
                QVERIFY2(std::abs(found[i] - expected[i]) <= 256 * 6e-8f * expected[i],
                         qPrintable(QString("sum %1: %2, expected %3").arg(i).arg(found[i]).arg(expected[i])));
        }
    }
}

void TestConformance::buffers()
{
    setUp();
    for (const std::size_t sizeBytes : {4, 68, 4096, 1 << 20}) {
        Bytes bytes(sizeBytes);
        for (std::size_t i = 0; i < sizeBytes; ++i)
            bytes[i] = static_cast<std::byte>(i * 7 + i / 251);
        QCOMPARE(m_rig->echo(bytes) == bytes, true);
    }
    const BackendDevice device = open(*m_device);
    const auto place = static_cast<std::size_t>(device.isHost() ? Place::Host : Place::Device);
    QCOMPARE(m_rig->ledger().figures().totalBytes[static_cast<std::size_t>(Place::Device)], 0u);
    QVERIFY(m_rig->ledger().figures().peakBytes[place] >= 1u << 20);

    const std::uint64_t most = device.description().largestBufferBytes;
    if (most < std::uint64_t{1} << 62) {
        auto tooLarge = device.take(m_rig->ledger(), Component::Workspace, BufferKind::OnDevice, most + 4096);
        QVERIFY(!tooLarge);
        QCOMPARE(tooLarge.error().status, int(SNUG_OUT_OF_MEMORY));
    }
    auto stream = device.stream();
    QVERIFY(stream);
    auto small = device.take(m_rig->ledger(), Component::Workspace, BufferKind::OnDevice, 64);
    QVERIFY(small);
    SnugRange outside = small->whole();
    outside.bytes = 128;
    QVERIFY(!stream->copy(small->whole(), outside));
    QVERIFY(!stream->run(dequantizeOperation(TensorType::F16, small->whole(), outside, 32)));
}

void TestConformance::cleanupTestCase()
{
    for (const auto &[type, devices] : m_table)
        for (const auto &[device, words] : devices)
            qInfo("%-16s %-40s %s", qPrintable(type), qPrintable(device), qPrintable(words));
    m_rig.reset();
}

QTEST_APPLESS_MAIN(TestConformance)
#include "tst_conformance.moc"
