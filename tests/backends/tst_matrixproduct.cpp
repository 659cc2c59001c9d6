// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Products with weights of stored types on every backend that has them, against double arithmetic over what the weights
// mean.

#include "core/kernels/blockkernel.h"
#include "core/kernels/kernelset.h"
#include "tests/backends/forwardrig.h"

#include <QTest>

#include <algorithm>
#include <cmath>

using namespace snug;
using namespace snug::test;

Q_DECLARE_METATYPE(snug::TensorType)

namespace {

using Floats = std::vector<float>;

constexpr TensorType kTypes[] = {TensorType::F32,  TensorType::F16,    TensorType::BF16,  TensorType::Q4_0,
                                 TensorType::Q5_1, TensorType::Q4_K,   TensorType::Q6_K,  TensorType::Q8_0,
                                 TensorType::Q3_K, TensorType::IQ4_XS, TensorType::IQ2_XS};

double real(float value) { return static_cast<double>(value); }

/// A matrix as it is stored, and what that means.
struct Weights
{
    TensorType type;
    std::uint64_t rows, cols;
    std::vector<std::byte> stored;
    Floats meant;
};

Weights makeWeights(TensorType type, std::uint64_t rows, std::uint64_t cols)
{
    const kernels::BlockKernel &kernel = *kernels::findBlockKernel(std::string(tensorTypeName(type)).c_str());
    const std::uint64_t rowBytes =
        cols / static_cast<std::uint64_t>(kernel.blockLength) * static_cast<std::uint64_t>(kernel.blockBytes);
    Weights weights{type, rows, cols, std::vector<std::byte>(rows * rowBytes), Floats(rows * cols)};
    const Floats values = evenFloats(rows * cols, -1, 1, 7), importance(cols, 1.0F);
    for (std::uint64_t row = 0; row < rows; ++row) {
        auto *blocks = reinterpret_cast<unsigned char *>(weights.stored.data() + row * rowBytes);
        kernel.quantizeRow(values.data() + row * cols, blocks, static_cast<long long>(cols), importance.data());
        kernel.dequantizeRow(blocks, weights.meant.data() + row * cols, static_cast<long long>(cols));
    }
    return weights;
}

/// Columns that leave lanes empty, where blocks allow it.
std::uint64_t colsOf(TensorType type)
{
    const std::uint64_t block = tensorTypeInfo(type).blockLength;
    return block == 1 ? 139 : block == 32 ? 5 * 32 : 2 * 256;
}

struct Inputs
{
    const Weights &weights;
    std::uint64_t count, stride;
    Floats in, bias; ///< no bias: none
};

Inputs inputsOf(const Weights &weights, std::uint64_t count, bool bias, std::uint64_t gap)
{
    return {weights, count, weights.rows + gap, evenFloats(count * weights.cols, -2, 2, 8),
            bias ? evenFloats(weights.rows, -5, 5, 9) : Floats{}};
}

SnugOperation productOf(const Inputs &inputs, const Operand &weights, const Operand &in, const Operand &out,
                        const Operand &bias)
{
    const Weights &w = inputs.weights;
    return matrixProductOperation(w.type, weights.range(), {in.range(), inputs.count, w.cols, w.cols},
                                  {out.range(), inputs.count, w.rows, inputs.stride},
                                  inputs.bias.empty() ? SnugRange{} : bias.range());
}

Floats product(ForwardRig &rig, const Inputs &inputs)
{
    const Operand weights = rig.putBytes(inputs.weights.stored), in = rig.put(inputs.in), bias = rig.put(inputs.bias);
    const Operand out = rig.blank(inputs.count * inputs.stride);
    rig.run(productOf(inputs, weights, in, out, bias));
    return rig.read(out);
}

/// Empty when all are right and the gaps between rows are as they were.
QString wrongValue(const Inputs &inputs, const Floats &found)
{
    const Weights &w = inputs.weights;
    for (std::uint64_t t = 0; t < inputs.count; ++t)
        for (std::uint64_t row = 0; row < inputs.stride; ++row) {
            const float value = found[t * inputs.stride + row];
            double exact = 0, magnitudes = 0;
            for (std::uint64_t i = 0; row < w.rows && i < w.cols; ++i) {
                const double part = real(inputs.in[t * w.cols + i]) * real(w.meant[row * w.cols + i]);
                exact += part;
                magnitudes += std::abs(part);
            }
            if (row < w.rows && !inputs.bias.empty()) {
                exact += real(inputs.bias[row]);
                magnitudes += std::abs(real(inputs.bias[row]));
            }
            if (row < w.rows ? !(std::abs(real(value) - exact) <= kSumTolerance * magnitudes)
                             : value != ForwardRig::kBlank)
                return QString("row %1 of %2, column %3 of %4: %5, expected %6")
                    .arg(t)
                    .arg(inputs.count)
                    .arg(row)
                    .arg(w.rows)
                    .arg(real(value), 0, 'g', 9)
                    .arg(row < w.rows ? exact : real(ForwardRig::kBlank), 0, 'g', 9);
        }
    return {};
}

} // namespace

class TestMatrixProduct : public QObject
{
    Q_OBJECT

private slots:
    void products_data() { addRows(); }
    void products();
    void manyTiles_data() { addRows(); }
    void manyTiles();
    void longRows_data() { addRows(); }
    void longRows();
    void passesNan_data() { addRows(); }
    void passesNan();
    void refusesToWorkWithoutRoom_data() { addRows(); }
    void refusesToWorkWithoutRoom();

private:
    static void addRows();
    static void check(const Weights &weights, std::uint64_t count, bool bias, std::uint64_t gap);
};

void TestMatrixProduct::addRows()
{
    QTest::addColumn<int>("device");
    QTest::addColumn<TensorType>("type");
    for (std::size_t d = 0; d < testBackends().devices.size(); ++d) {
        const TestDevice &device = testBackends().devices[d];
        const BackendDevice opened = openDevice(device);
        for (const TensorType type : kTypes)
            if (opened.supports(SNUG_MATRIX_PRODUCT, type) != Support::Lacking)
                QTest::addRow("%s, %s", device.label.c_str(), std::string(tensorTypeName(type)).c_str())
                    << static_cast<int>(d) << type;
    }
}

void TestMatrixProduct::check(const Weights &weights, std::uint64_t count, bool bias, std::uint64_t gap)
{
    const Inputs inputs = inputsOf(weights, count, bias, gap);
    const QString wrong =
        wrongValue(inputs, onAllThreads(currentDevice(), [&](ForwardRig &rig) { return product(rig, inputs); }));
    QVERIFY2(wrong.isEmpty(), qPrintable(wrong));
}

void TestMatrixProduct::products()
{
    QFETCH(TensorType, type);
    for (const std::uint64_t rows : {1U, 2U, 65U}) {
        const Weights weights = makeWeights(type, rows, colsOf(type));
        QVERIFY(std::ranges::count(weights.meant, 0.0F) < std::ssize(weights.meant) / 2); // they mean something
        for (const std::uint64_t count : {0U, 1U, 3U, 4U, 5U, 8U, 9U, 64U})
            for (const bool bias : {false, true})
                check(weights, count, bias, bias ? 5 : 0);
    }
}

/// The last tile is a part of one.
void TestMatrixProduct::manyTiles()
{
    QFETCH(TensorType, type);
    const Weights weights = makeWeights(type, 301, colsOf(type));
    for (const std::uint64_t count : {1U, 3U, 7U, 13U})
        check(weights, count, true, 3);
}

/// Tiles of few rows, and rooms of one row.
void TestMatrixProduct::longRows()
{
    QFETCH(TensorType, type);
    const Weights weights = makeWeights(type, 67, 11 * 256);
    for (const std::uint64_t count : {1U, 4U, 12U})
        check(weights, count, false, 1);
}

void TestMatrixProduct::passesNan()
{
    QFETCH(TensorType, type);
    const Weights weights = makeWeights(type, 20, colsOf(type));
    for (const std::uint64_t count : {2U, 6U, 12U}) {
        Inputs inputs = inputsOf(weights, count, false, 0);
        inputs.in[weights.cols] = std::nanf(""); // the second row's first
        ForwardRig rig(currentDevice());
        const Floats found = product(rig, inputs);
        for (std::uint64_t i = 0; i < found.size(); ++i)
            QCOMPARE(std::isnan(found[i]), i / weights.rows == 1);
    }
}

void TestMatrixProduct::refusesToWorkWithoutRoom()
{
    QFETCH(TensorType, type);
    const Weights weights = makeWeights(type, 33, colsOf(type));
    for (const std::uint64_t count : {1U, 8U, 12U}) {
        const Inputs inputs = inputsOf(weights, count, false, 0);
        ForwardRig rig(currentDevice(), 2);
        const Operand stored = rig.putBytes(weights.stored), in = rig.put(inputs.in), bias = rig.put(inputs.bias);
        const Operand out = rig.blank(count * inputs.stride);
        SnugOperation operation = productOf(inputs, stored, in, out, bias);
        const std::uint64_t bytes = rig.workspaceBytes(operation);
        if (bytes == 0) {
            QVERIFY(rig.runAsItIs(operation));
            continue;
        }
        const DeviceBuffer room = rig.workspace(bytes);
        for (const SnugRange &little : {SnugRange{}, room.range(0, bytes - 4)}) {
            operation.operands[SNUG_WORKSPACE] = little;
            const auto result = rig.runAsItIs(operation);
            QVERIFY(!result);
            QCOMPARE(result.error().status, int(SNUG_INVALID));
        }
        QCOMPARE(rig.read(out), Floats(count * inputs.stride, ForwardRig::kBlank));
    }
}

QTEST_APPLESS_MAIN(TestMatrixProduct)
#include "tst_matrixproduct.moc"
