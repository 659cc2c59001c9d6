// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/kernels/grids/grid.h"

#include "core/kernels/grids/points.h"

namespace snug::kernels {

namespace {

constexpr int power(int base, int exponent) { return exponent == 0 ? 1 : base * power(base, exponent - 1); }

/// Static storage of one grid and its construction. Lists is the number of codes in all lists together.
template <int Dims, int PointCount, int Shells, int Lists> class GridStorage
{
    static constexpr int kBits = Dims == 8 ? 2 : 3;
    static constexpr int kLevels = Dims == 8 ? 3 : 8;
    static constexpr int kPlaces = power(kLevels, Dims);

public:
    const Grid &get(const uint16_t *points)
    {
        if (__atomic_load_n(&m_state, __ATOMIC_ACQUIRE) != kReady)
            prepare(points);
        return m_grid;
    }

private:
    enum State { kEmpty, kBuilding, kReady };

    void prepare(const uint16_t *points)
    {
        int expected = kEmpty;
        if (__atomic_compare_exchange_n(&m_state, &expected, kBuilding, false, __ATOMIC_ACQUIRE, __ATOMIC_ACQUIRE)) {
            Builder(*this, points).run();
            __atomic_store_n(&m_state, kReady, __ATOMIC_RELEASE);
            return;
        }
        while (__atomic_load_n(&m_state, __ATOMIC_ACQUIRE) != kReady)
            continue;
    }

    class Builder
    {
    public:
        Builder(GridStorage &storage, const uint16_t *codes) : to(storage), points(codes) {}

        void run()
        {
            for (int j = 0; j < PointCount; ++j) {
                for (int i = 0; i < Dims; ++i)
                    m_levels[i][j] = static_cast<unsigned char>(points[j] >> (kBits * i) & ((1 << kBits) - 1));
                m_steps[j] = stepsOf([&](int i) { return m_levels[i][j]; });
            }
            visit<Dims - 1>(0);
            to.m_grid = {points, to.m_places, to.m_neighbours, kPlaces, m_used};
        }

    private:
        /// All places that agree in the coordinates above I, whose share of the squared distances is known.
        template <int I> void visit(int place)
        {
            for (int level = 0; level < kLevels; ++level) {
                const unsigned char *above = m_distances[I + 1];
                for (int j = 0; j < PointCount; ++j) {
                    const int apart = m_levels[I][j] > level ? m_levels[I][j] - level : level - m_levels[I][j];
                    m_distances[I][j] = static_cast<unsigned char>(above[j] + apart * apart);
                }
                if constexpr (I == 0)
                    list(place * kLevels + level);
                else
                    visit<I - 1>(place * kLevels + level);
            }
        }

        void list(int place)
        {
            const unsigned char *distances = m_distances[0];
            unsigned char shell[Shells];
            for (int s = 0; s < Shells; ++s)
                shell[s] = leastFrom(s == 0 ? 0 : static_cast<unsigned char>(shell[s - 1] + 1));
            const unsigned char farthest = shell[0] == 0 ? 0 : shell[Shells - 1];
            int counts[Shells] = {};
            uint16_t index = kOffGrid;
            for (int j = 0; j < PointCount; ++j) {
                if (distances[j] > farthest)
                    continue;
                int s = 0;
                while (distances[j] != shell[s])
                    ++s;
                m_found[s][counts[s]++] = static_cast<uint16_t>(j);
                if (distances[j] == 0)
                    index = static_cast<uint16_t>(j);
            }
            store(place, index, counts);
        }

        unsigned char leastFrom(unsigned char bound) const
        {
            constexpr int kParts = 16; // a vector of bytes
            unsigned char parts[kParts];
            __builtin_memset(parts, 255, sizeof(parts));
            for (int j = 0; j < PointCount; j += kParts)
                for (int k = 0; k < kParts; ++k) {
                    const unsigned char distance = m_distances[0][j + k];
                    const auto candidate = static_cast<unsigned char>(distance | (distance < bound ? 255 : 0));
                    parts[k] = candidate < parts[k] ? candidate : parts[k];
                }
            unsigned char least = 255;
            for (unsigned char part : parts)
                least = part < least ? part : least;
            return least;
        }

        void store(int place, uint16_t index, const int (&counts)[Shells])
        {
            uint16_t all[PointCount], kept[PointCount];
            uint32_t steps[PointCount]; // from the place to the kept ones
            const uint32_t here = stepsOf([&](int i) { return place / power(kLevels, i) % kLevels; });
            int count = 0, keptCount = 0;
            for (int s = 0; s < Shells; ++s)
                for (int j = 0; j < counts[s]; ++j) {
                    const int point = m_found[s][j];
                    all[count++] = points[point];
                    const uint32_t there = here ^ m_steps[point];
                    if (isBehind(there, steps, keptCount))
                        continue;
                    steps[keptCount] = there;
                    kept[keptCount++] = points[point];
                }
            GridPlace &out = to.m_places[place];
            out.count = static_cast<uint16_t>(keptCount);
            out.allCount = static_cast<uint16_t>(count);
            out.index = index;
            out.first = append(kept, keptCount);
            out.allFirst = count == keptCount ? out.first : append(all, count);
        }

        /// Whether one of the points stands between the place and this one. It is nearer, so it comes earlier.
        static bool isBehind(uint32_t there, const uint32_t *steps, int count)
        {
            bool behind = false;
            for (int k = 0; k < count; ++k)
                behind |= (steps[k] & ~there) == 0;
            return behind;
        }

        uint32_t append(const uint16_t *codes, int count)
        {
            const int first = m_used;
            for (int j = 0; j < count; ++j)
                to.m_neighbours[m_used++] = codes[j];
            for (; m_used % Grid::kFill != 0; ++m_used)
                to.m_neighbours[m_used] = codes[count - 1];
            return static_cast<uint32_t>(first);
        }

        /// For each coordinate as many bits as its level: two combinations differ in the bits of the levels passed
        /// between them.
        template <class LevelOf> static uint32_t stepsOf(LevelOf levelOf)
        {
            uint32_t steps = 0;
            for (int i = 0; i < Dims; ++i)
                steps |= ((1u << levelOf(i)) - 1) << ((kLevels - 1) * i);
            return steps;
        }

        GridStorage &to;
        const uint16_t *points;
        int m_used = 0;
        unsigned char m_levels[Dims][PointCount];
        unsigned char m_distances[Dims + 1][PointCount] = {}; // [Dims] stays 0
        uint32_t m_steps[PointCount];
        uint16_t m_found[Shells][PointCount]; // numbers of points
    };

    int m_state = kEmpty;
    Grid m_grid;
    GridPlace m_places[kPlaces];
    uint16_t m_neighbours[Lists + Grid::kFill];
};

GridStorage<8, 256, 2, 199184> s_grid8x256;
GridStorage<8, 512, 2, 288904> s_grid8x512;
GridStorage<8, 1024, 1, 77256> s_grid8x1024;
GridStorage<8, 2048, 3, 448968> s_grid8x2048;
GridStorage<4, 256, 2, 41672> s_grid4x256;
GridStorage<4, 512, 3, 52592> s_grid4x512;

} // namespace

const Grid &grid(GridId id)
{
    switch (id) {
    case GridId::Points8x256:
        return s_grid8x256.get(kPoints8x256);
    case GridId::Points8x512:
        return s_grid8x512.get(kPoints8x512);
    case GridId::Points8x1024:
        return s_grid8x1024.get(kPoints8x1024);
    case GridId::Points8x2048:
        return s_grid8x2048.get(kPoints8x2048);
    case GridId::Points4x256:
        return s_grid4x256.get(kPoints4x256);
    case GridId::Points4x512:
        break;
    }
    return s_grid4x512.get(kPoints4x512);
}

} // namespace snug::kernels
