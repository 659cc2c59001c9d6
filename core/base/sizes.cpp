// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Sizes, times and counts as text and back. fmt formats in the C locale whatever the program's locale is.

#include "core/base/sizes.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>

namespace snug {

namespace {

/// Three significant digits, and none dropped before the point: 4.36, 14.2, 512, 1010.
std::string threeDigits(double value)
{
    if (value < 9.995)
        return fmt::format("{:.2f}", value);
    if (value < 99.95)
        return fmt::format("{:.1f}", value);
    return fmt::format("{:.0f}", value);
}

struct Unit
{
    std::string_view name; // lower case
    std::uint64_t bytes;
};

// clang-format off
constexpr std::array<Unit, 14> kUnits = {{
    {"", 1}, {"b", 1},
    {"k", 1ULL << 10}, {"kib", 1ULL << 10}, {"kb", 1'000ULL},
    {"m", 1ULL << 20}, {"mib", 1ULL << 20}, {"mb", 1'000'000ULL},
    {"g", 1ULL << 30}, {"gib", 1ULL << 30}, {"gb", 1'000'000'000ULL},
    {"t", 1ULL << 40}, {"tib", 1ULL << 40}, {"tb", 1'000'000'000'000ULL},
}};
// clang-format on

std::optional<std::uint64_t> unitBytes(std::string_view name)
{
    std::string lower(name);
    for (char &c : lower)
        c = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    for (const Unit &unit : kUnits) {
        if (unit.name == lower)
            return unit.bytes;
    }
    return std::nullopt;
}

std::size_t digitCount(std::string_view text) { return std::min(text.find_first_not_of("0123456789"), text.size()); }

/// Value of the digits after the point, 0 to below 1.
double fractionOf(std::string_view digits)
{
    double value = 0, place = 0.1;
    for (const char digit : digits.substr(0, 18)) {
        value += (digit - '0') * place;
        place /= 10;
    }
    return value;
}

} // namespace

std::string formatBytes(std::uint64_t sizeBytes)
{
    if (sizeBytes < 1024)
        return fmt::format("{} B", sizeBytes);
    constexpr std::array kNames = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
    std::size_t unit = 0;
    double value = static_cast<double>(sizeBytes) / 1024;
    while (value >= 1023.5 && unit + 1 < kNames.size()) { // 1023.5 would be shown as 1024
        value /= 1024;
        ++unit;
    }
    return threeDigits(value) + " " + kNames[unit];
}

std::string formatSeconds(double seconds)
{
    if (!std::isfinite(seconds) || seconds > 1e15)
        return "-:--";
    const auto whole = seconds > 0 ? static_cast<std::uint64_t>(std::llround(seconds)) : 0;
    const std::uint64_t hours = whole / 3600, minutes = whole / 60 % 60, rest = whole % 60;
    return hours > 0 ? fmt::format("{}:{:02}:{:02}", hours, minutes, rest) : fmt::format("{}:{:02}", minutes, rest);
}

std::string formatCount(std::uint64_t count)
{
    if (count < 1000)
        return fmt::format("{}", count);
    constexpr std::array kNames = {"K", "M", "B", "T"};
    std::size_t unit = 0;
    double value = static_cast<double>(count) / 1000;
    while (value >= 999.5 && unit + 1 < kNames.size()) { // 999.5 would be shown as 1000
        value /= 1000;
        ++unit;
    }
    return threeDigits(value) + " " + kNames[unit];
}

std::optional<std::uint64_t> parseBytes(std::string_view text)
{
    const std::size_t wholeDigits = digitCount(text);
    std::uint64_t whole = 0;
    const auto [end, fault] = std::from_chars(text.data(), text.data() + wholeDigits, whole);
    if (wholeDigits == 0 || fault != std::errc())
        return std::nullopt;
    text.remove_prefix(wholeDigits);

    double fraction = 0;
    if (text.starts_with('.')) {
        text.remove_prefix(1);
        const std::size_t digits = digitCount(text);
        if (digits == 0)
            return std::nullopt;
        fraction = fractionOf(text.substr(0, digits));
        text.remove_prefix(digits);
    }
    if (text.starts_with(' ') && text.size() > 1)
        text.remove_prefix(1);
    const auto unit = unitBytes(text);
    if (!unit || (*unit == 1 && fraction != 0))
        return std::nullopt;
    const auto wholeBytes = checkedMul(whole, *unit);
    if (!wholeBytes)
        return std::nullopt;
    return checkedAdd(*wholeBytes, static_cast<std::uint64_t>(std::llround(fraction * static_cast<double>(*unit))));
}

std::optional<std::uint64_t> checkedMul(std::uint64_t a, std::uint64_t b)
{
    if (b != 0 && a > std::numeric_limits<std::uint64_t>::max() / b)
        return std::nullopt;
    return a * b;
}

std::optional<std::uint64_t> checkedAdd(std::uint64_t a, std::uint64_t b)
{
    if (a > std::numeric_limits<std::uint64_t>::max() - b)
        return std::nullopt;
    return a + b;
}

std::optional<std::uint64_t> alignUp(std::uint64_t value, std::uint64_t alignment)
{
    if (!std::has_single_bit(alignment))
        return std::nullopt;
    const auto raised = checkedAdd(value, alignment - 1);
    if (!raised)
        return std::nullopt;
    return *raised & ~(alignment - 1);
}

} // namespace snug
