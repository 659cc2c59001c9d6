// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sizes, times and counts as people read them, and checked arithmetic on numbers that came from a file.

#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace snug {

/// "4.36 GiB", "512 KiB", "17 B": binary units, three significant digits, C locale.
std::string formatBytes(std::uint64_t sizeBytes);
/// "2:06", "1:02:03": minutes and seconds, rounded to the nearest second.
std::string formatSeconds(double seconds);
/// "7.62 B", "135 M", "260 K".
std::string formatCount(std::uint64_t count);
/// Parses "9", "512M", "9.5GiB", "200 kB" (K, M, G, T with or without iB are binary; kB, MB, GB decimal).
std::optional<std::uint64_t> parseBytes(std::string_view text);

/// a * b and a + b, or nothing when the result does not fit 64 bits.
std::optional<std::uint64_t> checkedMul(std::uint64_t a, std::uint64_t b);
std::optional<std::uint64_t> checkedAdd(std::uint64_t a, std::uint64_t b);

/// Smallest multiple of `alignment` (a power of two) that is at least `value`; nothing on overflow.
std::optional<std::uint64_t> alignUp(std::uint64_t value, std::uint64_t alignment);

} // namespace snug
