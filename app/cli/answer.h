// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// How the program answers: results on stdout, errors on stderr and, with --json, as one object on stdout.

#pragma once

#include "core/base/error.h"

#include <string_view>

namespace snug::cli {

enum class Format { Text, Json };

constexpr int kCancelled = 6;

/// Prints "error: …" and returns the exit code that goes with it.
int answerError(const Error &error, Format format);
/// Writes to stdout and sees that it arrived; returns 0, or 5 when stdout could not be written.
int answer(std::string_view text);

} // namespace snug::cli
