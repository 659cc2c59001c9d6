// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT

#include "core/chat/clocktext.h"

#include <fmt/format.h>

#include <array>

namespace snug::chat {

namespace {

constexpr std::array<std::string_view, 12> kMonths = {"January",   "February", "March",    "April",
                                                      "May",       "June",     "July",     "August",
                                                      "September", "October",  "November", "December"};
constexpr std::array<std::string_view, 7> kDays = {"Sunday",   "Monday", "Tuesday", "Wednesday",
                                                   "Thursday", "Friday", "Saturday"};

struct Clock
{
    int year, month, day, weekday, dayOfYear, hour, minute, second;
};

Clock clockOf(std::chrono::sys_seconds now)
{
    using namespace std::chrono;
    const auto midnight = floor<days>(now);
    const year_month_day date(midnight);
    const hh_mm_ss time(now - midnight);
    const auto newYear = sys_days(date.year() / January / 1);
    return {static_cast<int>(date.year()),
            static_cast<int>(static_cast<unsigned>(date.month())),
            static_cast<int>(static_cast<unsigned>(date.day())),
            static_cast<int>(weekday(midnight).c_encoding()),
            static_cast<int>((midnight - newYear).count()) + 1,
            static_cast<int>(time.hours().count()),
            static_cast<int>(time.minutes().count()),
            static_cast<int>(time.seconds().count())};
}

/// A number as wide as its directive has it, or without zeros in front ("%-d").
std::string number(int value, int width, bool bare)
{
    return bare ? fmt::format("{}", value) : fmt::format("{:0{}}", value, width);
}

std::optional<std::string> directive(const Clock &clock, char letter, bool bare)
{
    const int hour12 = clock.hour % 12 == 0 ? 12 : clock.hour % 12;
    switch (letter) {
    case 'Y':
        return number(clock.year, 4, bare);
    case 'y':
        return number(clock.year % 100, 2, bare);
    case 'm':
        return number(clock.month, 2, bare);
    case 'd':
        return number(clock.day, 2, bare);
    case 'j':
        return number(clock.dayOfYear, 3, bare);
    case 'H':
        return number(clock.hour, 2, bare);
    case 'I':
        return number(hour12, 2, bare);
    case 'M':
        return number(clock.minute, 2, bare);
    case 'S':
        return number(clock.second, 2, bare);
    default:
        break;
    }
    if (bare)
        return std::nullopt;
    switch (letter) {
    case 'B':
        return std::string(kMonths[static_cast<std::size_t>(clock.month) - 1]);
    case 'b':
        return std::string(kMonths[static_cast<std::size_t>(clock.month) - 1].substr(0, 3));
    case 'A':
        return std::string(kDays[static_cast<std::size_t>(clock.weekday)]);
    case 'a':
        return std::string(kDays[static_cast<std::size_t>(clock.weekday)].substr(0, 3));
    case 'p':
        return clock.hour < 12 ? "AM" : "PM";
    case 'F':
        return fmt::format("{:04}-{:02}-{:02}", clock.year, clock.month, clock.day);
    case 'T':
        return fmt::format("{:02}:{:02}:{:02}", clock.hour, clock.minute, clock.second);
    case '%':
        return "%";
    default:
        return std::nullopt;
    }
}

} // namespace

std::optional<std::string> clockText(std::chrono::sys_seconds now, std::string_view format, std::string &unknown)
{
    const Clock clock = clockOf(now);
    std::string made;
    while (!format.empty()) {
        if (format[0] != '%') {
            made += format[0];
            format.remove_prefix(1);
            continue;
        }
        const bool bare = format.size() > 1 && format[1] == '-';
        const std::size_t length = bare ? 3 : 2;
        const auto text = format.size() < length ? std::nullopt : directive(clock, format[length - 1], bare);
        if (!text) {
            unknown = format.substr(0, length);
            return std::nullopt;
        }
        made += *text;
        format.remove_prefix(length);
    }
    return made;
}

} // namespace snug::chat
