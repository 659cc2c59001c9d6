// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The grids of the IQ types: neighbour lists against their definition, and their construction by many threads at once.

#include "core/kernels/grids/grid.h"

#include <QTest>

#include <algorithm>
#include <atomic>
#include <iterator>
#include <thread>
#include <vector>

using namespace snug::kernels;

namespace {

struct Shape
{
    GridId id;
    int dims, points;
    int distances; ///< how many of the smallest distances a list takes
    const char *name;
};

constexpr Shape kShapes[] = {
    {GridId::Points8x256, 8, 256, 2, "8 x 256"},    {GridId::Points8x512, 8, 512, 2, "8 x 512"},
    {GridId::Points8x1024, 8, 1024, 1, "8 x 1024"}, {GridId::Points8x2048, 8, 2048, 3, "8 x 2048"},
    {GridId::Points4x256, 4, 256, 2, "4 x 256"},    {GridId::Points4x512, 4, 512, 3, "4 x 512"},
};

/// A combination of levels by its number, in packed form.
int packed(const Shape &shape, int place)
{
    if (shape.dims == 4)
        return place;
    int code = 0;
    for (int i = 0; i < 8; ++i, place /= 3)
        code |= place % 3 << (2 * i);
    return code;
}

int squareDistance(const Shape &shape, int a, int b)
{
    const int bits = shape.dims == 4 ? 3 : 2;
    int sum = 0;
    for (int i = 0; i < shape.dims; ++i, a >>= bits, b >>= bits) {
        const int apart = (a & ((1 << bits) - 1)) - (b & ((1 << bits) - 1));
        sum += apart * apart;
    }
    return sum;
}

/// The list of a place, by definition: all points by (distance, number), up to the wanted number of distances.
std::vector<int> expectedList(const Shape &shape, const Grid &grid, int code)
{
    std::vector<std::pair<int, int>> all;
    for (int j = 0; j < shape.points; ++j)
        all.emplace_back(squareDistance(shape, code, grid.points[j]), j);
    std::sort(all.begin(), all.end());
    const int wanted = all[0].first == 0 ? 1 : shape.distances;
    std::vector<int> list;
    int distances = 0;
    for (std::size_t i = 0; i < all.size(); ++i) {
        distances += i == 0 || all[i].first != all[i - 1].first;
        if (distances > wanted)
            break;
        list.push_back(grid.points[all[i].second]);
    }
    return list;
}

std::vector<int> listAt(const Grid &grid, uint32_t first, int count)
{
    return {grid.neighbours + first, grid.neighbours + first + count};
}

/// Whether in every coordinate b lies between a and c or is one of them.
bool isBetween(const Shape &shape, int a, int b, int c)
{
    const int bits = shape.dims == 4 ? 3 : 2;
    for (int i = 0; i < shape.dims; ++i, a >>= bits, b >>= bits, c >>= bits) {
        const int mask = (1 << bits) - 1;
        if ((b & mask) < std::min(a & mask, c & mask) || (b & mask) > std::max(a & mask, c & mask))
            return false;
    }
    return true;
}

void addShapes()
{
    QTest::addColumn<int>("number");
    for (int i = 0; i < int(std::size(kShapes)); ++i)
        QTest::addRow("%s", kShapes[i].name) << i;
}

} // namespace

class TestGrids : public QObject
{
    Q_OBJECT

private slots:
    void oneThreadBuildsAndTheOthersWait_data() { addShapes(); } // first: nothing is built yet
    void oneThreadBuildsAndTheOthersWait();
    void pointsAscend_data() { addShapes(); }
    void pointsAscend();
    void listsAreTheNearestInOrder_data() { addShapes(); }
    void listsAreTheNearestInOrder();
    void shortListsLeaveOutWhatIsBehindAnother_data() { addShapes(); }
    void shortListsLeaveOutWhatIsBehindAnother();
    void listsAreFilledUp_data() { addShapes(); }
    void listsAreFilledUp();
};

void TestGrids::oneThreadBuildsAndTheOthersWait()
{
    QFETCH(int, number);
    constexpr int kThreads = 8;
    const Shape &shape = kShapes[number];
    std::atomic<int> waiting = 0;
    std::vector<const Grid *> found(kThreads);
    std::vector<long long> sums(kThreads);
    std::vector<std::thread> threads;
    for (std::size_t t = 0; t < kThreads; ++t)
        threads.emplace_back([&, t] {
            ++waiting;
            while (waiting < kThreads)
                std::this_thread::yield();
            found[t] = &grid(shape.id);
            for (int i = 0; i < found[t]->neighbourCount; ++i)
                sums[t] = (sums[t] * 31 + found[t]->neighbours[i]) % 1000003;
        });
    for (std::thread &thread : threads)
        thread.join();
    for (std::size_t t = 0; t < kThreads; ++t) {
        QCOMPARE(found[t], found[0]);
        QCOMPARE(sums[t], sums[0]);
    }
}

void TestGrids::pointsAscend()
{
    QFETCH(int, number);
    const Shape &shape = kShapes[number];
    const uint16_t *points = grid(shape.id).points;
    QVERIFY(std::is_sorted(points, points + shape.points));
    QCOMPARE(std::adjacent_find(points, points + shape.points), points + shape.points);
}

void TestGrids::listsAreTheNearestInOrder()
{
    QFETCH(int, number);
    const Shape &shape = kShapes[number];
    const Grid &built = grid(shape.id);
    QCOMPARE(built.placeCount, shape.dims == 8 ? 6561 : 4096);
    int onGrid = 0;
    for (int p = 0; p < built.placeCount; ++p) {
        const GridPlace &place = built.places[p];
        const int code = packed(shape, p);
        QCOMPARE(listAt(built, place.allFirst, place.allCount), expectedList(shape, built, code));
        if (place.index != kOffGrid) {
            QCOMPARE(int(built.points[place.index]), code);
            ++onGrid;
        }
    }
    QCOMPARE(onGrid, shape.points);
}

void TestGrids::shortListsLeaveOutWhatIsBehindAnother()
{
    QFETCH(int, number);
    const Shape &shape = kShapes[number];
    const Grid &built = grid(shape.id);
    int longest = 0;
    for (int p = 0; p < built.placeCount; ++p) {
        const GridPlace &place = built.places[p];
        const int code = packed(shape, p);
        const std::vector<int> all = listAt(built, place.allFirst, place.allCount);
        std::vector<int> expected;
        std::ranges::copy_if(all, std::back_inserter(expected), [&](int point) {
            return std::ranges::none_of(
                all, [&](int other) { return other != point && isBetween(shape, code, other, point); });
        });
        QCOMPARE(listAt(built, place.first, place.count), expected);
        longest = std::max(longest, int(place.count));
    }
    QVERIFY(longest <= Grid::kLongestShortList);
}

void TestGrids::listsAreFilledUp()
{
    QFETCH(int, number);
    const Grid &built = grid(kShapes[number].id);
    uint32_t used = 0;
    const auto check = [&](uint32_t first, int count) {
        QCOMPARE(first, used);
        for (used += static_cast<uint32_t>(count); used % Grid::kFill != 0; ++used)
            QCOMPARE(built.neighbours[used], built.neighbours[first + static_cast<uint32_t>(count) - 1]);
    };
    for (int p = 0; p < built.placeCount; ++p) {
        const GridPlace &place = built.places[p];
        check(place.first, place.count);
        if (place.allFirst != place.first)
            check(place.allFirst, place.allCount);
    }
    QCOMPARE(built.neighbourCount, int(used));
}

QTEST_APPLESS_MAIN(TestGrids)
#include "tst_grids.moc"
