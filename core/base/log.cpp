// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Log channels over spdlog's stderr sink. Lines may quote names from files, so bytes that could steer a terminal are
// made visible first.

#include "core/base/log.h"

#include <fmt/format.h>
#include <spdlog/sinks/stdout_color_sinks.h>

#include <array>
#include <atomic>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <optional>

namespace snug::log {

namespace {

struct NamedLevel
{
    std::string_view name;
    Level level;
};
constexpr std::array<NamedLevel, 6> kLevels = {{{"trace", Level::Trace},
                                                {"debug", Level::Debug},
                                                {"info", Level::Info},
                                                {"warn", Level::Warn},
                                                {"error", Level::Error},
                                                {"off", Level::Off}}};

Level levelFromEnvironment()
{
    const char *text = std::getenv("SNUG_LOG");
    for (const NamedLevel &named : kLevels) {
        if (text && named.name == text)
            return named.level;
    }
    return Level::Warn;
}

spdlog::level::level_enum toSpdlog(Level level)
{
    switch (level) {
    case Level::Trace:
        return spdlog::level::trace;
    case Level::Debug:
        return spdlog::level::debug;
    case Level::Info:
        return spdlog::level::info;
    case Level::Warn:
        return spdlog::level::warn;
    case Level::Error:
        return spdlog::level::err;
    case Level::Off:
        return spdlog::level::off;
    }
    return spdlog::level::err;
}

struct State
{
    std::atomic<Level> level = levelFromEnvironment();
    std::shared_ptr<spdlog::sinks::sink> terminal = std::make_shared<spdlog::sinks::stderr_color_sink_mt>();
    std::mutex mutex; // guards sink, also while it runs: after setSink() returns the old one is not running any more
    std::function<void(Level, const std::string &)> sink;

    State() { terminal->set_pattern("%H:%M:%S.%e %^%l%$ %n: %v"); }
};

State &state()
{
    static State only;
    return only;
}

std::string onOneLine(std::string_view text)
{
    std::string line;
    line.reserve(text.size());
    for (const char c : text) {
        const auto byte = static_cast<unsigned char>(c);
        if (byte < 0x20 || byte == 0x7f)
            line += fmt::format("\\x{:02x}", byte);
        else
            line += c;
    }
    return line;
}

void hand(State &state, Level level, const std::string &line)
{
    thread_local bool insideSink = false; // a sink that logs must not call itself for ever
    if (insideSink)
        return;
    std::lock_guard lock(state.mutex);
    if (!state.sink)
        return;
    insideSink = true;
    try {
        state.sink(level, line);
    } catch (...) {
        // Logging must not end the work it tells about.
    }
    insideSink = false;
}

void write(Level level, std::string_view channel, std::string_view text)
{
    State &all = state();
    if (level < all.level.load(std::memory_order_relaxed))
        return;
    try {
        const std::string name = onOneLine(channel), line = onOneLine(text);
        all.terminal->log(spdlog::details::log_msg(name, toSpdlog(level), line));
        hand(all, level, fmt::format("{}: {}", name, line));
    } catch (...) {
        // A full disk behind a redirected stderr, or no memory: as above.
    }
}

} // namespace

void configure(Level level) { state().level.store(level, std::memory_order_relaxed); }

void setSink(std::function<void(Level, const std::string &line)> sink)
{
    std::lock_guard lock(state().mutex);
    state().sink = std::move(sink);
}

void trace(std::string_view channel, std::string_view line) { write(Level::Trace, channel, line); }
void debug(std::string_view channel, std::string_view line) { write(Level::Debug, channel, line); }
void info(std::string_view channel, std::string_view line) { write(Level::Info, channel, line); }
void warn(std::string_view channel, std::string_view line) { write(Level::Warn, channel, line); }
void error(std::string_view channel, std::string_view line) { write(Level::Error, channel, line); }

} // namespace snug::log
