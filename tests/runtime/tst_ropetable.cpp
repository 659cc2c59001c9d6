// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Angles of positions: plain, and with every scaling.

#include "core/runtime/ropetable.h"

#include <QtTest>

#include <cmath>

using namespace snug;

namespace {

constexpr std::uint64_t kDimensions = 8;
constexpr double kBase = 10000; // plain turns: 1, 0.1, 0.01, 0.001

Model modelWith(const char *type, double factor, std::string architecture = "llama")
{
    Model model;
    model.path = "m.gguf";
    model.architecture = std::move(architecture);
    model.hyper.contextLength = 4096;
    if (type)
        model.metadata.append(model.architecture + ".rope.scaling.type", GgufValue::string(type));
    model.metadata.append(model.architecture + ".rope.scaling.factor", GgufValue::f32(static_cast<float>(factor)));
    return model;
}

void set(Model &model, const char *name, float value)
{
    model.metadata.set(model.architecture + ".rope.scaling." + name, GgufValue::f32(value));
}

bool near(double a, double b) { return std::abs(a - b) <= 1e-6 * std::abs(b); }

void compare(const Result<RopeTable> &table, const std::vector<double> &turns, double magnitude)
{
    QVERIFY2(table, table ? "" : table.error().message.c_str());
    QCOMPARE(table->turns.size(), turns.size());
    for (std::size_t i = 0; i < turns.size(); ++i)
        QVERIFY2(near(static_cast<double>(table->turns[i]), turns[i]),
                 qPrintable(QString("%1: %2, expected %3").arg(i).arg(table->turns[i]).arg(turns[i])));
    QVERIFY2(near(table->magnitude, magnitude), qPrintable(QString::number(table->magnitude)));
}

} // namespace

class TstRopeTable : public QObject
{
    Q_OBJECT

private slots:
    void plain() { compare(ropeTable(modelWith(nullptr, 1), kBase, true, {}, kDimensions), {1, .1, .01, .001}, 1); }

    void linear()
    {
        const Model model = modelWith("linear", 4);
        compare(ropeTable(model, kBase, true, {}, kDimensions), {.25, .025, .0025, .00025}, 1);
        compare(ropeTable(model, kBase, false, {}, kDimensions), {1, .1, .01, .001}, 1); // a layer without scaling
    }

    void factorsDivide()
    {
        Model model = modelWith("longrope", 1);
        set(model, "attn_factor", 1.25F);
        const std::vector<float> factors = {1, 2, 4, 8};
        compare(ropeTable(model, kBase, true, factors, kDimensions), {1, .05, .0025, .000125}, 1.25);
    }

    // Pairs that turn 32 times and once in 640 positions: 0.50 and 2.01 of four, so the ramp is from 0 to 3.
    void yarn_data()
    {
        QTest::addColumn<QString>("architecture");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        const auto pairOf = [](double turns) { return 8 * std::log(640 / (turns * 2 * M_PI)) / (2 * std::log(kBase)); };
        QTest::newRow("between whole pairs") << "llama" << 0.0 << 3.0;
        QTest::newRow("gpt-oss does not round") << "gpt-oss" << pairOf(32) << pairOf(1);
    }

    void yarn()
    {
        QFETCH(QString, architecture);
        QFETCH(double, low);
        QFETCH(double, high);
        Model model = modelWith("yarn", 8, architecture.toStdString());
        model.metadata.append(model.architecture + ".rope.scaling.original_context_length", GgufValue::u32(640));
        std::vector<double> turns;
        for (int i = 0; i < 4; ++i) {
            const double slowed = std::clamp((i - low) / (high - low), 0.0, 1.0);
            turns.push_back(std::pow(10, -i) * (slowed / 8 + 1 - slowed));
        }
        compare(ropeTable(model, kBase, true, {}, kDimensions), turns, 1 + 0.1 * std::log(8));
        set(model, "yarn_attn_factor", 1.5F);
        compare(ropeTable(model, kBase, true, {}, kDimensions), turns, 1.5);
    }

    void fills()
    {
        Model model = modelWith("longrope", 1);
        set(model, "attn_factor", 2);
        const auto table = ropeTable(model, kBase, true, {}, 4); // turns 1 and 0.01
        QVERIFY(table);
        std::vector<float> angles(2 * 4);
        table->fill(100, 2, angles);
        const double expected[] = {100, 1, 101, 1.01};
        for (std::size_t i = 0; i < 4; ++i) {
            QVERIFY(std::abs(static_cast<double>(angles[2 * i]) - 2 * std::cos(expected[i])) < 1e-6);
            QVERIFY(std::abs(static_cast<double>(angles[2 * i + 1]) - 2 * std::sin(expected[i])) < 1e-6);
        }
    }

    void refuses_data()
    {
        QTest::addColumn<QString>("key");
        QTest::addColumn<double>("value");
        QTest::addColumn<double>("base");
        const double nan = std::nan(""), infinite = std::numeric_limits<double>::infinity();
        QTest::newRow("no factor") << "factor" << 0.0 << kBase;
        QTest::newRow("a factor below zero") << "factor" << -2.0 << kBase;
        QTest::newRow("a factor that is no number") << "factor" << nan << kBase;
        QTest::newRow("an infinite factor") << "factor" << infinite << kBase;
        QTest::newRow("a ramp from no turns") << "yarn_beta_fast" << 0.0 << kBase;
        QTest::newRow("an infinite magnitude") << "yarn_attn_factor" << infinite << kBase;
        QTest::newRow("an extrapolation that is no number") << "yarn_ext_factor" << nan << kBase;
        QTest::newRow("no base") << "yarn_beta_slow" << 1.0 << 0.0;
        QTest::newRow("a base of one") << "yarn_beta_slow" << 1.0 << 1.0;
        QTest::newRow("a base that is no number") << "yarn_beta_slow" << 1.0 << nan;
    }

    void refuses()
    {
        QFETCH(QString, key);
        QFETCH(double, value);
        QFETCH(double, base);
        Model model = modelWith("yarn", 8);
        set(model, qPrintable(key), static_cast<float>(value));
        const auto table = ropeTable(model, base, true, {}, kDimensions);
        QVERIFY(!table);
        QCOMPARE(table.error().code, ErrorCode::BadInput);
        QVERIFY2(table.error().message.find("m.gguf") != std::string::npos, table.error().message.c_str());
    }

    void refusesUnknownScaling()
    {
        const auto table = ropeTable(modelWith("spiral", 2), kBase, true, {}, kDimensions);
        QVERIFY(!table);
        QCOMPARE(table.error().code, ErrorCode::Unsupported);
        QVERIFY2(table.error().message.find("\"spiral\"") != std::string::npos, table.error().message.c_str());
    }

    void refusesOtherCountOfFactors()
    {
        const std::vector<float> factors = {1, 2, 3};
        const auto table = ropeTable(modelWith(nullptr, 1), kBase, true, factors, kDimensions);
        QVERIFY(!table);
        QVERIFY2(table.error().message.find("3 rotary factors, expected 4") != std::string::npos,
                 table.error().message.c_str());
    }

    void refusesFactorsThatCannotBe_data()
    {
        QTest::addColumn<float>("factor");
        QTest::newRow("zero") << 0.0F;
        QTest::newRow("below zero") << -1.0F;
        QTest::newRow("no number") << std::nanf("");
        QTest::newRow("infinite") << std::numeric_limits<float>::infinity();
    }

    void refusesFactorsThatCannotBe()
    {
        QFETCH(float, factor);
        const std::vector<float> factors = {1, 2, factor, 4};
        const auto table = ropeTable(modelWith(nullptr, 1), kBase, true, factors, kDimensions);
        QVERIFY(!table);
        QCOMPARE(table.error().code, ErrorCode::BadInput);
    }
};

QTEST_APPLESS_MAIN(TstRopeTable)
#include "tst_ropetable.moc"
