// SPDX-FileCopyrightText: Snug contributors
// SPDX-License-Identifier: MIT
// The operating system's reasons as sentences. For the .cpp files of base.

#pragma once

#include "core/base/error.h"

#include <string>
#include <string_view>

namespace snug {

/// The system's words for an errno value: "Permission denied".
std::string systemReason(int number);

/// What to do where a file could not be opened for reading, a sentence.
std::string_view openingAdvice(int number);

/// What to do where writing failed, a sentence.
std::string_view writingAdvice(int number);

/// The kind of failure that writing with this errno is: DoesNotFit for a full disk or quota, else Io.
ErrorCode writeErrorCode(int number);

} // namespace snug
