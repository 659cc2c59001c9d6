// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// What a window can offer without opening anything: levels with their groups and sentences, types for single tensors.

#include "core/jobs/offer.h"

#include <QTest>

#include <algorithm>
#include <set>

using namespace snug;

class TestOffer : public QObject
{
    Q_OBJECT

private slots:
    void levelsAreDescribed();
    void unknownMethodsOfferNothing();
    void typesAreSortedAndUsable();
};

void TestOffer::levelsAreDescribed()
{
    const std::vector<LevelOffer> levels = offeredLevels("gguf");
    QVERIFY(levels.size() > 15);
    for (const LevelOffer &level : levels) {
        QVERIFY2(!level.description.empty() && !level.sentence.empty(), level.name.c_str());
        QVERIFY2(level.bits >= (level.name == "COPY" ? 0 : 1) && level.bits <= 32, level.name.c_str());
    }
    QCOMPARE(levels.back().name, std::string("COPY"));
    const auto usual = std::ranges::find(levels, "Q4_K_M", &LevelOffer::name);
    QVERIFY(usual != levels.end());
    QCOMPARE(usual->bits, 4);
    QVERIFY(!usual->needsImportance);
}

void TestOffer::unknownMethodsOfferNothing() { QVERIFY(offeredLevels("alchemy").empty()); }

void TestOffer::typesAreSortedAndUsable()
{
    const std::vector<TensorTypeOffer> types = offeredTensorTypes();
    std::set<TensorType> seen;
    for (std::size_t i = 0; i < types.size(); ++i) {
        QVERIFY(seen.insert(types[i].type).second);
        QVERIFY(i == 0 || types[i].bitsPerWeight <= types[i - 1].bitsPerWeight);
        QCOMPARE(types[i].name, std::string(tensorTypeName(types[i].type)));
    }
    for (TensorType type : {TensorType::F32, TensorType::Q6_K, TensorType::Q4_K, TensorType::Q4_0})
        QVERIFY2(seen.contains(type), tensorTypeName(type).data());
    QVERIFY(!seen.contains(TensorType::I32)); // no kernel, and nothing weights could be
    QCOMPARE(types.front().type, TensorType::F32);
}

QTEST_APPLESS_MAIN(TestOffer)
#include "tst_offer.moc"
