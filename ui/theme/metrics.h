// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Distances, heights, radii and text sizes, in device-independent pixels.

#pragma once

namespace snug::ui {

// Space.
constexpr int kSpace4 = 4, kSpace8 = 8, kSpace12 = 12, kSpace16 = 16, kSpace24 = 24, kSpace32 = 32;
constexpr int kPageMargin = 24, kPageMarginNarrow = 16;
constexpr int kCardGap = 12;

// Heights.
constexpr int kStripHeight = 58, kTabsHeight = 42, kActionBarHeight = 58;
constexpr int kControlHeight = 32, kSmallButtonHeight = 26;
constexpr int kRowHeight = 34, kDenseRowHeight = 23, kHeaderHeight = 44, kFoldedHeight = 37;

// Widths.
constexpr int kListWidth = 252, kListWidthNarrow = 204;
constexpr int kNarrowWindow = 1080; ///< a window below this width is laid out narrow
constexpr int kFoldedTitleWidth = 120;

// Radii.
constexpr int kCheckRadius = 4, kControlRadius = 6, kSegmentedRadius = 8, kCardRadius = 10;

constexpr int kCheckSize = 16, kIconSize = 16;

// Text sizes.
constexpr int kUnitText = 11, kSecondText = 12, kBodyText = 13, kTitleText = 16, kNameText = 20, kFigureText = 34;

} // namespace snug::ui
