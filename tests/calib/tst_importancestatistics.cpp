// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Figures of importance matrices, worked out by hand.

#include "core/calib/importancestatistics.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <cmath>

using namespace snug;

namespace {

bool near(double a, double b) { return std::abs(a - b) <= 1e-12 * std::max(1.0, std::abs(b)); }

/// Two layers of one dense weight, one of experts in both, and the head.
ImportanceSums example(Ledger &ledger)
{
    ImportanceSums sums(ledger);
    const auto add = [&](const std::string &name, const std::vector<float> &squares, std::uint64_t rows) {
        return sums.declare(name, squares.size()) && sums.add(name, 0, squares, rows);
    };
    bool done = add("blk.0.attn_q.weight", {2, 2, 4, 8}, 2) && add("blk.1.attn_q.weight", {0, 3, 0, 0}, 3) &&
                add("output.weight", {5}, 1);
    for (const std::string name : {"blk.0.ffn_up_exps.weight", "blk.1.ffn_up_exps.weight"})
        done = done && sums.declare(name, 2, 3);
    done = done && sums.add("blk.0.ffn_up_exps.weight", 0, std::vector<float>{3, 4}, 1) &&
           sums.add("blk.0.ffn_up_exps.weight", 1, std::vector<float>{9, 9}, 1) &&
           sums.add("blk.1.ffn_up_exps.weight", 0, std::vector<float>{8, 6}, 2) &&
           sums.add("blk.1.ffn_up_exps.weight", 2, std::vector<float>{1, 1}, 1);
    [[maybe_unused]] const bool declared = done && sums.declare("blk.1.never_seen.weight", 2, 2);
    return sums;
}

const TensorImportance &find(const ImportanceStatistics &statistics, const std::string &name)
{
    return *std::ranges::find(statistics.tensors, name, &TensorImportance::name);
}

} // namespace

class TestImportanceStatistics : public QObject
{
    Q_OBJECT

private slots:
    void workedNumbers();
    void oneColumnAlone();
    void onlyExpertsReachedCount();
    void partsAreComparedFromLayerToLayer();
    void layersAreMeansOfTheirWeights();
    void orderAndText();
    void jsonHasTheFields();
};

void TestImportanceStatistics::workedNumbers()
{
    Ledger ledger;
    const ImportanceStatistics statistics = importanceStatistics(example(ledger));
    const TensorImportance &query = find(statistics, "blk.0.attn_q.weight"); // means 1 1 2 4
    QCOMPARE(query.part, std::string("attn_q"));
    QCOMPARE(query.layer.value(), std::uint64_t(0));
    QCOMPARE(query.values, std::uint64_t(4));
    QCOMPARE(query.sum, 8.0);
    QCOMPARE(query.least, 1.0);
    QCOMPARE(query.most, 4.0);
    QCOMPARE(query.mean, 2.0);
    QVERIFY(near(query.deviation, std::sqrt(1.5))); // (1 + 1 + 0 + 4) / 4
    QCOMPARE(query.activeShare, 1.0);
    QVERIFY(near(query.entropy, 1.75)); // 2 * 3/8 + 2/4 + 1/2
    QVERIFY(near(query.evenness, 0.875));
    QCOMPARE(query.highShare, 0.25); // only 4 lies above 2 + 1.22
    QVERIFY(!query.similarity);
    const TensorImportance &next = find(statistics, "blk.1.attn_q.weight"); // 0 1 0 0
    QCOMPARE(next.activeShare, 0.25);
    QCOMPARE(next.entropy, 0.0);
    QVERIFY(near(next.deviation, std::sqrt(0.1875)));
}

void TestImportanceStatistics::oneColumnAlone()
{
    Ledger ledger;
    const ImportanceStatistics statistics = importanceStatistics(example(ledger));
    const TensorImportance &head = find(statistics, "output.weight");
    QVERIFY(!head.layer && head.part == "output");
    QCOMPARE(head.deviation, 0.0);
    QCOMPARE(head.evenness, 0.0);
    QCOMPARE(head.highShare, 0.0);
}

void TestImportanceStatistics::onlyExpertsReachedCount()
{
    Ledger ledger;
    const ImportanceStatistics statistics = importanceStatistics(example(ledger));
    const TensorImportance &experts = find(statistics, "blk.0.ffn_up_exps.weight"); // 3 4 9 9
    QCOMPARE(experts.experts, std::uint64_t(3));
    QCOMPARE(experts.seenExperts, std::uint64_t(2));
    QCOMPARE(experts.values, std::uint64_t(4));
    QCOMPARE(experts.mean, 6.25);
    QVERIFY(std::ranges::none_of(statistics.tensors, [](const auto &t) { return t.part == "never_seen"; }));
}

void TestImportanceStatistics::partsAreComparedFromLayerToLayer()
{
    Ledger ledger;
    const ImportanceStatistics statistics = importanceStatistics(example(ledger));
    // (1 1 2 4) and (0 1 0 0)
    QVERIFY(near(find(statistics, "blk.1.attn_q.weight").similarity.value(), 1 / std::sqrt(22.0)));
    // Expert 0 alone was reached in both layers: (3 4) and (4 3).
    QVERIFY(near(find(statistics, "blk.1.ffn_up_exps.weight").similarity.value(), 24.0 / 25.0));
    QVERIFY(!find(statistics, "output.weight").similarity);
}

void TestImportanceStatistics::layersAreMeansOfTheirWeights()
{
    Ledger ledger;
    ImportanceSums sums = example(ledger);
    QVERIFY(sums.declare("blk.1.attn_k.weight", 8) && sums.add("blk.1.attn_k.weight", 0, std::vector<float>(8, 1), 1));
    const ImportanceStatistics statistics = importanceStatistics(sums);
    QCOMPARE(statistics.layers.size(), std::size_t(2));
    QCOMPARE(statistics.layers[0].values, std::uint64_t(8));
    QVERIFY(near(statistics.layers[0].sum, (4 * 8.0 + 4 * 25.0) / 8));
    QVERIFY(!statistics.layers[0].similarity);
    QCOMPARE(statistics.layers[1].values, std::uint64_t(16));
    QVERIFY(near(statistics.layers[1].sum, (4 * 1.0 + 4 * 9.0 + 8 * 8.0) / 16));
    // The new weight has nothing to be compared with, and does not pull the mean down.
    QVERIFY(near(statistics.layers[1].similarity.value(), (4 / std::sqrt(22.0) + 4 * 24.0 / 25.0) / 8));
}

void TestImportanceStatistics::orderAndText()
{
    Ledger ledger;
    const ImportanceStatistics statistics = importanceStatistics(example(ledger));
    std::vector<std::string> names;
    for (const TensorImportance &tensor : statistics.tensors)
        names.push_back(tensor.name);
    const std::vector<std::string> expected{"blk.0.attn_q.weight", "blk.1.attn_q.weight", "blk.0.ffn_up_exps.weight",
                                            "blk.1.ffn_up_exps.weight", "output.weight"};
    QCOMPARE(names, expected);
    const QByteArray text = QByteArray::fromStdString(importanceTable(statistics));
    const QList<QByteArray> lines = text.split('\n');
    QCOMPARE(lines.size(), 1 + 5 + 1 + 1 + 2 + 1); // the last is empty
    for (const char *part : {"attn_q", "8.00", "1.2247", "87.50 %", "25.00 %", "1/1"})
        QVERIFY2(lines[1].contains(part), text);
    QVERIFY2(lines[3].contains("2/3"), text);
    for (int i = 1; i < 6; ++i)
        QCOMPARE(lines[i].size(), lines[0].size());
}

void TestImportanceStatistics::jsonHasTheFields()
{
    Ledger ledger;
    const std::string text = importanceJson(importanceStatistics(example(ledger)));
    const QJsonObject json = QJsonDocument::fromJson(QByteArray::fromStdString(text)).object();
    const QJsonArray tensors = json["tensors"].toArray(), layers = json["layers"].toArray();
    QCOMPARE(tensors.size(), 5);
    QCOMPARE(layers.size(), 2);
    const QJsonObject first = tensors[0].toObject();
    QCOMPARE(first["name"].toString(), QString("blk.0.attn_q.weight"));
    QCOMPARE(first["sum"].toDouble(), 8.0);
    QCOMPARE(first["evenness"].toDouble(), 0.875);
    QVERIFY(first["similarity"].isNull() && tensors[4].toObject()["layer"].isNull());
    QCOMPARE(tensors[2].toObject()["seen_experts"].toInt(), 2);
    QVERIFY(layers[1].toObject()["similarity"].isDouble());
}

QTEST_APPLESS_MAIN(TestImportanceStatistics)
#include "tst_importancestatistics.moc"
