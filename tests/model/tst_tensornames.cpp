// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Layers, roles and output order by name; row order of rotated tensors; text made fit to show.

#include "core/model/modeltext.h"
#include "core/model/tensornames.h"

#include <QtTest>

#include <algorithm>
#include <numeric>

using namespace snug;

class TestTensorNames : public QObject
{
    Q_OBJECT
private slots:
    void findsLayers_data();
    void findsLayers();
    void findsRoles_data();
    void findsRoles();
    void sortsAsTheReference();
    void permutesRotaryRows_data();
    void permutesRotaryRows();
    void keepsOtherRows();
    void cleansText_data();
    void cleansText();
};

void TestTensorNames::findsLayers_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("layer");
    QTest::newRow("first") << "blk.0.attn_q.weight" << 0;
    QTest::newRow("three digits") << "blk.123.ffn_up.weight" << 123;
    QTest::newRow("outside") << "output.weight" << -1;
    QTest::newRow("no number") << "blk.x.attn_q.weight" << -1;
    QTest::newRow("no dot") << "blk.12" << -1;
    QTest::newRow("empty number") << "blk..attn_q.weight" << -1;
    QTest::newRow("negative") << "blk.-1.attn_q.weight" << -1;
    QTest::newRow("sign") << "blk.+1.attn_q.weight" << -1;
    QTest::newRow("too many digits") << "blk.99999999999.attn_q.weight" << -1;
    QTest::newRow("encoder") << "enc.blk.3.attn_q.weight" << -1;
}

void TestTensorNames::findsLayers()
{
    QFETCH(QString, name);
    QTEST(layerOfTensor(name.toStdString()), "layer");
}

void TestTensorNames::findsRoles_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<int>("role");
    const auto row = [](const char *name, TensorRole role) { QTest::newRow(name) << name << int(role); };
    row("token_embd.weight", TensorRole::TokenEmbedding);
    row("output.weight", TensorRole::Output);
    row("output_norm.weight", TensorRole::OutputNorm);
    row("rope_freqs.weight", TensorRole::RopeFactors);
    row("blk.2.attn_v.weight", TensorRole::AttnV);
    row("blk.2.attn_qkv.weight", TensorRole::AttnQkv);
    row("blk.2.ffn_down_exps.weight", TensorRole::FfnDown);
    row("blk.2.ffn_gate_inp.weight", TensorRole::Router);
    row("blk.2.attn_q.bias", TensorRole::Other);
    row("blk.2.output.weight", TensorRole::Other);
    row("attn_v.weight", TensorRole::Other);
}

void TestTensorNames::findsRoles()
{
    QFETCH(QString, name);
    QTEST(int(roleOfTensor(name.toStdString())), "role");
}

void TestTensorNames::sortsAsTheReference()
{
    const std::vector<std::string> expected{"output.weight",       "output_norm.weight",     "token_embd.weight",
                                            "blk.0.attn_k.weight", "blk.0.attn_norm.weight", "blk.2.attn_k.weight",
                                            "blk.10.attn_k.bias",  "blk.10.attn_k.weight"};
    std::vector<ModelTensor> tensors(expected.size());
    for (std::size_t i = 0; i < expected.size(); ++i) {
        tensors[i].name = expected[(i * 5 + 3) % expected.size()];
        tensors[i].layer = layerOfTensor(tensors[i].name);
    }
    std::sort(tensors.begin(), tensors.end(), comesBefore);
    for (std::size_t i = 0; i < expected.size(); ++i)
        QCOMPARE(tensors[i].name, expected[i]);
}

void TestTensorNames::permutesRotaryRows_data()
{
    QTest::addColumn<int>("heads");
    QTest::addColumn<int>("rowsPerHead");
    QTest::newRow("one head") << 1 << 8;
    QTest::newRow("three heads") << 3 << 64;
    QTest::newRow("smallest head") << 5 << 2;
}

void TestTensorNames::permutesRotaryRows()
{
    QFETCH(int, heads);
    QFETCH(int, rowsPerHead);
    const auto count = std::uint64_t(heads * rowsPerHead);
    const TensorSource source{0, 0, 0, TensorType::F16, RowOrder::RotaryInterleaved, std::uint32_t(heads), {}};
    // The rule as the reference writes it: view as [heads, 2, half], swap the last two, flatten.
    std::vector<std::uint64_t> expected;
    for (int head = 0; head < heads; ++head)
        for (int pair = 0; pair < rowsPerHead / 2; ++pair)
            for (int half = 0; half < 2; ++half)
                expected.push_back(std::uint64_t(head * rowsPerHead + half * (rowsPerHead / 2) + pair));
    const TensorSource back{0, 0, 0, TensorType::F16, RowOrder::RotaryHalves, std::uint32_t(heads), {}};
    for (std::uint64_t row = 0; row < count; ++row) {
        QCOMPARE(sourceRow(source, count, row), expected[row]);
        QCOMPARE(sourceRow(back, count, expected[row]), row);
    }
}

void TestTensorNames::keepsOtherRows()
{
    const TensorSource plain{};
    QCOMPARE(sourceRow(plain, 10, 7), std::uint64_t{7});
    const TensorSource noHeads{0, 0, 0, TensorType::F16, RowOrder::RotaryInterleaved, 0, {}};
    QCOMPARE(sourceRow(noHeads, 10, 7), std::uint64_t{7});
    const TensorSource tooManyHeads{0, 0, 0, TensorType::F16, RowOrder::RotaryInterleaved, 100, {}};
    QCOMPARE(sourceRow(tooManyHeads, 10, 7), std::uint64_t{7});
}

void TestTensorNames::cleansText_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("shown");
    QTest::addColumn<QByteArray>("fileName");
    QTest::newRow("plain") << QByteArray("Qwen2.5-7B") << QByteArray("Qwen2.5-7B") << QByteArray("Qwen2.5-7B");
    QTest::newRow("letters") << QByteArray("M\xC3\xBCller \xE4\xB8\xAD") << QByteArray("M\xC3\xBCller \xE4\xB8\xAD")
                             << QByteArray("M\xC3\xBCller \xE4\xB8\xAD");
    QTest::newRow("control") << QByteArray("a\x1B[2Jb\xC2\x9Bz") << QByteArray("a?[2Jb?z") << QByteArray("a-[2Jb-z");
    QTest::newRow("not UTF-8") << QByteArray("a\xFF\xC0\xAF\xED\xA0\x80z") << QByteArray("a??????z")
                               << QByteArray("a------z");
    QTest::newRow("cut short") << QByteArray("a\xE4\xB8") << QByteArray("a??") << QByteArray("a--");
    QTest::newRow("path") << QByteArray("../a/b ") << QByteArray("../a/b ") << QByteArray("-a-b");
    QTest::newRow("nothing left") << QByteArray(" .. ") << QByteArray(" .. ") << QByteArray("");
    QTest::newRow("empty") << QByteArray("") << QByteArray("") << QByteArray("");
}

void TestTensorNames::cleansText()
{
    QFETCH(QByteArray, text);
    QTEST(QByteArray::fromStdString(printable(text.toStdString())), "shown");
    QTEST(QByteArray::fromStdString(fileNameSafe(text.toStdString())), "fileName");
    QVERIFY(printable(std::string(1000, 'x')).size() == 200);
}

QTEST_APPLESS_MAIN(TestTensorNames)
#include "tst_tensornames.moc"
