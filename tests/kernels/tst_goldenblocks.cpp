// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every block type, plain and with importance weights, on every lane type, against the reference's bytes.

#include "tests/kernels/lanetables.h"
#include "tests/support/shareddata.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using snug::kernels::BlockKernel;

namespace {

QByteArray readGolden(const QString &name)
{
    const auto path = snug::test::sharedData("golden/blocks") / name.toStdString();
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QString sha256(const QByteArray &bytes)
{
    return QString::fromLatin1(QCryptographicHash::hash(bytes, QCryptographicHash::Sha256).toHex());
}

const float *floats(const QByteArray &bytes) { return reinterpret_cast<const float *>(bytes.constData()); }

} // namespace

class TestGoldenBlocks : public QObject
{
    Q_OBJECT

private slots:
    void initTestCase();
    void bytesEqualReference_data();
    void bytesEqualReference();
    void singleBlocksEqualWholeRow_data();
    void singleBlocksEqualWholeRow();
    void coversEveryType();

private:
    void addRows(bool cuttableOnly) const;
    QByteArray quantize(const BlockKernel &kernel, const float *weights) const;
    QByteArray dequantize(const BlockKernel &kernel, const QByteArray &bytes) const;

    QJsonObject m_types;
    QByteArray m_values;
    QByteArray m_weights;
    int m_rows = 0;
    int m_cols = 0;
};

void TestGoldenBlocks::initTestCase()
{
    SNUG_REQUIRE_SHARED("golden/blocks/manifest.json");
    const QJsonObject manifest = QJsonDocument::fromJson(readGolden("manifest.json")).object();
    m_types = manifest["types"].toObject();
    m_rows = manifest["rows"].toInt();
    m_cols = manifest["cols"].toInt();
    m_values = readGolden("input_rows.f32");
    m_weights = readGolden("imatrix.f32");
    QCOMPARE(m_values.size(), qsizetype(4) * m_rows * m_cols);
    QCOMPARE(m_weights.size(), qsizetype(4) * m_cols);
    QCOMPARE(sha256(m_values), manifest["input_sha256"].toString());
}

void TestGoldenBlocks::addRows(bool cuttableOnly) const
{
    QTest::addColumn<const BlockKernel *>("kernel");
    QTest::addColumn<QString>("mode");
    for (const auto &table : snug::test::laneTables())
        for (const BlockKernel &kernel : table.kernels) {
            if (kernel.blockLength == 1)
                continue;                                               // conversions: tst_floatbits
            if (!m_types[QLatin1String(kernel.name)]["plain"].isNull()) // some need weights
                QTest::addRow("%s, plain, %s", kernel.name, table.name) << &kernel << QString("plain");
            if (!cuttableOnly || !kernel.weightsNeedWholeRow)
                QTest::addRow("%s, imatrix, %s", kernel.name, table.name) << &kernel << QString("imatrix");
        }
}

void TestGoldenBlocks::bytesEqualReference_data() { addRows(/*cuttableOnly=*/false); }
void TestGoldenBlocks::singleBlocksEqualWholeRow_data() { addRows(/*cuttableOnly=*/true); }

void TestGoldenBlocks::bytesEqualReference()
{
    QFETCH(const BlockKernel *, kernel);
    QFETCH(QString, mode);
    const QJsonObject type = m_types[QLatin1String(kernel->name)].toObject();
    QCOMPARE(kernel->blockLength, type["block"].toInt());
    QCOMPARE(kernel->blockBytes, type["block_bytes"].toInt());
    const QJsonObject golden = type[mode].toObject();

    const QByteArray expected = readGolden(QString("%1.%2.bin").arg(kernel->name, mode));
    const QByteArray found = quantize(*kernel, mode == "plain" ? nullptr : floats(m_weights));
    QCOMPARE(found.size(), expected.size());
    const qsizetype rowBytes = found.size() / m_rows;
    for (qsizetype i = 0; i < found.size(); ++i)
        if (found[i] != expected[i])
            QFAIL(qPrintable(QString("row %1, block %2, byte %3 differs")
                                 .arg(i / rowBytes)
                                 .arg(i % rowBytes / kernel->blockBytes)
                                 .arg(i % rowBytes % kernel->blockBytes)));
    QCOMPARE(sha256(found), golden["sha256"].toString());
    QCOMPARE(sha256(dequantize(*kernel, found)), golden["dequant_sha256"].toString());
}

void TestGoldenBlocks::singleBlocksEqualWholeRow()
{
    QFETCH(const BlockKernel *, kernel);
    QFETCH(QString, mode);
    const float *weights = mode == "plain" ? nullptr : floats(m_weights);
    const QByteArray whole = quantize(*kernel, weights);
    QByteArray single(whole.size(), '\0');
    const qsizetype blocks = qsizetype(m_rows) * m_cols / kernel->blockLength;
    for (qsizetype block = 0; block < blocks; ++block) {
        const qsizetype first = block * kernel->blockLength;
        auto *out = reinterpret_cast<unsigned char *>(single.data()) + block * kernel->blockBytes;
        QVERIFY(kernel->quantizeRow(floats(m_values) + first, out, kernel->blockLength,
                                    weights ? weights + first % m_cols : nullptr));
    }
    QCOMPARE(single, whole);
}

void TestGoldenBlocks::coversEveryType()
{
    for (const auto &table : snug::test::laneTables()) {
        QStringList names;
        for (const BlockKernel &kernel : table.kernels)
            names << kernel.name;
        const QStringList expected{"F32",     "F16",    "BF16",  "Q8_0",    "Q4_0",  "Q4_1",  "Q5_0",
                                   "Q5_1",    "Q2_K",   "Q3_K",  "Q4_K",    "Q5_K",  "Q6_K",  "IQ4_NL",
                                   "IQ4_XS",  "TQ1_0",  "TQ2_0", "Q1_0",    "Q2_0",  "MXFP4", "NVFP4",
                                   "IQ2_XXS", "IQ2_XS", "IQ2_S", "IQ3_XXS", "IQ3_S", "IQ1_S", "IQ1_M"};
        QCOMPARE(names, expected);
    }
}

QByteArray TestGoldenBlocks::quantize(const BlockKernel &kernel, const float *weights) const
{
    const qsizetype rowBytes = qsizetype(m_cols) / kernel.blockLength * kernel.blockBytes;
    QByteArray bytes(rowBytes * m_rows, '\0');
    for (int row = 0; row < m_rows; ++row) {
        auto *out = reinterpret_cast<unsigned char *>(bytes.data()) + row * rowBytes;
        if (!kernel.quantizeRow(floats(m_values) + qsizetype(row) * m_cols, out, m_cols, weights))
            return {};
    }
    return bytes;
}

QByteArray TestGoldenBlocks::dequantize(const BlockKernel &kernel, const QByteArray &bytes) const
{
    QByteArray values(m_values.size(), '\0');
    const qsizetype rowBytes = bytes.size() / m_rows;
    for (int row = 0; row < m_rows; ++row)
        kernel.dequantizeRow(reinterpret_cast<const unsigned char *>(bytes.constData()) + row * rowBytes,
                             reinterpret_cast<float *>(values.data()) + qsizetype(row) * m_cols, m_cols);
    return values;
}

QTEST_APPLESS_MAIN(TestGoldenBlocks)
#include "tst_goldenblocks.moc"
