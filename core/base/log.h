// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// Log channels. One line per call; the sink and the level are set once by the program.

#pragma once

#include <functional>
#include <string>
#include <string_view>

namespace snug::log {

enum class Level { Trace, Debug, Info, Warn, Error, Off };

/// Sets level and sink for all channels. Without a call, SNUG_LOG (trace, debug, info, warn, error, off) or warn rules,
/// and lines go to stderr. Any thread; call before work starts.
void configure(Level level);
/// Also hands every line at `level` or above to `sink` (the window's log view). An empty function removes it.
void setSink(std::function<void(Level, const std::string &line)> sink);

void trace(std::string_view channel, std::string_view line);
void debug(std::string_view channel, std::string_view line);
void info(std::string_view channel, std::string_view line);
void warn(std::string_view channel, std::string_view line);
void error(std::string_view channel, std::string_view line);

} // namespace snug::log
