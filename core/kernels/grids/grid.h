// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// A grid with what a quantizer needs around it: for every combination of levels (a place) the grid points near it.
// Built at first use, once for all instruction sets, into static storage.

#pragma once

#include <stdint.h>

namespace snug::kernels {

enum class GridId { Points8x256, Points8x512, Points8x1024, Points8x2048, Points4x256, Points4x512 };

inline constexpr uint16_t kOffGrid = 0xffff;

/// A combination of levels. Places are numbered by their levels as digits, coordinate 0 the lowest: to the base 3 for
/// eight coordinates, to the base 8 for four.
struct GridPlace
{
    uint32_t first;    ///< of its short list in Grid::neighbours
    uint32_t allFirst; ///< of its list
    uint16_t count;    ///< points in the short list, at least 1
    uint16_t allCount;
    uint16_t index; ///< number of the grid point here, or kOffGrid
};

struct Grid
{
    /// A list is filled up to a multiple of this with its last point, and twice as many may be read from its last ones.
    static constexpr int kFill = 8;
    static constexpr int kLongestShortList = 137;

    const uint16_t *points; ///< packed codes, see points.h
    const GridPlace *places;
    /// Packed codes of the points near each place, nearest first, equal distances by index: all points at the one, two
    /// or three smallest distances that occur. A place on the grid lists itself alone.
    ///
    /// The short list leaves out a point that another one of the list stands between, in every coordinate, the place
    /// and it. Where each weight is nearer to its level here than to any other level, the other one costs no more in
    /// any coordinate, nor then in their sum, and comes first.
    const uint16_t *neighbours;
    int placeCount;
    int neighbourCount; ///< with the filling
};

/// The grid, built by the first caller while others wait, in 2 to 20 milliseconds. Any thread. Source: neighbour lists
/// of ggml 0.25.1 (number of distances 2, 2, 1, 3 for eight coordinates and 2, 3 for four).
const Grid &grid(GridId id);

} // namespace snug::kernels
