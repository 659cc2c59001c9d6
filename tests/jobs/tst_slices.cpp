// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The cut into slices covers every weight once, in order, on block boundaries; shapes keep to their memory.

#include "core/jobs/pipeline/shape.h"
#include "core/jobs/pipeline/slices.h"

#include <QTest>

using namespace snug;

namespace {

ModelTensor tensorOf(std::vector<std::uint64_t> dims, RowOrder order = RowOrder::AsStored)
{
    ModelTensor tensor;
    tensor.name = "t";
    tensor.dims = std::move(dims);
    tensor.source.type = TensorType::BF16;
    tensor.source.rowOrder = order;
    return tensor;
}

} // namespace

class TestSlices : public QObject
{
    Q_OBJECT

private slots:
    void coversEveryWeightOnce();
    void reorderedTensorsAreCutAtRows();
    void aWholeTensorIsOneSlice();
    void shapeKeepsToTheLimit();
    void tooSmallALimitIsSaid();
};

void TestSlices::coversEveryWeightOnce()
{
    Model model;
    model.tensors = {tensorOf({172, 3}), tensorOf({4096, 1000}), tensorOf({7}), tensorOf({0, 4}), tensorOf({896, 11})};
    const PreparedJob job{&model, {}, {}};
    SliceCursor cursor(job, 100000);
    std::vector<std::uint64_t> seen(model.tensors.size(), 0);
    std::size_t last = 0;
    while (const auto slice = cursor.next()) {
        QVERIFY(slice->tensorIndex >= last);
        last = slice->tensorIndex;
        QCOMPARE(slice->firstWeight, seen[last]);
        QCOMPARE(slice->firstWeight % 256, std::uint64_t(0));
        QVERIFY(slice->weightCount > 0 && slice->weightCount <= 100000);
        seen[last] += slice->weightCount;
        QCOMPARE(slice->lastOfTensor, seen[last] == model.tensors[last].weightCount());
    }
    for (std::size_t t = 0; t < seen.size(); ++t)
        QCOMPARE(seen[t], model.tensors[t].weightCount());
}

void TestSlices::reorderedTensorsAreCutAtRows()
{
    Model model;
    model.tensors = {tensorOf({4097, 31}, RowOrder::RotaryInterleaved)};
    const PreparedJob job{&model, {}, {}};
    SliceCursor cursor(job, 10000);
    while (const auto slice = cursor.next())
        QCOMPARE(slice->weightCount % 4097, std::uint64_t(0));
    // A row longer than a slice is still one slice.
    QCOMPARE(sliceWeights(job, 0, 1000), std::uint64_t(4097));
}

/// Also one that ends off the bounds: buffers for it are just as large, and folders want it in one.
void TestSlices::aWholeTensorIsOneSlice()
{
    Model model;
    model.tensors = {tensorOf({172, 3}), tensorOf({256, 416}, RowOrder::RotaryInterleaved)};
    const PreparedJob job{&model, {}, {}};
    for (std::size_t t = 0; t < model.tensors.size(); ++t) {
        const std::uint64_t all = model.tensors[t].weightCount();
        QCOMPARE(sliceWeights(job, t, all), all);
        QCOMPARE(sliceWeights(job, t, all + 100), all);
        QVERIFY(sliceWeights(job, t, all - 1) < all);
    }
}

void TestSlices::shapeKeepsToTheLimit()
{
    Model model;
    model.tensors = {tensorOf({4096, 100000}), tensorOf({128256, 8})};
    PreparedJob job{&model, {}, {}};
    Variant variant;
    variant.decisions.resize(2);
    variant.decisions[0].type = variant.decisions[1].type = TensorType::Q4_K;
    job.variants.push_back(variant);
    const auto free = chooseShape(job, 8, {});
    QVERIFY(free.has_value());
    QCOMPARE(free->threads, 8);
    for (std::uint64_t limit = free->memoryBytes() - 1; limit > (1u << 20); limit /= 2) {
        const auto shape = chooseShape(job, 8, {limit, {}});
        QVERIFY(shape.has_value());
        QVERIFY(shape->memoryBytes() <= limit);
        QVERIFY(shape->slotCount > shape->threads);
    }
}

void TestSlices::tooSmallALimitIsSaid()
{
    Model model;
    model.tensors = {tensorOf({4096, 1000})};
    PreparedJob job{&model, {}, {}};
    const auto shape = chooseShape(job, 2, {1000, {}});
    QVERIFY(!shape.has_value());
    QCOMPARE(shape.error().code, ErrorCode::DoesNotFit);
    QVERIFY(shape.error().message.find("1000 B") != std::string::npos);
}

QTEST_APPLESS_MAIN(TestSlices)
#include "tst_slices.moc"
