// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The stacked areas of a memory chart as one picture, made column by column.

#pragma once

#include "ui/charts/memoryseries.h"

#include <QImage>

#include <array>
#include <span>

namespace snug::ui {

/// Borrowed samples and the axes they are drawn on.
struct StackSpec
{
    std::span<const MemorySample> samples;          ///< rising in time
    double endSeconds = 1;                          ///< right edge
    double lastSeconds = 0;                         ///< where the drawing ends; the last sample is held until there
    double topBytes = 1;                            ///< upper edge
    std::array<QRgb, kComponentCount + 1> colors{}; ///< in the order of Component, then other programs; opaque
};

/// One picture of `size` pixels, transparent where nothing is held. Every column shows the sample with the largest
/// total within it, or what lies between its neighbours; layers share the pixels of their borders by coverage, so no
/// seam shows. Time: the pixels of the picture and the samples, each once; many times faster than filling polygons.
QImage paintStack(const StackSpec &spec, const QSize &size);

} // namespace snug::ui
