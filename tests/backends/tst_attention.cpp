// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Attention on every backend that has it, against double arithmetic.

#include "tests/backends/forwardrig.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace snug;
using namespace snug::test;

namespace {

using Floats = std::vector<float>;

// In parts of the largest value: products are rounded as sums are, the exponential makes of that a part of each share.
constexpr double kTolerance = 1e-5;

double real(float value) { return static_cast<double>(value); }

struct Inputs
{
    AttentionShape shape;
    Floats queries, keys, values, sinks; ///< no sinks: none
};

/// One head's dot product.
double score(const Inputs &in, std::uint64_t query, std::uint64_t key, std::uint64_t head)
{
    const AttentionShape &s = in.shape;
    const float *q = in.queries.data() + query * s.queryStride + head * s.keyLength;
    const float *k = in.keys.data() + key * s.keyStride + head / (s.heads / s.keyHeads) * s.keyLength;
    double sum = 0;
    for (std::uint64_t i = 0; i < s.keyLength; ++i)
        sum += real(q[i]) * real(k[i]);
    sum *= real(s.scale);
    return s.cap > 0 ? real(s.cap) * std::tanh(sum / real(s.cap)) : sum;
}

/// What a query sees with a head, added to `out`.
void attend(const Inputs &in, std::uint64_t sequence, std::uint64_t query, std::uint64_t head, double *out)
{
    const AttentionShape &s = in.shape;
    std::vector<std::uint64_t> seen;
    std::vector<double> scores;
    double most = in.sinks.empty() ? -std::numeric_limits<double>::infinity() : real(in.sinks[head]);
    for (std::uint64_t key = 0; key < s.keys; ++key) {
        const std::uint64_t at = s.first + query;
        if (key > at || (s.window && at - key >= s.window))
            continue;
        seen.push_back(sequence * s.keys + key);
        scores.push_back(score(in, sequence * s.count + query, seen.back(), head));
        most = std::max(most, scores.back());
    }
    double sum = in.sinks.empty() ? 0 : std::exp(real(in.sinks[head]) - most);
    for (const double one : scores)
        sum += std::exp(one - most);
    for (std::size_t k = 0; k < seen.size(); ++k) {
        const float *value = in.values.data() + seen[k] * s.valueStride + head / (s.heads / s.keyHeads) * s.valueLength;
        for (std::uint64_t i = 0; i < s.valueLength; ++i)
            out[i] += std::exp(scores[k] - most) / sum * real(value[i]);
    }
}

std::vector<double> exactAttention(const Inputs &in)
{
    const AttentionShape &s = in.shape;
    std::vector<double> out(s.sequences * s.count * s.heads * s.valueLength);
    for (std::uint64_t row = 0; row < s.sequences * s.count; ++row)
        for (std::uint64_t head = 0; head < s.heads; ++head)
            attend(in, row / s.count, row % s.count, head, out.data() + (row * s.heads + head) * s.valueLength);
    return out;
}

/// Rows as close as they can be where the shape has no strides.
Inputs inputsOf(AttentionShape shape, bool sinks)
{
    shape.queryStride = shape.queryStride ? shape.queryStride : shape.heads * shape.keyLength;
    shape.keyStride = shape.keyStride ? shape.keyStride : shape.keyHeads * shape.keyLength;
    shape.valueStride = shape.valueStride ? shape.valueStride : shape.keyHeads * shape.valueLength;
    shape.scale = 1 / std::sqrt(static_cast<float>(shape.keyLength));
    return {shape, evenFloats(shape.sequences * shape.count * shape.queryStride, -3, 3, 1),
            evenFloats(shape.sequences * shape.keys * shape.keyStride, -3, 3, 2),
            evenFloats(shape.sequences * shape.keys * shape.valueStride, -1, 1, 3),
            sinks ? evenFloats(shape.heads, -1, 3, 4) : Floats{}};
}

Floats attention(ForwardRig &rig, const Inputs &in)
{
    const Operand queries = rig.put(in.queries), keys = rig.put(in.keys), values = rig.put(in.values);
    const Operand sinks = rig.put(in.sinks);
    const Operand out = rig.blank(in.shape.sequences * in.shape.count * in.shape.heads * in.shape.valueLength);
    rig.run(attentionOperation(in.shape, queries.range(), keys.range(), values.range(), out.range(),
                               in.sinks.empty() ? SnugRange{} : sinks.range()));
    return rig.read(out);
}

void compare(const Floats &found, const std::vector<double> &exact)
{
    QCOMPARE(found.size(), exact.size());
    for (std::size_t i = 0; i < exact.size(); ++i)
        if (!(std::abs(real(found[i]) - exact[i]) <= kTolerance))
            QFAIL(qPrintable(
                QString("value %1 is %2, expected %3").arg(i).arg(real(found[i]), 0, 'g', 9).arg(exact[i], 0, 'g', 9)));
}

struct Case
{
    const char *name;
    AttentionShape shape;
    bool sinks = false;
};

// sequences, count, keys, heads, key heads, key length, value length, first, window, scale, cap, strides
// clang-format off
const Case kCases[] = {
    {"one token", {1, 1, 1, 2, 2, 16, 16}},
    {"several heads", {1, 9, 9, 3, 3, 16, 16}},
    {"heads share keys", {1, 21, 21, 6, 2, 32, 32}},
    {"one head of keys", {1, 12, 12, 5, 1, 24, 24}},
    {"several sequences", {3, 11, 11, 4, 2, 16, 16}},
    {"more than a block of queries", {2, 150, 150, 4, 2, 32, 32}},
    {"values of another length", {2, 70, 70, 4, 2, 24, 40}},
    {"window", {1, 40, 40, 2, 1, 16, 16, 0, 7}},
    {"window of one", {1, 20, 20, 2, 1, 16, 16, 0, 1}},
    {"window of more than a block", {2, 200, 200, 2, 1, 16, 16, 0, 90}},
    {"window of more than all", {1, 40, 40, 2, 1, 16, 16, 0, 1000}},
    {"window beyond all numbers", {1, 70, 70, 2, 1, 16, 16, 0, std::numeric_limits<std::uint64_t>::max()}},
    {"cap", {1, 30, 30, 4, 2, 16, 16, 0, 0, 1, 2.5F}},
    {"sinks", {2, 30, 30, 4, 2, 16, 16}, true},
    {"all of it", {2, 100, 100, 4, 2, 16, 16, 0, 33, 1, 4}, true},
    {"one more token", {1, 1, 57, 4, 2, 32, 32, 56}},
    {"some more tokens", {2, 5, 80, 4, 2, 32, 32, 75}},
    {"some more tokens with a window", {2, 70, 300, 4, 2, 16, 16, 230, 50}, true},
    {"room for more keys", {1, 6, 100, 4, 2, 16, 16, 3}},
    {"fewer keys than queries", {1, 80, 20, 2, 1, 16, 16}},
    {"strides", {2, 20, 20, 4, 2, 16, 16, 0, 0, 1, 0, 70, 41, 35}},
    {"all keys before the window", {1, 70, 10, 2, 1, 16, 16, 4, 5}},
};
// clang-format on

} // namespace

class TestAttention : public QObject
{
    Q_OBJECT

private slots:
    void cases_data();
    void cases();
    void fusedRows_data() { addDevicesWith(SNUG_ATTENTION); }
    void fusedRows();
    void looksAtNoKeyBeyond_data() { addDevicesWith(SNUG_ATTENTION); }
    void looksAtNoKeyBeyond();
    void isTheSameEveryTime_data() { addDevicesWith(SNUG_ATTENTION); }
    void isTheSameEveryTime();
    void refusesToWorkWithoutRoom_data() { addDevicesWith(SNUG_ATTENTION); }
    void refusesToWorkWithoutRoom();
};

void TestAttention::cases_data()
{
    QTest::addColumn<int>("device");
    QTest::addColumn<int>("number");
    for (std::size_t d = 0; d < testBackends().devices.size(); ++d) {
        const TestDevice &device = testBackends().devices[d];
        if (openDevice(device).supports(SNUG_ATTENTION, TensorType::F32) == Support::Lacking)
            continue;
        for (std::size_t i = 0; i < std::size(kCases); ++i)
            QTest::addRow("%s, %s", device.label.c_str(), kCases[i].name) << static_cast<int>(d) << static_cast<int>(i);
    }
}

void TestAttention::cases()
{
    QFETCH(int, number);
    const Case &one = kCases[number];
    const Inputs in = inputsOf(one.shape, one.sinks);
    compare(onAllThreads(currentDevice(), [&](ForwardRig &rig) { return attention(rig, in); }), exactAttention(in));
}

/// Queries, keys and values side by side in each row of one buffer, as one matrix product leaves them.
void TestAttention::fusedRows()
{
    AttentionShape shape{2, 67, 67, 8, 4, 32, 32};
    constexpr std::uint64_t kKeysAt = 8 * 32, kValuesAt = kKeysAt + 4 * 32, kStride = kValuesAt + 4 * 32;
    shape.queryStride = shape.keyStride = shape.valueStride = kStride;
    Inputs in = inputsOf(shape, false);
    const Floats all = in.queries;
    const auto from = [&](std::uint64_t first) {
        Floats part(all.begin() + static_cast<std::ptrdiff_t>(first), all.end());
        part.resize(all.size());
        return part;
    };
    in.keys = from(kKeysAt);
    in.values = from(kValuesAt);
    const Floats found = onAllThreads(currentDevice(), [&](ForwardRig &rig) {
        const Operand rows = rig.put(all), out = rig.blank(shape.sequences * shape.count * shape.heads * 32);
        rig.run(attentionOperation(in.shape, rows.range(), rows.from(kKeysAt), rows.from(kValuesAt), out.range(), {}));
        return rig.read(out);
    });
    compare(found, exactAttention(in));
}

/// A cache has room for keys that are not there yet: whatever lies there does not matter.
void TestAttention::looksAtNoKeyBeyond()
{
    Inputs in = inputsOf({1, 4, 30, 4, 2, 16, 16, 5}, false);
    const std::vector<double> exact = exactAttention(in);
    for (std::uint64_t key = 9; key < 30; ++key) {
        std::fill_n(in.keys.data() + key * in.shape.keyStride, in.shape.keyStride, std::nanf(""));
        std::fill_n(in.values.data() + key * in.shape.valueStride, in.shape.valueStride, std::nanf(""));
    }
    compare(onAllThreads(currentDevice(), [&](ForwardRig &rig) { return attention(rig, in); }), exact);
}

/// A library of matrix products that is not made for several threads is right nearly always.
void TestAttention::isTheSameEveryTime()
{
    constexpr int kRounds = 150;
    ForwardRig rig(currentDevice(), 2);
    const Inputs in = inputsOf({8, 250, 250, 8, 4, 64, 64}, false);
    const Operand queries = rig.put(in.queries), keys = rig.put(in.keys), values = rig.put(in.values);
    const Operand out = rig.blank(8 * 250 * 8 * 64);
    Floats first;
    for (int round = 0; round < kRounds; ++round) {
        rig.run(attentionOperation(in.shape, queries.range(), keys.range(), values.range(), out.range(), {}));
        const Floats found = rig.read(out);
        if (round == 0)
            first = found;
        QVERIFY2(found == first, qPrintable(QString("round %1 differs").arg(round)));
    }
}

void TestAttention::refusesToWorkWithoutRoom()
{
    ForwardRig rig(currentDevice(), 2);
    const Inputs in = inputsOf({1, 8, 8, 2, 1, 16, 16}, false);
    const Operand queries = rig.put(in.queries), keys = rig.put(in.keys), values = rig.put(in.values);
    const Operand out = rig.blank(8 * 2 * 16);
    SnugOperation operation =
        attentionOperation(in.shape, queries.range(), keys.range(), values.range(), out.range(), {});
    const std::uint64_t bytes = rig.workspaceBytes(operation);
    if (bytes == 0)
        return; // it needs none
    const DeviceBuffer room = rig.workspace(bytes);
    for (const SnugRange &little : {SnugRange{}, room.range(0, bytes - 4)}) {
        operation.operands[SNUG_WORKSPACE] = little;
        const auto result = rig.runAsItIs(operation);
        QVERIFY(!result);
        QCOMPARE(result.error().status, int(SNUG_INVALID));
    }
    QCOMPARE(rig.read(out), Floats(8 * 2 * 16, ForwardRig::kBlank));
    operation.operands[SNUG_WORKSPACE] = room.range(0, bytes);
    QVERIFY(rig.runAsItIs(operation));
}

QTEST_APPLESS_MAIN(TestAttention)
#include "tst_attention.moc"
