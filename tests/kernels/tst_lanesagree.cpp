// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Every lane type gives the bytes of the scalar one: thousands of rows of the kinds where rounding, ties, zeros and
// overflow could tell lanes apart, with all kinds of weights, in lengths that leave lanes empty.

#include "core/kernels/kernelset.h"
#include "tests/kernels/lanetables.h"
#include "tests/support/harshrows.h"

#include <QTest>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

using namespace snug::kernels;
using namespace snug::test;

namespace {

constexpr int kBlockCounts[] = {1, 2, 3, 5, 7, 9, 17};

/// What a kernel makes of a row: accepted or not, the bytes, and the bits of the values read back from them.
struct Result
{
    bool accepted = false;
    std::vector<unsigned char> bytes;
    std::vector<std::uint32_t> values;
};

Result convert(const BlockKernel &kernel, const Row &row, const float *weights)
{
    const std::size_t blocks = row.size() / static_cast<std::size_t>(kernel.blockLength);
    const auto cols = static_cast<long long>(row.size());
    Result result;
    result.bytes.resize(blocks * static_cast<std::size_t>(kernel.blockBytes));
    result.accepted = kernel.quantizeRow(row.data(), result.bytes.data(), cols, weights);
    Row values(row.size());
    kernel.dequantizeRow(result.bytes.data(), values.data(), cols);
    for (float value : values)
        result.values.push_back(std::isnan(value) ? 0x7fc00000u : std::bit_cast<std::uint32_t>(value));
    return result;
}

/// Empty when the two are equal.
std::string differenceOf(const BlockKernel &kernel, const Result &found, const Result &expected)
{
    if (found.accepted != expected.accepted)
        return found.accepted ? "accepted a row that scalar refuses" : "refused a row that scalar accepts";
    const auto byte = std::ranges::mismatch(found.bytes, expected.bytes).in1 - found.bytes.begin();
    if (byte != std::ssize(found.bytes))
        return "block " + std::to_string(byte / kernel.blockBytes) + ", byte " +
               std::to_string(byte % kernel.blockBytes) + " differs";
    const auto value = std::ranges::mismatch(found.values, expected.values).in1 - found.values.begin();
    return value == std::ssize(found.values) ? "" : "value " + std::to_string(value) + " read back differs";
}

} // namespace

class TestLanesAgree : public QObject
{
    Q_OBJECT

private slots:
    void bytesEqualScalar_data();
    void bytesEqualScalar();
};

void TestLanesAgree::bytesEqualScalar_data()
{
    QTest::addColumn<QByteArray>("type");
    const KernelSet *scalar = findKernelSet("scalar");
    for (int i = 0; i < scalar->count; ++i)
        QTest::newRow(scalar->kernels[i].name) << QByteArray(scalar->kernels[i].name);
}

void TestLanesAgree::bytesEqualScalar()
{
    QFETCH(QByteArray, type);
    const BlockKernel *scalar = findBlockKernel(*findKernelSet("scalar"), type.constData());
    QVERIFY(scalar);
    Random random(20);
    int length = 0;
    for (const RowKind &rowKind : rowKinds())
        for (int weightKind = 0; weightKind < int(weightKinds().size()); ++weightKind) {
            const int blocks = kBlockCounts[length++ % int(std::size(kBlockCounts))];
            const Row row = makeRow(rowKind, blocks * scalar->blockLength, random);
            const Row weights = makeWeights(weightKind, blocks * scalar->blockLength, random);
            const float *used = weightKind == 0 ? nullptr : weights.data();
            const Result expected = convert(*scalar, row, used);
            for (const auto &table : snug::test::laneTables())
                for (const BlockKernel &kernel : table.kernels) {
                    if (type != kernel.name || &kernel == scalar)
                        continue;
                    const std::string difference = differenceOf(kernel, convert(kernel, row, used), expected);
                    if (!difference.empty())
                        QFAIL(qPrintable(
                            QString("%1, %2, %3, %4 blocks: %5")
                                .arg(table.name, rowKind.name, weightKinds()[static_cast<std::size_t>(weightKind)])
                                .arg(blocks)
                                .arg(difference.c_str())));
                }
        }
}

QTEST_APPLESS_MAIN(TestLanesAgree)
#include "tst_lanesagree.moc"
