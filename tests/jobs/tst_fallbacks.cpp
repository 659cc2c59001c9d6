// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The sentence about row lengths: shares, types, figures.

#include "core/jobs/fallbacks.h"

#include <QTest>

using namespace snug;

namespace {

struct Bench
{
    Model model;
    Variant variant;

    void add(std::uint64_t cols, std::uint64_t rows, TensorType wanted, TensorType type)
    {
        ModelTensor tensor;
        tensor.dims = {cols, rows};
        model.tensors.push_back(tensor);
        TensorDecision decision;
        decision.wanted = wanted;
        decision.type = type;
        variant.decisions.push_back(decision);
    }
    QByteArray note() const { return QByteArray::fromStdString(fallbackNote(model, variant)); }
};

} // namespace

class TestFallbacks : public QObject
{
    Q_OBJECT

private slots:
    void nothingToSay();
    void oneReplacementIsOneSentence();
    void severalAreNamedByShare();
    void smallSharesAreNotNothing();
};

void TestFallbacks::nothingToSay()
{
    Bench bench;
    bench.add(256, 4, TensorType::Q6_K, TensorType::Q6_K);
    QCOMPARE(bench.note(), QByteArray());
    QCOMPARE(fallbackWeights(bench.model, bench.variant), std::uint64_t(0));
    QCOMPARE(QByteArray::fromStdString(fallbackNote(Model(), Variant())), QByteArray());
}

void TestFallbacks::oneReplacementIsOneSentence()
{
    Bench bench;
    bench.add(896, 97, TensorType::Q6_K, TensorType::Q8_0);
    bench.add(896, 3, TensorType::F32, TensorType::F32);
    // 896 * 97 weights, 34 / 32 bytes instead of 210 / 256.
    QCOMPARE(bench.note(),
             QByteArray("97 % of weights will be Q8_0 instead of Q6_K: row length 896 is not a multiple of "
                        "256. The file is 20.6 KiB larger for it."));
    QCOMPARE(fallbackWeights(bench.model, bench.variant), std::uint64_t(896 * 97));
}

void TestFallbacks::severalAreNamedByShare()
{
    Bench bench;
    bench.add(896, 20, TensorType::Q4_K, TensorType::Q5_0);
    bench.add(96, 500, TensorType::Q6_K, TensorType::Q8_0);
    bench.add(100, 10, TensorType::Q8_0, TensorType::F16);
    const QByteArray note = bench.note();
    QVERIFY2(
        note.startsWith("72 % of weights will be Q8_0 instead of Q6_K, 27 % Q5_0 instead of Q4_K, 1 % F16 instead of "
                        "Q8_0: row lengths 96, 100, 896 are not multiples of the types' block lengths."),
        note);
    bench.add(33, 1, TensorType::Q5_K, TensorType::F16);
    QVERIFY2(bench.note().contains(", and others: row lengths 33, 96, 100 and others are not"), bench.note());
}

void TestFallbacks::smallSharesAreNotNothing()
{
    Bench bench;
    bench.add(256, 1000, TensorType::Q6_K, TensorType::Q6_K);
    bench.add(96, 1, TensorType::Q6_K, TensorType::Q8_0);
    QVERIFY2(bench.note().startsWith("less than 1 % of weights"), bench.note());
}

QTEST_APPLESS_MAIN(TestFallbacks)
#include "tst_fallbacks.moc"
