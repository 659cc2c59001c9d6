// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/kernels/grids/grid.h"

#include "core/kernels/grids/points.h"

namespace snug::kernels {

namespace {

constexpr int kFill = 8;

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
            for (int i = 0; i < Dims; ++i)
                for (int j = 0; j < PointCount; ++j)
                    m_levels[i][j] = static_cast<unsigned char>(points[j] >> (kBits * i) & ((1 << kBits) - 1));
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
                    const int apart = m_levels[I][j] - level;
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
            int shell[Shells];
            int least = -1;
            for (int &distance : shell) {
                distance = leastAbove(least);
                least = distance;
            }
            const int farthest = shell[0] == 0 ? 0 : shell[Shells - 1];
            int counts[Shells] = {};
            uint16_t index = kOffGrid;
            for (int j = 0; j < PointCount; ++j) {
                if (distances[j] > farthest)
                    continue;
                int s = 0;
                while (distances[j] != shell[s])
                    ++s;
                m_found[s][counts[s]++] = points[j];
                if (distances[j] == 0)
                    index = static_cast<uint16_t>(j);
            }
            store(place, index, counts);
        }

        int leastAbove(int bound) const
        {
            unsigned char least = 255;
            for (int j = 0; j < PointCount; ++j) {
                const unsigned char candidate = m_distances[0][j] > bound ? m_distances[0][j] : 255;
                least = candidate < least ? candidate : least;
            }
            return least;
        }

        void store(int place, uint16_t index, const int (&counts)[Shells])
        {
            uint16_t *list = to.m_neighbours + m_used;
            int count = 0;
            for (int s = 0; s < Shells; ++s)
                for (int j = 0; j < counts[s]; ++j)
                    list[count++] = m_found[s][j];
            to.m_places[place] = {static_cast<uint32_t>(m_used), static_cast<uint16_t>(count), index};
            const uint16_t last = list[count - 1];
            while (count % kFill != 0)
                list[count++] = last;
            m_used += count;
        }

        GridStorage &to;
        const uint16_t *points;
        int m_used = 0;
        unsigned char m_levels[Dims][PointCount];
        unsigned char m_distances[Dims + 1][PointCount] = {}; // [Dims] stays 0
        uint16_t m_found[Shells][PointCount];
    };

    int m_state = kEmpty;
    Grid m_grid;
    GridPlace m_places[kPlaces];
    uint16_t m_neighbours[Lists + kFill];
};

GridStorage<8, 256, 2, 137408> s_grid8x256;
GridStorage<8, 512, 2, 207472> s_grid8x512;
GridStorage<8, 1024, 1, 77256> s_grid8x1024;
GridStorage<8, 2048, 3, 359688> s_grid8x2048;
GridStorage<4, 256, 2, 36352> s_grid4x256;
GridStorage<4, 512, 3, 40552> s_grid4x512;

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
