// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Numbers, sizes and times as the user's locale writes them. Binary units everywhere.

#pragma once

#include <QString>

#include <cstdint>

namespace snug::ui {

/// "5.8": gibibytes without unit.
QString gibNumber(std::uint64_t sizeBytes, int decimals = 1);
/// "5.8 GiB". Below 0.1 GiB: "87 MiB" or "512 KiB" or "17 B".
QString sizeText(std::uint64_t sizeBytes, int decimals = 1);
/// "2:06", "1:02:03".
QString clockText(double seconds);
/// "about 13 min", "about 40 s", "about 2 h 10 min".
QString aboutText(double seconds);
/// "32,768".
QString countText(std::uint64_t count);
/// "0.0402": fixed decimals.
QString decimalText(double value, int decimals);
/// "51 %".
QString percentText(double share);

} // namespace snug::ui
