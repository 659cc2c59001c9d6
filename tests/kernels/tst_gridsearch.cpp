// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The shortcuts of the IQ searches against plain searches: grid points of a group for all candidate scales, and splits
// into three levels, over values and weights where rounding and ties decide.

#include "core/kernels/lanes/array.h"
#include "core/kernels/types/iq1.h"
#include "core/kernels/types/iq2.h"
#include "core/kernels/types/iq3.h"

#include <QTest>

#include <cfloat>
#include <cmath>
#include <cstdint>
#include <random>
#include <vector>

using namespace snug::kernels;

namespace {

using Random = std::mt19937; // its numbers are the same everywhere, those of std's distributions are not
constexpr int kRepeats = 1000;

float uniform(Random &random) { return static_cast<float>(random() >> 8) / 16777216.0f; }
float bell(Random &random) { return uniform(random) + uniform(random) + uniform(random) + uniform(random) - 2.0f; }

enum class Values { Bell, Whole, AroundBoundaries, MostlyZero, Equal, Count };
enum class Weights { Spread, One, WithZeros, Zero, Wide, Count };

/// `top` levels fit between zero and one.
float valueOf(Values kind, int top, Random &random)
{
    const float step = 1.0f / static_cast<float>(2 * top + 1);
    const float whole = static_cast<float>(random() % static_cast<unsigned>(2 * top + 2));
    switch (kind) {
    case Values::Whole:
        return step * whole;
    case Values::AroundBoundaries:
        return step * whole * (1.0f + static_cast<float>(static_cast<int>(random() % 5) - 2) * 1.2e-7f);
    case Values::MostlyZero:
        return random() % 4 ? 0.0f : std::fabs(bell(random));
    case Values::Equal:
        return 0.25f;
    default:
        return std::fabs(bell(random));
    }
}

float weightOf(Weights kind, Random &random)
{
    switch (kind) {
    case Weights::One:
        return 1.0f;
    case Weights::WithZeros:
        return random() % 3 ? uniform(random) : 0.0f;
    case Weights::Zero:
        return 0.0f;
    case Weights::Wide:
        return std::ldexp(1.0f, static_cast<int>(random() % 80) - 40);
    default:
        return uniform(random);
    }
}

/// By definition: the first in the list with the least sum of costs, added up in order.
template <class Type> int plainPoint(const Grid &points, const float *x, const float *v, float inverse, float scale)
{
    using Codes = GridCodes<Type::kDims>;
    int number = 0;
    for (int i = Type::kDims - 1; i >= 0; --i) {
        const int level = ScalarLane::nearestInt(0.5f * (inverse * x[i] - 1.0f));
        number = number * Codes::kLevels + std::min(std::max(level, 0), Codes::kTop);
    }
    const GridPlace &place = points.places[number];
    if (place.index != kOffGrid)
        return points.points[place.index];
    const uint16_t *list = points.neighbours + place.allFirst;
    int found = list[0];
    float least = FLT_MAX;
    for (int j = 0; j < place.allCount; ++j) {
        float sum = 0.0f;
        for (int i = 0; i < Type::kDims; ++i) {
            const float difference = scale * static_cast<float>(2 * Codes::level(list[j], i) + 1) - x[i];
            sum += v[i] * difference * difference;
        }
        if (sum < least) {
            least = sum;
            found = list[j];
        }
    }
    return found;
}

template <class L, class Type> bool groupsAgree(Values values, Weights weights, Random &random)
{
    using Candidates = GridCandidates<L, Type>;
    const Grid &points = grid(Type::kGrid);
    float x[Type::kDims], v[Type::kDims];
    float largest = 0.0f;
    for (int i = 0; i < Type::kDims; ++i) {
        x[i] = valueOf(values, Candidates::kTop, random);
        if (Type::kEvenSigns && random() % 8 == 0)
            x[i] = -x[i];
        v[i] = weightOf(weights, random);
        largest = std::max(largest, std::fabs(x[i]));
    }
    // Most groups are not those with the sub-block's largest weight. Only a first fit may be smaller than that.
    float extent = std::max(random() % 2 ? std::max(largest, 1.0f) : largest, 1e-6f);
    if (Type::kFirstFit && random() % 2)
        extent *= 0.7f;
    const Candidates candidates(extent, std::max(extent, largest), 1e13f);
    int places[Candidates::kFilled] = {}, codes[Candidates::kFilled] = {};
    GridGroup<L, Type>(points, x, v, candidates, places, codes).find();
    for (int t = 0; t < Candidates::kTries; ++t)
        if (codes[t] != plainPoint<Type>(points, x, v, candidates.inverses[t], candidates.scales[t]))
            return false;
    return true;
}

/// All splits in order, one lane of what the search is given.
template <template <class, int> class Shifts, int N> std::vector<float> plainSplit(const float *x, const float *w)
{
    ScalarLane::F rank[N], values[N];
    ScalarLane::loadColumns(x, N, values);
    rankByValue<ScalarLane>(values, rank);
    unsigned char order[N];
    for (int i = 0; i < N; ++i)
        order[i] = static_cast<unsigned char>(rank[i]);
    Shifts<ScalarLane, N> sums;
    sums.fill(x, w, order);
    std::vector<float> found{-1.0f, 0.0f, 0.0f, 0.0f}; // choice, low, middle, scale
    float best = -FLT_MAX;
    for (int low = 0; low <= N; ++low)
        for (int middle = low; middle <= N; ++middle) {
            float xq[Shifts<ScalarLane, N>::kChoices], qq[Shifts<ScalarLane, N>::kChoices];
            sums.sums(sums.row(low), middle, xq, qq);
            for (int k = 0; k < Shifts<ScalarLane, N>::kChoices; ++k)
                if (qq[k] > 0 && xq[k] * xq[k] > best * qq[k]) {
                    found = {static_cast<float>(k), static_cast<float>(low), static_cast<float>(middle), xq[k] / qq[k]};
                    best = found[3] * xq[k];
                }
        }
    return found;
}

template <class L, template <class, int> class Shifts, int N>
bool splitsAgree(Values values, Weights weights, Random &random)
{
    float x[L::kWidth * N], w[L::kWidth * N];
    const float unit = std::ldexp(1.0f, static_cast<int>(random() % 40) - 20);
    for (int i = 0; i < L::kWidth * N; ++i) {
        x[i] = valueOf(values, 2, random) * (random() % 2 ? unit : -unit);
        w[i] = weightOf(weights, random);
    }
    const ThreeLevelSearch<L, N, Shifts> search(x, w);
    float choice[L::kWidth], low[L::kWidth], middle[L::kWidth], scale[L::kWidth];
    L::store(search.choice, choice);
    L::store(search.low, low);
    L::store(search.middle, middle);
    L::store(search.scale, scale);
    for (int k = 0; k < L::kWidth; ++k)
        if (std::vector<float>{choice[k], low[k], middle[k], scale[k]} != plainSplit<Shifts, N>(x + k * N, w + k * N))
            return false;
    return true;
}

} // namespace

class TestGridSearch : public QObject
{
    Q_OBJECT

private slots:
    void findsThePlainPoint_data() { addRows(); }
    void findsThePlainPoint();
    void findsThePlainSplit_data() { addRows(); }
    void findsThePlainSplit();
    void ranksEqualValuesInOrder();

private:
    static void addRows();
};

void TestGridSearch::addRows()
{
    constexpr const char *kValues[] = {"bell", "whole", "around boundaries", "mostly zero", "equal"};
    constexpr const char *kWeights[] = {"spread", "one", "with zeros", "zero", "wide"};
    QTest::addColumn<int>("values");
    QTest::addColumn<int>("weights");
    for (int values = 0; values < int(Values::Count); ++values)
        for (int weights = 0; weights < int(Weights::Count); ++weights)
            QTest::addRow("%s values, %s weights", kValues[values], kWeights[weights]) << values << weights;
}

void TestGridSearch::findsThePlainPoint()
{
    QFETCH(int, values);
    QFETCH(int, weights);
    Random random(7);
    const auto v = static_cast<Values>(values);
    const auto w = static_cast<Weights>(weights);
    for (int repeat = 0; repeat < kRepeats; ++repeat) {
        QVERIFY((groupsAgree<ArrayLane<8>, IQ2_XXS>(v, w, random)));
        QVERIFY((groupsAgree<ScalarLane, IQ2_XS>(v, w, random)));
        QVERIFY((groupsAgree<ArrayLane<16>, IQ2_XS>(v, w, random)));
        QVERIFY((groupsAgree<ArrayLane<8>, IQ2_S>(v, w, random)));
        QVERIFY((groupsAgree<ArrayLane<4>, IQ3_XXS>(v, w, random)));
        QVERIFY((groupsAgree<ArrayLane<8>, IQ3_S>(v, w, random)));
    }
}

void TestGridSearch::findsThePlainSplit()
{
    QFETCH(int, values);
    QFETCH(int, weights);
    Random random(8);
    const auto v = static_cast<Values>(values);
    const auto w = static_cast<Weights>(weights);
    for (int repeat = 0; repeat < kRepeats / 8; ++repeat) {
        QVERIFY((splitsAgree<ArrayLane<8>, OneShift, 32>(v, w, random)));
        QVERIFY((splitsAgree<ArrayLane<8>, TwoShifts, 16>(v, w, random)));
        QVERIFY((splitsAgree<ScalarLane, TwoShifts, 16>(v, w, random)));
    }
}

void TestGridSearch::ranksEqualValuesInOrder()
{
    constexpr float x[8] = {2.0f, -1.0f, 2.0f, 0.0f, -0.0f, -1.0f, 3.0f, 2.0f};
    constexpr float expected[8] = {4.0f, 0.0f, 5.0f, 2.0f, 3.0f, 1.0f, 7.0f, 6.0f};
    float rank[8];
    rankByValue<ScalarLane>(x, rank);
    for (int i = 0; i < 8; ++i)
        QCOMPARE(rank[i], expected[i]);
}

QTEST_APPLESS_MAIN(TestGridSearch)
#include "tst_gridsearch.moc"
